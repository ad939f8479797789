"""The table of cases: which rule answers which command, and when it is out of turn."""

from domain.kernel.decisions import Decision, refuse
from domain.kernel.dice import Dice
from domain.kernel.messages import Command, Event
from domain.kernel.people import Asker

from . import commands as ask
from .rules import (
    abilities,
    adjudication,
    artha,
    cast,
    closing,
    creation,
    declaring,
    entering,
    establishing,
    lifepaths,
    preparation,
    preparing,
    resolving,
    scenes,
    tasks,
    votes,
    world,
)
from .state import Circle
from .terms import Stage

GM_ONLY = (
    ask.NoteFaction,
    ask.AddPrepNote,
    ask.PrepareLocation,
    ask.PrepareObstacle,
    ask.LeaveMapEmpty,
    ask.SetStartingLifepaths,
    ask.RequireLifepaths,
    ask.ApproveBridge,
    ask.RecordSupportingCharacter,
    ask.GrantArtha,
    ask.RecordCharacterFate,
    ask.OpenScene,
    ask.CloseScene,
    ask.ChangePresence,
    ask.DecideWithoutTest,
    ask.LoseAsset,
    ask.ApplyCondition,
    ask.RaiseCondition,
    ask.RecordConsequence,
    ask.RecordAdjudication,
    ask.SetObstacle,
    ask.GrantAdvantage,
    ask.ImposeDisadvantage,
    ask.LinkTest,
    ask.RefuseDeed,
    ask.AwardFate,
    ask.JudgeCompel,
    ask.RecordMilestone,
    ask.BeginSessionEnd,
    ask.NextEndStep,
    ask.OpenTraitVote,
    ask.SkipTime,
    ask.EndSeason,
    ask.EndCampaign,
)


def decide(state: Circle, command: Command, asker: Asker, dice: Dice) -> Decision[Event]:
    """What follows when somebody asks this of the circle. Changes nothing."""
    if state.stage is Stage.ENDED:
        return refuse("campaign_ended")
    if isinstance(command, GM_ONLY) and not asker.is_gm:
        return refuse("gm_only")
    if isinstance(command, ask.BeginSessionZero):
        return world.begin_session_zero(state, command)
    if not state.genre:
        return refuse("genre_missing")
    for chapter in (of_the_world, of_characters, of_scenes, of_obstacle_tests, of_abilities, of_closing):
        decision = chapter(state, command, asker, dice)
        if decision is not None:
            return decision
    raise TypeError(f"{command.type} is no command of this game")


def of_the_world(state: Circle, command: Command, asker: Asker, dice: Dice) -> Decision[Event] | None:
    """Settings, factions, the situation."""
    match command:
        case ask.SetRandomizer():
            return world.set_randomizer(state, command)
        case ask.AddSetting():
            return world.add_setting(state, command)
        case ask.AddFaction():
            return world.add_faction(state, command, asker)
        case ask.RelateFactions():
            return world.relate_factions(state, command, asker)
        case ask.DrawRelation():
            return world.draw_relation(state, command, asker, dice)
        case ask.AcceptDraw():
            return world.accept_draw(state, asker)
        case ask.RejectDraw():
            return world.reject_draw(state, command, asker)
        case ask.FlipRelation():
            return world.flip_relation(state, command, asker)
        case ask.CutRelation():
            return world.cut_relation(state, command, asker)
        case ask.ChangeImportance():
            return world.change_importance(state, command, asker)
        case ask.StateSituation():
            return world.state_situation(state, command, asker)
        case ask.NoteFaction():
            return world.note_faction(state, command)
        case ask.AddPrepNote():
            return world.add_prep_note(state, command)
        case ask.PrepareLocation():
            return preparation.prepare_location(state, command)
        case ask.PrepareObstacle():
            return preparation.prepare_obstacle(state, command)
        case ask.LeaveMapEmpty():
            return preparation.leave_map_empty(state, command)
        case ask.SetStartingLifepaths():
            return lifepaths.set_starting_lifepaths(state, command)
        case ask.RequireLifepaths():
            return lifepaths.require_lifepaths(state, command)
    return None


def of_characters(state: Circle, command: Command, asker: Asker, dice: Dice) -> Decision[Event] | None:
    """Protagonists before they play, and the supporting cast."""
    match command:
        case ask.CreateCharacter():
            return creation.create_character(state, command, asker)
        case ask.SetBelief():
            return creation.set_belief(state, command, asker)
        case ask.SetInstinct():
            return creation.set_instinct(state, command, asker)
        case ask.ChooseTrait():
            return creation.choose_trait(state, command, asker)
        case ask.ApproveBridge():
            return lifepaths.approve_bridge(state, command)
        case ask.TakeLifepath():
            return lifepaths.take_lifepath(state, command, asker)
        case ask.RepeatLifepath():
            return lifepaths.repeat_lifepath(state, command, asker)
        case ask.ChooseStartingAsset():
            return lifepaths.choose_starting_asset(state, command, asker)
        case ask.CompleteCharacter():
            return creation.complete_character(state, command, asker)
        case ask.EnterSheet():
            return entering.enter_sheet(state, command, asker)
        case ask.RecordSupportingCharacter():
            return cast.record_supporting_character(state, command)
        case ask.GrantArtha():
            return cast.grant_artha(state, command)
        case ask.RecordCharacterFate():
            return cast.record_character_fate(state, command)
    return None


def of_scenes(state: Circle, command: Command, asker: Asker, dice: Dice) -> Decision[Event] | None:
    """Scenes, and what happens in them without a roll."""
    match command:
        case ask.OpenScene():
            return scenes.open_scene(state, command)
        case ask.CloseScene():
            return scenes.close_scene(state, command)
        case ask.ChangePresence():
            return scenes.change_presence(state, command)
        case ask.AssertInstinct():
            return scenes.assert_instinct(state, command, asker)
        case ask.DecideWithoutTest():
            return scenes.decide_without_test(state, command)
        case ask.UseAsset():
            return scenes.use_asset(state, command, asker)
        case ask.BringAsset():
            return scenes.bring_asset(state, command, asker)
        case ask.LoseAsset():
            return scenes.lose_asset(state, command)
        case ask.ApplyCondition():
            return resolving.apply_condition(state, command)
        case ask.RaiseCondition():
            return resolving.raise_condition(state, command)
        case ask.RecordConsequence():
            return resolving.record_consequence(state, command)
        case ask.RecordAdjudication():
            return adjudication.record_adjudication(state, command)
    return None


def of_obstacle_tests(state: Circle, command: Command, asker: Asker, dice: Dice) -> Decision[Event] | None:
    """An obstacle test, stage by stage."""
    match command:
        case ask.DeclareObstacleTest():
            return declaring.declare_obstacle_test(state, command, asker)
        case ask.SetObstacle():
            return preparing.set_obstacle(state, command)
        case ask.DeclareHindrance():
            return preparing.declare_hindrance(state, command, asker)
        case ask.ChooseTestLifepath():
            return preparing.choose_test_lifepath(state, command, asker)
        case ask.AddBonusDie():
            return preparing.add_bonus_die(state, command, asker)
        case ask.GrantAdvantage():
            return preparing.grant_advantage(state, command)
        case ask.ImposeDisadvantage():
            return preparing.impose_disadvantage(state, command)
        case ask.HelpTest():
            return preparing.help_test(state, command, asker)
        case ask.LinkTest():
            return preparing.link_test(state, command)
        case ask.RollOpposition():
            return tasks.roll_opposition(state, command, asker, dice)
        case ask.RollTask():
            return tasks.roll_task(state, command, asker, dice)
        case ask.RerollTask():
            return tasks.reroll_task(state, command, asker, dice)
        case ask.ResolveTest():
            return resolving.resolve_test(state, command, asker)
        case ask.CancelTest():
            return resolving.cancel_test(state, command, asker)
    return None


def of_abilities(state: Circle, command: Command, asker: Asker, dice: Dice) -> Decision[Event] | None:
    """Ability tests, fate and compels."""
    match command:
        case ask.RequestAbilityTest():
            return abilities.request_ability_test(state, command, asker)
        case ask.RollAbility():
            return abilities.roll_ability(state, command, asker, dice)
        case ask.RerollAbility():
            return abilities.reroll_ability(state, command, asker, dice)
        case ask.ResolveAbilityTest():
            return establishing.resolve_ability_test(state, command, asker)
        case ask.VetoFact():
            return establishing.veto_fact(state, command, asker)
        case ask.RefuseDeed():
            return establishing.refuse_deed(state, command)
        case ask.AwardFate():
            return artha.award_fate(state, command)
        case ask.OfferCompel():
            return artha.offer_compel(state, command, asker)
        case ask.JudgeCompel():
            return artha.judge_compel(state, command)
        case ask.AcceptCompel():
            return artha.accept_compel(state, command, asker)
        case ask.RefuseCompel():
            return artha.refuse_compel(state, command, asker)
        case ask.UpgradeAsset():
            return artha.upgrade_asset(state, command, asker)
    return None


def of_closing(state: Circle, command: Command, asker: Asker, dice: Dice) -> Decision[Event] | None:
    """The end of a session, of a season, of it all."""
    match command:
        case ask.RecordMilestone():
            return closing.record_milestone(state, command)
        case ask.BeginSessionEnd():
            return closing.begin_session_end(state)
        case ask.NextEndStep():
            return closing.next_end_step(state)
        case ask.RewardGoal():
            return closing.reward_goal(state, command, asker)
        case ask.ReviseBelief():
            return closing.revise_belief(state, command, asker)
        case ask.ReviseInstinct():
            return closing.revise_instinct(state, command, asker)
        case ask.OpenTraitVote():
            return votes.open_trait_vote(state, command)
        case ask.CastBallot():
            return votes.cast_ballot(state, command, asker)
        case ask.CloseTraitVote():
            return votes.close_trait_vote(state, command, asker)
        case ask.SetVoluntaryCondition():
            return closing.set_voluntary_condition(state, command, asker)
        case ask.SkipTime():
            return closing.skip_time(state, command)
        case ask.EndSeason():
            return closing.end_season(state)
        case ask.EndCampaign():
            return closing.end_campaign(state, command)
    return None
