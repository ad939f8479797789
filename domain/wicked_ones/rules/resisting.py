"""Resistance rolls, resisting death, and the last action of the dying (WO-49, WO-55, WO-56, WO-58 to WO-60)."""

from domain.kernel.chapter import Events
from domain.kernel.decisions import CommandRefused, need
from domain.kernel.dice import Dice
from domain.kernel.messages import Event
from domain.kernel.people import Asker
from domain.kernel.terms import CharacterId
from domain.wicked_ones import commands as ask
from domain.wicked_ones import events as say
from domain.wicked_ones.shapes import Modifier
from domain.wicked_ones.state import Consequence, Underworld, WickedOne, made_id
from domain.wicked_ones.tables import RESISTANCE_STRESS
from domain.wicked_ones.terms import Action, HeartsReason, Kind, Result, StressReason

from .action import shaken_off
from .common import action_named, known_character, living, own, own_or_dead, reason_given
from .declaring import unsettled
from .effects import effects_of
from .pools import build, throw
from .settling import may_still_resist
from .stress import cleared, segment_left, spent


def state_death_reduction(state: Underworld, command: ask.StateDeathReduction) -> Events:
    """WO-59: before the dice, what a mixed result would leave."""
    it = unsettled(state, command.consequence)
    need(Kind.DEATH in it.kinds, "not_death", consequence=command.consequence)
    reason_given(command.text)
    return [say.DeathReductionStated(consequence=command.consequence, text=command.text)]


def resist(state: Underworld, command: ask.Resist, asker: Asker, dice: Dice) -> Events:
    """WO-55, WO-56: it always works to some extent; the dice say how well, and what it takes."""
    need(not asker.is_gm, "gm_cannot_pick_action")
    need(command.consequence not in state.costs, "cost_not_resistible")
    it = own(state, command.character, asker)
    consequence = unsettled(state, command.consequence)
    action = action_named(command.action)
    resistible_so(state, consequence, command, action)
    segment_left(it, command.character)
    if Kind.DEATH in consequence.kinds and not consequence.mixed_outcome:
        raise CommandRefused("mixed_outcome_unstated", consequence=command.consequence)
    pool = build(it, command.character, action, command.minus, command.plus, command.dice, dice)
    fallen = throw(pool.size, state.house_rules, dice, f"{it.name} to resist with {action}")
    rolled = say.ResistanceRolled(
        consequence=command.consequence,
        character=command.character,
        action=action,
        rating=pool.rating,
        minus=pool.minus,
        plus=pool.plus,
        pool=pool.size,
        zero_dice=fallen.zero_dice,
        faces=fallen.faces,
        kept=fallen.kept,
        result=fallen.result,
        description=command.description,
    )
    return [
        rolled,
        *taken(it, command, consequence, fallen.result),
        *shaken_off(it, command.character, pool.shocked, command.consequence),
        *came_of_it(state, command, consequence, fallen.result),
    ]


def resistible_so(state: Underworld, it: Consequence, command: ask.Resist, action: Action) -> None:
    """WO-55, WO-60, WO-A17: this can be resisted, and with this action."""
    may_still_resist(state, command.consequence, it)
    need(it.resistible, "not_resistible", why=it.why_not)
    if it.performer == command.character and it.action is action:
        raise CommandRefused("same_action", action=action)
    need(action not in it.hopeless, "weak_effect", action=action)


def taken(it: WickedOne, command: ask.Resist, consequence: Consequence, result: Result) -> list[Event]:
    """WO-56, WO-A35: the stress it takes, or clears."""
    segments = RESISTANCE_STRESS[result]
    if segments < 0:
        return [cleared(it, command.character, -segments, StressReason.CRITICAL_RESISTANCE)]
    dying = (
        Kind.DEATH in consequence.kinds and result is Result.FAILURE and consequence.target == command.character
    )
    return spent(it, command.character, segments, StressReason.RESISTANCE, dying=dying)


def came_of_it(state: Underworld, command: ask.Resist, consequence: Consequence, result: Result) -> list[Event]:
    """WO-57 to WO-59: wholly kept off; or in part, and the GM says what is left; or death all the same."""
    if result in (Result.SUCCESS, Result.CRITICAL):
        return [say.ConsequenceAvoided(consequence=command.consequence, by=command.character)]
    if Kind.DEATH in consequence.kinds and result is Result.FAILURE:
        accepted = say.ConsequenceAccepted(consequence=command.consequence)
        return [accepted, *effects_of(state, command.consequence, consequence)]
    return []


def ring_death_knell(state: Underworld, command: ask.RingDeathKnell, asker: Asker, dice: Dice) -> Events:
    """WO-49: once, with a die for each dark heart; every ally who sees it gains one."""
    it = known_character(state, command.character) if asker.is_gm else own_or_dead(state, command.character, asker)
    need(not asker.is_gm, "gm_cannot_pick_action")
    need(not it.alive, "still_alive", character=command.character)
    need(it.dark_hearts, "no_dark_hearts", character=command.character)
    need(it.knell_pending, "knell_done", character=command.character)
    need(command.intention.strip(), "intention_missing")
    action = action_named(command.action)
    witnesses = tuple(slug for slug in dict.fromkeys(command.witnesses) if slug != command.character)
    for slug in witnesses:
        living(state, slug)
    hearts = Modifier(n=it.dark_hearts, reason="dark hearts")
    pool = build(it, command.character, action, command.minus, (*command.plus, hearts), command.dice, dice)
    fallen = throw(pool.size, state.house_rules, dice, f"{it.name}'s death knell")
    roll = made_id("roll", command.character)
    rung = say.DeathKnellRolled(
        roll=roll,
        character=command.character,
        action=action,
        intention=command.intention,
        rating=pool.rating,
        minus=pool.minus,
        plus=pool.plus,
        pool=pool.size,
        zero_dice=fallen.zero_dice,
        faces=fallen.faces,
        kept=fallen.kept,
        result=fallen.result,
        description=command.description,
    )
    seen = [
        say.DarkHeartsGained(character=CharacterId(slug), amount=1, reason=HeartsReason.WITNESSED_KNELL)
        for slug in witnesses
    ]
    return [rung, *shaken_off(it, command.character, pool.shocked, roll), *seen]
