"""Experience, and what it buys (WO-05, and what this part of the rulebook leaves to the table)."""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from domain.kernel import facts
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import CommandRefused, must, need
from domain.kernel.dice import Dice
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event
from domain.kernel.offers import Choice, Offer
from domain.kernel.people import Asker
from domain.kernel.terms import Character, Delta, Name, Points, Slug, Text, slugify
from domain.wicked_ones.chapters.founding.monsters import rating_allowed
from domain.wicked_ones.chapters.guards import (
    Described,
    action_named,
    described,
    gm_only,
    in_play,
    living,
    own,
    positive,
    reason_given,
)
from domain.wicked_ones.lookup import character_of
from domain.wicked_ones.phrases import number, state_of, xp
from domain.wicked_ones.seats import Seat, nine
from domain.wicked_ones.state.underworld import Underworld
from domain.wicked_ones.terms.holdings import GrowthKind, XpReason
from domain.wicked_ones.terms.refs import MonsterRef
from domain.wicked_ones.terms.rolls import Action

chapter = Chapter[Underworld](
    "Experience",
    {
        "too_little_xp": "That costs {need} xp; {have:?is|are} there.",
    },
)


class AwardXp(Command):
    """Award experience: for something the table agreed on.

    Needs:    the GM.
    Refused:  `only_gm`, `amount_not_positive`, `reason_missing`, `unknown_character`, `dead`.
    Yields:   `XpEarned`.
    """

    type: Literal["wicked_ones.award_xp"] = "wicked_ones.award_xp"
    character: MonsterRef
    amount: Delta
    why: Text = Field(title="Reason")


class XpEarned(Event):
    """A monster earned experience; `why` says by what, in words."""

    type: Literal["wicked_ones.xp_earned.v1"] = "wicked_ones.xp_earned.v1"
    character: Character
    amount: Points
    reason: XpReason
    why: Text


@chapter.decides(AwardXp)
def award_xp(state: Underworld, command: AwardXp, asker: Asker, dice: Dice) -> Events:
    """WO-05: award experience beside that for joining a scene, with a reason."""
    gm_only(asker)
    in_play(state)
    living(state, command.character)
    positive(command.amount)
    reason_given(command.why)
    return [XpEarned(character=command.character, amount=command.amount, reason=XpReason.OTHER, why=command.why)]


@chapter.applies(XpEarned)
def _(state: Underworld, event: XpEarned) -> None:
    character_of(state, event.character).xp += event.amount


@chapter.tells(XpEarned, "{character} earns {amount} xp{why:+: }")
def _(state: Underworld, event: XpEarned) -> Iterable[Fact]:
    yield xp(state, event.character, event.amount, event.why)


class TakeAdvancement(Described):
    """Buy something lasting: with experience, at a price the table settles.

    Needs:    your own living monster with experience enough.
    Refused:  `too_little_xp`, `unknown_action`, `rating_too_high`, `item_there`, `id_empty`, `describe_first`,
              `not_your_character`, `unknown_character`, `dead`.
    Yields:   `AdvancementTaken`.
    """

    type: Literal["wicked_ones.take_advancement"] = "wicked_ones.take_advancement"
    character: MonsterRef
    growth: GrowthKind
    what: Name = Field(description="The action, the ability, or whatever else it is.")
    xp_cost: Points = Field(title="Price", description="How much xp it costs.")


class AdvancementTaken(Event):
    """Experience bought something lasting. `into` is the action, or the ability's id; `what` as it was written."""

    type: Literal["wicked_ones.advancement_taken.v1"] = "wicked_ones.advancement_taken.v1"
    character: Character
    growth: GrowthKind
    what: Name
    into: Slug
    xp_cost: Points
    description: Text


@chapter.decides(TakeAdvancement)
def take_advancement(state: Underworld, command: TakeAdvancement, asker: Asker, dice: Dice) -> Events:
    """Buy an advancement, whose kind and price are the table's: a die in an action, an ability, something else."""
    in_play(state)
    described(command)
    it = own(state, command.character, asker)
    into = slugify(command.what)
    if command.growth is GrowthKind.ACTION:
        action = action_named(command.what)
        rating_allowed(state, it.ratings[action] + 1)
    elif not into:
        raise CommandRefused("id_empty", name=command.what)
    elif command.growth is GrowthKind.ABILITY and into in it.abilities:
        raise CommandRefused("item_there", character=command.character, item=into)
    need(it.xp >= command.xp_cost, "too_little_xp", need=command.xp_cost, have=it.xp)
    return [
        AdvancementTaken(
            character=command.character,
            growth=command.growth,
            what=command.what,
            into=into,
            xp_cost=command.xp_cost,
            description=command.description,
        )
    ]


@chapter.applies(AdvancementTaken, renames=True)
def _(state: Underworld, event: AdvancementTaken) -> None:
    it = character_of(state, event.character)
    it.xp -= event.xp_cost
    must(it.xp >= 0, f"{event.character} has too little experience")
    if event.growth is GrowthKind.ACTION:
        it.ratings[Action(event.into)] += 1
    elif event.growth is GrowthKind.ABILITY:
        it.abilities[event.into] = event.what


@chapter.tells(AdvancementTaken, "{character} grows for {xp_cost} xp: {what}")
def _(state: Underworld, event: AdvancementTaken) -> Iterable[Fact]:
    who = event.character
    if event.xp_cost:
        yield xp(state, who, -event.xp_cost, event.what)
    if event.growth is GrowthKind.ACTION:
        action = Action(event.into)
        yield number(who, action, 1, state.characters[who].ratings[action], event.description)
    elif event.growth is GrowthKind.ABILITY:
        yield state_of(
            who, "abilities", event.into, "", "known", event.description, label=event.what, lasting=True
        )
    yield facts.Advanced(owner=who, track="advancement", what=event.what)


def xp_gifts(choices: dict[str, tuple[Choice, ...]]) -> Iterable[Offer]:
    """Offer to award experience."""
    yield Offer(command=AwardXp, label="Give xp", known={"amount": 1}, choices=choices, group="Gifts")


def growing(state: Underworld, seat: Seat) -> Iterable[Offer]:
    """Offers of one more die in an action."""
    who = {"character": seat.character}
    if seat.it.xp:
        most = state.house_rules.max_rating
        room = tuple(
            choice for choice in nine(seat.it) if most is None or seat.it.ratings[Action(str(choice.value))] < most
        )
        if room:
            yield seat.offer(
                TakeAdvancement,
                f"{seat.name} grows in an action",
                {**who, "growth": GrowthKind.ACTION.value, "xp_cost": seat.it.xp},
                {"what": room},
                group="Growth",
            )
