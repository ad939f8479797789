"""What a rule answers: the events that follow, or a refusal."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TypeAlias, TypeVar

E = TypeVar("E")


@dataclass(frozen=True, slots=True)
class Refusal:
    """The answer to a command the rules do not allow.

    A value, not an exception: it writes nothing and draws no die. `code` is stable and machine-readable,
    `params` hold the numbers and names it turns on; the English stands in the game's wording.
    """

    code: str
    params: Mapping[str, object] = field(default_factory=lambda: MappingProxyType({}))


Decision: TypeAlias = Sequence[E] | Refusal


def refuse(code: str, **params: object) -> Refusal:
    """A refusal, written as a sentence: `return refuse("too_little_heat", have=0, need=1)`."""
    return Refusal(code, MappingProxyType(params))


class ImpossibleHistoryError(Exception):
    """A stored event cannot follow the state before it: the history is damaged or the program is."""
