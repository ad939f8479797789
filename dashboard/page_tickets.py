"""Tickets that a page asks with beside its socket: what it was drawn with is kept here under each.

Unlike those for files they are in no address, and open nothing that the page was not shown: whoever takes one in
asks again what its sender may see.
"""

from collections.abc import Collection
from dataclasses import dataclass
from secrets import token_hex
from threading import Lock
from time import monotonic
from typing import Generic, TypeVar

from streamlit.runtime.scriptrunner import get_script_run_ctx

Drawn = TypeVar("Drawn")


@dataclass(frozen=True, slots=True)
class _Kept(Generic[Drawn]):
    drawn: Drawn
    session: str
    until: float


class PageTickets(Generic[Drawn]):
    """Tickets by their words, each with what its page was drawn with. Safe to share between threads.

    One is kept until its time is over or the session of its page has ended, whichever is first.
    """

    def __init__(self) -> None:
        self._kept: dict[str, _Kept[Drawn]] = {}
        self._lock = Lock()

    def give(self, drawn: Drawn, lasts: float, ticket: str = "") -> str:
        """A ticket of the page that is being drawn, good for so many seconds: this one anew, or another."""
        page = get_script_run_ctx()
        given = ticket or token_hex(24)
        kept = _Kept(drawn, page.session_id if page is not None else "", monotonic() + lasts)
        with self._lock:
            self._kept[given] = kept
        return given

    def drawn_with(self, ticket: object) -> Drawn | None:
        """The values that a page was drawn with; None where the ticket is none, or its time is over."""
        with self._lock:
            kept = self._kept.get(ticket) if isinstance(ticket, str) else None
        return kept.drawn if kept is not None and kept.until >= monotonic() else None

    def prolong(self, ticket: str, lasts: float) -> None:
        """Have a ticket be good for so many seconds from now, unless it was dropped meanwhile."""
        with self._lock:
            if (kept := self._kept.get(ticket)) is not None:
                self._kept[ticket] = _Kept(kept.drawn, kept.session, monotonic() + lasts)

    def drop(self, ticket: object) -> None:
        """Let a ticket be good for nothing."""
        with self._lock:
            if isinstance(ticket, str):
                self._kept.pop(ticket, None)

    def forget(self, sessions: Collection[str]) -> None:
        """Drop what is of no more use: `sessions` are those that have not ended."""
        now = monotonic()
        with self._lock:
            over = [it for it, kept in self._kept.items() if kept.until < now or kept.session not in sessions]
            for ticket in over:
                del self._kept[ticket]

    def __contains__(self, ticket: str) -> bool:
        """True if it is kept, good or not."""
        return ticket in self._kept
