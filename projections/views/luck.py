"""The fall of the dice, against the exact odds of what was rolled: by who threw them, by session, by what for.

Every die that fell counts once, a rerolled one again. Left apart are dice drawn rather than thrown, dice thrown
only because of another die, and those shown that had fallen before.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeVar

from domain.kernel import facts
from domain.kernel.facts import DiceRolled, DieChanged, Reads
from ledger.log.lines import Stretch, lies_on
from projections.history.stored_facts import StoredFact
from projections.views.odds_of_sums import Dice, Tail, expected, spread, tail
from projections.views.timeline import Mark

ENOUGH = 30
"""The least number of dice that must have fallen before anything is said of them."""
LARGEST = 1_000
"""Faces of the largest die that counts: what was drawn out of more, in another tool, is no luck of a die."""
RARE = 0.05
"""The chance below which what comes out as high, or as low, is said to be rare."""
REROLLED = "rerolled"

Key = TypeVar("Key", str, int)


class LuckVerdict(StrEnum):
    """A verdict on how dice fell."""

    TOO_FEW = "too few to tell"
    AS_EXPECTED = "as one would expect"
    HIGH = "high"
    LOW = "low"


@dataclass(frozen=True, slots=True, kw_only=True)
class Throw:
    """Dice that one person threw at once: pairs of (size, face). `session` is 0 before the first."""

    position: int
    session: int
    roller: str
    kind: str
    dice: tuple[tuple[int, int], ...]


@dataclass(slots=True)
class DiceCount:
    """Dice that fell, taken together."""

    throws: int = 0
    total: int = 0
    faces: dict[int, Counter[int]] = field(default_factory=dict)
    """Size -> face -> how often."""

    def add(self, throw: Throw) -> None:
        """Count the dice of a throw."""
        self.throws += 1
        for size, face in throw.dice:
            self.total += face
            self.faces.setdefault(size, Counter())[face] += 1

    @property
    def dice(self) -> Dice:
        """The number of dice of each size."""
        return tuple((size, self.faces[size].total()) for size in sorted(self.faces))

    @property
    def count(self) -> int:
        """The number of dice."""
        return sum(count for _size, count in self.dice)

    @property
    def expected(self) -> float:
        """The mean of all sums these dice could have come to."""
        return expected(self.dice)

    @property
    def spread(self) -> float:
        """The standard deviation of these sums."""
        return spread(self.dice)

    @property
    def tail(self) -> Tail:
        """The chance of a sum as low, and as high, as theirs."""
        return tail(self.dice, self.total)

    @property
    def lean(self) -> float:
        """The distance of the dice above what is expected, in standard deviations."""
        return (self.total - self.expected) / self.spread if self.spread else 0.0

    @property
    def verdict(self) -> LuckVerdict:
        """The verdict on them: none while the sample is small."""
        if self.count < ENOUGH:
            return LuckVerdict.TOO_FEW
        # Both ends are looked at, so that each has half of what counts as rare.
        if self.tail.as_high < RARE / 2:
            return LuckVerdict.HIGH
        return LuckVerdict.LOW if self.tail.as_low < RARE / 2 else LuckVerdict.AS_EXPECTED


@dataclass(frozen=True, slots=True, kw_only=True)
class Luck:
    """The fall of the dice on one line."""

    throws: tuple[Throw, ...]
    struck: tuple[Throw, ...]
    """On lines that were left: not among the others."""
    drawn: int
    """The number of draws and namings, which no odds of high or low fit."""
    extra: int
    """The number of dice thrown only because of another."""
    logged: int = 0
    """The number of all of them that fell at another table, as its log tells them: nobody here has judged them."""

    def whole(self) -> DiceCount:
        """All dice taken together."""
        return together(self.throws)

    def by_roller(self) -> dict[str, DiceCount]:
        """The tallies of those who threw them, whoever threw most first."""
        return _most_first(grouped(self.throws, lambda throw: throw.roller))

    def by_session(self) -> dict[int, DiceCount]:
        """In which session, in order."""
        found = grouped(self.throws, lambda throw: throw.session)
        return {session: found[session] for session in sorted(found)}

    def by_kind(self) -> dict[str, DiceCount]:
        """The tallies by what they were thrown for, most first."""
        return _most_first(grouped(self.throws, lambda throw: throw.kind))


def luck(kept: Iterable[StoredFact], path: Sequence[Stretch], marks: Sequence[Mark]) -> Luck:
    """The dice of a campaign as one audience knows them, seen from the line `path`.

    `kept` are the facts about dice of the whole log up to where one looks, `marks` the sessions of that line.
    """
    throws: list[Throw] = []
    struck: list[Throw] = []
    drawn = extra = logged = 0
    seen: set[tuple[str | None, str, tuple[tuple[int, int], ...]]] = set()
    begins = [(mark.position, mark.session) for mark in marks if mark.form == "session"]
    for each in kept:
        fact, here = each.fact, lies_on(list(path), each.position)
        if isinstance(fact, DiceRolled) and fact.reads is Reads.DRAWN:
            drawn += len(fact.dice) if here else 0
            continue
        dice = tuple(_dice(fact))
        if isinstance(fact, DiceRolled):
            extra += sum(die.extra for die in fact.dice) if here else 0
            key = fact.test, fact.roller, dice
            if fact.shown and key in seen:
                continue  # whoever saw them fall has counted them
            seen.add(key)
            logged += len(dice) if here and fact.logged else 0
        if not dice:
            continue
        session = next((number for first, number in reversed(begins) if first <= each.position), 0)
        throw = Throw(position=each.position, session=session, roller=_roller(fact), kind=_kind(fact), dice=dice)
        (throws if here else struck).append(throw)
    return Luck(throws=tuple(throws), struck=tuple(struck), drawn=drawn, extra=extra, logged=logged)


def _dice(fact: facts.Fact) -> Iterator[tuple[int, int]]:
    match fact:
        case DiceRolled():
            fallen = ((die.size, die.face) for die in fact.dice if not die.extra)
        case DieChanged(rerolled=True):
            fallen = (pair for pair in ((fact.size, fact.now),))
        case _:
            return
    yield from ((size, face) for size, face in fallen if 1 < size <= LARGEST and 1 <= face <= size)


def _roller(fact: facts.Fact) -> str:
    return fact.roller if isinstance(fact, DiceRolled | DieChanged) else ""


def _kind(fact: facts.Fact) -> str:
    """The purpose of dice, as a kind; what follows a colon is one roll's own."""
    return fact.purpose.partition(":")[0].strip() if isinstance(fact, DiceRolled) else REROLLED


def together(throws: Iterable[Throw]) -> DiceCount:
    """Some throws as one tally."""
    tally = DiceCount()
    for throw in throws:
        tally.add(throw)
    return tally


def grouped(throws: Iterable[Throw], by: Callable[[Throw], Key]) -> dict[Key, DiceCount]:
    """Tallies of throws by whatever they have in common."""
    found: dict[Key, DiceCount] = {}
    for throw in throws:
        found.setdefault(by(throw), DiceCount()).add(throw)
    return found


def _most_first(tallies: Mapping[str, DiceCount]) -> dict[str, DiceCount]:
    return dict(sorted(tallies.items(), key=lambda item: (-item[1].count, item[0])))
