"""Odds of a sum of dice, by counting the ways to it.

Dice are fair and independent, faces 1 to their size. Sums of more than `MOST_EXACT` dice are read off the normal
curve, which by then differs by less than a thousandth.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, chain, repeat
from math import sqrt
from statistics import NormalDist

MOST_EXACT = 100
"""Sums of so many dice are exact."""
MOST_FACES = 1_000

Dice = tuple[tuple[int, int], ...]
"""Pairs of (size, how many), by size."""


@dataclass(frozen=True, slots=True)
class Tail:
    """The chances of a sum coming out as low, and as high, as it did; both include the sum itself."""

    as_low: float
    as_high: float


def counted(sizes: Iterable[int]) -> Dice:
    """Dice by size."""
    return tuple(sorted(Counter(sizes).items()))


def expected(dice: Dice) -> float:
    """The mean of their sum."""
    return sum(count * (size + 1) / 2 for size, count in dice)


def spread(dice: Dice) -> float:
    """The standard deviation of their sum."""
    return sqrt(sum(count * (size * size - 1) / 12 for size, count in dice))


@lru_cache(maxsize=4_000)
def tail(dice: Dice, total: int) -> Tail:
    """Find the place of a sum of these dice among all that could have fallen."""
    if sum(count for _size, count in dice) > MOST_EXACT or any(size > MOST_FACES for size, _count in dice):
        near = NormalDist(expected(dice), spread(dice) or 1.0)
        return Tail(near.cdf(total + 0.5), 1 - near.cdf(total - 0.5))
    ways = _ways(dice)
    reached = max(0, total - sum(count for _size, count in dice) + 1)
    every = sum(ways)
    return Tail(sum(ways[:reached]) / every, sum(ways[max(0, reached - 1) :]) / every)


@lru_cache(maxsize=500)
def _ways(dice: Dice) -> Sequence[int]:
    """The number of ways in which dice come to each sum, from the lowest that they can come to.

    A die more makes of it the running sum over as many places as the die has faces.
    """
    ways = [1]
    for size in chain.from_iterable(repeat(size, count) for size, count in dice):
        up_to = [*accumulate(ways, initial=0), *repeat(sum(ways), size - 1)]
        ways = up_to[1 : size + 1] + [up - low for up, low in zip(up_to[size + 1 :], up_to[1:], strict=False)]
    return ways
