"""Tickets shared by every browser of a server: a form that lies open in two tabs is recorded once.

Whoever opens a form gets the ticket that it has there already. It is renewed when somebody has recorded it;
another tab goes over to the new one unless it is being filled in. What is recorded under a ticket carries what was
asked in its key, so that the same words are one ruling and other words are another.
"""

from dataclasses import dataclass, field
from hashlib import sha256
from threading import Lock
from uuid import uuid4

from domain.kernel.messages import Command
from ledger.bounded import BoundedDict

MOST = 5_000
"""The most tickets that are kept, of forms that lie open and of those recorded."""
_MADE_HERE = "table-"


@dataclass(slots=True)
class Tickets:
    """The tickets of one server, each by the name of a campaign and what is asked in it."""

    _open: BoundedDict[tuple[str, object], str] = field(default_factory=lambda: BoundedDict(MOST))
    _settled: BoundedDict[str, None] = field(default_factory=lambda: BoundedDict(MOST))
    _lock: Lock = field(default_factory=Lock)

    def of(self, campaign: str, form: object, end: str = "") -> str:
        """The ticket of a form, made when somebody opens it first.

        `end` is where the log ended then, by its seal: a server that is started again while a form lies open gives
        it the ticket that it had, and so the browser still has what stood in its fields.
        """
        key = campaign, form
        with self._lock:
            if key not in self._open:
                named = _named(campaign, form, end) if end else ""
                self._open[key] = named if named and named not in self._settled else new_ticket()
            self._open.move_to_end(key)
            return self._open[key]

    def settle(self, campaign: str, form: object, ticket: str) -> None:
        """It was recorded: whoever opens the form next gets another."""
        with self._lock:
            if self._open.get((campaign, form)) == ticket:
                del self._open[campaign, form]
            self._settled[ticket] = None

    def is_settled(self, ticket: str) -> bool:
        """True if somebody, in whichever tab, has recorded it."""
        with self._lock:
            return ticket in self._settled


def _named(campaign: str, form: object, end: str) -> str:
    return f"{_MADE_HERE}{sha256(repr((campaign, form, end)).encode()).hexdigest()[:32]}"


def new_ticket() -> str:
    """A name for a submission that no other has."""
    return f"{_MADE_HERE}{uuid4().hex}"


def shared_by_a_form(key: str) -> str:
    """The part of a key that all rulings of one form of several have; "" for every other key.

    Play scripts number their keys too, and their rulings are no form.
    """
    stem, parted, number = key.rpartition(":")
    return stem if parted and number.isdigit() and key.startswith(_MADE_HERE) else ""


def key_of(ticket: str, *commands: Command) -> str:
    """The key under which these are recorded: the same ticket and the same words are the same submission."""
    said = "\n".join(command.model_dump_json() for command in commands)
    return f"{ticket}-{sha256(said.encode()).hexdigest()[:12]}"


TICKETS = Tickets()
"""Those of this server."""
