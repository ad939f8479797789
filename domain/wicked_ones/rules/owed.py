"""Consequences that are owed: for a failure, a mixed result or a bad start, until declared or settled by word."""

from domain.kernel.chapter import Events
from domain.kernel.decisions import CommandRefused, need
from domain.wicked_ones import commands as ask
from domain.wicked_ones import events as say
from domain.wicked_ones.state import ActionRoll, Underworld
from domain.wicked_ones.terms import Footing, Result, RollStatus

from .common import open_scene, reason_given, scene_is_open

THE_START = "the bad start"


def roll_owes(state: Underworld, slug: str, roll: ActionRoll) -> bool:
    """WO-28, WO-31, WO-33: dice that failed or were mixed bring a consequence. Nothing is owed by the dead."""
    return (
        scene_is_open(state)
        and roll.status is RollStatus.ROLLED
        and roll.result in (Result.FAILURE, Result.MIXED)
        and not (roll.knell or roll.waived)
        and state.characters[roll.character].alive
        and all(it.roll_id != slug for it in state.consequences.values())
    )


def start_owes(state: Underworld) -> bool:
    """WO-34: a failed engagement is a tight spot, and something bad comes with it."""
    scene = state.scene
    return (
        scene is not None
        and scene_is_open(state)
        and scene.engaged
        and scene.footing is Footing.TIGHT_SPOT
        and not scene.answered
    )


def owing(state: Underworld) -> str | None:
    """What owes a consequence first, if anything does."""
    if start_owes(state):
        return THE_START
    return next((slug for slug, roll in state.rolls.items() if roll_owes(state, slug, roll)), None)


def waive_consequence(state: Underworld, command: ask.WaiveConsequence) -> Events:
    """WO-38: settled by word, with a reason."""
    scene = open_scene(state)
    if command.roll is None:
        owed = start_owes(state)
    elif command.roll in state.rolls:
        owed = roll_owes(state, command.roll, state.rolls[command.roll])
    else:
        raise CommandRefused("roll_unknown", roll=command.roll)
    need(owed, "nothing_owed", source=command.roll or "the start of this scene")
    reason_given(command.reason)
    return [say.ConsequenceWaived(scene=scene.id, roll=command.roll, reason=command.reason)]
