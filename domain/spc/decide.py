"""The table of cases: which rule answers which command, and when it is out of turn."""

from domain.kernel.decisions import Decision, refuse
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
from .state import Adventure, Conflict
from .terms import Status

_MASTERMIND_ONLY = (
    ask.NameMastermind,
    ask.UnseatPlayer,
    ask.PreviewVillainy,
    ask.IntroduceAntagonist,
    ask.IntroduceGoon,
    ask.StartAdventure,
    ask.EndAdventure,
    ask.NoteScheme,
    ask.RecordAdjudication,
    ask.OpenScene,
    ask.BringIn,
    ask.SetIntentionTarget,
    ask.BeginTurn,
    ask.CompareOppositions,
    ask.NarrateTurn,
    ask.ObjectToFact,
    ask.CloseConflict,
)


def decide(state: Adventure, command: Command, asker: Asker, dice: Dice) -> Decision[Event]:
    """What follows when somebody asks this of the adventure. Changes nothing."""
    if isinstance(command, _MASTERMIND_ONLY) and not asker.is_gm:
        return refuse("mastermind_only")
    match command:
        case ask.NameMastermind():
            return seats.name_mastermind(state, command, asker)
        case ask.SeatPlayer():
            return seats.seat_player(state, command, asker)
        case ask.UnseatPlayer():
            return seats.unseat_player(state, command)
        case ask.PreviewVillainy():
            return seats.preview_villainy(state, command, asker)
        case _ if state.preview is None:
            return refuse("preview_first")
        case _ if state.status is Status.ENDED:
            return refuse("adventure_over", adventure=state.adventure)
        case _:
            return after_preview(state, command, asker, dice)


def after_preview(state: Adventure, command: Command, asker: Asker, dice: Dice) -> Decision[Event]:
    """The cast, which may grow at any time, and then play."""
    match command:
        case ask.CreateCharacter():
            return making.create_character(state, command, asker)
        case ask.BringBackCharacter():
            return making.bring_back_character(state, command, asker)
        case ask.IntroduceAntagonist():
            return making.introduce_antagonist(state, command)
        case ask.IntroduceGoon():
            return making.introduce_goon(state, command)
        case ask.NoteScheme():
            return making.note_scheme(state, command)
        case ask.StartAdventure():
            return seats.start_adventure(state)
        case _ if state.status is not Status.PLAYING:
            return refuse("not_playing")
        case _:
            return in_play(state, command, asker, dice)


def in_play(state: Adventure, command: Command, asker: Asker, dice: Dice) -> Decision[Event]:
    """Scenes, actions, adjudications; everything else is a step of a conflict."""
    match command:
        case ask.EndAdventure():
            return seats.end_adventure(state, command)
        case ask.RecordAdjudication():
            return adjudication.record_adjudication(state, command)
        case ask.SetScene():
            return scenes.set_scene(state, command, asker)
        case ask.PassSceneTurn():
            return scenes.pass_scene_turn(state, asker)
        case ask.DecidePresence():
            return scenes.decide_presence(state, command, asker)
        case ask.OpenScene():
            return scenes.open_the_scene(state, command)
        case ask.BringIn():
            return scenes.bring_in(state, command)
        case ask.EndScene():
            return scenes.end_scene(state, command, asker)
        case ask.ChooseNewGoal():
            return scenes.choose_new_goal(state, command, asker)
        case ask.ChangeDrawback():
            return scenes.change_drawback(state, command, asker)
        case ask.DeclareAction():
            return actions.declare_action(state, command, asker)
        case ask.SettleAction():
            return actions.settle_action(state, asker)
        case ask.WithdrawAction():
            return actions.withdraw_action(state, asker)
        case ask.OpposeAction():
            return actions.oppose_action(state, command, asker)
    conflict = state.conflict
    if conflict is None or not conflict.open:
        return refuse("no_conflict")
    return in_conflict(state, conflict, command, asker, dice)


def in_conflict(
    state: Adventure, conflict: Conflict, command: Command, asker: Asker, dice: Dice
) -> Decision[Event]:
    """Steps of a conflict; each knows by itself which stage it belongs to."""
    match command:
        case ask.EnterConflict():
            return setup.enter_conflict(state, conflict, command, asker)
        case ask.DeclareOpposition():
            return setup.declare_opposition(state, conflict, command, asker)
        case ask.DeclareIntention():
            return setup.declare_intention(state, conflict, command, asker)
        case ask.SetIntentionTarget():
            return setup.set_intention_target(state, conflict, command)
        case ask.BeginTurn():
            return comparing.begin_turn(state, conflict)
        case ask.CompareOppositions():
            return comparing.compare_oppositions(state, conflict)
        case ask.NarrateTurn():
            return comparing.narrate_turn(conflict, command)
        case ask.StateFact():
            return telling.state_fact(state, conflict, command, asker)
        case ask.PassFacts():
            return telling.pass_facts(state, conflict, command, asker)
        case ask.ObjectToFact():
            return telling.object_to_fact(state, conflict, command)
        case ask.RecordSetback():
            return resolving.record_setback(state, conflict, command, asker)
        case ask.CloseConflict():
            return resolving.close_conflict(state, conflict)
        case _:
            return in_turn(state, conflict, command, asker, dice)


def in_turn(state: Adventure, conflict: Conflict, command: Command, asker: Asker, dice: Dice) -> Decision[Event]:
    """One participant's steps in a turn."""
    match command:
        case ask.DeclareActionType():
            return types.declare_action_type(state, conflict, command, asker)
        case ask.ThrowDice():
            return throwing.throw_dice(state, conflict, command, asker, dice)
        case ask.KeepDice():
            return throwing.keep_dice(state, conflict, command, asker)
        case ask.IncreaseDie():
            return acting.increase_die(state, conflict, command, asker)
        case ask.AssignDice():
            return throwing.assign_dice(state, conflict, command, asker)
        case ask.ApplyModifiers():
            return throwing.apply_modifiers(state, conflict, command, asker)
    raise TypeError(f"{command.type} is no command of this game")
