"""Facts about dice: tests opened and settled, dice rolled, changed and paid."""

from dataclasses import dataclass, field
from enum import StrEnum

from domain.kernel.facts.fact import Fact, Kind


@dataclass(frozen=True, slots=True, kw_only=True)
class TestOpened(Fact):
    """Something is to be settled by dice: a contest, a struggle, an action roll. `form` is the game's word."""

    __test__ = False  # pytest would collect it by its name

    test: str
    form: str
    sides: tuple[str, ...]
    aim: str = ""
    acting: int = 1
    """The number of `sides`, from the first on, that act together. Whoever comes after stands against them."""

    @property
    def teams(self) -> tuple[tuple[str, ...], ...]:
        """Those who act together, then those against them, if there are any."""
        return tuple(team for team in (self.sides[: self.acting], self.sides[self.acting :]) if team)

    @property
    def kind(self) -> Kind:
        return Kind.DICE

    @property
    def concerns(self) -> tuple[str, ...]:
        return self.sides


@dataclass(frozen=True, slots=True, kw_only=True)
class TestClosed(Fact):
    """A test is settled."""

    __test__ = False

    test: str
    outcome: str
    winner: str | None = None
    losers: tuple[str, ...] = ()

    @property
    def kind(self) -> Kind:
        return Kind.DICE

    @property
    def concerns(self) -> tuple[str, ...]:
        return self.losers if self.winner is None else (self.winner, *self.losers)


@dataclass(frozen=True, slots=True)
class Die:
    """One die as it fell: its id within its hand, its size and face, what it stood for, and whether it counts."""

    id: str
    size: int
    face: int
    label: str = ""
    kept: bool = True
    extra: bool = False
    """Thrown because of how another die of this roll fell, so that it need not have been thrown at all."""
    against: bool = field(default=False, repr=False)
    """One that the others are to beat: it counts for nothing itself."""
    fudge: bool = field(default=False, repr=False)
    """One of three faces that shows −, blank and +."""


class Reads(StrEnum):
    """The reading a game makes of dice that fell, where one number says it."""

    UNSAID = ""
    """No one number: dice are chosen, or assigned."""
    HIGHEST = "highest"
    LOWEST = "lowest"
    COUNT = "count"
    """The number of dice that show `counts_from` or more."""
    DRAWN = "drawn"
    """Drawn rather than thrown, or faces that are names: none of them is high or low."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DiceRolled(Fact):
    """Dice fell. `reading` says what they came to in the game's words; a game may leave it for later facts.

    `purpose` is what they were thrown for; what follows a colon in it is this one's own.
    """

    roller: str
    purpose: str
    dice: tuple[Die, ...]
    test: str | None = None
    reading: str = ""
    reads: Reads = Reads.UNSAID
    counts_from: int = 0
    shown: bool = False
    """True when they fell before, unseen by most, and are only shown now."""
    logged: bool = False
    """True for dice that fell at another table, as its log tells them."""
    notation: str | None = field(default=None, repr=False)
    """The notation that was rolled, with numbers put in, where there is one (`domain.kernel.notation`).

    Left out of how a roll represents itself, so that one without it is what it was before there were notations.
    """

    @property
    def kind(self) -> Kind:
        return Kind.DICE

    @property
    def concerns(self) -> tuple[str, ...]:
        return (self.roller,)


@dataclass(frozen=True, slots=True, kw_only=True)
class DieChanged(Fact):
    """One die on the table shows another face: rerolled, shifted, or counted otherwise."""

    roller: str
    die: str
    size: int
    was: int
    now: int
    why: str
    rerolled: bool = False
    """True when the die was thrown again, so that it counts for luck; False when it was turned."""
    test: str | None = None
    reading: str = ""
    """The reading of the dice after the change, in the game's words."""

    @property
    def kind(self) -> Kind:
        return Kind.DICE

    @property
    def concerns(self) -> tuple[str, ...]:
        return (self.roller,)


@dataclass(frozen=True, slots=True, kw_only=True)
class DiceSorted(Fact):
    """Dice that lie there already were sorted: which of them count, and what each stands for.

    `dice` are those of the hand with their labels and whether they are kept; their faces are as they lie.
    """

    roller: str
    dice: tuple[Die, ...]
    test: str | None = None
    reading: str = ""
    """The reading of the dice after the sorting, in the game's words."""

    @property
    def kind(self) -> Kind:
        return Kind.DICE

    @property
    def concerns(self) -> tuple[str, ...]:
        return (self.roller,)


@dataclass(frozen=True, slots=True, kw_only=True)
class DiceMoved(Fact):
    """Dice went from one pool to another: a wager, winnings, a payment. Dice are counted by size."""

    giver: str
    giver_pool: str
    taker: str
    taker_pool: str
    dice: tuple[tuple[int, int], ...]
    """Pairs of (size, how many)."""
    why: str

    @property
    def kind(self) -> Kind:
        return Kind.STORY  # whose pool gained and whose lost, the numbers beside it say

    @property
    def concerns(self) -> tuple[str, ...]:
        return (self.giver, self.taker)
