"""Gold and items: paid, gained, lost (WO-10)."""

from collections.abc import Iterable
from typing import Literal

from domain.kernel import facts
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import must, need
from domain.kernel.dice import Dice
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event
from domain.kernel.offers import Choice, Offer
from domain.kernel.people import Asker
from domain.kernel.terms import Character, CharacterId, Delta, Name, Points, Slug, Text, slugify
from domain.wicked_ones.chapters.guards import Described, described, gm_only, in_play, living, own, positive
from domain.wicked_ones.lookup import character_of, gold_of, must_be_new, paid_from, purse_of, required
from domain.wicked_ones.phrases import gold, state_of
from domain.wicked_ones.seats import Seat
from domain.wicked_ones.state.underworld import Underworld
from domain.wicked_ones.terms.bounds import DUNGEON
from domain.wicked_ones.terms.refs import MonsterRef

chapter = Chapter[Underworld](
    "Gold and items",
    {
        "not_enough_gold": "This costs {need} gold; {have:?is|are} left.",
        "item_there": "{character} has {item} already.",
    },
)


class SpendGold(Described):
    """Pay gold for something.

    Needs:    your own living monster with gold enough.
    Refused:  `not_enough_gold`, `amount_not_positive`, `describe_first`, `not_your_character`,
              `unknown_character`, `dead`.
    Yields:   `GoldSpent`.
    """

    type: Literal["wicked_ones.spend_gold"] = "wicked_ones.spend_gold"
    character: MonsterRef
    amount: Delta
    reason: Text = ""


class GoldSpent(Event):
    """Gold was paid. `purse` is whose it was: the monster's, or the dungeon's."""

    type: Literal["wicked_ones.gold_spent.v1"] = "wicked_ones.gold_spent.v1"
    character: Character
    amount: Points
    reason: Text
    purse: Slug
    description: Text


@chapter.decides(SpendGold)
def spend_gold(state: Underworld, command: SpendGold, asker: Asker, dice: Dice) -> Events:
    """WO-10: pay gold; never more than there is."""
    in_play(state)
    described(command)
    own(state, command.character, asker)
    positive(command.amount)
    affordable(state, command.character, command.amount)
    return gold_paid(state, command.character, command.amount, command.reason, command.description)


def affordable(state: Underworld, character: str, amount: int) -> None:
    """Refuse to pay more gold than there is (WO-10)."""
    have = gold_of(state, character)
    need(have >= amount, "not_enough_gold", need=amount, have=have)


def gold_paid(state: Underworld, character: str, amount: int, reason: str, description: str) -> list[Event]:
    """Events of gold that a monster pays, one for each purse it comes from."""
    return [
        GoldSpent(
            character=CharacterId(character), amount=part, reason=reason, purse=purse, description=description
        )
        for purse, part in paid_from(state, character, amount)
    ]


def add_gold(state: Underworld, purse: str, amount: int) -> None:
    """Put gold into a purse, or take it out when negative. A purse is a monster's, or the dungeon's hoard."""
    owner = state.dungeon if purse == DUNGEON else character_of(state, purse)
    owner.gold += amount
    must(owner.gold >= 0, f"{purse} has too little gold for this")


@chapter.applies(GoldSpent)
def _(state: Underworld, event: GoldSpent) -> None:
    add_gold(state, event.purse, -event.amount)


@chapter.tells(GoldSpent, "{character} pays {amount} gold{reason:+ for }")
def _(state: Underworld, event: GoldSpent) -> Iterable[Fact]:
    yield gold(state, event.purse, -event.amount, event.reason or event.description)
    way = facts.Way.PAYS if event.reason else facts.Way.SAYS
    yield facts.Turn(test="", who=event.character, text=event.description, way=way, what=event.reason)


class GainGold(Command):
    """Give a monster gold that came its way.

    Needs:    the GM.
    Refused:  `only_gm`, `amount_not_positive`, `unknown_character`, `dead`.
    Yields:   `GoldGained`.
    """

    type: Literal["wicked_ones.gain_gold"] = "wicked_ones.gain_gold"
    character: MonsterRef
    amount: Delta
    reason: Text = ""


class GoldGained(Event):
    """A monster gained gold. `purse`: where it lies, the monster's or the dungeon's."""

    type: Literal["wicked_ones.gold_gained.v1"] = "wicked_ones.gold_gained.v1"
    character: Character
    amount: Points
    reason: Text
    purse: Slug


class GoldLost(Event):
    """Gold was lost to a consequence or as a price. `purse`: where it lay, the monster's or the dungeon's."""

    type: Literal["wicked_ones.gold_lost.v1"] = "wicked_ones.gold_lost.v1"
    character: Character
    amount: Points
    reason: Text
    purse: Slug


@chapter.decides(GainGold)
def gain_gold(state: Underworld, command: GainGold, asker: Asker, dice: Dice) -> Events:
    """WO-10: give a monster gold."""
    gm_only(asker)
    in_play(state)
    living(state, command.character)
    positive(command.amount)
    return [
        GoldGained(
            character=command.character,
            amount=command.amount,
            reason=command.reason,
            purse=purse_of(state, command.character),
        )
    ]


@chapter.applies(GoldGained)
def _(state: Underworld, event: GoldGained) -> None:
    add_gold(state, event.purse, event.amount)


@chapter.tells(GoldGained, "{character} gains {amount} gold{reason:+: }")
def _(state: Underworld, event: GoldGained) -> Iterable[Fact]:
    yield gold(state, event.purse, event.amount, event.reason)


@chapter.applies(GoldLost)
def _(state: Underworld, event: GoldLost) -> None:
    add_gold(state, event.purse, -event.amount)


@chapter.tells(GoldLost, "{character} loses {amount} gold{reason:+: }")
def _(state: Underworld, event: GoldLost) -> Iterable[Fact]:
    yield gold(state, event.purse, -event.amount, event.reason)


class GainItem(Command):
    """Put an item on a monster's sheet.

    Needs:    the GM.
    Refused:  `only_gm`, `unknown_character`, `dead`, `id_empty`, `item_there`.
    Yields:   `ItemGained`.
    """

    type: Literal["wicked_ones.gain_item"] = "wicked_ones.gain_item"
    character: MonsterRef
    name: Name
    reason: Text = ""


class ItemGained(Event):
    """A monster has an item more."""

    type: Literal["wicked_ones.item_gained.v1"] = "wicked_ones.item_gained.v1"
    character: Character
    item: Slug
    name: Name
    reason: Text


class ItemLost(Event):
    """A monster lost an item."""

    type: Literal["wicked_ones.item_lost.v1"] = "wicked_ones.item_lost.v1"
    character: Character
    item: Slug
    name: Name
    reason: Text


@chapter.decides(GainItem)
def gain_item(state: Underworld, command: GainItem, asker: Asker, dice: Dice) -> Events:
    """WO-10: put an item on a monster's sheet."""
    gm_only(asker)
    in_play(state)
    it = living(state, command.character)
    item = slugify(command.name)
    need(item, "id_empty", name=command.name)
    need(item not in it.items, "item_there", character=command.character, item=item)
    return [ItemGained(character=command.character, item=item, name=command.name, reason=command.reason)]


@chapter.applies(ItemGained, renames=True)
def _(state: Underworld, event: ItemGained) -> None:
    items = character_of(state, event.character).items
    must_be_new(items, event.item)
    items[event.item] = event.name


@chapter.tells(ItemGained, "{character} gets {name}{reason:+: }")
def _(state: Underworld, event: ItemGained) -> Iterable[Fact]:
    yield state_of(event.character, "items", event.item, "", "carried", event.reason, label=event.name, good=True)


@chapter.applies(ItemLost, renames=True)
def _(state: Underworld, event: ItemLost) -> None:
    items = character_of(state, event.character).items
    required(items, event.item, "item")
    del items[event.item]


@chapter.tells(ItemLost, "{character} loses {name}{reason:+: }")
def _(state: Underworld, event: ItemLost) -> Iterable[Fact]:
    yield state_of(event.character, "items", event.item, "carried", "", event.reason, label=event.name, good=False)


def spending(state: Underworld, seat: Seat) -> Iterable[Offer]:
    """Offer to pay gold."""
    gold = gold_of(state, seat.character)
    if gold:
        known = {"character": seat.character, "amount": 1}
        yield seat.offer(SpendGold, f"{seat.name} spends gold", known, group=seat.name)


def gold_gifts(choices: dict[str, tuple[Choice, ...]]) -> Iterable[Offer]:
    """Offers of gold and items from the GM."""
    yield Offer(command=GainGold, label="Give gold", known={"amount": 1}, choices=choices, group="Gifts")
    yield Offer(command=GainItem, label="Give an item", choices=choices, group="Gifts")
