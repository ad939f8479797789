"""Ability effects retold."""

from collections.abc import Iterable

from domain.death_of_the_vele.events import effects as say
from domain.death_of_the_vele.state import Vele
from domain.death_of_the_vele.terms import Die, Effect
from domain.kernel import facts
from domain.kernel.facts import CharacterKind, Fact

from .marks import READY
from .telling import tells, told, words


def effect_called(state: Vele, effect: Effect, size: Die) -> str:
    """An effect as the table writes it: by its die, or by its points (VE-P5)."""
    number = size.points if state.house_rules.effect_sizes_in_points else size.sides
    return f"{words(effect.value).title()} {number}"


@tells(say.AbilityEffectDeclared)
def _(state: Vele, event: say.AbilityEffectDeclared) -> Iterable[Fact]:
    name = state.components[event.component].abilities[event.ability].name
    yield told(f"{name}: {effect_called(state, event.effect, event.size)}", "ability", event.component)


@tells(say.AreaDeclared)
def _(state: Vele, event: say.AreaDeclared) -> Iterable[Fact]:
    yield told("all of these at once", "ability", *event.targets)


@tells(say.TargetsAdded)
def _(state: Vele, event: say.TargetsAdded) -> Iterable[Fact]:
    yield told("in it too", "ability", *event.targets)


@tells(say.RangeUsed)
def _(state: Vele, event: say.RangeUsed) -> Iterable[Fact]:
    yield told(f"over {event.zones} zones", "ability", event.component)


@tells(say.ComponentCreated)
def _(state: Vele, event: say.ComponentCreated) -> Iterable[Fact]:
    yield facts.CharacterEntered(
        character=event.component, name=event.name, character_kind=CharacterKind.OTHER, player=event.owner,
        how="created for the scene",
    )  # fmt: skip
    for trait in event.traits:
        yield facts.StateChanged(
            owner=event.component, group="traits", name=trait.trait, label=trait.name, was="", now=READY,
            why="created", good=True,
        )  # fmt: skip
