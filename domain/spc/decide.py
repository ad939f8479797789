"""The table of rules: which answers which command."""

from collections.abc import Callable
from typing import Any

from domain.kernel.chapter import Events
from domain.kernel.decisions import Decision
from domain.kernel.dice import Dice
from domain.kernel.messages import Command, Event
from domain.kernel.people import Asker

from . import commands as ask
from .rules import (
    acting,
    actions,
    adjudication,
    comparing,
    making,
    resolving,
    scenes,
    seats,
    setup,
    telling,
    throwing,
    types,
)
from .state import Adventure

_RULES: dict[type[Command], Callable[[Adventure, Any, Asker, Dice], Events]] = {
    ask.NameMastermind: seats.name_mastermind,
    ask.SeatPlayer: seats.seat_player,
    ask.UnseatPlayer: seats.unseat_player,
    ask.PreviewVillainy: seats.preview_villainy,
    ask.CreateCharacter: making.create_character,
    ask.BringBackCharacter: making.bring_back_character,
    ask.IntroduceAntagonist: making.introduce_antagonist,
    ask.IntroduceGoon: making.introduce_goon,
    ask.NoteScheme: making.note_scheme,
    ask.StartAdventure: seats.start_adventure,
    ask.EndAdventure: seats.end_adventure,
    ask.RecordAdjudication: adjudication.record_adjudication,
    ask.SetScene: scenes.set_scene,
    ask.PassSceneTurn: scenes.pass_scene_turn,
    ask.DecidePresence: scenes.decide_presence,
    ask.OpenScene: scenes.open_the_scene,
    ask.BringIn: scenes.bring_in,
    ask.EndScene: scenes.end_scene,
    ask.ChooseNewGoal: scenes.choose_new_goal,
    ask.ChangeDrawback: scenes.change_drawback,
    ask.DeclareAction: actions.declare_action,
    ask.SettleAction: actions.settle_action,
    ask.WithdrawAction: actions.withdraw_action,
    ask.OpposeAction: actions.oppose_action,
    ask.EnterConflict: setup.enter_conflict,
    ask.DeclareOpposition: setup.declare_opposition,
    ask.DeclareIntention: setup.declare_intention,
    ask.SetIntentionTarget: setup.set_intention_target,
    ask.BeginTurn: comparing.begin_turn,
    ask.CompareOppositions: comparing.compare_oppositions,
    ask.NarrateTurn: comparing.narrate_turn,
    ask.StateFact: telling.state_fact,
    ask.PassFacts: telling.pass_facts,
    ask.ObjectToFact: telling.object_to_fact,
    ask.RecordSetback: resolving.record_setback,
    ask.CloseConflict: resolving.close_conflict,
    ask.DeclareActionType: types.declare_action_type,
    ask.ThrowDice: throwing.throw_dice,
    ask.KeepDice: throwing.keep_dice,
    ask.IncreaseDie: acting.increase_die,
    ask.AssignDice: throwing.assign_dice,
    ask.ApplyModifiers: throwing.apply_modifiers,
}


def decide(state: Adventure, command: Command, asker: Asker, dice: Dice) -> Decision[Event]:
    """The events that follow when somebody asks this of the adventure. Changes nothing."""
    return _RULES[type(command)](state, command, asker, dice)
