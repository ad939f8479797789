"""The table of cases: which function answers which command. Each chapter adds its own."""

from collections.abc import Callable
from typing import TypeAlias, TypeVar

from domain.death_of_the_vele.state import Vele
from domain.kernel.chapter import Events
from domain.kernel.dice import Dice as Chance
from domain.kernel.messages import Command
from domain.kernel.people import Asker

C = TypeVar("C", bound=Command)
_Plain: TypeAlias = Callable[[Vele, C, Asker], Events]
_Rolling: TypeAlias = Callable[[Vele, C, Asker, Chance], Events]

_CASES: dict[type[Command], Callable[[Vele, Command, Asker, Chance], Events]] = {}


def _add(kind: type[Command], case: Callable[..., Events], *, rolls: bool) -> None:
    if kind in _CASES:
        raise TypeError(f"{kind.__name__} is answered twice")
    _CASES[kind] = case if rolls else lambda state, command, asker, _chance: case(state, command, asker)


def answers(kind: type[C]) -> Callable[[_Plain[C]], _Plain[C]]:
    """Register the rule that answers commands of this class without any dice."""

    def register(case: _Plain[C]) -> _Plain[C]:
        _add(kind, case, rolls=False)
        return case

    return register


def rolls_for(kind: type[C]) -> Callable[[_Rolling[C]], _Rolling[C]]:
    """Register the rule that answers commands of this class and may draw dice."""

    def register(case: _Rolling[C]) -> _Rolling[C]:
        _add(kind, case, rolls=True)
        return case

    return register


def answered_commands() -> set[type[Command]]:
    """The commands that have a rule."""
    return set(_CASES)


def answer(state: Vele, command: Command, asker: Asker, chance: Chance) -> Events:
    """What the rule for this command says."""
    return _CASES[type(command)](state, command, asker, chance)
