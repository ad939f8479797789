"""The action roll: proposed, framed, rolled or taken back (WO-25 to WO-33)."""

from collections import Counter

from domain.kernel.chapter import Events
from domain.kernel.decisions import CommandRefused, found, need
from domain.kernel.dice import Dice
from domain.kernel.messages import Event
from domain.kernel.people import Asker
from domain.kernel.terms import CharacterId
from domain.wicked_ones import commands as ask
from domain.wicked_ones import events as say
from domain.wicked_ones.shapes import Circumstance, Tilt
from domain.wicked_ones.state import Underworld, WickedOne, asked_id
from domain.wicked_ones.tables import EFFECTS, FOOTING_EFFECT, FOOTING_POSITION, POSITIONS, more
from domain.wicked_ones.terms import (
    Attribute,
    Axis,
    Bonus,
    Effect,
    Position,
    Result,
    RollStatus,
    Sign,
)

from .common import action_named, open_scene, own, own_or_gm
from .pools import build, throw

_OPEN = (RollStatus.PROPOSED, RollStatus.FRAMED)
OVERWHELMING = 2
"""So many circumstances that pull one way outweigh the rest."""


def propose_action(state: Underworld, command: ask.ProposeAction, asker: Asker) -> Events:
    """WO-25, WO-08: the player says what for, and which of the nine."""
    need(not asker.is_gm, "gm_cannot_pick_action")
    own(state, command.character, asker)
    open_scene(state)
    need(command.intention.strip(), "intention_missing")
    action = action_named(command.action)
    need(command.risk.strip(), "nothing_at_risk")
    for slug, consequence in state.consequences.items():
        if consequence.pending and consequence.target == command.character:
            raise CommandRefused("consequence_pending", consequence=slug, target=command.character)
    return [
        say.ActionProposed(
            roll=asked_id(state, "roll", command.id),
            character=command.character,
            intention=command.intention,
            action=action,
            risk=command.risk,
            description=command.description,
        )
    ]


def narrate_without_roll(state: Underworld, command: ask.NarrateWithoutRoll, asker: Asker) -> Events:
    """WO-25: where nothing is at risk."""
    own_or_gm(state, command.character, asker)
    open_scene(state)
    return [say.NarratedWithoutRoll(character=command.character, description=command.description)]


def standing_of(state: Underworld, character: str) -> Position:
    """WO-34, WO-41: how somebody stands in the scene: by what befell them, or by how it started."""
    scene = state.scene
    if scene is None:
        return Position.DEFAULT
    start = FOOTING_POSITION[scene.footing] if scene.at_the_start else Position.DEFAULT
    return scene.standing.get(character, start)


def effect_at_first(state: Underworld) -> Effect:
    """WO-34: where effect starts; other than default for the first action after an engagement only."""
    scene = state.scene
    return FOOTING_EFFECT[scene.footing] if scene is not None and scene.at_the_start else Effect.DEFAULT


def frame_action(state: Underworld, command: ask.FrameAction) -> Events:
    """WO-26 to WO-29: what makes it other than usual is named; a risk to a bloodied body is deadly."""
    roll = state.rolls.get(command.roll)
    if roll is None or roll.knell:
        raise CommandRefused("only_action_rolls", roll=command.roll)
    need(roll.status in _OPEN, "already_rolled", roll=command.roll)
    it = state.characters[roll.character]
    standing = standing_of(state, roll.character)
    position = command.position or standing
    last_leg = it.bloodied and command.risks_harm
    if last_leg and position is not Position.DEADLY:
        raise CommandRefused("deadly_required", character=roll.character)
    given = command.circumstances
    need(not any(not each.text.strip() for each in given), "circumstance_missing", axis="it", given="so")
    change = POSITIONS.index(position) - POSITIONS.index(standing)
    if change and not (last_leg and position is Position.DEADLY) and not pulls(given, Axis.POSITION, change):
        raise CommandRefused("circumstance_missing", axis=Axis.POSITION, given=position)
    start = effect_at_first(state)
    effect = command.effect or start
    change = EFFECTS.index(effect) - EFFECTS.index(start)
    if change and not pulls(given, Axis.EFFECT, change):
        raise CommandRefused("circumstance_missing", axis=Axis.EFFECT, given=effect)
    framed = say.ActionFramed(
        roll=command.roll,
        position=position,
        effect=effect,
        circumstances=given,
        overwhelming=overwhelming(given),
        risks_harm=command.risks_harm,
    )
    if position is not Position.DEADLY:
        return [framed]
    return [framed, say.DeadlyAnnounced(roll=command.roll, character=CharacterId(roll.character))]


def pulls(given: tuple[Circumstance, ...], axis: Axis, change: int) -> bool:
    """Whether a circumstance speaks for this change: a step down the scale is for the worse."""
    wanted = Sign.WORSE if change > 0 else Sign.BETTER
    return any(each.axis is axis and each.sign is wanted for each in given)


def overwhelming(given: tuple[Circumstance, ...]) -> tuple[Tilt, ...]:
    """WO-27: two that pull one way, or one the GM calls so, outweigh the rest."""
    counted: Counter[tuple[Axis, Sign]] = Counter()
    for each in given:
        counted[each.axis, each.sign] += OVERWHELMING if each.overwhelming else 1
    return tuple(Tilt(axis=axis, sign=sign) for (axis, sign), n in counted.items() if n >= OVERWHELMING)


def withdraw_action(state: Underworld, command: ask.WithdrawAction, asker: Asker) -> Events:
    """WO-30: until the dice are down, for nothing."""
    roll = found(state.rolls.get(command.roll), "roll_unknown", roll=command.roll)
    if not asker.is_gm and state.characters[roll.character].player != asker.person:
        raise CommandRefused("not_your_character", character=roll.character)
    need(roll.status in _OPEN, "already_rolled", roll=command.roll)
    return [say.ActionWithdrawn(roll=command.roll)]


def roll_action(state: Underworld, command: ask.RollAction, asker: Asker, dice: Dice) -> Events:
    """WO-31: the rating's dice; shock weighs on them and is shaken off after."""
    roll = found(state.rolls.get(command.roll), "roll_unknown", roll=command.roll)
    it = state.characters[roll.character]
    need(not asker.is_gm, "gm_cannot_pick_action")
    need(it.player == asker.person, "not_your_character", character=roll.character)
    need(roll.status not in (RollStatus.ROLLED, RollStatus.WITHDRAWN), "already_rolled", roll=command.roll)
    need(it.alive, "no_roll_possible_dead", character=roll.character)
    need(roll.status is not RollStatus.PROPOSED, "not_framed", roll=command.roll)
    if it.bloodied and roll.risks_harm and roll.position is not Position.DEADLY:
        raise CommandRefused("deadly_required", character=roll.character)
    pool = build(it, roll.character, roll.action, command.minus, command.plus, command.dice, dice)
    fallen = throw(pool.size, state.house_rules, dice, f"{it.name}'s {roll.action}")
    rolled = say.ActionRolled(
        roll=command.roll,
        character=CharacterId(roll.character),
        action=roll.action,
        rating=pool.rating,
        minus=pool.minus,
        plus=pool.plus,
        pool=pool.size,
        zero_dice=fallen.zero_dice,
        faces=fallen.faces,
        kept=fallen.kept,
        result=fallen.result,
        position=roll.position,
        effect=roll.effect,
        was_bloodied=it.bloodied,
    )
    return [rolled, *shaken_off(it, roll.character, pool.shocked, command.roll)]


def shaken_off(it: WickedOne, character: str, attribute: Attribute | None, roll: str) -> list[Event]:
    """WO-43, WO-46: the shock a roll used up is gone, and with the last one the wound."""
    if attribute is None:
        return []
    who = CharacterId(character)
    events: list[Event] = [say.ShockCleared(character=who, attribute=attribute, roll=roll)]
    if it.bloodied and it.alive and it.shocked == [attribute]:
        events.append(say.BloodiedEnded(character=who))
    return events


def take_critical_bonus(state: Underworld, command: ask.TakeCriticalBonus, asker: Asker) -> Events:
    """WO-32, WO-A44: more effect, up to strong, or something beside it."""
    roll = found(state.rolls.get(command.roll), "roll_unknown", roll=command.roll)
    if not asker.is_gm and state.characters[roll.character].player != asker.person:
        raise CommandRefused("not_your_character", character=roll.character)
    need(roll.result is Result.CRITICAL, "not_critical", roll=command.roll, result=roll.result or "not rolled")
    need(not roll.bonus, "bonus_taken", roll=command.roll)
    effect = more(roll.effect) if command.bonus is Bonus.INCREASED_EFFECT else roll.effect
    return [say.CriticalBonusTaken(roll=command.roll, bonus=command.bonus, text=command.text, effect=effect)]
