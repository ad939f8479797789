"""The action roll, and what a critical brings (WO-31, WO-32)."""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from domain.kernel import facts
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import CommandRefused, must, need, one_there
from domain.kernel.dice import Dice
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event
from domain.kernel.offers import Offer
from domain.kernel.people import Asker
from domain.kernel.terms import Character, CharacterId, Points, Slug, Text
from domain.wicked_ones.chapters.guards import in_play
from domain.wicked_ones.chapters.phases.shock import shock_cleared
from domain.wicked_ones.chapters.pools import dice_of, pool_for, roll_pool
from domain.wicked_ones.lookup import roll_of, scene_of
from domain.wicked_ones.phrases import CAME, WON, faces_in_words, rolled, told, words
from domain.wicked_ones.printed import more
from domain.wicked_ones.seats import Seat
from domain.wicked_ones.shapes import Counted, Face, Modifier
from domain.wicked_ones.state.play import ActionRoll
from domain.wicked_ones.state.underworld import Underworld
from domain.wicked_ones.terms.refs import ActionRef
from domain.wicked_ones.terms.rolls import Action, Bonus, Effect, Position, Result, RollStatus

chapter = Chapter[Underworld](
    "The action roll",
    {
        "not_framed": "The GM has yet to frame {roll}.",
        "no_roll_possible_dead": "{character} is dead and rolls no more.",
        "not_critical": "{roll} is no critical: {result}.",
        "bonus_taken": "{roll} has its bonus already.",
    },
)


class RollAction(Command):
    """Roll an action: as many dice as the rating, less what hinders but never below none, then more for what
    helps.

    Needs:    the player of the monster; a framed action.
    Refused:  `roll_unknown`, `gm_cannot_pick_action`, `not_your_character`, `not_framed`, `already_rolled`,
              `no_roll_possible_dead`, `modifier_without_reason`, `shock_must_count`, `wrong_dice_count`,
              `face_out_of_range`, `deadly_required`.
    Yields:   `ActionRolled`; `ShockCleared` and `BloodiedEnded` where shock is shaken off.
    """

    type: Literal["wicked_ones.roll_action"] = "wicked_ones.roll_action"
    roll: ActionRef = Field(description="The action.")
    plus: tuple[Modifier, ...] = Field(default=(), max_length=8, description="What helps, and by how many dice.")
    minus: tuple[Modifier, ...] = Field(
        default=(), max_length=8, description="What hinders, and by how many dice; shock is counted by itself."
    )
    dice: Counted | None = Field(default=None, description="How many dice the table counts; checked.")


class ActionRolled(Event):
    """The dice of an action fell.

    `pool` dice were due, of which `zero_dice` rolls two and keeps the lower; `kept` is the face that counts;
    `position` and `effect` are those it was framed with; `was_bloodied`: before the roll.
    """

    type: Literal["wicked_ones.action_rolled.v1"] = "wicked_ones.action_rolled.v1"
    roll: Slug
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
    position: Position
    effect: Effect
    was_bloodied: bool


@chapter.decides(RollAction)
def roll_action(state: Underworld, command: RollAction, asker: Asker, dice: Dice) -> Events:
    """WO-31: roll the rating's dice; shock takes one off, and is cleared after."""
    in_play(state)
    roll = one_there(state.rolls, command.roll, "roll_unknown")
    it = state.characters[roll.character]
    need(not asker.is_gm, "gm_cannot_pick_action")
    need(it.player == asker.person, "not_your_character", character=roll.character)
    need(roll.status not in (RollStatus.ROLLED, RollStatus.WITHDRAWN), "already_rolled", roll=command.roll)
    need(it.alive, "no_roll_possible_dead", character=roll.character)
    need(roll.status is not RollStatus.PROPOSED, "not_framed", roll=command.roll)
    if it.bloodied and roll.risks_harm and roll.position is not Position.DEADLY:
        raise CommandRefused("deadly_required", character=roll.character)
    pool = pool_for(it, roll.character, roll.action, command.minus, command.plus, command.dice, dice)
    fallen = roll_pool(pool.size, state.house_rules, dice, f"{it.name}'s {roll.action}")
    rolled = ActionRolled(
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
    return [rolled, *shock_cleared(it, roll.character, pool.shocked, command.roll)]


@chapter.applies(ActionRolled)
def _(state: Underworld, event: ActionRolled) -> None:
    roll = roll_of(state, event.roll)
    must(roll.status is RollStatus.FRAMED, f"{event.roll} cannot be rolled now")
    roll.status = RollStatus.ROLLED
    roll.pool, roll.faces, roll.result = event.pool, list(event.faces), event.result
    roll.was_bloodied = event.was_bloodied
    scene_of(state).at_the_start = False


@chapter.tells(ActionRolled, "{character} rolls {action}, {faces}: {result}")
def _(state: Underworld, event: ActionRolled) -> Iterable[Fact]:
    yield rolled(event, event.character, words(event.action), event.roll, event.action)
    won = event.result in WON
    yield facts.TestClosed(
        test=event.roll,
        outcome=words(event.result),
        winner=event.character if won else None,
        losers=() if won else (event.character,),
    )
    came = facts.Came.AS_WANTED if won else CAME.get(event.result, facts.Came.NOT)
    proof = faces_in_words(event.faces)
    yield facts.Outcome(test=event.roll, who=event.character, came=came, proof=proof)


class TakeCriticalBonus(Command):
    """Choose what the critical brings: more than success.

    Needs:    the player of the monster, or the GM; a critical without its bonus.
    Refused:  `roll_unknown`, `not_critical`, `bonus_taken`, `not_your_character`.
    Yields:   `CriticalBonusTaken`.
    """

    type: Literal["wicked_ones.take_critical_bonus"] = "wicked_ones.take_critical_bonus"
    roll: ActionRef = Field(description="The action.")
    bonus: Bonus
    text: Text = ""


class CriticalBonusTaken(Event):
    """A critical brought a bonus. `effect` is what the roll's effect is now."""

    type: Literal["wicked_ones.critical_bonus_taken.v1"] = "wicked_ones.critical_bonus_taken.v1"
    roll: Slug
    bonus: Bonus
    text: Text
    effect: Effect


@chapter.decides(TakeCriticalBonus)
def take_critical_bonus(state: Underworld, command: TakeCriticalBonus, asker: Asker, dice: Dice) -> Events:
    """WO-32, WO-A44: take more effect, up to strong, or something beside it."""
    in_play(state)
    roll = one_there(state.rolls, command.roll, "roll_unknown")
    if not asker.is_gm and state.characters[roll.character].player != asker.person:
        raise CommandRefused("not_your_character", character=roll.character)
    need(roll.result is Result.CRITICAL, "not_critical", roll=command.roll, result=roll.result or "not rolled")
    need(not roll.bonus, "bonus_taken", roll=command.roll)
    effect = more(roll.effect) if command.bonus is Bonus.INCREASED_EFFECT else roll.effect
    return [CriticalBonusTaken(roll=command.roll, bonus=command.bonus, text=command.text, effect=effect)]


@chapter.applies(CriticalBonusTaken)
def _(state: Underworld, event: CriticalBonusTaken) -> None:
    roll = roll_of(state, event.roll)
    roll.bonus = event.bonus
    roll.effect = event.effect


@chapter.tells(CriticalBonusTaken, "It brings more{text:+: }")
def _(state: Underworld, event: CriticalBonusTaken) -> Iterable[Fact]:
    yield told(event.text or words(event.bonus), "critical", state.rolls[event.roll].character)


def to_roll(slug: str, roll: ActionRoll, seat: Seat) -> Iterable[Offer]:
    """Offer to roll an action that is framed."""
    pool = pool_for(seat.it, roll.character, roll.action, (), (), None)
    yield seat.offer(
        RollAction,
        f"{seat.name} rolls {roll.action} {pool.size}d: {roll.intention}",
        {"roll": slug, "dice": None},
        group="Action",
        dice=dice_of(pool.size),
    )


def bonuses(slug: str, roll: ActionRoll, seat: Seat) -> Iterable[Offer]:
    """Offers of a bonus for a critical."""
    if roll.result is Result.CRITICAL and not roll.bonus:
        label = f"{seat.name} says what the critical brings"
        yield seat.offer(TakeCriticalBonus, label, {"roll": slug}, group="Action")
