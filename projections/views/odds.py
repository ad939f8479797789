"""Exact odds of one roll: how likely it is that its dice fall as high or as low as they did.

Dice are fair and independent, faces 1 to their size. Odds are icepool's, of a notation and of what a game looks
at.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import ceil

import icepool

from domain.kernel.dice import DiceRefused, SameDice
from domain.kernel.facts import DiceRolled, Die, Reads
from domain.kernel.notation import NotationWrong, Number, Rolled, parse
from domain.kernel.notation import roll as roll_notation
from domain.kernel.notation.tree import written
from projections.views.odds_of_notation import Odds, odds
from projections.views.odds_of_sums import MOST_FACES

MOST_IN_A_ROLL = 60
MOST_TO_BEAT = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Likelihood:
    """The chance of one roll coming out at least as high (or low) as it did.

    `size` dice were looked at; `outcome` is their highest or lowest face, how many show `counts_from` or more, or
    what the notation that was rolled came to.
    """

    reads: Reads
    outcome: Number
    size: int
    counts_from: int
    exactly: float
    as_high: float
    as_low: float
    notation: str = ""
    """The notation that came to the outcome, with numbers put in; empty where the game says what it looks at."""
    compares: str = ""
    """The comparison of the outcome; empty where there was none."""
    against: str = ""
    met: float | None = None
    """The chance that what it compares holds."""
    beats: tuple[int, ...] = ()
    """Sizes of the dice that it was to beat, each by itself: then `outcome` is how many of them it beat."""


def likelihood(roll: DiceRolled) -> Likelihood | None:
    """The likelihood of a roll, where what the game looks at is one number; else None.

    Of a notation, all that it can come to is looked at. Else dice that were thrown on because of others are left
    out: the odds are those of the dice first thrown.
    """
    if roll.notation is not None:
        return _of_notation(roll, roll.notation)
    dice = [die for die in roll.dice if not die.extra]
    if not _fit(dice) or roll.reads in (Reads.UNSAID, Reads.DRAWN):
        return None
    faces = [die.face for die in dice]
    sizes = tuple(sorted(die.size for die in dice))
    match roll.reads:
        case Reads.HIGHEST:
            return _found(roll, max(faces), len(dice), _highest(sizes))
        case Reads.LOWEST:
            return _found(roll, min(faces), len(dice), _lowest(sizes))
        case _:
            if roll.counts_from < 1:
                return None
            many = sum(face >= roll.counts_from for face in faces)
            return _found(roll, many, len(dice), _count(sizes, roll.counts_from))


def _of_notation(roll: DiceRolled, text: str) -> Likelihood | None:
    own = [die for die in roll.dice if not die.against]
    try:
        rolled = replayed(text, own)
        found = None if rolled is None else odds(parse(rolled.resolved))
    except NotationWrong:
        return None
    if rolled is None or found is None or not roll.dice:
        return None
    if len(own) < len(roll.dice):
        return _of_beating(roll, rolled, found, [die for die in roll.dice if die.against])
    return Likelihood(
        reads=roll.reads,
        outcome=rolled.total,
        size=len(rolled.dice),
        counts_from=0,
        exactly=found.exactly(rolled.total),
        as_high=found.at_least(rolled.total),
        as_low=found.at_most(rolled.total),
        notation=written(found.notation.value),
        compares=found.notation.compares,
        against=written(found.notation.against) if found.notation.against else "",
        met=found.met,
    )


def _of_beating(roll: DiceRolled, rolled: Rolled, found: Odds, beaten: Sequence[Die]) -> Likelihood | None:
    """The likelihood of how many dice one total beats, which is to beat them one by one. What it comes to is
    rolled only once.
    """
    if len(beaten) > MOST_TO_BEAT or any(die.extra or die.label.startswith(("+", "-")) for die in beaten):
        return None
    chances = [Fraction(0)] * (len(beaten) + 1)
    for total, chance in found.chances:
        many = [chance] + [Fraction(0)] * len(beaten)
        for die in beaten:
            wins = Fraction(min(max(ceil(total) - 1, 0), die.size), die.size)
            many = [each * (1 - wins) + (many[at - 1] * wins if at else 0) for at, each in enumerate(many)]
        chances = [one + other for one, other in zip(chances, many, strict=True)]
    outcome = sum(rolled.total > die.face for die in beaten)
    return Likelihood(
        reads=roll.reads,
        outcome=outcome,
        size=len(rolled.dice),
        counts_from=0,
        exactly=float(chances[outcome]),
        as_high=float(sum(chances[outcome:])),
        as_low=float(sum(chances[: outcome + 1])),
        notation=written(found.notation.value),
        beats=tuple(die.size for die in beaten),
    )


def replayed(text: str, dice: Sequence[Die]) -> Rolled | None:
    """The roll that these dice made of this notation; None where it throws others, or keeps others of them."""
    try:
        rolled = roll_notation(parse(text), SameDice((die.size, die.face) for die in dice))
    except DiceRefused:
        return None
    fell = Counter((die.size, die.face, die.kept) for die in dice)
    return rolled if fell == Counter((die.size, die.face, die.kept) for die in rolled.dice) else None


def _fit(dice: list[Die]) -> bool:
    fit = (2 <= die.size <= MOST_FACES and 1 <= die.face <= die.size for die in dice)
    return 0 < len(dice) <= MOST_IN_A_ROLL and all(fit)


def _found(roll: DiceRolled, outcome: int, size: int, odds: "icepool.Die[int]") -> Likelihood:
    return Likelihood(
        reads=roll.reads,
        outcome=outcome,
        size=size,
        counts_from=roll.counts_from if roll.reads is Reads.COUNT else 0,
        exactly=float(odds.probability("==", outcome)),
        as_high=float(odds.probability(">=", outcome)),
        as_low=float(odds.probability("<=", outcome)),
    )


@lru_cache(maxsize=1_000)
def _highest(sizes: tuple[int, ...]) -> "icepool.Die[int]":
    return icepool.highest([icepool.d(size) for size in sizes])


@lru_cache(maxsize=1_000)
def _lowest(sizes: tuple[int, ...]) -> "icepool.Die[int]":
    return icepool.lowest([icepool.d(size) for size in sizes])


@lru_cache(maxsize=1_000)
def _count(sizes: tuple[int, ...], counts_from: int) -> "icepool.Die[int]":
    whole: icepool.Die[int] = icepool.Die([0])
    for size in sizes:
        whole = whole + icepool.d(size).map(lambda face: int(face >= counts_from))
    return whole


def percent(share: float) -> str:
    """A probability as it is said: whole where that is enough, never 0 % or 100 % of what can happen otherwise."""
    if share <= 0 or share >= 1:
        return f"{100 * min(1.0, max(0.0, share)):.0f} %"
    if share < 0.001:
        return "less than 0.1 %"
    if share > 0.999:
        return "more than 99.9 %"
    return f"{100 * share:.1f} %" if share < 0.1 or share > 0.99 else f"{100 * share:.0f} %"
