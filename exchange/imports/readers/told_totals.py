"""Totals that words tell of dice, as far as such dice come to them."""

import re
from collections.abc import Sequence

from domain.kernel.logged.played import LoggedRoll
from exchange.imports import rolls

TERM = re.compile(r"([+-]?)\s*(?:(\d*)[dD](\d+|[%F])(k[hl]?|d[hl]?)?(\d*)|(\d+))")
"""A term of a sum: its sign, how many dice, their size, which are kept or dropped and how many; or a number."""


def total_of(formula: str, total: int) -> LoggedRoll | None:
    """A roll by its total alone; None where its dice do not come to it. A single die that nothing is added to
    shows it, and no other has a face.
    """
    terms = TERM.findall(formula)
    low, high = _bounds(terms)
    if not low <= total <= high:
        return None
    single = len(terms) == 1 and terms[0][1] in ("", "1") and not terms[0][3] and terms[0][2] != "F"
    dice = [rolls.die(size_of(terms[0][2]), total)] if single else []
    return rolls.rolled(formula, dice, total, in_words=bool(dice))


def size_of(size: str) -> int:
    """The faces of a die, by what is written behind its d."""
    return 100 if size in ("%", "00") else int(size)


def _bounds(terms: Sequence[tuple[str, ...]]) -> tuple[int, int]:
    """The least and the most that a sum comes to."""
    low = high = 0
    for sign, many, size, how, number, constant in terms:
        count = int(many or 1)
        if how:
            kept = int(number or 1)
            count = min(count, kept) if how.startswith("k") else max(count - kept, 0)
        if size == "F":
            ends = (-count, count)
        else:
            ends = (int(constant), int(constant)) if constant else (count, count * size_of(size))
        low += -ends[1] if sign == "-" else ends[0]
        high += -ends[0] if sign == "-" else ends[1]
    return low, high
