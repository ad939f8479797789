"""Questions that rulings about earlier rulings put to the log: who made them, whether dice fell, where they lie.

The state of a moment does not know by which rulings it came about. A rule that takes rulings back needs to, so the
log answers through this port, as dice come in through theirs.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from domain.kernel.people import EVERYONE, Audience


class RulingForm(StrEnum):
    """The matter a ruling is about: play, the journal beside it, or the lines themselves."""

    PLAY = "play"
    JOURNAL = "journal"
    REWIND = "rewind"


@dataclass(frozen=True, slots=True, kw_only=True)
class PastRuling:
    """An earlier ruling. `first` and `last` are its positions, `before` the position its line came from."""

    number: int
    form: RulingForm
    by: str
    dice: bool
    """True if dice fell in it."""
    first: int
    last: int
    before: int
    current: bool
    """True if it lies on the current line."""


@dataclass(frozen=True, slots=True)
class PastIntake:
    """An intake of logged play. `last` is its last position, `before` the position its line came from."""

    before: int
    last: int


class Past(Protocol):
    """The log up to the head."""

    def ruling(self, number: int) -> PastRuling | None:
        """The ruling with this number, or None when there is none yet."""
        ...

    def at(self, position: int) -> PastRuling:
        """The ruling a position of the log belongs to."""
        ...

    def latest(self) -> PastRuling | None:
        """The last ruling of play on the current line."""
        ...

    def moved(self, to: int) -> Sequence[PastRuling]:
        """The rulings of play that going to this position takes off the current line or brings back to it."""
        ...

    def undone(self) -> int | None:
        """Position at which the line ended that was left by the last undoing nobody has redone or played over."""
        ...

    def successor(self, number: int) -> int | None:
        """The ruling of the current line that stands for this one, which lies on another."""
        ...

    def intake(self, position: int) -> PastIntake | None:
        """The intake of logged play that a position belongs to, or None."""
        ...

    def audience_at(self, position: int) -> Audience:
        """The audience of the record at a position of the log."""
        ...


class NoPast:
    """The past of a campaign that is only being tried out: there is no log yet."""

    def ruling(self, number: int) -> PastRuling | None:
        """No ruling."""
        return None

    def at(self, position: int) -> PastRuling:
        """Every position is play of its own."""
        return PastRuling(
            number=position,
            form=RulingForm.PLAY,
            by="",
            dice=True,
            first=position,
            last=position,
            before=position - 1,
            current=True,
        )

    def latest(self) -> PastRuling | None:
        """No ruling."""
        return None

    def moved(self, to: int) -> Sequence[PastRuling]:
        """No rulings."""
        return ()

    def undone(self) -> int | None:
        """No position: nothing was undone."""
        return None

    def successor(self, number: int) -> int | None:
        """No ruling."""
        return None

    def intake(self, position: int) -> PastIntake | None:
        """No intake."""
        return None

    def audience_at(self, position: int) -> Audience:
        """Everybody: nothing is hidden where nothing was recorded."""
        return EVERYONE
