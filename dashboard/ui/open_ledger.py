"""The open ledger, one for the whole process, and what to draw when it cannot be opened or read."""

import logging
import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import wraps
from threading import Lock
from typing import ParamSpec

import streamlit as st

from dashboard.access import Access, guard, visitor
from dashboard.forms.drafts import DRAFTS, RECORDED
from dashboard.ui.drawing.empty_states import state_html
from dashboard.ui.position_cache import Remembered
from ledger.database.errors import LedgerUnavailable
from ledger.errors import LedgerError, NoSuchGame
from ledger.handle import CampaignHandle
from wiring.library import Library, database_name, database_url, open_library
from wiring.sample_loading import SampleLoading

P = ParamSpec("P")

DRAWN_FOR = "drawn-for"
OPENED = "opened"
"""The key under which the campaign of the page is kept while it is drawn."""

TROUBLES = (LedgerError, LedgerUnavailable)
"""The errors that a ledger may raise at any moment; each says in a sentence what went wrong."""
_TOLD_ONCE_IN = 60.0
"""Seconds in which a trouble stands in the log once: every open page meets it, again and again."""

_log = logging.getLogger(__name__)
_logged: dict[str, float] = {}


@dataclass(frozen=True, slots=True)
class _Shared:
    """The values that every session shares. Not in Streamlit's caches: a message of any page can empty those."""

    library: Library
    remembered: Remembered
    samples: SampleLoading


_shared: dict[str, _Shared] = {}
_opening = Lock()


def _opened(url: str) -> _Shared:
    with _opening:
        if url not in _shared:
            opened = open_library(url)
            guard(opened.ledger)
            opened.views.shelf.in_background = True  # nobody waits for a page until every campaign is read anew
            _shared[url] = _Shared(opened, Remembered(), SampleLoading(opened.ledger))
        return _shared[url]


def library() -> Library:
    """The ledger and its read models, shared by every session. Raises `LedgerUnavailable` with one sentence."""
    return _opened(database_url()).library


def opened(slug: str, *, anew: bool = False) -> CampaignHandle:
    """The campaign as this drawing of the page sees it: the header opens it `anew`, and the page goes on with it.

    What a callback does comes before the drawing, and asks the ledger. Raises `NoSuchCampaign`.
    """
    if anew:
        st.session_state.pop(OPENED, None)
    known = st.session_state.get(OPENED)
    if isinstance(known, CampaignHandle) and known.slug == slug:
        return known
    found = library().ledger.open(slug)
    st.session_state[OPENED] = found
    return found


def drop_removed_words() -> None:
    """Drop what is kept of words that were removed from a record since: nobody may look at that campaign again."""
    for shared in list(_shared.values()):
        for slug in {*shared.remembered.campaigns, *DRAFTS.campaigns, *RECORDED.campaigns}:
            try:
                campaign = shared.library.ledger.open(slug)
            except TROUBLES:
                continue  # it cannot be read now: whoever looks is told, and this looks again
            shared.remembered.look_for_removals(campaign)
            for drafts in (DRAFTS, RECORDED):
                drafts.drop_after_removal(slug, campaign.removed_at)


def removed_since(drawn: CampaignHandle) -> str:
    """A sentence if words were removed from the record since this was drawn; empty where none were.

    A form in another tab may hold them still: whoever sends it is told once, so that they do not come back unseen.
    """
    if library().ledger.open(drawn.slug).removed_at == drawn.removed_at:
        return ""
    return (
        "Words were removed from the record while this page lay open. See that they are not in what you send, and "
        "press again."
    )


def remembered() -> Remembered:
    """Views as of positions, kept between steps."""
    return _opened(database_url()).remembered


def sample_loading() -> SampleLoading:
    """The thread that puts sample campaigns into the ledger, shared by every session."""
    return _opened(database_url()).samples


def trouble_words(trouble: Exception, who: Access | None = None) -> str:
    """A trouble in a sentence, for `who`, else for whoever looks.

    Where the ledger lies is said to its owner at home. On a shared server it stands in the log of the server, and
    whoever looks is told whom to ask.
    """
    words, place = str(trouble), database_name()
    if place not in words or not (who or visitor()).shared:
        return words
    now = time.monotonic()
    if now - _logged.get(words, -_TOLD_ONCE_IN) >= _TOLD_ONCE_IN:
        _logged.clear()
        _logged[words] = now
        _log.error("%s", words)
    words = re.sub(rf"(^|[.!?] ){re.escape(place)}", r"\1The ledger", words).replace(place, "the ledger")
    return f"{words} Ask whoever keeps this server."


@contextmanager
def drawn_errors() -> Iterator[None]:
    """Draw what goes wrong inside as a page of its own, in a sentence; the details go to the log."""
    try:
        yield
    except TROUBLES as trouble:
        st.html(state_html(_headline(trouble), [trouble_words(trouble)], broken=True))
    except Exception:
        _log.exception("a screen could not be drawn")
        told = "Nothing was recorded or lost. What happened is in the log of the terminal that runs the dashboard."
        st.html(state_html("Something broke on this screen", [told], broken=True))


def _headline(trouble: LedgerError | LedgerUnavailable) -> str:
    if isinstance(trouble, LedgerUnavailable):
        return "The ledger cannot be read"
    return "The game of this campaign is not here" if isinstance(trouble, NoSuchGame) else "This cannot be shown"


def draw_error(error: Exception) -> bool:
    """Draw an error that was raised outside every screen, as what a button does is done; True, for it is drawn.

    Streamlit has logged it, and would show whoever looks where in the program it was raised.
    """
    if isinstance(error, TROUBLES):
        st.html(state_html(_headline(error), [trouble_words(error)], broken=True))
    else:
        told = [
            "What you pressed was not done to its end. Load the page anew: it shows what was recorded.",
            "What happened is in the log of the terminal that runs the dashboard.",
        ]
        st.html(state_html("Something broke", told, broken=True))
    return True


def guarded(screen: Callable[P, None]) -> Callable[P, None]:
    """A screen, or a fragment of one, that asks anew who looks each time, and draws its own errors.

    A fragment is drawn with what the page found out when it was drawn whole. So it is drawn only for as long as
    whoever looks may do just what they might then: when that has changed, the whole page is drawn anew.
    """

    @wraps(screen)
    def inside(*args: P.args, **kwargs: P.kwargs) -> None:
        with drawn_errors():
            if st.session_state.get(DRAWN_FOR) not in (None, visitor()):
                st.rerun()
            screen(*args, **kwargs)

    return inside


def draw_for_whoever_looks() -> None:
    """Remember what whoever looks may do as a page is drawn whole: see `guarded`."""
    st.session_state[DRAWN_FOR] = visitor()
