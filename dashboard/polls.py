"""Polls: an open page asks every second whether what it shows has changed since it was drawn.

It asks beside its socket, by a request that is answered at once. A run of a part of the page over the socket finds
out the same for ten times the work, and nearly always nothing has changed. Only where something has, or where it
cannot be told here, is the part of the page around the poll run again, and that decides what to do.

What is answered tells nothing: whoever asks has a ticket of a page that was drawn for them, and hears that it is
to be drawn anew also where the ticket is good for nothing.
"""

from collections.abc import Callable
from dataclasses import dataclass

import streamlit as st
from anyio import CapacityLimiter, to_thread
from starlette.requests import Request
from starlette.responses import Response

from dashboard.access import Access, access_of, user_in, visitor
from dashboard.page_tickets import PageTickets
from dashboard.ui import browser_components
from ledger.database.errors import LedgerUnavailable
from ledger.errors import LedgerError

EVERY = 1.0
"""Seconds between two polls."""
SELDOM = 60.0
"""Seconds after which a part of a page is run again in any case, for browsers from which no poll comes."""
TICKET = "x-poll-ticket"
"""The header that a ticket comes in: no address names it, and no log keeps it."""
LASTS = 600.0
"""Seconds that a ticket is good for after the drawing that gave it, or the last poll: hidden pages ask nothing."""
AT_ONCE = 2
"""The number of polls answered at a time: who waits for a page comes first."""

Changed = Callable[[], bool]
"""True if a part of a page is to be drawn anew. May raise the ledger's errors, which the part itself then says."""


@dataclass(frozen=True, slots=True)
class _Drawn:
    """A part of a page that somebody was shown."""

    access: Access
    changed: Changed


POLLS = PageTickets[_Drawn]()
"""The tickets of parts of pages that ask whether they have changed."""
_limiter: list[CapacityLimiter] = []


def poll(key: str, changed: Changed) -> None:
    """Have the browser ask whether something has changed, and run the fragment around this again where it has.

    `changed` is asked in another thread, which is no run of a page.
    """
    held = f"poll-ticket|{key}"
    POLLS.drop(st.session_state.get(held))
    ticket = POLLS.give(_Drawn(visitor(), changed), LASTS)
    st.session_state[held] = ticket
    data = {"ticket": ticket, "every": EVERY}
    browser_components.mount("poll", key=key, data=data, **browser_components.answers("changed", n=0))


async def polled(request: Request) -> Response:
    """Answer a poll: 204 where all is as it was drawn, 200 where the page is to ask over its socket."""
    if not _limiter:
        _limiter.append(CapacityLimiter(AT_ONCE))
    same = await to_thread.run_sync(_same, request, limiter=_limiter[0])
    return Response(status_code=204 if same else 200, headers={"cache-control": "no-store"})


def _same(request: Request) -> bool:
    held = request.headers.get(TICKET, "")
    drawn = POLLS.drawn_with(held)
    if drawn is None:
        return False
    try:
        if not access_of(user_in(request.headers)).may_the_same_as(drawn.access) or drawn.changed():
            return False
    except (LedgerError, LedgerUnavailable):
        return False
    POLLS.prolong(held, LASTS)
    return True
