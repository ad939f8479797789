"""The table of cases: which rule answers which command, and when it is out of turn."""

from domain.kernel.decisions import Decision, refuse
from domain.kernel.dice import Dice
from domain.kernel.messages import Command, Event
from domain.kernel.people import Asker

from . import commands as ask
from .rules import adjudication, arcs, hands, heat, opening, rolling, scenes, setup, sparks, winning
from .state import Contest, Crucible
from .terms import Stage, Status

_GM_ONLY = (
    ask.OpenCrucible,
    ask.RegisterLocation,
    ask.StartPlay,
    ask.EndPlay,
    ask.FrameScene,
    ask.EndScene,
    ask.SetUniqueTask,
    ask.NoteNpcPlan,
    ask.RecordAdjudication,
    ask.RecordTransformation,
    ask.OfferArcs,
)
_AFTER_WINNING = (ask.ChooseOutcome, ask.AnswerConvince, ask.CloseContest)


def decide(state: Crucible, command: Command, asker: Asker, dice: Dice) -> Decision[Event]:
    """What follows when somebody asks this of the crucible. Changes nothing."""
    if isinstance(command, _GM_ONLY) and not asker.is_gm:
        return refuse("gm_only")
    if not state.crucible and not isinstance(command, ask.OpenCrucible):
        return refuse("crucible_not_open")
    match command:
        case ask.OpenCrucible():
            return setup.open_crucible(state, command, asker)
        case ask.RegisterCharacterSheet():
            return setup.register_character_sheet(state, command, asker)
        case ask.PickCharacter():
            return setup.pick_character(state, command, asker)
        case ask.StartPlay():
            return setup.start_play(state, command)
        case _ if state.status is Status.ENDED:
            return refuse("play_ended")
        case ask.RegisterLocation():
            return setup.register_location(state, command)
        case ask.PlaceMarker():
            return scenes.place_marker(state, command, asker)
        case ask.DeclareContest() if asker.is_gm:
            return refuse("only_players_open")
        case _ if state.status is Status.SETUP:
            return refuse("not_playing")
        case _:
            return in_play(state, command, asker, dice)


def in_play(state: Crucible, command: Command, asker: Asker, dice: Dice) -> Decision[Event]:
    """Commands of play that are no step of a contest."""
    match command:
        case ask.EndPlay():
            return setup.end_play(state, command)
        case ask.FrameScene():
            return scenes.frame_scene(state, command)
        case ask.EndScene():
            return scenes.end_scene(state, command)
        case ask.SetUniqueTask():
            return scenes.set_unique_task(state, command)
        case ask.PerformUniqueTask():
            return scenes.perform_unique_task(state, command, asker)
        case ask.DeclareContest():
            return opening.declare_contest(state, command, asker)
        case ask.AwardHeat():
            return heat.award_heat(state, command, asker)
        case ask.SpendHeat():
            return heat.spend_heat(state, command, asker)
        case ask.PerformFlux():
            return arcs.perform_flux(state, command, asker)
        case ask.PerformAlloy():
            return arcs.perform_alloy(state, command, asker)
        case ask.PerformReify():
            return arcs.perform_reify(state, command, asker)
        case ask.RecordTransformation():
            return arcs.record_transformation(state, command)
        case ask.OfferArcs():
            return arcs.offer_arcs(state, command)
        case ask.NoteNpcPlan():
            return arcs.note_npc_plan(state, command)
        case ask.RecordAdjudication():
            return adjudication.record_adjudication(state, command)
    contest = state.contest
    if contest is None:
        return refuse("no_contest")
    if not contest.open:
        late = isinstance(command, _AFTER_WINNING)
        return refuse("contest_closed", contest=contest.id) if late else refuse("no_contest")
    return before_winning(state, contest, command, asker, dice)


def before_winning(
    state: Crucible, contest: Contest, command: Command, asker: Asker, dice: Dice
) -> Decision[Event]:
    """Steps of a contest by stage, up to its dice; out of turn, each stage has its own refusal."""
    match command, contest.status:
        case ask.JoinContest(), Stage.DECLARED:
            return opening.join_contest(state, contest, command, asker)
        case ask.InvokeRulesheet(), Stage.DECLARED:
            return opening.invoke_rulesheet(state, contest, command, asker)
        case ask.InvokeRulesheet(), _:
            return refuse("rulesheet_too_late", contest=contest.id)
        case ask.RollModuleDice(), _:
            return opening.roll_module_dice(state, contest, command, asker, dice)
        case ask.ChooseElements(), Stage.DECLARED | Stage.ROLLING:
            return hands.choose_elements(state, contest, command, asker)
        case ((ask.JoinContest() | ask.ChooseElements()), _):
            return refuse("already_rolled", contest=contest.id)
        case ask.RollContestDice(), Stage.DECLARED | Stage.ROLLING:
            return rolling.roll_contest_dice(state, contest, command, asker, dice)
        case ask.RollContestDice(), _:
            return refuse("hand_rolled", side=command.side)
        case ask.PresentDie(), Stage.DECLARED:
            return refuse("not_rolled", side=command.side)
        case ask.PresentDie(), Stage.ROLLING:
            return rolling.present_die(state, contest, command, asker)
        case ask.PresentDie(), Stage.PRESENTED:
            return rolling.presented_already(state, contest, command, asker)
        case _:
            return about_winning(state, contest, command, asker, dice)


def about_winning(
    state: Crucible, contest: Contest, command: Command, asker: Asker, dice: Dice
) -> Decision[Event]:
    """Sparks, passes and ties until somebody wins; then what winning does."""
    if isinstance(command, _AFTER_WINNING):
        if contest.status is not Stage.WON:
            return refuse("contest_not_won", contest=contest.id)
        return after_winning(state, contest, command, asker)
    if contest.status is Stage.WON:
        return refuse("contest_won", winner=contest.winner)
    match command, contest.status:
        case (
            (ask.UseRerollSpark() | ask.UseShiftSpark() | ask.UseRulesheetSpark() | ask.PassSparks()),
            (Stage.DECLARED),
        ):
            return refuse("present_first", side=command.side)
        case ask.UseRerollSpark(), _:
            return sparks.use_reroll_spark(state, contest, command, asker, dice)
        case ask.UseShiftSpark(), _:
            return sparks.use_shift_spark(state, contest, command, asker)
        case ask.UseRulesheetSpark(), _:
            return sparks.use_rulesheet_spark(state, contest, command, asker)
        case ask.PassSparks(), _:
            return winning.pass_sparks(state, contest, command, asker)
        case ask.RerollTie(), _:
            return winning.reroll_tie(state, contest, command, asker, dice)
    raise TypeError(f"{command.type} is no command of this game")


def after_winning(
    state: Crucible,
    contest: Contest,
    command: ask.ChooseOutcome | ask.AnswerConvince | ask.CloseContest,
    asker: Asker,
) -> Decision[Event]:
    """What the winner chooses and the losers answer."""
    match command:
        case ask.ChooseOutcome():
            return winning.choose_outcome(state, contest, command, asker)
        case ask.AnswerConvince():
            return winning.answer_convince(state, contest, command, asker)
        case ask.CloseContest():
            return winning.close_contest(state, contest, asker)
