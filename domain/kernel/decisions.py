"""The answer of a rule: the events that follow, or a refusal."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import ParamSpec, TypeAlias, TypeVar

E = TypeVar("E")
T = TypeVar("T")
P = ParamSpec("P")


@dataclass(frozen=True, slots=True)
class Refusal:
    """The answer to a command the rules do not allow.

    A value, not an exception: it writes nothing and draws no die. `code` is stable and machine-readable,
    `params` hold the numbers and names it turns on; the English stands in the game's wording.
    """

    code: str
    params: Mapping[str, object] = field(default_factory=lambda: MappingProxyType({}))


Decision: TypeAlias = Sequence[E] | Refusal


def refuse(code: str, /, **params: object) -> Refusal:
    """A refusal, written as a sentence: `return refuse("too_little_heat", have=0, need=1)`."""
    return Refusal(code, MappingProxyType(params))


class CommandRefused(Exception):
    """Ends a rule with a refusal. It never leaves the domain: `ruling.decide` answers with the value `Refusal`.

    For what a `need` would say badly: parameters that exist only in the bad case, conditions with `and` and `or`.
    """

    def __init__(self, code: str, /, **params: object) -> None:
        super().__init__(code)
        self.refusal = refuse(code, **params)


def need(condition: object, code: str, /, **params: object) -> None:
    """Go on only if this holds: `need(have >= cost, "too_little_heat", have=have, need=cost)`.

    Raises `CommandRefused` otherwise. The parameters are worked out even when it holds.
    """
    if not condition:
        raise CommandRefused(code, **params)


def found(value: T | None, code: str, /, **params: object) -> T:
    """The value, if there is one: `die = found(side.die(die_id), "die_not_in_hand")`.

    Raises `CommandRefused` otherwise. Narrows the type for whoever checks it.
    """
    if value is None:
        raise CommandRefused(code, **params)
    return value


MOST_NAMED = 12
"""The number of things a refusal names at the most."""


def one_there(
    things: Mapping[str, T], key: str | None, code: str, /, there: Iterable[str] | None = None, **params: object
) -> T:
    """The thing of this id among those there are.

    Refuses any other id by `code`, with the latest dozen that may be named: `there`, or all of them.
    """
    if key is not None and key in things:
        return things[key]
    raise CommandRefused(code, there=list(things if there is None else there)[-MOST_NAMED:], **params)


def allowed(rule: Callable[P, object], *args: P.args, **kwargs: P.kwargs) -> bool:
    """True if a rule lets this pass, for offers that ask before they offer."""
    try:
        rule(*args, **kwargs)
    except CommandRefused:
        return False
    return True


def answer_of(rule: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T | Refusal:
    """The value a rule gives, or its refusal as a value, for whoever asks a rule outside a ruling."""
    try:
        return rule(*args, **kwargs)
    except CommandRefused as wrong:
        return wrong.refusal


class ImpossibleHistoryError(Exception):
    """A stored event cannot follow the state before it: the history is damaged or the program is."""


def must(possible: object, problem: str) -> None:
    """Raise `ImpossibleHistoryError` unless this is possible, for whoever applies an event."""
    if not possible:
        raise ImpossibleHistoryError(problem)
