"""Possessions retold."""

from collections.abc import Iterable

from domain.kernel import facts
from domain.kernel.facts import Fact
from domain.wicked_ones import events as say
from domain.wicked_ones.state import Underworld
from domain.wicked_ones.terms import DUNGEON, Action, GrowthKind

from .telling import called, gold, number, rolled, state_of, tells, told, words, xp


@tells(say.GoldSpent)
def _(state: Underworld, event: say.GoldSpent) -> Iterable[Fact]:
    yield gold(state, event.purse, -event.amount, event.reason or event.description)


@tells(say.GoldGained)
def _(state: Underworld, event: say.GoldGained) -> Iterable[Fact]:
    yield gold(state, event.purse, event.amount, event.reason)


@tells(say.GoldLost)
def _(state: Underworld, event: say.GoldLost) -> Iterable[Fact]:
    yield gold(state, event.purse, -event.amount, event.reason)


@tells(say.ItemGained)
def _(state: Underworld, event: say.ItemGained) -> Iterable[Fact]:
    yield state_of(event.character, "items", event.item, "", "carried", event.reason, label=event.name, good=True)


@tells(say.ItemLost)
def _(state: Underworld, event: say.ItemLost) -> Iterable[Fact]:
    yield state_of(event.character, "items", event.item, "carried", "", event.reason, label=event.name, good=False)


@tells(say.MinionsRecruited)
def _(state: Underworld, event: say.MinionsRecruited) -> Iterable[Fact]:
    why = event.description
    yield state_of(event.owner, "minions", event.pack, "", "active", why, label=event.name, good=True)


@tells(say.MinionsActed)
def _(state: Underworld, event: say.MinionsActed) -> Iterable[Fact]:
    yield rolled(event, state.packs[event.pack].owner, f"minions: {event.description}")


@tells(say.MinionsLost)
def _(state: Underworld, event: say.MinionsLost) -> Iterable[Fact]:
    pack = state.packs[event.pack]
    yield state_of(pack.owner, "minions", event.pack, "active", "gone", event.why, label=pack.name, good=False)


@tells(say.RoomBuilt)
def _(state: Underworld, event: say.RoomBuilt) -> Iterable[Fact]:
    yield state_of(DUNGEON, "rooms", event.room, "", "dug", event.description, label=event.name, lasting=True)


@tells(say.RoomUsed)
def _(state: Underworld, event: say.RoomUsed) -> Iterable[Fact]:
    yield told(event.description, "room", event.character, DUNGEON)


@tells(say.PrisonerTaken)
def _(state: Underworld, event: say.PrisonerTaken) -> Iterable[Fact]:
    yield state_of(DUNGEON, "prisoners", event.prisoner, "", "held", event.how, label=event.name, good=True)


@tells(say.PrisonerBroken)
def _(state: Underworld, event: say.PrisonerBroken) -> Iterable[Fact]:
    label = called(state, event.prisoner)
    yield state_of(DUNGEON, "prisoners", event.prisoner, "held", "broken", event.text, label=label)


@tells(say.CraftAttempted)
def _(state: Underworld, event: say.CraftAttempted) -> Iterable[Fact]:
    yield told(f"{event.item}: {event.description}", "crafting", event.character)


@tells(say.LootRolled)
def _(state: Underworld, event: say.LootRolled) -> Iterable[Fact]:
    yield rolled(event, event.character, "loot")
    # Less loot is no loss here: this is how it becomes gold, things and revelry.
    yield number(DUNGEON, "loot", -event.dice, state.dungeon.loot, "gone through", good=False)


@tells(say.LootLost)
def _(state: Underworld, event: say.LootLost) -> Iterable[Fact]:
    if event.raid and state.raid is not None:
        yield number(
            DUNGEON, "loot_on_the_way", -event.amount, state.raid.loot, event.reason, label="Loot in hand"
        )
    else:
        yield number(DUNGEON, "loot", -event.amount, state.dungeon.loot, event.reason)


@tells(say.DarkHeartsGained)
def _(state: Underworld, event: say.DarkHeartsGained) -> Iterable[Fact]:
    now = state.characters[event.character].dark_hearts
    yield number(event.character, "dark_hearts", event.amount, now, words(event.reason))


@tells(say.DarkHeartsSpent)
def _(state: Underworld, event: say.DarkHeartsSpent) -> Iterable[Fact]:
    now = state.characters[event.character].dark_hearts
    yield number(event.character, "dark_hearts", -event.amount, now, event.reason or event.description)


@tells(say.XpEarned)
def _(state: Underworld, event: say.XpEarned) -> Iterable[Fact]:
    yield xp(state, event.character, event.amount, event.why)


@tells(say.AdvancementTaken)
def _(state: Underworld, event: say.AdvancementTaken) -> Iterable[Fact]:
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


@tells(say.DefenseGained)
def _(state: Underworld, event: say.DefenseGained) -> Iterable[Fact]:
    why = words(event.source)
    yield state_of(
        event.character, "defenses", event.defense, "", "ready", why, label=event.defense_type, good=True
    )
