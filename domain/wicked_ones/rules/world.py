"""The GM's world: its rolls, raids, invasions, bargains (WO-34 to WO-36, WO-48, WO-64)."""

from domain.kernel.decisions import Decision, Refusal, refuse
from domain.kernel.dice import Dice
from domain.kernel.messages import Event
from domain.wicked_ones import commands as ask
from domain.wicked_ones import events as say
from domain.wicked_ones.state import Raid, Underworld, next_id
from domain.wicked_ones.tables import ENGAGEMENT_FOOTING
from domain.wicked_ones.terms import GmRoll, Phase, RaidStatus, Result

from .common import living, open_scene, scene_is_open, wrong_amount, wrong_phase, wrong_reason
from .pools import throw

ENGAGEMENT_DICE = range(1, 4)
"""Unlikely, a toss-up, likely."""


def roll_engagement(state: Underworld, command: ask.RollEngagement, dice: Dice) -> Decision[Event]:
    """WO-34: once for each scene."""
    scene = open_scene(state)
    if isinstance(scene, Refusal):
        return scene
    if scene.engaged:
        return refuse("already_engaged", scene=scene.id)
    if command.dice not in ENGAGEMENT_DICE:
        return refuse("engagement_dice", given=command.dice)
    fallen = throw(command.dice, state.house_rules, dice, "the engagement")
    if isinstance(fallen, Refusal):
        return fallen
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


def roll_fortune(state: Underworld, command: ask.RollFortune, dice: Dice) -> Decision[Event]:
    """WO-35: as many dice as the GM says."""
    if not command.question.strip():
        return refuse("question_missing")
    fallen = throw(command.dice, state.house_rules, dice, "fortune")
    if isinstance(fallen, Refusal):
        return fallen
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


def roll_calamity(state: Underworld, command: ask.RollCalamity, dice: Dice) -> Decision[Event]:
    """WO-36: at home only."""
    if wrong := wrong_phase(state, Phase.LURKING):
        return wrong
    fallen = throw(command.dice, state.house_rules, dice, "calamity")
    if isinstance(fallen, Refusal):
        return fallen
    return [
        say.CalamityRolled(
            dice=command.dice,
            zero_dice=fallen.zero_dice,
            faces=fallen.faces,
            kept=fallen.kept,
            result=fallen.result,
        )
    ]


def roll_blowback(state: Underworld, command: ask.RollBlowback, dice: Dice) -> Decision[Event]:
    """WO-36: while raiding, once the raid is over."""
    if wrong := wrong_phase(state, Phase.RAIDING):
        return wrong
    if state.raid is None or state.raid.status is not RaidStatus.OVER:
        return refuse("wrong_phase", phase="", wanted=Phase.RAIDING)
    fallen = throw(command.dice, state.house_rules, dice, "blowback")
    if isinstance(fallen, Refusal):
        return fallen
    return [
        say.BlowbackRolled(
            dice=command.dice,
            zero_dice=fallen.zero_dice,
            faces=fallen.faces,
            kept=fallen.kept,
            result=fallen.result,
        )
    ]


def tell_outcome(state: Underworld, command: ask.TellOutcome) -> Decision[Event]:
    """WO-34 to WO-36: what the dice meant, told after they fell."""
    rolled = state.world_roll
    if rolled is None:
        return refuse("nothing_to_tell")
    if rolled.form is GmRoll.ENGAGEMENT and rolled.result is Result.CRITICAL and state.scene is not None:
        return [say.LuckyTurn(scene=state.scene.id, text=command.text)]
    told = say.OutcomeTold(form=rolled.form, text=command.text)
    comes = command.invasion_by.strip()
    if comes and rolled.form in (GmRoll.CALAMITY, GmRoll.BLOWBACK):
        return [told, say.InvasionTriggered(by=comes)]
    return [told]


def open_raid(state: Underworld) -> Raid | Refusal:
    """The raid under way."""
    if state.raid is None or state.raid.status is not RaidStatus.OPEN:
        return refuse("no_raid")
    return state.raid


def begin_raid(state: Underworld, command: ask.BeginRaid) -> Decision[Event]:
    """A target and a plan."""
    if wrong := wrong_phase(state, Phase.RAIDING):
        return wrong
    if state.raid is not None and state.raid.status is RaidStatus.OPEN:
        return refuse("raid_open", target=state.raid.target)
    return [say.RaidBegan(raid=next_id(state, "raid"), target=command.target, plan=command.plan)]


def grab_loot(state: Underworld, command: ask.GrabLoot) -> Decision[Event]:
    """What is grabbed on a raid is loot once it is home."""
    raid = open_raid(state)
    if isinstance(raid, Refusal):
        return raid
    if command.character is not None:
        it = living(state, command.character)
        if isinstance(it, Refusal):
            return it
    return wrong_amount(command.amount) or [say.LootGrabbed(amount=command.amount, by=command.character)]


def end_raid(state: Underworld, command: ask.EndRaid) -> Decision[Event]:
    """Home with it."""
    raid = open_raid(state)
    if isinstance(raid, Refusal):
        return raid
    if state.scene is not None and scene_is_open(state):
        return refuse("scene_open", scene=state.scene.id)
    return [say.RaidEnded(raid=raid.id, loot=raid.loot, outcome=command.outcome)]


def begin_invasion(state: Underworld, command: ask.BeginInvasion) -> Decision[Event]:
    """WO-64: one at a time."""
    if state.phase is Phase.NONE:
        return refuse("phase_missing")
    if state.dungeon.invasion is not None:
        return refuse("invasion_running", by=state.dungeon.invasion)
    return [say.InvasionBegan(by=command.by)]


def end_invasion(state: Underworld, command: ask.EndInvasion) -> Decision[Event]:
    """WO-64, WO-37: what they leave behind is loot too."""
    if state.dungeon.invasion is None:
        return refuse("no_invasion")
    if state.scene is not None and scene_is_open(state):
        return refuse("scene_open", scene=state.scene.id)
    return [say.InvasionEnded(loot=command.loot, outcome=command.outcome)]


def strike_bargain(state: Underworld, command: ask.StrikeBargain) -> Decision[Event]:
    """WO-48: its price follows as a consequence."""
    it = living(state, command.character)
    if isinstance(it, Refusal):
        return it
    return wrong_reason(command.price) or [
        say.BargainStruck(character=command.character, price=command.price, gain=command.gain)
    ]
