"""A notation as a tree, and the tree as text.

All nodes are values. `column` is where a node stood in its text, for refusals; it is no part of what it says.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TypeAlias

Number: TypeAlias = int | Fraction
"""An exact number: whole where it can be."""


@dataclass(frozen=True, slots=True)
class Constant:
    """A number as it is written: `3`, `1.5`."""

    value: Number


@dataclass(frozen=True, slots=True)
class NamedNumber:
    """A number of whoever rolls, by its name: `@strength`."""

    name: str
    column: int = field(default=1, compare=False)


@dataclass(frozen=True, slots=True)
class Sum:
    """Terms added up; those marked True are taken away."""

    terms: tuple[tuple[bool, "Node"], ...]


@dataclass(frozen=True, slots=True)
class Product:
    """Factors multiplied from left to right; by those marked True it is divided."""

    factors: tuple[tuple[bool, "Node"], ...]
    column: int = field(default=1, compare=False)


@dataclass(frozen=True, slots=True)
class Call:
    """A function of numbers: `max`, `min`, `floor`, `ceil`, `round` or `abs`."""

    function: str
    arguments: tuple["Node", ...]


@dataclass(frozen=True, slots=True)
class When:
    """The faces for which a die is thrown again, or counts. Without `than` its highest (`!`) or lowest (`r`)."""

    compares: str = "="
    than: "Node | None" = None


@dataclass(frozen=True, slots=True)
class KeepOrDrop:
    """The part of the dice that counts: `kh`, `kl` keep so many, `dh`, `dl` drop so many."""

    how: str
    many: "Node" = Constant(1)


@dataclass(frozen=True, slots=True)
class CountOf:
    """The dice that count one each (`>=8`, `cs<=3`), and those that take one away (`f1`)."""

    these: When
    less: When | None = None


@dataclass(frozen=True, slots=True)
class DiceTerm:
    """Dice of one size; `size` None are fudge dice, with faces −1, 0 and 1.

    Rerolling comes first, then exploding, then keeping, then counting, in whatever order they are written.
    """

    many: "Node"
    size: "Node | None"
    rerolls: When | None = None
    once: bool = False
    """True when a die is rerolled once at most (`ro`)."""
    explodes: When | None = None
    keeps: KeepOrDrop | None = None
    counts: CountOf | None = None
    """With it, the dice come to how many of them show what counts."""
    column: int = field(default=1, compare=False)


@dataclass(frozen=True, slots=True)
class DiceGroup:
    """Values beside each other of which some are kept or counted: `{1d8!, 1d6!}kh1`. Else they are added up."""

    entries: tuple["Node", ...]
    keeps: KeepOrDrop | None = None
    counts: CountOf | None = None


Node: TypeAlias = Constant | NamedNumber | Sum | Product | Call | DiceTerm | DiceGroup


@dataclass(frozen=True, slots=True)
class Notation:
    """A whole notation: a value, and what it is compared with, if it is (`>=`, also written `vs`)."""

    value: Node
    compares: str = ""
    against: Node | None = None

    def __str__(self) -> str:
        if self.against is None:
            return written(self.value)
        return f"{written(self.value)} {'vs' if self.compares == '>=' else self.compares} {written(self.against)}"


def negative(node: Node) -> Node:
    """The node with the other sign."""
    return Constant(-node.value) if isinstance(node, Constant) else Sum(((True, node),))


def sum_of(terms: tuple[tuple[bool, Node], ...]) -> Node:
    """These terms added up; one alone is itself."""
    (minus, first), *more = terms
    if not more:
        return negative(first) if minus else first
    if minus and isinstance(first, Constant):
        return Sum(((False, negative(first)), *more))
    if not minus and isinstance(first, Sum) and len(first.terms) == 1:
        return Sum((*first.terms, *more))
    return Sum(terms)


def parts(node: Node | None) -> Iterator[Node]:
    """A node and all in it, from left to right, dice before their own numbers."""
    if node is None:
        return
    yield node
    for inner in _under(node):
        yield from parts(inner)


def _under(node: Node) -> tuple[Node | None, ...]:
    match node:
        case Sum(inner) | Product(inner):
            return tuple(it for _, it in inner)
        case Call(_, arguments):
            return arguments
        case DiceGroup(entries):
            return (*entries, *_behind(node))
        case DiceTerm(many, size, rerolls, _, explodes):
            return (many, size, *(when.than for when in (rerolls, explodes) if when), *_behind(node))
        case _:
            return ()


def _behind(node: DiceTerm | DiceGroup) -> tuple[Node | None, ...]:
    counts = node.counts
    counted = (counts.these.than, counts.less.than if counts.less else None) if counts else ()
    return (node.keeps.many if node.keeps else None, *counted)


def named_in(notation: Notation) -> frozenset[str]:
    """The numbers a notation names."""
    every = (*parts(notation.value), *parts(notation.against))
    return frozenset(part.name for part in every if isinstance(part, NamedNumber))


def dice_in(notation: Notation) -> tuple[DiceTerm, ...]:
    """The dice of a notation, in the order they are first rolled."""
    every = (*parts(notation.value), *parts(notation.against))
    return tuple(part for part in every if isinstance(part, DiceTerm))


def number_written(value: Number) -> str:
    """A number as a person writes it: `3`, `2.5`, `1/3`."""
    if value.denominator == 1:
        return str(value.numerator)
    left, places = value.denominator, 0
    while left % 10 == 0 or left % 5 == 0 or left % 2 == 0:
        left, places = left // (10 if left % 10 == 0 else 5 if left % 5 == 0 else 2), places + 1
    if left != 1:
        return f"{value.numerator}/{value.denominator}"
    digits = str(abs(value.numerator) * 10**places // value.denominator).rjust(places + 1, "0")
    return f"{'-' if value < 0 else ''}{digits[:-places]}.{digits[-places:]}"


def written(node: Node) -> str:
    """A node as text that reads as the same node."""
    match node:
        case Constant(value):
            return number_written(value)
        case NamedNumber(name):
            return f"@{name}"
        case Sum(terms):
            minus, first = terms[0]
            head = f"-{_inside(first, Sum, Product)}" if minus else _inside(first, Sum)
            return head + "".join(f" {'-' if minus else '+'} {_inside(it, Sum)}" for minus, it in terms[1:])
        case Product(factors):
            rest = (f" {'/' if under else '*'} {_inside(it, Sum, Product)}" for under, it in factors[1:])
            return _inside(factors[0][1], Sum, Product) + "".join(rest)
        case Call(function, arguments):
            return f"{function}({', '.join(map(written, arguments))})"
        case DiceTerm():
            return _dice(node)
        case DiceGroup(entries):
            return "{" + ", ".join(map(written, entries)) + "}" + _kept(node)


def _inside(node: Node, *kinds: type) -> str:
    odd = isinstance(node, Constant) and "/" in number_written(node.value)
    return f"({written(node)})" if odd or isinstance(node, kinds) else written(node)


def _amount(node: Node) -> str:
    plain = isinstance(node, Constant) and node.value >= 0 and node.value.denominator == 1
    return written(node) if plain else f"({written(node)})"


def _dice(node: DiceTerm) -> str:
    many = "" if node.many == Constant(1) else _amount(node.many)
    said = f"{many or '1'}d{'F' if node.size is None else _amount(node.size)}"
    again = "" if node.rerolls is None else ("ro" if node.once else "r") + _when(node.rerolls)
    on = "" if node.explodes is None else "!" + _when(node.explodes)
    # What is counted would be read as what is rerolled, if that says nothing itself.
    bare = node.rerolls is not None and node.rerolls.than is None
    return said + (_kept(node) + again if bare else again + _kept(node)) + on


def _when(when: When) -> str:
    if when.than is None:
        return ""
    return ("" if when.compares == "=" else when.compares) + _amount(when.than)


def _kept(node: DiceTerm | DiceGroup) -> str:
    said = node.keeps.how + _amount(node.keeps.many) if node.keeps is not None else ""
    if node.counts is None:
        return said
    these, less = node.counts.these, node.counts.less
    said += ("" if these.compares == ">=" else "cs") + _when(these)
    return said + ("f" + _when(less) if less is not None else "")
