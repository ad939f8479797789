"""Exact odds of dice notation: every total it can come to, and how likely each is.

The tree of a notation becomes one icepool die, worked out in whole numbers. Exploding dice have no highest total:
what takes more explosions than happen once in `RARE_ENOUGH` rolls is left out, and `Odds.complete` says so.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, partial, reduce
from math import comb, sqrt
from typing import Any, TypeAlias

import icepool

from domain.kernel.notation import MOST_WAVES, Notation, Number, resolve
from domain.kernel.notation.arithmetic import COMPARED, CountingRule, called, combined
from domain.kernel.notation.pools import NO_NUMBERS, Pool, counted, kept, pool_of, value_of
from domain.kernel.notation.tree import Call, Constant, DiceGroup, DiceTerm, NamedNumber, Node, Product, Sum

RARE_ENOUGH = 10**12
MOST_WORK = 300_000
"""Pairs of outcomes looked at for one notation; it takes about a second."""

Spread: TypeAlias = Any
"""An icepool die; the library carries no types."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Odds:
    """Every total of a notation with its chance, lowest first."""

    notation: Notation
    """With numbers put in."""
    chances: tuple[tuple[Number, Fraction], ...]
    complete: bool
    """False when totals that come up less than once in 10¹² rolls are left out."""
    met: float | None
    """The chance that what is compared holds; None where nothing is compared."""

    @property
    def mean(self) -> float:
        """The mean of all totals."""
        return float(sum(total * chance for total, chance in self.chances))

    @property
    def deviation(self) -> float:
        """The standard deviation of the totals."""
        mean = self.mean
        return sqrt(sum((float(total) - mean) ** 2 * float(chance) for total, chance in self.chances))

    def exactly(self, total: Number) -> float:
        """The chance of this total."""
        return float(sum(chance for each, chance in self.chances if each == total))

    def at_least(self, total: Number) -> float:
        """The chance of this total or more."""
        return float(sum(chance for each, chance in self.chances if each >= total))

    def at_most(self, total: Number) -> float:
        """The chance of this total or less."""
        return float(sum(chance for each, chance in self.chances if each <= total))


class TooManyWays(Exception):
    """Ends the working out of odds that would take too long."""


def odds(notation: Notation, numbers: Mapping[str, Number] = NO_NUMBERS) -> Odds | None:
    """The odds of a notation; None where its dice can fall in too many ways to work them out.

    Raises `NumberUnknown` and `NotationWrong` as rolling does, and where some faces would divide by nothing.
    """
    return _odds(resolve(notation, numbers))


@lru_cache(maxsize=500)
def _odds(resolved: Notation) -> Odds | None:
    ways = _Ways()
    try:
        spread = ways.of(resolved.value)
        met = None if resolved.against is None else ways.compared(spread, resolved)
    except TooManyWays:
        return None
    whole = spread.denominator()
    chances = tuple((total, Fraction(quantity, whole)) for total, quantity in spread.items())
    return Odds(notation=resolved, chances=chances, complete=ways.complete, met=met)


class _Ways:
    """The ways in which dice can fall, node by node. What is thrown for one node is thrown for no other."""

    def __init__(self) -> None:
        self.complete = True
        self._left = MOST_WORK

    def compared(self, spread: Spread, resolved: Notation) -> float:
        """The chance that a total compares as asked."""
        assert resolved.against is not None
        compares = COMPARED[resolved.compares]
        outcome = self._joined(lambda one, other: int(compares(one, other)), spread, self.of(resolved.against))
        return float(outcome.probability("==", 1))

    def of(self, node: Node) -> Spread:
        """All values of a node."""
        match node:
            case Constant() | NamedNumber():
                return icepool.Die([value_of(node, NO_NUMBERS)])
            case Sum(terms):
                return reduce(self._sum, [-self.of(it) if minus else self.of(it) for minus, it in terms])
            case Product(factors, column):
                product = self.of(factors[0][1])
                for under, it in factors[1:]:
                    product = self._joined(_product(under, column), product, self.of(it))
                return product
            case Call("max" | "min", arguments):
                return reduce(partial(self._joined, _of_two(node.function)), map(self.of, arguments))
            case Call(function, arguments):
                return self.of(arguments[0]).map(lambda value: called(function, [value]))
            case DiceTerm():
                return self._dice(pool_of(node))
            case DiceGroup(entries):
                return self._kept(
                    [(it, 1) for it in map(self.of, entries)], kept(node.keeps), counted(node.counts)
                )

    def _work(self, ways: int) -> None:
        self._left -= ways
        if self._left < 0:
            raise TooManyWays

    def _sum(self, one: Spread, other: Spread) -> Spread:
        self._work(len(one) * len(other))
        return one + other

    def _joined(self, join: Callable[[Number, Number], Number], one: Spread, other: Spread) -> Spread:
        self._work(len(one) * len(other))
        return icepool.map(join, one, other)

    def _kept(
        self, dice: Sequence[tuple[Spread, int]], keeps: tuple[str, int] | None, counts: CountingRule | None
    ) -> Spread:
        """The outcome of so many of these dice, of which some are kept, then added up or counted."""
        dice = [(die, many) for die, many in dice if many]
        if keeps is None or not dice:
            if counts is not None:
                dice = [(die.map(counts.worth), many) for die, many in dice]
            return reduce(self._sum, (self._times(die, many) for die, many in dice), icepool.Die([0]))
        how, many = keeps
        among = sum(each for _, each in dice)
        if how in ("dh", "dl"):
            how, many = {"dh": "kl", "dl": "kh"}[how], max(0, among - many)
        every = [die for die, each in dice for _ in range(each)]
        faces = max(len(die) for die, _ in dice)
        self._work(among * faces * faces * min(many, among))
        if many == 1:  # quicker, since only the highest or lowest matters
            one = icepool.highest(every) if how == "kh" else icepool.lowest(every)
            return one if counts is None else one.map(counts.worth)
        pool = icepool.Pool(every)
        left = pool.highest(many) if how == "kh" else pool.lowest(many)
        return left.sum(map=None if counts is None else counts.worth)

    def _times(self, die: Spread, many: int) -> Spread:
        # By halves: adding two sums is much quicker than adding a die many times.
        if many == 1:
            return die
        half = self._times(die, many // 2)
        return self._sum(self._sum(half, half), die) if many % 2 else self._sum(half, half)

    def _dice(self, pool: Pool) -> Spread:
        weights = _weights(pool)
        on = {face: weight for face, weight in weights.items() if face in pool.explodes}
        if not on or not pool.many:
            return self._kept([(icepool.Die(weights), pool.many)], pool.keeps, pool.counts)
        self.complete = False
        last = icepool.Die({face: weight for face, weight in weights.items() if face not in on})
        share = (sum(on.values()), sum(weights.values()))
        if pool.keeps is None:
            return self._times(self._chain(last, icepool.Die(on), share, pool.counts), pool.many)
        mixed = [
            (self._kept([(last, pool.many), (icepool.Die(on), more)], pool.keeps, pool.counts), chance)
            for more, chance in enumerate(_extra(pool.many, *share))
        ]
        return icepool.Die([it for it, _ in mixed], times=[chance for _, chance in mixed])

    def _chain(self, last: Spread, on: Spread, share: tuple[int, int], counts: CountingRule | None) -> Spread:
        """One die with all that it explodes into."""
        chances = _extra(1, *share)
        if counts is not None:
            last, on = (die.map(counts.worth) for die in (last, on))
        ways = [last]
        for _ in chances[1:]:
            ways.append(self._sum(on, ways[-1]))
        return icepool.Die(ways, times=chances)


def _of_two(function: str) -> Callable[[Number, Number], Number]:
    return lambda one, other: called(function, [one, other])


def _product(divides: bool, column: int) -> Callable[[Number, Number], Number]:
    return lambda one, other: combined(one, other, divides, column)


def _weights(pool: Pool) -> dict[int, int]:
    """The weight of each face of one die that may have been rerolled."""
    shown = range(-1, 2) if pool.fudge else range(1, pool.size + 1)
    if not pool.once:
        return {face: 1 for face in shown if face not in pool.rerolls}
    return {face: (face not in pool.rerolls) * pool.size + len(pool.rerolls) for face in shown}


def _extra(many: int, on: int, whole: int) -> list[int]:
    """The weights of so many dice exploding 0 times, once, twice …, together, as whole numbers that go together.

    Each throw explodes `on` times out of `whole`.
    """
    share = on / whole
    chances = [(1 - share) ** many]
    while 1 - sum(chances) > 1 / RARE_ENOUGH and len(chances) <= MOST_WAVES * many:
        chances.append(chances[-1] * share * (many + len(chances) - 1) / len(chances))
    most = len(chances) - 1
    return [comb(many + more - 1, more) * on**more * whole ** (most - more) for more in range(most + 1)]
