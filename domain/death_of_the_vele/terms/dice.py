"""Dice, and the homes they have: VE-12, VE-13."""

from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, model_serializer

from .references import PayerRef

MOST_DICE = 10_000
Count = Annotated[int, Field(ge=0, le=MOST_DICE)]


class Die(StrEnum):
    """A die by its size. There are no others (VE-12, VE-16)."""

    D4 = "d4"
    D6 = "d6"
    D8 = "d8"
    D10 = "d10"
    D12 = "d12"

    @property
    def sides(self) -> int:
        """The number of its faces."""
        return int(self.value[1:])

    @property
    def points(self) -> int:
        """Its worth, counted in d4s: price, effect absorbed, difficulty of aiming at it."""
        return self.sides // 2 - 1

    @classmethod
    def worth(cls, points: int) -> "Die":
        """The die of 1 to 5 points."""
        return cls(f"d{2 * points + 2}")

    @property
    def smaller(self) -> "Die | None":
        """The next size down, or None below a d4."""
        return Die.worth(self.points - 1) if self.points > 1 else None


class Dice(BaseModel):
    """Numbers of dice by size, as messages write them: `{"d8": 1, "d6": 2}`. Sizes left out are none."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    d4: Count = 0
    d6: Count = 0
    d8: Count = 0
    d10: Count = 0
    d12: Count = 0

    @model_serializer
    def _sparse(self) -> dict[str, int]:
        return {die.value: n for die in Die if (n := getattr(self, die.value))}

    @classmethod
    def of(cls, dice: Iterable[Die]) -> "Dice":
        """Count these dice by size."""
        counts: dict[str, int] = {}
        for die in dice:
            counts[die.value] = counts.get(die.value, 0) + 1
        return cls.model_validate(counts)

    @classmethod
    def worth(cls, points: int) -> "Dice":
        """Dice worth so many points, the largest first, without a d12: what the bowl hands out."""
        counts = {"d10": points // Die.D10.points}
        if rest := points % Die.D10.points:
            counts[Die.worth(rest).value] = 1
        return cls(**counts)

    def count(self, die: Die) -> int:
        """The number of dice of one size."""
        return int(getattr(self, die.value))

    def each(self) -> Iterator[Die]:
        """Every single die, the smallest first."""
        for die in Die:
            yield from (die for _ in range(self.count(die)))

    @property
    def points(self) -> int:
        """Their worth together."""
        return sum(die.points * self.count(die) for die in Die)

    @property
    def number(self) -> int:
        """The number of dice."""
        return sum(self.count(die) for die in Die)

    @property
    def pairs(self) -> tuple[tuple[int, int], ...]:
        """Pairs of (sides, how many), as facts and sheets count dice."""
        return tuple((die.sides, n) for die in Die if (n := self.count(die)))

    def __add__(self, other: "Dice") -> "Dice":
        return Dice(**{die.value: self.count(die) + other.count(die) for die in Die})

    def said(self, names: Mapping[str, str]) -> str:
        """The dice as a person writes them: `d10 + 2d6`."""
        parts = [f"{n}{die}" if n > 1 else str(die) for die in reversed(Die) if (n := self.count(die))]
        return " + ".join(parts) or "no dice"

    def __bool__(self) -> bool:
        return self.number > 0


SET = Dice(d4=1, d6=1, d8=1, d10=1)
"""One dice set: 10 points."""


class Pool(StrEnum):
    """The homes a die can have."""

    CHARACTER = "character"
    """A player's, for the PC and its components."""
    STORY = "story"
    """A player's, for story components."""
    ALLOCATED = "allocated"
    """A component's: set aside for its abilities."""
    GROUP = "group"
    """A group's: for traits of its members only."""
    BOWL = "bowl"
    """Common stock, without end."""
    TABLE = "table"
    """Pushed into a struggle."""


class UpgradeWindow(StrEnum):
    """The reason why dice may be merged now (VE-15)."""

    GAINED = "gained"
    PAYING = "paying"
    SETUP = "setup"
    HOUSE_RULE = "house_rule"


class Home(BaseModel):
    """The place of dice: a pool, and whose (a player, a component, a group, a struggle; nobody's for the bowl)."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    pool: Pool
    owner: PayerRef | None = Field(default=None, title="Whose")

    def said(self, names: Mapping[str, str]) -> str:
        """The home of dice as a person says it."""
        if self.owner is None:
            return "the bowl"
        return f"{self.pool.value} dice of {names.get(self.owner, self.owner)}"


class Payment(BaseModel):
    """Dice from one home, as part of a price."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    home: Home = Field(title="Paid from")
    dice: Dice
