"""Arithmetic of notations, exact throughout.

`/` gives the fraction itself, so that nothing is lost before the author of a notation says how to round, with
`floor`, `ceil` or `round` (a half goes up, also below zero, as it does in most tools).
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor
from operator import eq, ge, gt, le, lt
from types import MappingProxyType

from domain.kernel.notation.errors import NotationWrong
from domain.kernel.notation.tree import Number

LARGEST = 10**15

COMPARED: Mapping[str, Callable[[Number, Number], bool]] = MappingProxyType(
    {">=": ge, "<=": le, ">": gt, "<": lt, "=": eq}
)


def exact(value: Number, column: int = 1) -> Number:
    """The number, whole where it can be. Refuses what is too large to be meant."""
    if abs(value.numerator) > LARGEST or value.denominator > LARGEST:
        raise NotationWrong("This comes to a number beyond all bounds", column)
    return value.numerator if value.denominator == 1 else value


def combined(value: Number, other: Number, divides: bool, column: int = 1) -> Number:
    """The product or the quotient."""
    if divides and other == 0:
        raise NotationWrong("This divides by nothing", column)
    return exact(Fraction(value) / other if divides else value * other, column)


def called(function: str, values: Sequence[Number]) -> Number:
    """A function of the notation."""
    first = values[0]
    match function:
        case "max":
            return max(values)
        case "min":
            return min(values)
        case "floor":
            return floor(first)
        case "ceil":
            return ceil(first)
        case "round":
            return floor(first + Fraction(1, 2))
        case _:
            return -first if first < 0 else first


def chosen(values: Sequence[Number], how: str, many: int) -> frozenset[int]:
    """The places of those kept by `kh`, `kl`, `dh` or `dl`. Of equal ones the earlier are kept."""
    if how in ("dh", "dl"):
        how, many = {"dh": "kl", "dl": "kh"}[how], max(0, len(values) - many)
    sign = -1 if how == "kh" else 1
    return frozenset(sorted(range(len(values)), key=lambda at: (sign * values[at], at))[:many])


@dataclass(frozen=True, slots=True)
class CountingRule:
    """A comparison whose values count one, and one whose values take one away: each with its number."""

    these: tuple[str, Number]
    less: tuple[str, Number] | None = None

    def worth(self, value: Number) -> int:
        """1, 0 or -1: what one value adds to the count."""
        compares, than = self.these
        lost = self.less is not None and COMPARED[self.less[0]](value, self.less[1])
        return COMPARED[compares](value, than) - lost


def tally(values: Sequence[Number], counts: CountingRule | None) -> Number:
    """The sum of these, or how many of them count."""
    return exact(sum(values, 0)) if counts is None else sum(map(counts.worth, values))
