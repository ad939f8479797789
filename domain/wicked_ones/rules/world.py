"""The GM's world: its rolls, raids, invasions, bargains (WO-34 to WO-36, WO-48, WO-64)."""

from domain.kernel.chapter import Events
from domain.kernel.decisions import CommandRefused, found, need
from domain.kernel.dice import Dice
from domain.wicked_ones import commands as ask
from domain.wicked_ones import events as say
from domain.wicked_ones.state import Raid, Underworld, next_id
from domain.wicked_ones.tables import ENGAGEMENT_FOOTING
from domain.wicked_ones.terms import GmRoll, Phase, RaidStatus, Result

from .common import in_phase, living, open_scene, positive, reason_given, scene_is_open
from .pools import throw

ENGAGEMENT_DICE = range(1, 4)
"""Unlikely, a toss-up, likely."""


def roll_engagement(state: Underworld, command: ask.RollEngagement, dice: Dice) -> Events:
    """WO-34: once for each scene."""
    scene = open_scene(state)
    need(not scene.engaged, "already_engaged", scene=scene.id)
    need(command.dice in ENGAGEMENT_DICE, "engagement_dice", given=command.dice)
    fallen = throw(command.dice, state.house_rules, dice, "the engagement")
    return [
        say.EngagementRolled(
            scene=scene.id,
            dice=command.dice,
            favor=command.favor,
            against=command.against,
            faces=fallen.faces,
            kept=fallen.kept,
            result=fallen.result,
            footing=ENGAGEMENT_FOOTING[fallen.result],
        )
    ]


def roll_fortune(state: Underworld, command: ask.RollFortune, dice: Dice) -> Events:
    """WO-35: as many dice as the GM says."""
    need(command.question.strip(), "question_missing")
    fallen = throw(command.dice, state.house_rules, dice, "fortune")
    return [
        say.FortuneRolled(
            question=command.question,
            dice=command.dice,
            zero_dice=fallen.zero_dice,
            faces=fallen.faces,
            kept=fallen.kept,
            result=fallen.result,
        )
    ]


def roll_calamity(state: Underworld, command: ask.RollCalamity, dice: Dice) -> Events:
    """WO-36: at home only."""
    in_phase(state, Phase.LURKING)
    fallen = throw(command.dice, state.house_rules, dice, "calamity")
    return [
        say.CalamityRolled(
            dice=command.dice,
            zero_dice=fallen.zero_dice,
            faces=fallen.faces,
            kept=fallen.kept,
            result=fallen.result,
        )
    ]


def roll_blowback(state: Underworld, command: ask.RollBlowback, dice: Dice) -> Events:
    """WO-36: while raiding, once the raid is over."""
    in_phase(state, Phase.RAIDING)
    if state.raid is None or state.raid.status is not RaidStatus.OVER:
        raise CommandRefused("wrong_phase", phase="", wanted=Phase.RAIDING)
    fallen = throw(command.dice, state.house_rules, dice, "blowback")
    return [
        say.BlowbackRolled(
            dice=command.dice,
            zero_dice=fallen.zero_dice,
            faces=fallen.faces,
            kept=fallen.kept,
            result=fallen.result,
        )
    ]


def tell_outcome(state: Underworld, command: ask.TellOutcome) -> Events:
    """WO-34 to WO-36: what the dice meant, told after they fell."""
    rolled = found(state.world_roll, "nothing_to_tell")
    if rolled.form is GmRoll.ENGAGEMENT and rolled.result is Result.CRITICAL and state.scene is not None:
        return [say.LuckyTurn(scene=state.scene.id, text=command.text)]
    told = say.OutcomeTold(form=rolled.form, text=command.text)
    comes = command.invasion_by.strip()
    if comes and rolled.form in (GmRoll.CALAMITY, GmRoll.BLOWBACK):
        return [told, say.InvasionTriggered(by=comes)]
    return [told]


def open_raid(state: Underworld) -> Raid:
    """The raid under way."""
    if state.raid is None or state.raid.status is not RaidStatus.OPEN:
        raise CommandRefused("no_raid")
    return state.raid


def begin_raid(state: Underworld, command: ask.BeginRaid) -> Events:
    """A target and a plan."""
    in_phase(state, Phase.RAIDING)
    if state.raid is not None and state.raid.status is RaidStatus.OPEN:
        raise CommandRefused("raid_open", target=state.raid.target)
    return [say.RaidBegan(raid=next_id(state, "raid"), target=command.target, plan=command.plan)]


def grab_loot(state: Underworld, command: ask.GrabLoot) -> Events:
    """What is grabbed on a raid is loot once it is home."""
    open_raid(state)
    if command.character is not None:
        living(state, command.character)
    positive(command.amount)
    return [say.LootGrabbed(amount=command.amount, by=command.character)]


def end_raid(state: Underworld, command: ask.EndRaid) -> Events:
    """Home with it."""
    raid = open_raid(state)
    if state.scene is not None and scene_is_open(state):
        raise CommandRefused("scene_open", scene=state.scene.id)
    return [say.RaidEnded(raid=raid.id, loot=raid.loot, outcome=command.outcome)]


def begin_invasion(state: Underworld, command: ask.BeginInvasion) -> Events:
    """WO-64: one at a time."""
    need(state.phase is not Phase.NONE, "phase_missing")
    if state.dungeon.invasion is not None:
        raise CommandRefused("invasion_running", by=state.dungeon.invasion)
    return [say.InvasionBegan(by=command.by)]


def end_invasion(state: Underworld, command: ask.EndInvasion) -> Events:
    """WO-64, WO-37: what they leave behind is loot too."""
    if state.dungeon.invasion is None:
        raise CommandRefused("no_invasion")
    if state.scene is not None and scene_is_open(state):
        raise CommandRefused("scene_open", scene=state.scene.id)
    return [say.InvasionEnded(loot=command.loot, outcome=command.outcome)]


def strike_bargain(state: Underworld, command: ask.StrikeBargain) -> Events:
    """WO-48: its price follows as a consequence."""
    living(state, command.character)
    reason_given(command.price)
    return [say.BargainStruck(character=command.character, price=command.price, gain=command.gain)]
