"""Loot and dark hearts: what a raid leaves in the end (WO-37, WO-65)."""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from domain.kernel import facts
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import must, need
from domain.kernel.dice import Dice
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event
from domain.kernel.offers import Choice, Offer
from domain.kernel.people import Asker
from domain.kernel.terms import Character, Delta, Name, Points, Text, slugify
from domain.wicked_ones.chapters.guards import (
    Described,
    described,
    gm_only,
    in_play,
    living,
    own,
    own_or_gm,
    positive,
)
from domain.wicked_ones.chapters.pools import dice_of, right_count, roll_pool
from domain.wicked_ones.chapters.resources.gold import GoldGained, ItemGained
from domain.wicked_ones.lookup import character_of, purse_of
from domain.wicked_ones.phrases import number, rolled, words
from domain.wicked_ones.seats import Seat
from domain.wicked_ones.shapes import Counted, Face, Few, Share
from domain.wicked_ones.state.underworld import Underworld
from domain.wicked_ones.terms.bounds import DUNGEON
from domain.wicked_ones.terms.holdings import HeartsReason
from domain.wicked_ones.terms.refs import MonsterRef
from domain.wicked_ones.terms.rolls import Result

chapter = Chapter[Underworld](
    "Loot and dark hearts",
    {
        "no_loot": "There is no loot to go through.",
        "nothing_taken": "Say what was taken: gold, an item or dark hearts.",
        "too_few_dark_hearts": "That takes {need:?dark heart|dark hearts}; {have:?is|are} there.",
    },
)


class RollLoot(Described):
    """Go through the loot: it becomes gold, things and revelry.

    Needs:    your own living monster; loot in the dungeon.
    Refused:  `no_loot`, `wrong_dice_count`, `describe_first`, `not_your_character`, `unknown_character`, `dead`,
              `face_out_of_range`.
    Yields:   `LootRolled`.
    """

    type: Literal["wicked_ones.roll_loot"] = "wicked_ones.roll_loot"
    character: MonsterRef
    dice: Counted | None = Field(default=None, description="How many dice the table counts; checked.")


class LootRolled(Event):
    """The loot was rolled, a die for each. `kept` is the face that counts."""

    type: Literal["wicked_ones.loot_rolled.v1"] = "wicked_ones.loot_rolled.v1"
    character: Character
    dice: Points
    faces: tuple[Face, ...]
    kept: Face
    result: Result
    description: Text


@chapter.decides(RollLoot)
def roll_loot(state: Underworld, command: RollLoot, asker: Asker, dice: Dice) -> Events:
    """WO-37: roll a die for each loot that was brought home, once."""
    in_play(state)
    described(command)
    own(state, command.character, asker)
    loot = state.dungeon.loot
    need(loot, "no_loot")
    right_count(loot, command.dice)
    fallen = roll_pool(loot, state.house_rules, dice, "the loot")
    return [
        LootRolled(
            character=command.character,
            dice=loot,
            faces=fallen.faces,
            kept=fallen.kept,
            result=fallen.result,
            description=command.description,
        )
    ]


@chapter.applies(LootRolled)
def _(state: Underworld, event: LootRolled) -> None:
    must(state.dungeon.loot == event.dice, f"there is loot for {state.dungeon.loot} dice")
    state.dungeon.loot = 0
    state.sharing_loot = True


@chapter.tells(LootRolled, "{character} goes through the loot, {faces}: {result}")
def _(state: Underworld, event: LootRolled) -> Iterable[Fact]:
    yield rolled(event, event.character, "loot")
    yield facts.Turn(test="", who=event.character, text=event.description, way=facts.Way.LOOTS)
    # Less loot is no loss here: this is how it becomes gold, things and revelry.
    yield number(DUNGEON, "loot", -event.dice, state.dungeon.loot, "gone through", good=False)


class TakeLootOutcome(Command):
    """Share out what a loot roll brought: once for each monster that gets something.

    Needs:    the GM or the monster's player; a loot roll since the last raid began.
    Refused:  `no_loot`, `nothing_taken`, `not_your_character`, `unknown_character`, `dead`, `id_empty`.
    Yields:   `GoldGained`, `ItemGained`, `DarkHeartsGained`.
    """

    type: Literal["wicked_ones.take_loot_outcome"] = "wicked_ones.take_loot_outcome"
    character: MonsterRef
    gold: Points = 0
    items: tuple[Name, ...] = Field(default=(), max_length=20)
    dark_hearts: Share = 0


@chapter.decides(TakeLootOutcome)
def take_loot_outcome(state: Underworld, command: TakeLootOutcome, asker: Asker, dice: Dice) -> Events:
    """WO-37: share out what a loot roll brought, for one monster at a time; amounts are the table's."""
    in_play(state)
    it = own_or_gm(state, command.character, asker)
    need(state.sharing_loot, "no_loot")
    events: list[Event] = []
    if command.gold:
        purse = purse_of(state, command.character)
        events.append(GoldGained(character=command.character, amount=command.gold, reason="loot", purse=purse))
    have = set(it.items)
    for name in command.items:
        item = slugify(name)
        need(item, "id_empty", name=name)
        if item not in have:
            events.append(ItemGained(character=command.character, item=item, name=name, reason="loot"))
            have.add(item)
    if command.dark_hearts:
        events.append(
            DarkHeartsGained(character=command.character, amount=command.dark_hearts, reason=HeartsReason.REVELRY)
        )
    need(events, "nothing_taken")
    return events


class GainDarkHearts(Command):
    """Give a monster dark hearts for revelry.

    Needs:    the GM.
    Refused:  `only_gm`, `bad_reason`, `amount_not_positive`, `unknown_character`, `dead`.
    Yields:   `DarkHeartsGained`.
    """

    type: Literal["wicked_ones.gain_dark_hearts"] = "wicked_ones.gain_dark_hearts"
    character: MonsterRef
    amount: Few
    reason: HeartsReason


class DarkHeartsGained(Event):
    """A monster gained dark hearts, by revelry or by an ally's death knell."""

    type: Literal["wicked_ones.dark_hearts_gained.v1"] = "wicked_ones.dark_hearts_gained.v1"
    character: Character
    amount: Points
    reason: HeartsReason


@chapter.decides(GainDarkHearts)
def gain_dark_hearts(state: Underworld, command: GainDarkHearts, asker: Asker, dice: Dice) -> Events:
    """WO-65: give dark hearts for revelry; those for a death knell come with it."""
    gm_only(asker)
    in_play(state)
    living(state, command.character)
    need(command.reason is HeartsReason.REVELRY, "bad_reason", reason=command.reason, known=[HeartsReason.REVELRY])
    positive(command.amount)
    return [DarkHeartsGained(character=command.character, amount=command.amount, reason=command.reason)]


@chapter.applies(DarkHeartsGained)
def _(state: Underworld, event: DarkHeartsGained) -> None:
    character_of(state, event.character).dark_hearts += event.amount


@chapter.tells(DarkHeartsGained, "{character} gains {amount:?dark heart|dark hearts}: {reason}")
def _(state: Underworld, event: DarkHeartsGained) -> Iterable[Fact]:
    now = state.characters[event.character].dark_hearts
    yield number(event.character, "dark_hearts", event.amount, now, words(event.reason))


class SpendDarkHearts(Described):
    """Use dark hearts up: for something the table agreed on.

    Needs:    your own living monster with hearts enough.
    Refused:  `too_few_dark_hearts`, `amount_not_positive`, `describe_first`, `not_your_character`,
              `unknown_character`, `dead`.
    Yields:   `DarkHeartsSpent`.
    """

    type: Literal["wicked_ones.spend_dark_hearts"] = "wicked_ones.spend_dark_hearts"
    character: MonsterRef
    amount: Delta
    reason: Text = ""


class DarkHeartsSpent(Event):
    """Dark hearts were used up."""

    type: Literal["wicked_ones.dark_hearts_spent.v1"] = "wicked_ones.dark_hearts_spent.v1"
    character: Character
    amount: Points
    reason: Text
    description: Text


@chapter.decides(SpendDarkHearts)
def spend_dark_hearts(state: Underworld, command: SpendDarkHearts, asker: Asker, dice: Dice) -> Events:
    """WO-65: pay in dark hearts; what they buy is the table's."""
    in_play(state)
    described(command)
    it = own(state, command.character, asker)
    positive(command.amount)
    need(it.dark_hearts >= command.amount, "too_few_dark_hearts", need=command.amount, have=it.dark_hearts)
    return [
        DarkHeartsSpent(
            character=command.character,
            amount=command.amount,
            reason=command.reason,
            description=command.description,
        )
    ]


@chapter.applies(DarkHeartsSpent)
def _(state: Underworld, event: DarkHeartsSpent) -> None:
    it = character_of(state, event.character)
    it.dark_hearts -= event.amount
    must(it.dark_hearts >= 0, f"{event.character} has too few dark hearts")


@chapter.tells(DarkHeartsSpent, "{character} spends {amount:?dark heart|dark hearts}{reason:+ on }")
def _(state: Underworld, event: DarkHeartsSpent) -> Iterable[Fact]:
    now = state.characters[event.character].dark_hearts
    yield number(event.character, "dark_hearts", -event.amount, now, event.reason or event.description)


def sharing(state: Underworld, seat: Seat) -> Iterable[Offer]:
    """Offers to roll the loot and to share it out, and of dark hearts."""
    who = {"character": seat.character}
    loot = state.dungeon.loot
    if loot:
        yield seat.offer(
            RollLoot,
            f"{seat.name} goes through the loot: {loot}d",
            {**who, "dice": None},
            group="Loot",
            dice=dice_of(loot),
        )
    if state.sharing_loot:
        yield seat.offer(TakeLootOutcome, f"{seat.name} takes a share", who, group="Loot")
    if seat.it.dark_hearts:
        known = {**who, "amount": 1}
        yield seat.offer(SpendDarkHearts, f"{seat.name} spends a dark heart", known, group=seat.name)


def heart_gifts(choices: dict[str, tuple[Choice, ...]]) -> Iterable[Offer]:
    """Offer of dark hearts from the GM."""
    hearts = {"amount": 1, "reason": HeartsReason.REVELRY.value}
    yield Offer(command=GainDarkHearts, label="Give a dark heart", known=hearts, choices=choices, group="Gifts")
