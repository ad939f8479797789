"""Live updates: each page looks every other second whether the log has grown, and how far lists have come.

Nobody loses their place by it. Whoever looks at the last record, and did not come by a link to it, goes along.
"""

import streamlit as st

from dashboard.ui.drawing.empty_states import state_html
from dashboard.ui.open_ledger import guarded, library, trouble_words
from ledger.database.errors import LedgerUnavailable
from ledger.errors import LedgerError
from ledger.handle import Soundness
from ledger.ledger import Ledger

EVERY = 2.0
"""Seconds between two looks."""
LISTS_EVERY = 1.0
"""The same, for lists that are being brought up to date."""


def watch(ledger: Ledger, slug: str, sound: Soundness) -> None:
    """Draw the page anew when the log goes further than it did when it was drawn. Call it once on each page."""
    st.session_state.pop(_away(slug), None)
    _watch(ledger, slug, sound.position, broken=sound.why is not None, drawn=[slug])


@st.fragment(run_every=EVERY)
@guarded
def _watch(ledger: Ledger, slug: str, head: int, *, broken: bool, drawn: list[str]) -> None:
    if drawn:
        drawn.clear()  # the page around it has just looked
        return
    try:
        sound = ledger.soundness(slug)
    except LedgerUnavailable as gone:
        lines = [trouble_words(gone), "What is shown is as it was; this page comes back with the ledger."]
        st.html(state_html("The ledger cannot be reached just now", lines, broken=True))
        st.session_state[_away(slug)] = True
        return
    except LedgerError:
        st.rerun()  # the campaign is gone: the page says so
    now = sound.position
    if now != head or (sound.why is not None) != broken or st.session_state.pop(_away(slug), False):
        st.session_state[_moved(slug)] = (head, now)
        st.rerun()


def gone_along(slug: str, at: int) -> int | None:
    """The moment of somebody who looked at `at` after the log has grown, if they go along; asked once."""
    moved = st.session_state.pop(_moved(slug), None)
    if moved is None or "at" in st.query_params:
        return None
    was, now = moved
    return int(now) if at == was else None


def goes_along(slug: str, was: int, now: int) -> None:
    """Say that whoever looks has made the log grow, so that their page need not find it out by itself."""
    st.session_state[_moved(slug)] = (was, now)


def _moved(slug: str) -> str:
    return f"log-moved|{slug}"


def _away(slug: str) -> str:
    return f"ledger-away|{slug}"


def catching_up() -> None:
    """Say how far the lists have come, and draw the page anew once they are whole. Nothing where they are."""
    if library().views.shelf.progress is not None:
        _lists()


@st.fragment(run_every=LISTS_EVERY)
@guarded
def _lists() -> None:
    progress = library().views.shelf.progress
    if progress is None:
        st.rerun()
    far = min(1.0, progress.done / progress.total)
    # How many campaigns there are is nobody's to know on a shared server: a share of them tells no number.
    st.progress(
        far,
        text=f"The lists are being brought up to date: {far:.0%}. What is not reached yet is shown as it was; "
        "every campaign can be opened and played meanwhile.",
    )
