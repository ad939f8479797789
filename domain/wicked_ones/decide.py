"""The table of cases: which rule answers which command, and when it is out of turn."""

from collections.abc import Callable
from typing import Any, TypeAlias

from domain.kernel.decisions import Decision, refuse
from domain.kernel.dice import Dice
from domain.kernel.messages import Command, Event
from domain.kernel.people import Asker

from . import commands as ask
from .rules import (
    action,
    adjudication,
    clocks,
    declaring,
    frame,
    hoard,
    knowledge,
    loot,
    owed,
    resisting,
    settling,
    stress,
    world,
)
from .state import Underworld
from .terms import Stage

Rule: TypeAlias = Callable[[Underworld, Any], Decision[Event]]
AskedRule: TypeAlias = Callable[[Underworld, Any, Asker], Decision[Event]]
DiceRule: TypeAlias = Callable[[Underworld, Any, Dice], Decision[Event]]
AskedDiceRule: TypeAlias = Callable[[Underworld, Any, Asker, Dice], Decision[Event]]

GM_ONLY: dict[type[Command], Rule] = {
    ask.ChangeStance: frame.change_stance,
    ask.BeginPhase: frame.begin_phase,
    ask.CloseScene: frame.close_scene,
    ask.RaiseTier: frame.raise_tier,
    ask.AdvanceMasterPlan: frame.advance_master_plan,
    ask.EndCampaign: frame.end_campaign,
    ask.GainGold: hoard.gain_gold,
    ask.GainItem: hoard.gain_item,
    ask.LoseMinions: hoard.lose_minions,
    ask.TakePrisoner: hoard.take_prisoner,
    ask.BreakPrisoner: hoard.break_prisoner,
    ask.GainDefense: hoard.gain_defense,
    ask.GainDarkHearts: loot.gain_dark_hearts,
    ask.AwardXp: loot.award_xp,
    ask.AnswerQuestion: knowledge.answer_question,
    ask.RuleFact: knowledge.rule_fact,
    ask.KeepSecret: knowledge.keep_secret,
    ask.MakeContact: knowledge.make_contact,
    ask.EndFeral: stress.end_feral,
    ask.CompelImpulse: stress.compel_impulse,
    ask.FrameAction: action.frame_action,
    ask.TickFromRoll: clocks.tick_from_roll,
    ask.StartClock: clocks.start_clock,
    ask.TickClock: clocks.tick_clock,
    ask.CloseClock: clocks.close_clock,
    ask.IntroduceAdventurer: clocks.introduce_adventurer,
    ask.RestoreMoves: clocks.restore_moves,
    ask.TellOutcome: world.tell_outcome,
    ask.BeginRaid: world.begin_raid,
    ask.GrabLoot: world.grab_loot,
    ask.EndRaid: world.end_raid,
    ask.BeginInvasion: world.begin_invasion,
    ask.EndInvasion: world.end_invasion,
    ask.StrikeBargain: world.strike_bargain,
    ask.RecordAdjudication: adjudication.record_adjudication,
    ask.DeclareConsequence: declaring.declare_consequence,
    ask.WaiveConsequence: owed.waive_consequence,
    ask.MoveToInflict: declaring.move_to_inflict,
    ask.SplitConsequence: declaring.split_consequence,
    ask.ReduceConsequence: settling.reduce_consequence,
    ask.DemandCost: settling.demand_cost,
    ask.RejectCost: settling.reject_cost,
    ask.StateDeathReduction: resisting.state_death_reduction,
}
"""What only the GM may ask, without dice."""

GM_DICE: dict[type[Command], DiceRule] = {
    ask.RollEngagement: world.roll_engagement,
    ask.RollFortune: world.roll_fortune,
    ask.RollCalamity: world.roll_calamity,
    ask.RollBlowback: world.roll_blowback,
    ask.MoveToResist: clocks.move_to_resist,
}
"""What the GM rolls."""

ANYBODY: dict[type[Command], Rule] = {
    ask.AddFaction: frame.add_faction,
    ask.PassSpotlight: frame.pass_spotlight,
}
"""What anybody with a seat may ask."""

ASKED: dict[type[Command], AskedRule] = {
    ask.CreateWickedOne: frame.create_wicked_one,
    ask.OpenScene: frame.open_new_scene,
    ask.JoinScene: frame.join_scene,
    ask.SpendGold: hoard.spend_gold,
    ask.RecruitMinions: hoard.recruit_minions,
    ask.BuildRoom: hoard.build_room,
    ask.UseRoom: hoard.use_room,
    ask.CraftItem: hoard.craft_item,
    ask.TakeLootOutcome: loot.take_loot_outcome,
    ask.SpendDarkHearts: loot.spend_dark_hearts,
    ask.TakeAdvancement: loot.take_advancement,
    ask.AskGm: knowledge.ask_gm,
    ask.ProposeFact: knowledge.propose_fact,
    ask.GainInformation: knowledge.gain_information,
    ask.SpendStress: stress.spend_stress,
    ask.ClearStress: stress.clear_stress,
    ask.SuppressImpulse: stress.suppress_impulse,
    ask.FollowImpulse: stress.follow_impulse,
    ask.Flashback: stress.flashback,
    ask.TeamUp: stress.team_up,
    ask.UseAbility: stress.use_ability,
    ask.ProposeAction: action.propose_action,
    ask.NarrateWithoutRoll: action.narrate_without_roll,
    ask.WithdrawAction: action.withdraw_action,
    ask.TakeCriticalBonus: action.take_critical_bonus,
    ask.AcceptConsequence: settling.accept_consequence,
    ask.UseDefense: settling.use_defense,
    ask.PayCost: settling.pay_cost,
}
"""What depends on who asks."""

ASKED_DICE: dict[type[Command], AskedDiceRule] = {
    ask.ActWithMinions: hoard.act_with_minions,
    ask.RollLoot: loot.roll_loot,
    ask.RollAction: action.roll_action,
    ask.Resist: resisting.resist,
    ask.RingDeathKnell: resisting.ring_death_knell,
}
"""What players roll."""

_COVERED: set[type[Command]] = {ask.FoundDungeon, *GM_ONLY, *GM_DICE, *ANYBODY, *ASKED, *ASKED_DICE}
if missing := _COVERED ^ set(ask.COMMANDS):
    raise TypeError(f"decide: no rule for these, or no such command: {sorted(kind.__name__ for kind in missing)}")


def decide(state: Underworld, command: Command, asker: Asker, dice: Dice) -> Decision[Event]:
    """What follows when somebody asks this of the underworld. Changes nothing."""
    kind = type(command)
    if not asker.is_gm and (kind in GM_ONLY or kind in GM_DICE):
        return refuse("only_gm")
    if isinstance(command, ask.FoundDungeon):
        return frame.found_dungeon(state, command)
    if not state.dungeon.name:
        return refuse("dungeon_missing")
    if state.stage is Stage.ENDED:
        return refuse("campaign_ended")
    if isinstance(command, ask.Described) and not command.description.strip():
        return refuse("describe_first")
    if kind in GM_ONLY:
        return GM_ONLY[kind](state, command)
    if kind in GM_DICE:
        return GM_DICE[kind](state, command, dice)
    if kind in ANYBODY:
        return ANYBODY[kind](state, command)
    if kind in ASKED:
        return ASKED[kind](state, command, asker)
    return ASKED_DICE[kind](state, command, asker, dice)
