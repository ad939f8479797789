"""Dice that fell elsewhere, held against the notation they were thrown for."""

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from domain.kernel.notation.errors import NotationWrong
from domain.kernel.notation.pools import Pool, resolve
from domain.kernel.notation.rolling import FallenDice, Rolled
from domain.kernel.notation.tree import Notation, Number, number_written


@dataclass(frozen=True, slots=True)
class GivenDie:
    """One die as another program tells of it. What it does not tell stays None."""

    shows: int
    """The number it shows; for a fudge die −1, 0 or 1."""
    size: int | None = None
    kept: bool | None = None
    """False where it was dropped, or thrown again in its place."""
    term: int | None = None
    """The place of its dice among those of the notation, from 0."""


@dataclass(frozen=True, slots=True)
class Fed:
    """The answer of `feed`: the roll these dice make, and whether it is the one the source tells of."""

    rolled: Rolled | None
    """None where the dice do not fit the notation."""
    agrees: bool
    """True when every die was used and the total is the one given."""
    why: str = ""
    """The difference in words, as a whole sentence; empty when they agree."""


def feed(notation: Notation, dice: Sequence[GivenDie], total: Number | None = None) -> Fed:
    """Hold dice against their notation: are they its dice, all of them, and do they come to this total?

    Dice come in the order the source has them: wave by wave is tried first, then term by term. Where the notation
    alone comes to another total, the dice that the source calls kept are tried instead. Without a total, it is
    enough that the dice fit. Nothing is raised.
    """
    first = _tried(notation, dice, total, _by_wave)
    if first.agrees:
        return first
    ways = (_by_term, _laid) if any(die.kept is not None for die in dice) else (_by_term,)
    others = (_tried(notation, dice, total, way) for way in ways)
    return next((other for other in others if other.agrees), first)


_Way: TypeAlias = Callable[[FallenDice, Sequence[GivenDie]], int]
"""Puts dice where a notation has them, and says how many are left over."""


@lru_cache(maxsize=4_096)
def _prepared(notation: Notation) -> tuple[Notation, str, str]:
    """A notation with its numbers worked out, and how both are written: the same ones are thrown over and over."""
    resolved = resolve(notation)
    return resolved, str(notation), str(resolved)


def _tried(notation: Notation, dice: Sequence[GivenDie], total: Number | None, way: _Way) -> Fed:
    try:
        resolved, *written = _prepared(notation)
        hand = FallenDice(resolved)
        if left := way(hand, dice):
            return Fed(None, False, f"{left} of these dice {'was' if left == 1 else 'were'} not thrown for it.")
        rolled = hand.read(*written)
    except NotationWrong as wrong:
        return Fed(None, False, f"{wrong.problem}.")
    if total is None or rolled.total == total:
        return Fed(rolled, True)
    return Fed(rolled, False, f"It comes to {number_written(rolled.total)}, not to {number_written(total)}.")


def _by_wave(hand: FallenDice, dice: Sequence[GivenDie]) -> int:
    source = _Source(dice)
    hand.fall(source.draw)
    return source.left


def _by_term(hand: FallenDice, dice: Sequence[GivenDie]) -> int:
    source = _Source(dice)
    hand.fall(source.draw, in_turn=True)
    return source.left


def _face(die: GivenDie, pool: Pool) -> int:
    face = die.shows + 2 if pool.fudge else die.shows
    if not 1 <= face <= pool.size:
        raise NotationWrong(f"No die with {pool.size} faces shows {die.shows}", 1)
    return face


def _laid(hand: FallenDice, dice: Sequence[GivenDie]) -> int:
    """Lay all dice as their source says they count, each with its term, or with the first that lacks its size."""
    lie = [0] * len(hand.pools)
    for die in dice:
        fit = [term for term, pool in enumerate(hand.pools) if _fits(die, term, pool)]
        if not fit:
            raise NotationWrong(f"It throws no die with {die.size or 'so many'} faces", 1)
        term = next((term for term in fit if lie[term] < hand.pools[term].many), fit[-1])
        lie[term] += 1
        hand.lay(term, _face(die, hand.pools[term]), die.kept is not False)
    return 0


def _fits(die: GivenDie, term: int, pool: Pool) -> bool:
    return die.term in (None, term) and die.size in (None, pool.size)


class _Source:
    """Given dice, drawn in their order by whatever term they fit."""

    def __init__(self, dice: Sequence[GivenDie]) -> None:
        self._of: dict[tuple[int | None, int | None], deque[GivenDie]] = {}
        for die in dice:
            self._of.setdefault((die.term, die.size), deque()).append(die)

    @property
    def left(self) -> int:
        """Number of dice not drawn."""
        return sum(map(len, self._of.values()))

    def draw(self, pools: Sequence[Pool], terms: Sequence[int]) -> list[int]:
        """The next faces."""
        return [_face(self._next(term, pool), pool) for pool, term in zip(pools, terms, strict=True)]

    def _next(self, term: int, pool: Pool) -> GivenDie:
        for key in ((term, pool.size), (term, None), (None, pool.size), (None, None)):
            if due := self._of.get(key):
                return due.popleft()
        raise NotationWrong(f"A die with {pool.size} faces is missing", 1)
