"""The table of rules: which one answers which command."""

from collections.abc import Callable, Mapping
from typing import Any

from domain.kernel.chapter import Events
from domain.kernel.dice import Dice
from domain.kernel.messages import Command
from domain.kernel.people import Asker

from . import commands as ask
from .rules import adjudication, arcs, hands, heat, opening, rolling, scenes, setup, sparks, winning
from .state import Crucible

RULES: Mapping[type[Command], Callable[[Crucible, Any, Asker, Dice], Events]] = {
    ask.OpenCrucible: setup.open_crucible,
    ask.RegisterCharacterSheet: setup.register_character_sheet,
    ask.RegisterLocation: setup.register_location,
    ask.PickCharacter: setup.pick_character,
    ask.StartPlay: setup.start_play,
    ask.EndPlay: setup.end_play,
    ask.PlaceMarker: scenes.place_marker,
    ask.FrameScene: scenes.frame_scene,
    ask.EndScene: scenes.end_scene,
    ask.SetUniqueTask: scenes.set_unique_task,
    ask.PerformUniqueTask: scenes.perform_unique_task,
    ask.NoteNpcPlan: arcs.note_npc_plan,
    ask.RecordAdjudication: adjudication.record_adjudication,
    ask.DeclareContest: opening.declare_contest,
    ask.JoinContest: opening.join_contest,
    ask.InvokeRulesheet: opening.invoke_rulesheet,
    ask.ChooseElements: hands.choose_elements,
    ask.RollContestDice: rolling.roll_contest_dice,
    ask.PresentDie: rolling.present_die,
    ask.UseRerollSpark: sparks.use_reroll_spark,
    ask.UseShiftSpark: sparks.use_shift_spark,
    ask.UseRulesheetSpark: sparks.use_rulesheet_spark,
    ask.RollModuleDice: opening.roll_module_dice,
    ask.PassSparks: winning.pass_sparks,
    ask.RerollTie: winning.reroll_tie,
    ask.ChooseOutcome: winning.choose_outcome,
    ask.AnswerConvince: winning.answer_convince,
    ask.CloseContest: winning.close_contest,
    ask.AwardHeat: heat.award_heat,
    ask.SpendHeat: heat.spend_heat,
    ask.PerformFlux: arcs.perform_flux,
    ask.PerformAlloy: arcs.perform_alloy,
    ask.PerformReify: arcs.perform_reify,
    ask.RecordTransformation: arcs.record_transformation,
    ask.OfferArcs: arcs.offer_arcs,
}


def decide(state: Crucible, command: Command, asker: Asker, dice: Dice) -> Events:
    """The events that follow when this is asked. Raises `CommandRefused` where the rules do not allow it."""
    return RULES[type(command)](state, command, asker, dice)
