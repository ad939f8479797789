"""Resistance rolls, resisting death, and the last action of the dying (WO-49, WO-55, WO-56, WO-58 to WO-60)."""

from domain.kernel.decisions import Decision, Refusal, refuse
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
from .common import action_named, known_character, living, own, own_or_dead, wrong_reason
from .declaring import unsettled
from .effects import effects_of
from .pools import build, throw
from .settling import resisted_already
from .stress import cleared, spent, too_tense


def state_death_reduction(state: Underworld, command: ask.StateDeathReduction) -> Decision[Event]:
    """WO-59: before the dice, what a mixed result would leave."""
    it = unsettled(state, command.consequence)
    if isinstance(it, Refusal):
        return it
    if Kind.DEATH not in it.kinds:
        return refuse("not_death", consequence=command.consequence)
    return wrong_reason(command.text) or [
        say.DeathReductionStated(consequence=command.consequence, text=command.text)
    ]


def resist(state: Underworld, command: ask.Resist, asker: Asker, dice: Dice) -> Decision[Event]:
    """WO-55, WO-56: it always works to some extent; the dice say how well, and what it takes."""
    if asker.is_gm:
        return refuse("gm_cannot_pick_action")
    if command.consequence in state.costs:
        return refuse("cost_not_resistible")
    it = own(state, command.character, asker)
    if isinstance(it, Refusal):
        return it
    consequence = unsettled(state, command.consequence)
    if isinstance(consequence, Refusal):
        return consequence
    action = action_named(command.action)
    if isinstance(action, Refusal):
        return action
    wrong = cannot_resist(state, consequence, command, action) or too_tense(it, command.character)
    if wrong:
        return wrong
    if Kind.DEATH in consequence.kinds and not consequence.mixed_outcome:
        return refuse("mixed_outcome_unstated", consequence=command.consequence)
    pool = build(it, command.character, action, command.minus, command.plus, command.dice, dice)
    if isinstance(pool, Refusal):
        return pool
    fallen = throw(pool.size, state.house_rules, dice, f"{it.name} to resist with {action}")
    if isinstance(fallen, Refusal):
        return fallen
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


def cannot_resist(state: Underworld, it: Consequence, command: ask.Resist, action: Action) -> Refusal | None:
    """WO-55, WO-60, WO-A17: why this cannot be resisted so, or None."""
    if wrong := resisted_already(state, command.consequence, it):
        return wrong
    if not it.resistible:
        return refuse("not_resistible", why=it.why_not)
    if it.performer == command.character and it.action is action:
        return refuse("same_action", action=action)
    if action in it.hopeless:
        return refuse("weak_effect", action=action)
    return None


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


def ring_death_knell(state: Underworld, command: ask.RingDeathKnell, asker: Asker, dice: Dice) -> Decision[Event]:
    """WO-49: once, with a die for each dark heart; every ally who sees it gains one."""
    it = known_character(state, command.character) if asker.is_gm else own_or_dead(state, command.character, asker)
    if isinstance(it, Refusal):
        return it
    if asker.is_gm:
        return refuse("gm_cannot_pick_action")
    if it.alive:
        return refuse("still_alive", character=command.character)
    if not it.dark_hearts:
        return refuse("no_dark_hearts", character=command.character)
    if not it.knell_pending:
        return refuse("knell_done", character=command.character)
    if not command.intention.strip():
        return refuse("intention_missing")
    action = action_named(command.action)
    if isinstance(action, Refusal):
        return action
    witnesses = tuple(slug for slug in dict.fromkeys(command.witnesses) if slug != command.character)
    for slug in witnesses:
        ally = living(state, slug)
        if isinstance(ally, Refusal):
            return ally
    hearts = Modifier(n=it.dark_hearts, reason="dark hearts")
    pool = build(it, command.character, action, command.minus, (*command.plus, hearts), command.dice, dice)
    if isinstance(pool, Refusal):
        return pool
    fallen = throw(pool.size, state.house_rules, dice, f"{it.name}'s death knell")
    if isinstance(fallen, Refusal):
        return fallen
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
