"""The death knell: the last action of a dying monster (WO-49)."""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from domain.kernel import facts
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import must, need
from domain.kernel.dice import Dice
from domain.kernel.facts import Fact
from domain.kernel.messages import Event
from domain.kernel.offers import Offer
from domain.kernel.people import Asker
from domain.kernel.terms import Character, CharacterId, Name, Points, Slug, Text
from domain.wicked_ones.chapters.guards import (
    Described,
    action_named,
    described,
    in_play,
    known_character,
    living,
    nearby,
    own_or_dead,
)
from domain.wicked_ones.chapters.phases.loot import DarkHeartsGained
from domain.wicked_ones.chapters.phases.shock import shock_cleared
from domain.wicked_ones.chapters.pools import pool_for, roll_pool
from domain.wicked_ones.lookup import character_of, count_number, is_near, must_be_new
from domain.wicked_ones.phrases import CAME, WON, faces_in_words, rolled, told, words
from domain.wicked_ones.seats import Seat, alive, nine, seats
from domain.wicked_ones.shapes import Counted, Face, Modifier
from domain.wicked_ones.state.play import ActionRoll
from domain.wicked_ones.state.underworld import Underworld, made_id
from domain.wicked_ones.terms.holdings import HeartsReason
from domain.wicked_ones.terms.refs import MonsterRef
from domain.wicked_ones.terms.rolls import Action, Result, RollStatus

chapter = Chapter[Underworld](
    "The death knell",
    {
        "no_dark_hearts": "A death knell needs at least one dark heart; {character} has none.",
        "knell_done": "The death knell of {character} has passed.",
        "still_alive": "{character} is alive: only the dying ring a death knell.",
    },
)


class RingDeathKnell(Described):
    """Take the last action: a dying monster's, with one more die for each dark heart.

    Needs:    its player; it has just died with a dark heart at least.
    Refused:  `still_alive`, `no_dark_hearts`, `knell_done`, `intention_missing`, `unknown_action`,
              `gm_cannot_pick_action`, `modifier_without_reason`, `shock_must_count`, `wrong_dice_count`,
              `face_out_of_range`, `describe_first`, `not_your_character`, `unknown_character`,
              `dead` and `not_nearby` (a witness).
    Yields:   `DeathKnellRolled`, `ShockCleared`, `DarkHeartsGained` for each ally who sees it.
    """

    type: Literal["wicked_ones.ring_death_knell"] = "wicked_ones.ring_death_knell"
    character: MonsterRef
    action: Name = Field(description="One of the nine.")
    intention: Text
    plus: tuple[Modifier, ...] = Field(default=(), max_length=8, description="What helps, and by how many dice.")
    minus: tuple[Modifier, ...] = Field(
        default=(), max_length=8, description="What hinders, and by how many dice; shock is counted by itself."
    )
    witnesses: tuple[MonsterRef, ...] = ()
    dice: Counted | None = Field(default=None, description="How many dice the table counts; checked.")


class DeathKnellRolled(Event):
    """The dice of a dying monster's last action fell. `pool` dice were due; `kept` is the face that counts."""

    type: Literal["wicked_ones.death_knell_rolled.v1"] = "wicked_ones.death_knell_rolled.v1"
    roll: Slug
    character: Character
    action: Action
    intention: Text
    rating: Points
    minus: tuple[Modifier, ...]
    plus: tuple[Modifier, ...]
    pool: Points
    zero_dice: bool
    faces: tuple[Face, ...]
    kept: Face
    result: Result
    description: Text


@chapter.decides(RingDeathKnell)
def ring_death_knell(state: Underworld, command: RingDeathKnell, asker: Asker, dice: Dice) -> Events:
    """WO-49: roll once, with a die for each dark heart; every ally who sees it gains one."""
    in_play(state)
    described(command)
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
        nearby(state, slug)
    hearts = Modifier(n=it.dark_hearts, reason="dark hearts")
    pool = pool_for(it, command.character, action, command.minus, (*command.plus, hearts), command.dice, dice)
    fallen = roll_pool(pool.size, state.house_rules, dice, f"{it.name}'s death knell")
    roll = made_id("roll", command.character)
    rung = DeathKnellRolled(
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
        DarkHeartsGained(character=CharacterId(slug), amount=1, reason=HeartsReason.WITNESSED_KNELL)
        for slug in witnesses
    ]
    return [rung, *shock_cleared(it, command.character, pool.shocked, roll), *seen]


@chapter.applies(DeathKnellRolled, renames=True)
def _(state: Underworld, event: DeathKnellRolled) -> None:
    it = character_of(state, event.character)
    must(it.knell_pending, f"{event.character} has no death knell to ring")
    it.knell_pending = False
    count_number(state, "roll", event.roll)
    must_be_new(state.rolls, event.roll)
    state.rolls[event.roll] = ActionRoll(
        event.character,
        event.intention,
        event.action,
        status=RollStatus.ROLLED,
        pool=event.pool,
        faces=list(event.faces),
        result=event.result,
        was_bloodied=it.bloodied,
        knell=True,
    )


@chapter.tells(DeathKnellRolled, "The death knell of {character}, {action}, {faces}: {result}. {description}")
def _(state: Underworld, event: DeathKnellRolled) -> Iterable[Fact]:
    yield facts.TestOpened(test=event.roll, form="death knell", sides=(event.character,), aim=event.intention)
    yield rolled(event, event.character, "death knell", event.roll, event.action)
    won = event.result in WON
    yield facts.TestClosed(
        test=event.roll,
        outcome=words(event.result),
        winner=event.character if won else None,
        losers=() if won else (event.character,),
    )
    yield told(event.description, "death knell", event.character)
    form, came = facts.Form.SENTENCE, facts.Came.AS_WANTED if won else CAME.get(event.result, facts.Came.NOT)
    yield facts.Aim(
        test=event.roll, who=event.character, text=event.intention, means=event.description, means_form=form
    )
    yield facts.Turn(test=event.roll, who=event.character, text="", way=facts.Way.RINGS)
    proof = faces_in_words(event.faces)
    yield facts.Outcome(test=event.roll, who=event.character, came=came, proof=proof)


def knells(state: Underworld, asker: Asker) -> Iterable[Offer]:
    """Offers to the dying who have a dark heart."""
    for seat in seats(state, asker, dead=True):
        if seat.it.knell_pending:
            yield knell(state, seat)


def knell(state: Underworld, seat: Seat) -> Offer:
    """Offer of one death knell."""
    witnesses = tuple(it for it in alive(state, but=seat.character) if is_near(state, str(it.value)))
    return seat.offer(
        RingDeathKnell,
        f"{seat.name} rings its death knell, +{seat.it.dark_hearts}d",
        {"character": seat.character, "dice": None},
        {"action": nine(seat.it), **({"witnesses": witnesses} if witnesses else {})},
        group="Death knell",
    )
