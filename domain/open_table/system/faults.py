"""Faults of a system file that can be read: what divides by nothing, what nobody can roll, and bounds that move
with their own number.

They are looked for where a file is chosen, and not where it is read again: a table that plays by one plays on.
"""

from collections.abc import Iterator, Mapping
from contextlib import suppress

from domain.kernel.notation import (
    Notation,
    NotationWrong,
    Number,
    NumberUnknown,
    dice_in,
    divides,
    parse,
    parse_formula,
    resolve,
)
from domain.open_table.system.formulas import names_in, worked_out
from domain.open_table.system.places import place_of
from domain.open_table.system.reading import SystemProblem, every_formula, filled, in_formula, read_system
from domain.open_table.system.system import System


def choose_system(text: str) -> System:
    """The system in this text, to be played by from now on. Raises `SystemProblem`."""
    system = read_system(text)
    for path, problem in (*_impossible(system), *_own_bounds(system)):
        raise SystemProblem(problem, *place_of(text, path))
    return system


def _impossible(system: System) -> Iterator[tuple[tuple[str, ...], str]]:
    """Formulas and rolls that divide by nothing, and rolls of too many dice, whatever anybody's numbers are."""
    fixed = _fixed(system)
    for path, formula, _of in every_formula(system):
        try:
            divides(parse_formula(str(formula)), fixed)
        except NotationWrong as wrong:
            yield path, in_formula(wrong)
    for key, roll in system.file.roll.items():
        for text, field, formula in filled(roll):
            try:
                read = parse_formula(text) if formula else parse(text)
                divides(read, fixed)
                _can_be_rolled(read, fixed)
            except NotationWrong as wrong:
                yield ("roll", key, *field), f"filled in as {text[:80]}: {in_formula(wrong)}"
                break


def _can_be_rolled(notation: Notation, numbers: Mapping[str, Number]) -> None:
    """Nothing, where all dice of which it is known can be rolled. Raises `NotationWrong`."""
    for dice in dice_in(notation):
        with suppress(NumberUnknown):
            resolve(Notation(dice), numbers)


def _fixed(system: System) -> dict[str, Number]:
    """The derived numbers that are always the same, since they name none that changes."""
    fixed: dict[str, Number] = {}
    waiting = dict(system.file.derived)
    while ready := [key for key, it in waiting.items() if names_in(it.formula) <= fixed.keys()]:
        for key in ready:
            try:
                fixed[key] = worked_out(waiting.pop(key).formula, fixed)
            except NotationWrong:  # it divides by nothing itself, which is told of at its own place
                continue
    return fixed


def _own_bounds(system: System) -> Iterator[tuple[tuple[str, ...], str]]:
    """Numbers whose bound moves with them, so that it never holds anything."""
    for key, it in system.file.number.items():
        for field, bound in (("low", it.low), ("high", it.high)):
            if bound is not None and _comes_of(system, names_in(bound), key):
                yield ("number", key, field), f"{key} is bounded by itself: name another number as its {field}"


def _comes_of(system: System, names: frozenset[str], key: str) -> bool:
    """True if this number is among these, or among those they are worked out of."""
    seen: set[str] = set()
    waiting = set(names)
    while waiting:
        name = waiting.pop()
        if name == key:
            return True
        seen.add(name)
        if name in system.file.derived:
            waiting |= names_in(system.file.derived[name].formula) - seen
    return False
