"""Text read as a notation: one token is looked at, and nothing is read twice."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import Any

from domain.kernel.notation.errors import NotationWrong
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
    Product,
    When,
    dice_in,
    negative,
    sum_of,
)

LONGEST = 2_000
DEEPEST = 40
"""Parentheses within each other."""
MOST_DIGITS = 15

_FUNCTIONS = ("max", "min", "floor", "ceil", "round", "abs")
_OF_ONE = ("floor", "ceil", "round", "abs")
_AMOUNTS = ("number", "name", "(")
_COMPARES = ("<=", "<", ">=", ">", "=")
_OF_GROUPS = ("kh", "kl", "dh", "dl", ">=", "cs", "f")
_OF_DICE = (*_OF_GROUPS, "r", "ro", "!")
_TOKEN = re.compile(
    r"\s*(?:(?P<number>\d+(?:\.\d+)?)|(?P<name>@[a-z_][a-z0-9_.]*)"
    r"|(?P<word>max|min|floor|ceil|round|abs|vs|kh|kl|dh|dl|cs|ro|r|d|f)|(?P<sign><=|>=|[-+*/(){},!<>=%]))",
    re.IGNORECASE | re.ASCII,
)


@dataclass(frozen=True, slots=True)
class _Token:
    kind: str
    """The token's own text for words and signs; else `number`, `name` or `end`."""
    text: str
    column: int
    spaced: bool


def _tokens(text: str) -> Iterator[_Token]:
    at, end = 0, len(text.rstrip())
    while at < end:
        found = _TOKEN.match(text, at)
        if found is None:
            at += len(text[at:]) - len(text[at:].lstrip())
            raise NotationWrong(f"“{text[at]}” means nothing here", at + 1)
        kind, said = str(found.lastgroup), found[found.lastgroup or 0]
        if kind in ("word", "sign"):
            kind = said = said.lower()
        yield _Token(kind, said, found.start(found.lastgroup or 0) + 1, found.start(found.lastgroup or 0) > at)
        at = found.end()
    yield _Token("end", "", len(text) + 1, False)


@lru_cache(maxsize=4_096)
def parse(text: str) -> Notation:
    """A notation from its text. Raises `NotationWrong`, which says the character where it goes wrong.

    `parse("2d20kh1 + @str vs 15")`. Counts and sizes written as numbers are held to the limits here already.
    """
    if len(text) > LONGEST:
        raise NotationWrong(f"A notation has at most {LONGEST:,} characters", LONGEST + 1)
    return _Parser(text).whole()


@lru_cache(maxsize=4_096)
def parse_formula(text: str) -> Notation:
    """A notation without dice and without a comparison: a number worked out of numbers. Raises `NotationWrong`."""
    found = parse(text)
    if dice := dice_in(found):
        raise NotationWrong("No dice are rolled in a formula", dice[0].column)
    if found.against is not None:
        raise NotationWrong("A formula compares nothing", 1)
    return found


class _Parser:
    def __init__(self, text: str) -> None:
        self._tokens = _tokens(text)
        self._depth = 0
        self._next = next(self._tokens)

    def _take(self) -> _Token:
        taken = self._next
        if taken.kind != "end":
            self._next = next(self._tokens)
        return taken

    def _took(self, *kinds: str) -> _Token | None:
        return self._take() if self._next.kind in kinds else None

    def _must(self, kind: str, why: str) -> _Token:
        taken = self._took(kind)
        if taken is None:
            raise NotationWrong(why, self._next.column)
        return taken

    def whole(self) -> Notation:
        value = self._sum()
        compares = self._took("vs", *_COMPARES)
        found = Notation(value)
        if compares is not None:
            found = Notation(value, ">=" if compares.kind == "vs" else compares.kind, self._sum())
        if self._next.kind != "end":
            raise NotationWrong(f"“{self._next.text}” cannot follow here", self._next.column)
        return found

    def _sum(self) -> Node:
        terms = [(False, self._product())]
        while sign := self._took("+", "-"):
            terms.append((sign.kind == "-", self._product()))
        return sum_of(tuple(terms))

    def _product(self) -> Node:
        factors, column = [(False, self._signed())], self._next.column
        while sign := self._took("*", "/"):
            factors.append((sign.kind == "/", self._signed()))
        return Product(tuple(factors), column) if len(factors) > 1 else factors[0][1]

    def _signed(self) -> Node:
        minus = False
        while sign := self._took("+", "-"):
            minus ^= sign.kind == "-"
        return negative(self._value()) if minus else self._value()

    def _value(self) -> Node:
        at = self._next.column
        if self._next.kind == "d":
            return self._dice(Constant(1), at)
        if self._next.kind in _FUNCTIONS:
            return self._call(self._take().kind)
        if self._next.kind == "{":
            return self._group()
        many = self._amount("Here a number, dice or a parenthesis is missing")
        if self._next.kind != "d":
            return many
        if dice_in(Notation(many)):
            raise NotationWrong("How many dice are rolled cannot itself be rolled", at)
        return self._dice(many, at)

    def _amount(self, why: str) -> Node:
        """A number, a name, or something in parentheses."""
        if self._next.kind == "number":
            return self._number()
        if self._next.kind == "name":
            name = self._take()
            return NamedNumber(name.text[1:], name.column)
        self._must("(", why)
        return self._inner(")", several=False)[0]

    def _plain(self, why: str) -> Node:
        at = self._next.column
        found = self._amount(why)
        if dice_in(Notation(found)):
            raise NotationWrong("Dice cannot stand in what says how dice are rolled", at)
        return found

    def _number(self) -> Constant:
        number = self._take()
        if len(number.text) > MOST_DIGITS:
            raise NotationWrong(f"A number has at most {MOST_DIGITS} digits", number.column)
        value = Fraction(number.text)
        return Constant(value.numerator if value.denominator == 1 else value)

    def _inner(self, closes: str, several: bool = True) -> tuple[Node, ...]:
        self._depth += 1
        if self._depth > DEEPEST:
            raise NotationWrong(f"At most {DEEPEST} parentheses stand within each other", self._next.column)
        inner = [self._sum()]
        while several and self._took(","):
            inner.append(self._sum())
        self._must(closes, f"Here “{closes}” is missing")
        self._depth -= 1
        return tuple(inner)

    def _call(self, function: str) -> Node:
        at = self._must("(", f"After {function} comes a parenthesis").column
        values = self._inner(")")
        if function in _OF_ONE and len(values) != 1:
            raise NotationWrong(f"{function} takes one value", at)
        return Call(function, values)

    def _group(self) -> Node:
        self._take()
        return self._adorned(DiceGroup(self._inner("}")))

    def _dice(self, many: Node, column: int) -> Node:
        self._take()
        size: Node | None
        if self._took("f"):
            size = None
        elif self._took("%"):
            size = Constant(100)
        else:
            size = self._plain("After d comes how many faces the die has")
        return self._adorned(DiceTerm(many, size, column=column))

    def _adorned(self, node: DiceTerm | DiceGroup) -> Node:
        """The node with what is written behind it, each kind of it once."""
        said: dict[str, Any] = {}
        while (token := self._next).kind in (_OF_DICE if isinstance(node, DiceTerm) else _OF_GROUPS):
            if token.kind == ">=" and token.spaced:
                break
            self._take()
            found = self._behind(token)
            if any(key in said for key in found):
                raise NotationWrong(f"“{token.text}” says a second time what was said before", token.column)
            said |= found
        if less := said.pop("less", None):
            if "counts" not in said:
                raise NotationWrong("“f” takes away from what is counted, and nothing is counted", token.column)
            said["counts"] = CountOf(said["counts"].these, less)
        return replace(node, **said) if said else node

    def _behind(self, token: _Token) -> dict[str, Any]:
        match token.kind:
            case ">=":
                return {"counts": CountOf(When(">=", self._plain("After >= comes a number")))}
            case "cs":
                return {"counts": CountOf(self._told())}
            case "f":
                return {"less": self._told()}
            case "!":
                return {"explodes": self._when(">=", ">")}
            case "r" | "ro":
                when = self._when(*_COMPARES, bare=True)
                return {"rerolls": when, "once": token.kind == "ro"}
            case _:
                given = self._next.kind in _AMOUNTS and not self._next.spaced
                return {"keeps": KeepOrDrop(token.kind, self._plain("") if given else Constant(1))}

    def _told(self) -> When:
        """The condition of what counts: a comparison and a number, or a number alone."""
        when = self._when(*_COMPARES, bare=True)
        if when.than is None:
            raise NotationWrong("Here is missing which faces are counted", self._next.column)
        return when

    def _when(self, *compares: str, bare: bool = False) -> When:
        if self._next.spaced or self._next.kind not in (*compares, *(_AMOUNTS if bare else ())):
            return When()
        compared = self._take().kind if self._next.kind in compares else "="
        return When(compared, self._plain("Here a number is missing"))
