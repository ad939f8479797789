"""The journal's state: folded in the order of the log, whatever lines the campaign took."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from domain.kernel.journal.attached.state import AttachedFile


@dataclass(slots=True)
class Note:
    """A note as written."""

    text: str
    visibility: str


@dataclass(slots=True)
class Comment:
    """A comment on the record at `position`."""

    position: int
    text: str
    visibility: str


@dataclass(slots=True)
class SessionSeal:
    """The seal of the log at the end of a session."""

    position: int
    seal: str


class DisputeStanding(StrEnum):
    """The standing of a dispute."""

    OPEN = "open"
    UPHELD = "upheld"
    OVERTURNED = "overturned"
    WITHDRAWN = "withdrawn"


@dataclass(slots=True)
class Remark:
    """A person's contribution to a dispute. `alternative` is how the ruling might have gone, as JSON values."""

    person: str
    text: str
    evidence: list[int]
    alternative: dict[str, Any] | None = None


@dataclass(slots=True)
class Dispute:
    """A ruling called in question, by whom and why, and what came of it."""

    ruling: int
    position: int
    person: str
    text: str
    evidence: list[int]
    remarks: list[Remark] = field(default_factory=list)
    standing: DisputeStanding = DisputeStanding.OPEN
    reason: str = ""
    """The reason it was settled so."""
    line: int | None = None
    """Position at which the line begins that replaced the ruling, if it was overturned."""


@dataclass(slots=True)
class Place:
    """The campaign's place in its library."""

    shelf: str = ""
    tags: list[str] = field(default_factory=list)
    """In the order of the alphabet."""
    put_away: bool = False


@dataclass(slots=True)
class Intake:
    """Play that was taken in from another tool: from which file, and how much of it."""

    source: str
    file: str
    sum: str
    evenings: int = 0
    entries: int = 0
    verbatim: int = 0
    ended: bool = False


@dataclass(slots=True)
class Journal:
    """Everything said about the campaign so far."""

    notes: list[Note] = field(default_factory=list)
    comments: list[Comment] = field(default_factory=list)
    seals: dict[int, SessionSeal] = field(default_factory=dict)
    disputes: dict[int, Dispute] = field(default_factory=dict)
    place: Place = field(default_factory=Place)
    recognized: dict[str, str] = field(default_factory=dict)
    """People at this table, by id: who they are in every campaign."""
    intakes: list[Intake] = field(default_factory=list)
    voices: dict[str, str] = field(default_factory=dict)
    """Voices heard in what was taken in: id -> name."""
    files: list[AttachedFile] = field(default_factory=list)
    """Every file that was attached, in that order."""

    @property
    def open_intake(self) -> Intake | None:
        """The intake that has begun and not ended."""
        return self.intakes[-1] if self.intakes and not self.intakes[-1].ended else None

    def open_dispute_about(self, ruling: int) -> int | None:
        """The open dispute about a ruling, if there is one."""
        found = (number for number, it in self.disputes.items() if it.ruling == ruling)
        return next((number for number in found if self.is_open(number)), None)

    def is_open(self, number: int) -> bool:
        """True if there is a dispute of this number that is not settled."""
        dispute = self.disputes.get(number)
        return dispute is not None and dispute.standing is DisputeStanding.OPEN
