"""Frames ahead: the next steps of the replay as they will be drawn, fetched before they are taken.

They go a way of their own, beside the socket of the page and out of its way. What may be seen is decided where the
page is drawn: each drawing gives it a ticket, and the server knows of each ticket whose eyes its frames are for.
It opens nothing to anybody else, nor once the log has grown or the rights of the visitor have changed.

The way back is here as well: a page that has drawn a moment by itself tells that it stands there, with its ticket.
A run of its part over the socket would find out nothing more, for five times the work.
"""

import gzip
import json
import logging
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from time import monotonic

import streamlit as st
from anyio import CapacityLimiter, to_thread
from starlette.requests import Request
from starlette.responses import Response

from dashboard.access import Access, access_of, user_in, visitor
from dashboard.page_tickets import PageTickets
from dashboard.pages.replay.frame import frame_at
from dashboard.pages.replay.html_cache import Sending
from dashboard.ui.addresses import end_of_line
from dashboard.ui.cursor_place import CursorPlace, place_kept
from dashboard.ui.open_ledger import TROUBLES
from dashboard.ui.page_context import PageContext
from ledger.log.lines import lies_on

TICKET = "x-replay-ticket"
"""The header that a ticket comes in: no address names it, and no log keeps it."""
LASTS = 180.0
"""Seconds that a ticket is good for after the drawing that gave it, or the last moment that was told with it."""
MOST = 60
"""The number of frames drawn for one request."""
WORK = 0.1
"""After so many seconds the request is answered with what has been drawn; the page asks again."""
AT_ONCE = 2
"""The number of requests worked on at a time: steps over the socket come first."""
LONGEST_NAME = 400
HELD = "replay-ticket"

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Drawn:
    """A page that somebody was shown."""

    context: PageContext
    access: Access
    place: CursorPlace


FRAMES_AHEAD = PageTickets[_Drawn]()
"""The tickets of pages whose frames may be asked for."""
_limiter: list[CapacityLimiter] = []


def ticket_for(context: PageContext) -> str:
    """The ticket of the page that is being drawn: the one it has, good for longer, or another."""
    access, place = visitor(), place_kept(context.slug)
    assert place is not None, "a page finds out where it stands before it is drawn"
    held = str(st.session_state.get(HELD, ""))
    known = FRAMES_AHEAD.drawn_with(held)
    if known is None or known.context is not context or known.access != access:
        FRAMES_AHEAD.drop(held)
        held = ""
    ticket = FRAMES_AHEAD.give(_Drawn(context, access, place), LASTS, held)
    st.session_state[HELD] = ticket
    return ticket


async def frames(request: Request) -> Response:
    """The frames from `at` on, at most `count` of them; nothing where the ticket is good for none."""
    if not _limiter:
        _limiter.append(CapacityLimiter(AT_ONCE))
    body = await to_thread.run_sync(_answer, request, limiter=_limiter[0])
    headers = {"cache-control": "no-store", "vary": "accept-encoding"}
    if body is None:
        return Response(status_code=204, headers=headers)
    if "gzip" in request.headers.get("accept-encoding", ""):
        headers["content-encoding"] = "gzip"
        body = await to_thread.run_sync(gzip.compress, body, 4)
    return Response(body, media_type="application/json", headers=headers)


async def told(request: Request) -> Response:
    """Take in that a page stands at `at`, and keep its ticket good: 204 where it is taken in.

    200 where it is not, which the page then tells over its socket: it is of another line, or older news, or the
    ticket is good for nothing. An error would stand in the browser's console for what is in order.
    """
    taken = await to_thread.run_sync(_taken_in, request)
    return Response(status_code=204 if taken else 200, headers={"cache-control": "no-store"})


def _taken_in(request: Request) -> bool:
    at, count = (_number(request.query_params.get(name)) for name in ("at", "n"))
    held = request.headers.get(TICKET, "")
    ticket = _good(held, request)
    if ticket is None:
        return False
    context, lines = ticket.context, ticket.context.line.lines
    if at < 1 or end_of_line(lines, min(at, context.line.head), context.line.head) != context.line.end:
        return False
    if not ticket.place.tell(at, count):
        return False
    FRAMES_AHEAD.prolong(held, LASTS)
    return True


def _answer(request: Request) -> bytes | None:
    asked = request.query_params
    at, count, chosen = _number(asked.get("at")), _number(asked.get("count")), asked.get("chosen", "")
    context = _stage_of(request)
    if context is None or not at or not count or len(chosen) > LONGEST_NAME:
        return None
    try:
        return _drawn(context, at, min(count, MOST), chosen)
    except TROUBLES:
        return None  # the page meets the same, and says it
    except Exception:
        _log.exception("frames ahead could not be drawn")
        return None


def _stage_of(request: Request) -> PageContext | None:
    """The page that the ticket of a request stands for; None where it is good for none any more."""
    ticket = _good(request.headers.get(TICKET, ""), request)
    if ticket is None:
        return None
    context = ticket.context
    try:
        now = context.library.ledger.open(context.slug)
    except TROUBLES:
        return None
    same = now.entry.id == context.campaign.entry.id and now.head == context.line.head
    return context if same else None


def _good(held: str, request: Request) -> _Drawn | None:
    """The page of a ticket, if that is good still, and for whoever sent this request."""
    ticket = FRAMES_AHEAD.drawn_with(held)
    if ticket is None:
        return None
    return ticket if access_of(user_in(request.headers)).may_the_same_as(ticket.access) else None


def _drawn(context: PageContext, at: int, count: int, chosen: str) -> bytes | None:
    """The frames as numbers of pieces, with the pieces: see `Sending`."""
    path = context.line.lines.path(context.line.end)
    if not lies_on(path, at):
        return None
    sending, pieces, found, began = Sending(), list[str](), dict[int, object](), monotonic()
    along = (position for first, last in path for position in range(max(first, at), last + 1))
    for position in islice(_in_time(along, began), count):
        message = sending.message(frame_at(context, position, chosen).texts)
        pieces += message["fresh"]
        found[position] = message["texts"]
        if sending.full:
            break
    return json.dumps({"pieces": pieces, "frames": found}, ensure_ascii=False, separators=(",", ":")).encode()


def _in_time(positions: Iterator[int], began: float) -> Iterator[int]:
    for position in positions:
        yield position
        if monotonic() - began > WORK:
            return


def _number(said: str | None) -> int:
    return int(said) if said and said.isascii() and said.isdigit() and len(said) < 16 else 0
