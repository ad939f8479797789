"""Refusals of a notation: where it cannot be read, is beyond the limits, or divides by nothing."""

from collections.abc import Mapping
from types import MappingProxyType

from domain.kernel.decisions import CommandRefused

WORDING: Mapping[str, str] = MappingProxyType(
    {
        "notation_wrong": "{problem} (character {column}).",
        "number_unknown": "There is no number called {number} (character {column}).",
    }
)
"""The sentences of these refusals, for a game whose commands take a notation."""


class NotationWrong(CommandRefused):
    """A notation that cannot be read or rolled: the refusal `notation_wrong`.

    `problem` says why, as the beginning of a sentence; `column` is the character it lies at, counted from 1.
    """

    def __init__(self, problem: str, column: int) -> None:
        super().__init__("notation_wrong", problem=problem, column=column)
        self.problem = problem
        self.column = column


class NumberUnknown(NotationWrong):
    """A number that a notation names and nobody has: the refusal `number_unknown`."""

    def __init__(self, number: str, column: int) -> None:
        super().__init__(f"There is no number called {number}", column)
        CommandRefused.__init__(self, "number_unknown", number=number, column=column)
        self.number = number
