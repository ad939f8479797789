"""Resisting a consequence (WO-55 to WO-60)."""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from domain.kernel import facts
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import CommandRefused, must, need
from domain.kernel.dice import Dice
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event
from domain.kernel.offers import Offer
from domain.kernel.people import Asker
from domain.kernel.terms import Character, Name, Points, Slug, Text
from domain.wicked_ones.chapters.consequences.declaring import unsettled
from domain.wicked_ones.chapters.consequences.settling import (
    ConsequenceAccepted,
    ConsequenceAvoided,
    may_still_resist,
)
from domain.wicked_ones.chapters.consequences.striking import effects_of
from domain.wicked_ones.chapters.guards import (
    Described,
    action_named,
    described,
    gm_only,
    in_play,
    nearby,
    own,
    reason_given,
)
from domain.wicked_ones.chapters.phases.shock import shock_cleared
from domain.wicked_ones.chapters.pools import pool_for, roll_pool
from domain.wicked_ones.chapters.resources.stress import segment_left, stress_cleared, stress_spent
from domain.wicked_ones.lookup import is_near, pending_of
from domain.wicked_ones.phrases import WON, rolled, told, words
from domain.wicked_ones.printed import RESISTANCE_STRESS
from domain.wicked_ones.seats import nine, seats
from domain.wicked_ones.shapes import Counted, Face, Modifier
from domain.wicked_ones.state.play import Consequence
from domain.wicked_ones.state.underworld import Underworld
from domain.wicked_ones.state.world import WickedOne
from domain.wicked_ones.terms.harm import Kind
from domain.wicked_ones.terms.holdings import StressReason
from domain.wicked_ones.terms.refs import ConsequenceRef, MonsterRef
from domain.wicked_ones.terms.rolls import Action, Result

chapter = Chapter[Underworld](
    "Resisting",
    {
        "cost_not_resistible": "A price you choose cannot be resisted.",
        "same_action": "You cannot resist with {action} what your own {action} caused.",
        "weak_effect": "With {action} the effect against this would be weak. Resist with another action.",
        "mixed_outcome_unstated": "The GM tells first what remains of {consequence} on a mixed result.",
        "not_death": "{consequence} is not death, so nothing has to be said beforehand.",
    },
)


class StateDeathReduction(Command):
    """Say what a mixed roll would leave: before death is resisted.

    Needs:    the GM; a pending death.
    Refused:  `only_gm`, `consequence_unknown`, `consequence_settled`, `not_death`, `reason_missing`.
    Yields:   `DeathReductionStated`.
    """

    type: Literal["wicked_ones.state_death_reduction"] = "wicked_ones.state_death_reduction"
    consequence: ConsequenceRef
    text: Text


class DeathReductionStated(Event):
    """The GM said what a mixed resistance to death would leave."""

    type: Literal["wicked_ones.death_reduction_stated.v1"] = "wicked_ones.death_reduction_stated.v1"
    consequence: Slug
    text: Text


@chapter.decides(StateDeathReduction)
def state_death_reduction(state: Underworld, command: StateDeathReduction, asker: Asker, dice: Dice) -> Events:
    """WO-59: say, before the dice, what a mixed result would leave."""
    gm_only(asker)
    in_play(state)
    it = unsettled(state, command.consequence)
    need(Kind.DEATH in it.kinds, "not_death", consequence=command.consequence)
    reason_given(command.text)
    return [DeathReductionStated(consequence=command.consequence, text=command.text)]


@chapter.applies(DeathReductionStated)
def _(state: Underworld, event: DeathReductionStated) -> None:
    pending_of(state, event.consequence).mixed_outcome = event.text


@chapter.tells(DeathReductionStated, "At best: {text}")
def _(state: Underworld, event: DeathReductionStated) -> Iterable[Fact]:
    yield told(event.text, "at best", state.consequences[event.consequence].target)


class Resist(Described):
    """Resist a consequence, wholly or in part. The failed action stays failed.

    Needs:    a living monster of yours, struck or nearby, with a segment of stress left.
    Refused:  `gm_cannot_pick_action`, `cost_not_resistible`, `consequence_unknown`, `consequence_settled`,
              `reduce_first`, `resisted_already`,
              `not_resistible`, `same_action`, `weak_effect`, `unknown_action`, `no_stress_left`,
              `mixed_outcome_unstated`, `modifier_without_reason`, `shock_must_count`, `wrong_dice_count`,
              `face_out_of_range`, `describe_first`, `not_your_character`, `unknown_character`, `dead`,
              `not_nearby`.
    Yields:   `ResistanceRolled`; `StressSpent` or `StressCleared`, `WentFeral`, `ShockCleared`, `BloodiedEnded`;
              `ConsequenceAvoided`, or for a failure against death `ConsequenceAccepted`, `CharacterDied`.
    """

    type: Literal["wicked_ones.resist"] = "wicked_ones.resist"
    consequence: ConsequenceRef
    character: MonsterRef
    action: Name = Field(description="One of the nine.")
    plus: tuple[Modifier, ...] = Field(default=(), max_length=8, description="What helps, and by how many dice.")
    minus: tuple[Modifier, ...] = Field(
        default=(), max_length=8, description="What hinders, and by how many dice; shock is counted by itself."
    )
    dice: Counted | None = Field(default=None, description="How many dice the table counts; checked.")


class ResistanceRolled(Event):
    """The dice of a resistance fell.

    `pool` dice were due; `kept` is the face that counts; `minus` and `plus`: why.
    """

    type: Literal["wicked_ones.resistance_rolled.v1"] = "wicked_ones.resistance_rolled.v1"
    consequence: Slug
    character: Character
    action: Action
    rating: Points
    minus: tuple[Modifier, ...]
    plus: tuple[Modifier, ...]
    pool: Points
    zero_dice: bool
    faces: tuple[Face, ...]
    kept: Face
    result: Result
    description: Text


@chapter.decides(Resist)
def resist(state: Underworld, command: Resist, asker: Asker, dice: Dice) -> Events:
    """WO-55, WO-56: roll to resist: it always works to some extent; dice say how well, and for how much stress."""
    in_play(state)
    described(command)
    need(not asker.is_gm, "gm_cannot_pick_action")
    need(command.consequence not in state.costs, "cost_not_resistible")
    it = own(state, command.character, asker)
    consequence = unsettled(state, command.consequence)
    action = action_named(command.action)
    if command.character != consequence.target:
        nearby(state, command.character)
    resistible_by(state, consequence, command, action)
    segment_left(it, command.character)
    if Kind.DEATH in consequence.kinds and not consequence.mixed_outcome:
        raise CommandRefused("mixed_outcome_unstated", consequence=command.consequence)
    pool = pool_for(it, command.character, action, command.minus, command.plus, command.dice, dice)
    fallen = roll_pool(pool.size, state.house_rules, dice, f"{it.name} to resist with {action}")
    rolled = ResistanceRolled(
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
        *stress_taken(it, command, consequence, fallen.result),
        *shock_cleared(it, command.character, pool.shocked, command.consequence),
        *resistance_outcome(state, command, consequence, fallen.result),
    ]


def resistible_by(state: Underworld, it: Consequence, command: Resist, action: Action) -> None:
    """Refuse to resist what cannot be resisted, or not with this action (WO-55, WO-60, WO-A17)."""
    may_still_resist(state, command.consequence, it)
    need(it.resistible, "not_resistible", why=it.why_not)
    if it.performer == command.character and it.action is action:
        raise CommandRefused("same_action", action=action)
    need(action not in it.hopeless, "weak_effect", action=action)


def stress_taken(it: WickedOne, command: Resist, consequence: Consequence, result: Result) -> list[Event]:
    """Events of the stress a resistance takes, or clears (WO-56, WO-A35)."""
    segments = RESISTANCE_STRESS[result]
    if segments < 0:
        return [stress_cleared(it, command.character, -segments, StressReason.CRITICAL_RESISTANCE)]
    dying = (
        Kind.DEATH in consequence.kinds and result is Result.FAILURE and consequence.target == command.character
    )
    return stress_spent(it, command.character, segments, StressReason.RESISTANCE, dying=dying)


def resistance_outcome(
    state: Underworld, command: Resist, consequence: Consequence, result: Result
) -> list[Event]:
    """Events of what a resistance did: reduced by the GM, avoided, or death all the same (WO-57, WO-58, WO-59)."""
    if result in (Result.SUCCESS, Result.CRITICAL):
        return [ConsequenceAvoided(consequence=command.consequence, by=command.character)]
    if Kind.DEATH in consequence.kinds and result is Result.FAILURE:
        accepted = ConsequenceAccepted(consequence=command.consequence)
        return [accepted, *effects_of(state, command.consequence, consequence)]
    return []


@chapter.applies(ResistanceRolled)
def _(state: Underworld, event: ResistanceRolled) -> None:
    it = pending_of(state, event.consequence)
    must(it.resistible and not it.to_reduce, f"{event.consequence} cannot be resisted now")
    it.resisted += 1
    state.resisting = event.consequence
    partly = RESISTANCE_STRESS[event.result] > 1
    deadly = Kind.DEATH in it.kinds and event.result is Result.FAILURE
    it.to_reduce = partly and not deadly


@chapter.tells(ResistanceRolled, "{character} resists with {action}, {faces}: {result}. {description}")
def _(state: Underworld, event: ResistanceRolled) -> Iterable[Fact]:
    it = state.consequences[event.consequence]
    test = f"{event.consequence}-resisted-{it.resisted}"
    aim = it.details or words(it.kind)
    yield facts.TestOpened(test=test, form="resistance roll", sides=(event.character,), aim=aim)
    yield rolled(event, event.character, f"resistance: {words(event.action)}", test, event.action)
    won = event.result in WON
    outcome = f"{words(event.result)}, {'kept off' if won else 'in part'}"
    yield facts.TestClosed(
        test=test,
        outcome=outcome,
        winner=event.character if won else None,
        losers=() if won else (event.character,),
    )
    yield told(event.description, "resists", event.character)
    yield facts.Turn(test=test, who=event.character, text=event.description, way=facts.Way.RESISTS)


def outcomes_to_state(slug: str, it: Consequence, what: str) -> Iterable[Offer]:
    """Offers to say what a mixed result would leave of death."""
    if Kind.DEATH in it.kinds and not it.mixed_outcome:
        yield Offer(
            command=StateDeathReduction,
            label=f"Say what would remain of death: {what}",
            known={"consequence": slug},
            group="Consequences",
        )


def resisting(state: Underworld, slug: str, it: Consequence, what: str, asker: Asker) -> Iterable[Offer]:
    """Offers to resist: to the struck one first, then to whoever is near."""
    order = sorted(seats(state, asker), key=lambda seat: seat.character != it.target)
    for seat in order:
        near = seat.character == it.target or is_near(state, seat.character)
        if not near or not seat.it.stress_left:
            continue
        own = [it.action] if it.performer == seat.character and it.action else []
        yield seat.offer(
            Resist,
            f"{seat.name} resists: {what}",
            {"consequence": slug, "character": seat.character, "dice": None},
            {"action": nine(seat.it, [*own, *it.hopeless])},
            group="Consequences",
        )
