"""Formulas and notations of a system file, worked out over the numbers of somebody."""

from collections.abc import Callable, Iterator, Mapping
from math import floor

from domain.kernel.notation import Number, named_in, parse, parse_formula, work_out


class Numbers(Mapping[str, Number]):
    """Numbers by name, each worked out when it is asked for."""

    def __init__(self, names: frozenset[str], value: Callable[[str], Number]) -> None:
        self._names = names
        self._value = value

    def __getitem__(self, name: str) -> Number:
        if name not in self._names:
            raise KeyError(name)
        return self._value(name)

    def __contains__(self, name: object) -> bool:
        return name in self._names

    def __iter__(self) -> Iterator[str]:
        return iter(sorted(self._names))

    def __len__(self) -> int:
        return len(self._names)


def names_in(formula: int | str) -> frozenset[str]:
    """The numbers a formula names. Raises `NotationWrong` where it is none."""
    return frozenset() if isinstance(formula, int) else named_in(parse_formula(formula))


def names_in_notation(notation: str) -> frozenset[str]:
    """The numbers a notation names. Raises `NotationWrong` where it is none."""
    return named_in(parse(notation))


def worked_out(formula: int | str, numbers: Mapping[str, Number]) -> int:
    """The value of a formula, rounded down to a whole number. Raises `NotationWrong`."""
    if isinstance(formula, int):
        return formula
    return floor(work_out(parse_formula(formula), numbers))
