"""Tickets for files: who looks at which campaign from which seat, and until when, signed by this server.

A ticket opens nothing by itself: each request asks again whether its holder still has that seat and may see that
file. Without one, nobody can so much as ask whether a file is there.
"""

import hmac
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass
from hashlib import sha256
from secrets import token_bytes

LASTS = 12 * 3600
"""Seconds that a ticket is good for at the most."""
_HALF = LASTS // 2
_KEY = token_bytes(32)
"""The key of this process: what it signed is worth nothing once it has ended."""
LONGEST = 600


@dataclass(frozen=True, slots=True)
class Ticket:
    """The viewer: the campaign, the seat (empty for a reader) and the address of the visitor (empty at home)."""

    campaign: str
    person: str
    address: str
    uploads: bool = False
    """True if files may be sent in with it."""


def signed(ticket: Ticket, now: float | None = None) -> str:
    """The ticket as an address carries it. The same one for some hours, so that a browser keeps what it has."""
    moment = time.time() if now is None else now
    end = int(moment // _HALF + 2) * _HALF
    person = urlsafe_b64encode(ticket.person.encode()).decode().rstrip("=")
    return f"{end}.{person}.{_mark(ticket, end)}"


def read(
    said: str, campaign: str, address: str, *, uploads: bool = False, now: float | None = None
) -> Ticket | None:
    """The ticket in these words, for this campaign and visitor; None where it is none, or good no more."""
    moment = time.time() if now is None else now
    end, _, rest = said.partition(".")
    person, _, mark = rest.partition(".")
    if len(said) > LONGEST or not (said.isascii() and end.isdigit() and len(end) < 12) or end[0] == "0":
        return None
    try:
        seat = urlsafe_b64decode(person + "=" * (-len(person) % 4)).decode()
    except ValueError:
        return None
    ticket = Ticket(campaign, seat, address, uploads)
    sound = hmac.compare_digest(mark, _mark(ticket, int(end)))
    return ticket if sound and moment < int(end) <= moment + LASTS else None


def _mark(ticket: Ticket, end: int) -> str:
    parts = (ticket.campaign, ticket.person, ticket.address, "up" if ticket.uploads else "down", str(end))
    said = b"".join(len(part := each.encode()).to_bytes(4, "big") + part for each in parts)
    return hmac.new(_KEY, said, sha256).hexdigest()
