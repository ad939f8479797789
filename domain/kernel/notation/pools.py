"""Notations with numbers put in, and their dice as they are rolled."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from domain.kernel.notation.arithmetic import COMPARED, CountingRule, called, combined, exact
from domain.kernel.notation.errors import NotationWrong, NumberUnknown
from domain.kernel.notation.tree import (
    Call,
    Constant,
    CountOf,
    DiceGroup,
    DiceTerm,
    KeepOrDrop,
    NamedNumber,
    Node,
    Notation,
    Number,
    Product,
    Sum,
    When,
    dice_in,
    number_written,
    parts,
    sum_of,
)

MOST_DICE = 1_000
MOST_FACES = 1_000
NO_NUMBERS: Mapping[str, Number] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Pool:
    """Dice of one term, with every number worked out. The faces are those shown: fudge dice show −1, 0 and 1."""

    many: int
    size: int
    fudge: bool
    rerolls: frozenset[int]
    once: bool
    explodes: frozenset[int]
    keeps: tuple[str, int] | None
    counts: CountingRule | None


def value_of(
    node: Node, numbers: Mapping[str, Number], fallen: Callable[[DiceTerm | DiceGroup], Number] | None = None
) -> Number:
    """The number a node comes to; `fallen` says what its dice and groups come to."""
    match node:
        case Constant(value):
            return value
        case NamedNumber(name, column):
            if name not in numbers:
                raise NumberUnknown(name, column)
            return exact(numbers[name], column)
        case Sum(terms):
            every = [(minus, value_of(it, numbers, fallen)) for minus, it in terms]
            return exact(sum((-value if minus else value for minus, value in every), 0))
        case Product(factors, column):
            product = value_of(factors[0][1], numbers, fallen)
            for under, it in factors[1:]:
                product = combined(product, value_of(it, numbers, fallen), under, column)
            return product
        case Call(function, arguments):
            return called(function, [value_of(it, numbers, fallen) for it in arguments])
        case DiceTerm() | DiceGroup():
            if fallen is None:
                raise NotationWrong("No dice are rolled in a formula", 1)
            return fallen(node)


def work_out(formula: Notation, numbers: Mapping[str, Number] = NO_NUMBERS) -> Number:
    """The number a formula comes to. Raises `NumberUnknown`, or `NotationWrong` where it divides by nothing."""
    return value_of(formula.value, numbers)


def resolve(notation: Notation, numbers: Mapping[str, Number] = NO_NUMBERS) -> Notation:
    """The notation with numbers for names, and the counts and sizes of its dice worked out and within limits.

    Raises `NumberUnknown` for a name without number and `NotationWrong` for dice nobody can roll.
    """
    against = None if notation.against is None else _put(notation.against, numbers)
    found = Notation(_put(notation.value, numbers), notation.compares, against)
    many = 0
    for dice in dice_in(found):
        many += pool_of(dice).many
        if many > MOST_DICE:
            raise NotationWrong(f"At most {MOST_DICE:,} dice are rolled at once", dice.column)
    divides(found)
    return found


def divides(notation: Notation, numbers: Mapping[str, Number] = NO_NUMBERS) -> None:
    """Refuse what is divided by nothing however the dice fall, and whatever other numbers than these come to.

    Raises `NotationWrong`.
    """
    for part in (*parts(notation.value), *parts(notation.against)):
        if isinstance(part, Product):
            for under, it in part.factors[1:]:
                if under and not any(_open(within, numbers) for within in parts(it)):
                    combined(1, value_of(it, numbers), under, part.column)


def _open(node: Node, numbers: Mapping[str, Number]) -> bool:
    return isinstance(node, DiceTerm | DiceGroup) or (isinstance(node, NamedNumber) and node.name not in numbers)


def pools_of(resolved: Notation) -> tuple[Pool, ...]:
    """The dice of a resolved notation, in the order they are first rolled."""
    return tuple(map(pool_of, dice_in(resolved)))


def first_sizes(resolved: Notation) -> tuple[int, ...]:
    """The sizes of the dice that a resolved notation rolls first, before any is thrown again."""
    return tuple(pool.size for pool in pools_of(resolved) for _ in range(pool.many))


def pool_of(dice: DiceTerm) -> Pool:
    """Resolved dice as they are rolled. Refuses those nobody can roll, and those that would be rolled for ever."""
    at = dice.column
    many = _whole(dice.many, "How many dice are rolled", 0, MOST_DICE, at)
    size = 3 if dice.size is None else _whole(dice.size, "How many faces a die has", 1, MOST_FACES, at)
    shown = range(-1, 2) if dice.size is None else range(1, size + 1)
    again = _faces(dice.rerolls, shown, shown[0])
    on = _faces(dice.explodes, shown, shown[-1])
    left = set(shown) if dice.once else set(shown) - again
    if not left or left <= on:
        raise NotationWrong("Every face of these dice is thrown again, for ever", at)
    return Pool(many, size, dice.size is None, again, dice.once, on, kept(dice.keeps, at), counted(dice.counts))


def kept(keeps: KeepOrDrop | None, column: int = 1) -> tuple[str, int] | None:
    """Way and number of what is kept or dropped, of resolved dice or groups."""
    if keeps is None:
        return None
    return keeps.how, _whole(keeps.many, "How many are kept or dropped", 0, MOST_DICE, column)


def counted(counts: CountOf | None) -> CountingRule | None:
    """The rule by which resolved dice are counted."""
    if counts is None:
        return None
    return CountingRule(_compared(counts.these), None if counts.less is None else _compared(counts.less))


def _compared(when: When) -> tuple[str, Number]:
    assert when.than is not None  # what is counted is always said
    return when.compares, value_of(when.than, NO_NUMBERS)


def _faces(when: When | None, shown: range, plain: int) -> frozenset[int]:
    if when is None:
        return frozenset()
    than = plain if when.than is None else value_of(when.than, NO_NUMBERS)
    return frozenset(face for face in shown if COMPARED[when.compares](face, than))


def _whole(node: Node, what: str, low: int, high: int, column: int) -> int:
    value = value_of(node, NO_NUMBERS)
    if not isinstance(value, int) or not low <= value <= high:
        problem = f"{what} is a whole number from {low:,} to {high:,}, not {number_written(value)}"
        raise NotationWrong(problem, column)
    return value


def _put(node: Node, numbers: Mapping[str, Number]) -> Node:
    """The node with numbers for names."""
    match node:
        case Constant():
            return node
        case NamedNumber():
            return _known(node, numbers)
        case Sum(terms):
            return sum_of(tuple(_signed(minus, _put(it, numbers)) for minus, it in terms))
        case Product(factors, column):
            return Product(tuple((under, _put(it, numbers)) for under, it in factors), column)
        case Call(function, arguments):
            return Call(function, tuple(_put(it, numbers) for it in arguments))
        case DiceTerm():
            return replace(
                node,
                many=_known(node.many, numbers),
                size=node.size and _known(node.size, numbers),
                rerolls=_when(node.rerolls, numbers),
                explodes=_when(node.explodes, numbers),
                keeps=_keeps(node.keeps, numbers),
                counts=_counts(node.counts, numbers),
            )
        case DiceGroup(entries):
            return replace(
                node,
                entries=tuple(_put(it, numbers) for it in entries),
                keeps=_keeps(node.keeps, numbers),
                counts=_counts(node.counts, numbers),
            )


def _known(node: Node, numbers: Mapping[str, Number]) -> Constant:
    return Constant(value_of(node, numbers))


def _when(when: When | None, numbers: Mapping[str, Number]) -> When | None:
    return replace(when, than=_known(when.than, numbers)) if when and when.than else when


def _keeps(keeps: KeepOrDrop | None, numbers: Mapping[str, Number]) -> KeepOrDrop | None:
    return keeps and KeepOrDrop(keeps.how, _known(keeps.many, numbers))


def _counts(counts: CountOf | None, numbers: Mapping[str, Number]) -> CountOf | None:
    if counts is None:
        return None
    return CountOf(_when(counts.these, numbers) or counts.these, _when(counts.less, numbers))


def _signed(minus: bool, node: Node) -> tuple[bool, Node]:
    """A term with its sign, where a number put in is below zero: `1d20 - 1`, not `1d20 + -1`."""
    if isinstance(node, Constant) and node.value < 0:
        return not minus, Constant(-node.value)
    return minus, node
