"""Grades of rolls: exact where a roll's own formula, fed with the dice of its source, comes to the total there.

*Exact* is said of that alone. What is not exact keeps its faces and the total of its source.
"""

import re
from collections import deque
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache

from domain.kernel.logged.played import MOST_DICE, Grade, LoggedDie
from domain.kernel.notation import MOST_FACES, GivenDie, Notation, dice_in, feed, spelled

_TOTAL = re.compile(r"-?\d{1,15}(?:\.\d{1,20})?")
_DOUBLE = 12
"""Decimals. A total with so many was not written by hand."""
_LONGEST = 1_000
_PLAIN_SUM = re.compile(r"\s*\d{0,4}d?\d{1,16}(?:\s*[+-]\s*\d{0,4}d?\d{1,16})*\s*", re.IGNORECASE)
_PART = re.compile(r"([+-]?)\s*(?:(\d*)d(\d+)|(\d+))", re.IGNORECASE)
_LASTING = re.compile(r"(?<=[{,])((?:[^\[\]{},]|\[[^\[\]]*\])+)\[[^\[\]]*\bpersistent\b[^\[\]]*\]")
"""Damage that lasts, one of several in braces: `1d4[fire,persistent]`."""


def graded(formula: str, dice: Sequence[LoggedDie], total: str, program: str = "") -> tuple[str, Grade]:
    """The formula in our own notation, empty where it is unknown there, and how sure the roll is.

    `program` is whose spelling it is, as `spelled` knows it.
    """
    notation, text, fudge = _known(formula, program)
    if notation is None:
        return "", Grade.TOTAL
    if len(dice) > MOST_DICE or not _TOTAL.fullmatch(total):
        return text, Grade.TOTAL
    if feed(notation, _given(dice, fudge), _meant(total)).agrees:
        return text, Grade.EXACT
    if (now := _without_lasting(formula, program)) != formula:
        notation, without, fudge = _known(now, program)
        if notation is not None and feed(notation, _given(dice, fudge), _meant(total)).agrees:
            return without, Grade.EXACT
    if any(it.size > MOST_FACES for it in dice) and _adds_up(formula, dice, total):
        return "", Grade.EXACT
    return text, Grade.TOTAL


_CHOOSES = re.compile(r"[kr!]|d[lh]")


def told_apart(
    formula: str, notation: str, dice: Sequence[LoggedDie], total: str, program: str = ""
) -> Sequence[LoggedDie]:
    """The dice of an exact roll whose source does not tell which of them counted, as its notation keeps and drops
    them, and which were thrown because of how another fell.
    """
    if not _CHOOSES.search(notation) or any(it.extra or not it.kept for it in dice):
        return dice
    known, _text, fudge = _known(formula, program)
    fed = feed(known, _given(dice, fudge), _meant(total)) if known is not None else None
    if fed is None or fed.rolled is None or not fed.agrees:
        return dice
    fell: dict[tuple[int, int], deque[tuple[bool, bool]]] = {}
    for it in fed.rolled.dice:
        fell.setdefault((it.size, it.face), deque()).append((it.kept, it.extra))
    read = [fell[it.size, it.face].popleft() if fell.get((it.size, it.face)) else (True, False) for it in dice]
    changes = ({"kept": kept, "extra": extra} for kept, extra in read)
    return [it.model_copy(update=one) for it, one in zip(dice, changes, strict=True)]


def _adds_up(formula: str, dice: Sequence[LoggedDie], total: str) -> bool:
    """True if a formula is a plain sum of dice, of which some have more faces than ours can say, and of numbers,
    and these dice are all of its dice and come to the total.
    """
    if not _PLAIN_SUM.fullmatch(formula) or not _TOTAL.fullmatch(total) or not all(it.kept for it in dice):
        return False
    left, came = list(dice), 0
    for sign, many, size, number in _PART.findall(formula):
        wanted = int(many or 1) if size else 0
        here, left = left[:wanted], left[wanted:]
        if len(here) != wanted or any(it.size != int(size) for it in here):
            return False
        came += (-1 if sign == "-" else 1) * (sum(it.face for it in here) if size else int(number))
    return bool(dice) and not left and came == _meant(total)


def differs(formula: str, dice: Sequence[LoggedDie], total: str, program: str = "") -> bool:
    """True if the dice are all there and fit the formula, and come to another total than the source says."""
    notation, _text, fudge = _known(formula, program)
    if notation is None or not dice or not _TOTAL.fullmatch(total):
        return False
    fed = feed(notation, _given(dice, fudge), _meant(total))
    return not fed.agrees and fed.rolled is not None


def _without_lasting(formula: str, program: str) -> str:
    """A formula without damage that lasts, which Foundry's `pf2e` rolls along and leaves out of the sum."""
    return _LASTING.sub(r"0 * (\1)", formula) if program == "foundry" and "persistent" in formula else formula


def _given(dice: Sequence[LoggedDie], fudge: bool) -> list[GivenDie]:
    return [GivenDie(it.face - 2 if fudge and it.size == 3 else it.face, it.size, it.kept) for it in dice]


def _meant(total: str) -> Fraction | int:
    """The number that a total stands for: programs that count in doubles write 17.12 as 17.119999999999997, and a
    third as 0.3333333333333333.
    """
    _whole, _, decimals = total.partition(".")
    if not decimals:
        return int(_whole)
    return Fraction(total).limit_denominator(1_000_000 if len(decimals) >= _DOUBLE else 10**15)


@lru_cache(maxsize=4_096)
def _known(formula: str, program: str) -> tuple[Notation | None, str, bool]:
    notation = spelled(formula, program).notation if 0 < len(formula) <= _LONGEST else None
    if notation is None:
        return None, "", False
    return notation, str(notation), any(it.size is None for it in dice_in(notation))
