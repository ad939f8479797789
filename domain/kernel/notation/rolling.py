"""Notations rolled: the first dice in one draw, then whatever they make to be thrown again, wave by wave."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import TypeAlias

from domain.kernel.dice import FUDGE, roll_for
from domain.kernel.dice import Dice as Chance
from domain.kernel.notation.arithmetic import COMPARED, chosen, tally
from domain.kernel.notation.errors import NotationWrong
from domain.kernel.notation.pools import (
    MOST_DICE,
    NO_NUMBERS,
    Pool,
    counted,
    kept,
    pools_of,
    resolve,
    value_of,
)
from domain.kernel.notation.tree import DiceGroup, DiceTerm, Notation, Number

MOST_WAVES = 100

Draw: TypeAlias = Callable[[Sequence[Pool], Sequence[int]], Sequence[int]]
"""Faces for dice of these pools, and of these terms."""


@dataclass(frozen=True, slots=True)
class RolledDie:
    """One die as it fell. `face` counts from 1; a fudge die has the size 3 and shows its face less 2."""

    size: int
    face: int
    kept: bool = True
    """False when it was rerolled, or is no part of what was kept."""
    extra: bool = False
    """True when it was thrown because of how another die fell."""
    fudge: bool = False
    term: int = 0
    """The place of its dice among those of the notation, from 0."""

    @property
    def shows(self) -> int:
        """The number it shows."""
        return self.face - 2 if self.fudge else self.face


@dataclass(frozen=True, slots=True, kw_only=True)
class Rolled:
    """A notation rolled. `resolved` is the notation with the numbers put in; it reads as a notation again."""

    asked: str
    resolved: str
    dice: tuple[RolledDie, ...]
    """In the order they were drawn."""
    total: Number
    compares: str = ""
    target: Number | None = None
    met: bool | None = None
    """True when the total compares as asked; None where nothing is compared."""

    @property
    def margin(self) -> Number | None:
        """The distance by which the target was met (0 or more) or missed (below 0)."""
        if self.target is None:
            return None
        return self.target - self.total if self.compares in ("<", "<=") else self.total - self.target


def roll(
    notation: Notation,
    dice: Chance,
    numbers: Mapping[str, Number] = NO_NUMBERS,
    *,
    asked: str = "",
    purpose: str = "",
) -> Rolled:
    """Roll a notation, with these numbers for the names in it.

    `asked` is how it was asked for, where that is to be kept as it was; `purpose` says what the dice are for where
    some are missing. Raises `DiceRefused`, `NumberUnknown` and `NotationWrong`.
    """
    hand = FallenDice(resolve(notation, numbers))

    def draw(pools: Sequence[Pool], _: Sequence[int]) -> Sequence[int]:
        drawn = FUDGE if all(pool.fudge for pool in pools) else None
        return roll_for(dice, *(pool.size for pool in pools), purposes=(purpose,), drawn=drawn)

    hand.fall(draw)
    return hand.read(asked or str(notation))


class FallenDice:
    """The dice of a resolved notation, as they fall and are then read term by term."""

    def __init__(self, resolved: Notation) -> None:
        self.pools = pools_of(resolved)
        self._notation = resolved
        self._all: list[RolledDie] = []
        self._of: list[list[int]] = [[] for _ in self.pools]
        """For each term, the places of the dice that count there."""
        self._dropped: set[int] = set()
        self._term = 0
        self._laid = False

    def fall(self, draw: Draw, *, in_turn: bool = False) -> None:
        """Throw all dice, wave by wave; `in_turn` all those of one term before those of the next."""
        of_terms = [[(term, False)] * pool.many for term, pool in enumerate(self.pools)]
        for due in of_terms if in_turn else (list(chain.from_iterable(of_terms)),):
            self._fall(due, draw)

    def _fall(self, due: list[tuple[int, bool]], draw: Draw) -> None:
        for wave in range(MOST_WAVES + 1):
            if not due:
                return
            if wave == MOST_WAVES or len(self._all) + len(due) > 2 * MOST_DICE:
                raise NotationWrong("These dice were thrown again too often", 1)
            terms = [term for term, _ in due]
            fell = zip(due, draw([self.pools[term] for term in terms], terms), strict=True)
            due = [more for (term, again), face in fell for more in self._lands(term, again, face, wave > 0)]

    def _lands(self, term: int, again: bool, face: int, extra: bool) -> list[tuple[int, bool]]:
        """Note a die; say which it makes to be thrown: of which term, and whether in its place."""
        pool, at = self.pools[term], len(self._all)
        die = RolledDie(pool.size, face, True, extra, pool.fudge, term)
        self._all.append(die)
        if die.shows in pool.rerolls and not (pool.once and again):
            self._dropped.add(at)
            return [(term, True)]
        self._of[term].append(at)
        return [(term, False)] if die.shows in pool.explodes else []

    def lay(self, term: int, face: int, kept: bool) -> None:
        """Place a die of which it is known already whether it counts; then nothing else is kept or dropped."""
        pool, at = self.pools[term], len(self._all)
        self._laid = True
        extra = sum(die.term == term for die in self._all) >= pool.many
        self._all.append(RolledDie(pool.size, face, kept, extra, pool.fudge, term))
        if kept:
            self._of[term].append(at)
        else:
            self._dropped.add(at)

    def read(self, asked: str, resolved: str = "") -> Rolled:
        """The roll these dice make. `resolved` is how the notation is written, where that is known already."""
        notation, self._term = self._notation, 0
        total = value_of(notation.value, NO_NUMBERS, self._value)
        target = None if notation.against is None else value_of(notation.against, NO_NUMBERS, self._value)
        return Rolled(
            asked=asked,
            resolved=resolved or str(notation),
            dice=tuple(replace(die, kept=at not in self._dropped) for at, die in enumerate(self._all)),
            total=total,
            compares=notation.compares,
            target=target,
            met=None if target is None else COMPARED[notation.compares](total, target),
        )

    def _value(self, node: DiceTerm | DiceGroup) -> Number:
        """The value of the next dice, or of a group, read entry by entry."""
        return self._group(node) if isinstance(node, DiceGroup) else self._next_dice()

    def _next_dice(self) -> Number:
        pool, places = self.pools[self._term], self._of[self._term]
        self._term += 1
        shown = [self._all[at].shows for at in places]
        counting = range(len(shown)) if pool.keeps is None or self._laid else chosen(shown, *pool.keeps)
        self._dropped.update(at for nth, at in enumerate(places) if nth not in counting)
        return tally([shown[nth] for nth in counting], pool.counts)

    def _group(self, group: DiceGroup) -> Number:
        values, ends = [], [self._term]
        for entry in group.entries:
            values.append(value_of(entry, NO_NUMBERS, self._value))
            ends.append(self._term)
        keeps = kept(group.keeps)
        counting = range(len(values)) if keeps is None else chosen(values, *keeps)
        for nth in set(range(len(values))).difference(counting):
            for term in range(ends[nth], ends[nth + 1]):
                self._dropped.update(self._of[term])
        return tally([values[nth] for nth in counting], counted(group.counts))
