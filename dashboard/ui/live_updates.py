"""Live updates: each page finds out by its polls whether the log has grown, and looks how far lists have come.

Nobody loses their place by it. Whoever looks at the last record, and did not come by a link to it, goes along.
"""

import streamlit as st

from dashboard.polls import SELDOM, poll
from dashboard.ui.drawing.empty_states import state_html
from dashboard.ui.open_ledger import guarded, library, trouble_words
from ledger.database.errors import LedgerUnavailable
from ledger.errors import LedgerError
from ledger.handle import Soundness
from ledger.ledger import Ledger

LISTS_EVERY = 1.0
"""Seconds between two looks at lists that are being brought up to date."""


def watch(ledger: Ledger, slug: str, sound: Soundness) -> None:
    """Draw the page anew when the log goes further than it did when it was drawn. Call it once on each page."""
    st.session_state.pop(_away(slug), None)
    _watch(ledger, slug, sound.position, broken=sound.why is not None, drawn=[slug])


@st.fragment(run_every=SELDOM)
@guarded
def _watch(ledger: Ledger, slug: str, head: int, *, broken: bool, drawn: list[str]) -> None:
    key = f"log-poll|{slug}"

    def changed() -> bool:
        return _moved_on(ledger.soundness(slug), head, broken=broken)

    if drawn:
        drawn.clear()  # the page around it has just looked
        poll(key, changed)
        return
    try:
        sound = ledger.soundness(slug)
    except LedgerUnavailable as gone:
        lines = [trouble_words(gone), "What is shown is as it was; this page comes back with the ledger."]
        st.html(state_html("The ledger cannot be reached just now", lines, broken=True))
        st.session_state[_away(slug)] = True
        poll(key, lambda: True)
        return
    except LedgerError:
        st.rerun()  # the campaign is gone: the page says so
    if _moved_on(sound, head, broken=broken) or st.session_state.pop(_away(slug), False):
        st.session_state[_moved(slug)] = (head, sound.position)
        st.rerun()
    poll(key, changed)


def _moved_on(sound: Soundness, head: int, *, broken: bool) -> bool:
    """True if a page that was drawn at this head shows what is no more so."""
    return sound.position != head or (sound.why is not None) != broken


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
