"""A whole handful pushed in one step (VE-53, VE-54)."""

from copy import deepcopy

from domain.death_of_the_vele.commands import struggles as ask
from domain.death_of_the_vele.evolve import evolve
from domain.death_of_the_vele.reckoning import player_of_component, unit_of
from domain.death_of_the_vele.state import Struggle, Vele
from domain.kernel.chapter import Events
from domain.kernel.decisions import need
from domain.kernel.messages import Command, Event
from domain.kernel.people import Asker

from .cases import answers
from .pushing import add_average_die, finish_pushing, push_die
from .stages import before_roll, side_called


@answers(ask.PushDice)
def push_dice(state: Vele, command: ask.PushDice, asker: Asker) -> Events:
    """VE-53: the same as die after die; nothing is pushed if one of them cannot be."""
    struggle = before_roll(state)
    steps = steps_of(state, struggle, command, asker)
    then = deepcopy(state)
    events: list[Event] = []
    for step in steps:
        said = one_step(then, step, asker)
        for event in said:
            evolve.apply(then, event)
            events.append(event)
    return events


def one_step(state: Vele, step: Command, asker: Asker) -> Events:
    """What follows from one die, the average die, or being ready."""
    match step:
        case ask.PushDie():
            return push_die(state, step, asker)
        case ask.AddAverageDie():
            return add_average_die(state, step, asker)
        case _:
            return finish_pushing(state, ask.FinishPushing.model_validate(step.model_dump()), asker)


def steps_of(
    state: Vele, struggle: Struggle, command: ask.PushDice, asker: Asker
) -> list[ask.PushDie | ask.AddAverageDie | ask.FinishPushing]:
    """The single steps it stands for."""
    side_called(struggle, command.side)
    steps: list[ask.PushDie | ask.AddAverageDie | ask.FinishPushing] = []
    for each in command.dice:
        slug = each.component or whose(state, struggle, command.side, each.trait, asker)
        laid = {"trait": each.trait, "die": each.die, "source": each.source, "assist_of": each.assist_of}
        steps.append(ask.PushDie(component=slug, **laid))
    if command.average:
        steps.append(ask.AddAverageDie(side=command.side))
    if command.ready:
        steps.append(ask.FinishPushing(side=command.side))
    need(steps, "nothing_pushed")
    return steps


def whose(state: Vele, struggle: Struggle, name: str, trait: str, asker: Asker) -> str:
    """The one component of a player on a side that has a trait."""
    there = [slug for main in struggle.sides[name].contributors for slug in unit_of(state, main)]
    mine = [slug for slug in there if player_of_component(state, slug) == asker.person]
    need(mine, "not_on_side", side=name)
    having = [slug for slug in mine if trait in state.components[slug].traits]
    need(len(having) <= 1, "trait_of_several", components=having)
    need(having, "trait_unknown", component=mine[0], trait=trait)
    return having[0]
