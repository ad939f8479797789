"""Submissions to the ledger and its answers to them."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

import sqlalchemy as sql

from domain.kernel.decisions import Refusal
from domain.kernel.facts import Retelling
from domain.kernel.game import AnyGame
from domain.kernel.messages import Command, Event
from domain.kernel.moment import AnyMoment
from ledger.log.entry import CampaignEntry
from ledger.log.receipts import SealedSession
from ledger.log.record import Record

if TYPE_CHECKING:
    from ledger.records.open_campaign import OpenCampaign


@dataclass(frozen=True, slots=True)
class Expected:
    """The end of the log as somebody saw it: a position, and the seal of its record or the first digits of it."""

    position: int
    seal: str

    def is_at(self, position: int, seal: str) -> bool:
        """True if that is this record."""
        return self.position == position and bool(self.seal) and seal.startswith(self.seal)


@dataclass(frozen=True, slots=True, kw_only=True)
class Submission:
    """A command as sent in, who asks, and the faces that were typed in (None: roll them here)."""

    command: Command
    by: str = "gm"
    faces: tuple[int, ...] | None = ()
    rolled: bool = False
    """The faces were not typed in: they were rolled here when this was first decided, and stand."""
    key: str | None = None
    """Names this submission: sent again under the same key, the first ruling is the answer."""
    happened_at: str | None = None
    fiction_time: str | None = None
    expect: Expected | None = None
    """The end of the log when this was asked: demanded of whatever acts on the last ruling, see `expecting`."""


@dataclass(frozen=True, slots=True)
class ToldRecord:
    """A record and what it means."""

    record: Record
    retelling: Retelling


@dataclass(frozen=True, slots=True)
class Ruled:
    """The answer to a submission that the rules allow: one ruling, stored."""

    ruling: int
    told: tuple[ToldRecord, ...]
    repeated: bool = False
    """True when this submission had been recorded before, and nothing was stored now."""
    sealed: SealedSession | None = None
    """The session that this ruling closed, where it is sealed."""
    sealing: ToldRecord | None = None
    """The record that sealed it, if it was stored with this ruling: it is a ruling of its own."""

    @property
    def records(self) -> tuple[Record, ...]:
        """The ruling's records."""
        return tuple(told.record for told in self.told)

    @property
    def end(self) -> Expected:
        """The end of the log with this ruling, and the seal of the session that it closed."""
        last = (self.sealing or self.told[-1]).record
        return Expected(last.position, last.seal)


@dataclass(frozen=True, slots=True)
class Refused:
    """The answer to a submission the rules do not allow: its code and numbers, and the same in words."""

    refusal: Refusal
    message: str


@dataclass(frozen=True, slots=True)
class Previewed:
    """The events that would be recorded. Nothing is."""

    events: tuple[Event, ...]
    retellings: tuple[Retelling, ...]
    dice: tuple[tuple[int, int], ...]
    moment: AnyMoment
    """The moment after it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Appended:
    """A ruling about to be stored, for whatever is kept in step with the log."""

    entry: CampaignEntry
    game: AnyGame
    told: tuple[ToldRecord, ...]
    moment: AnyMoment
    """The moment after it. Not to be changed."""
    before: int
    """The head's position before it."""
    rewound: bool
    """True if it moved the head to another line."""
    log: "OpenCampaign"
    """The campaign as it is held open, to look at what was stored before this ruling."""


class RecordingCheck(Protocol):
    """A check of who may record: it raises when somebody may not record in a campaign in this person's name."""

    def __call__(self, slug: str, by: str) -> None:
        """Return, or raise."""
        ...


class WriteOfRows(ABC):
    """A follower's write of nothing but rows: it can be pickled, and wait on the disk for its transaction."""

    __slots__ = ()

    @abstractmethod
    def __call__(self, connection: sql.Connection) -> None:
        """Write them."""


class Follower(Protocol):
    """Kept in step with the log, in the appending transaction."""

    def prepare(self, appended: Appended) -> Callable[[sql.Connection], None] | None:
        """Return the write to make in that transaction, worked out before any lock is taken; None for none."""
        ...
