"""What a player may do with a monster at any time: stress, gold, rooms, facts, loot."""

from collections.abc import Iterable

from domain.kernel.offers import Choice, Offer
from domain.kernel.people import Asker
from domain.wicked_ones import commands as ask
from domain.wicked_ones.rules.common import gold_of, scene_is_open
from domain.wicked_ones.rules.hoard import active
from domain.wicked_ones.rules.knowledge import WAYS, open_ways
from domain.wicked_ones.rules.pools import dice_of
from domain.wicked_ones.state import Underworld, next_id
from domain.wicked_ones.terms import Action, GrowthKind, InformationForm, InformationSource, StressReason

from .seats import Seat, alive, nine, seats


def monsters(state: Underworld, asker: Asker) -> Iterable[Offer]:
    """For each monster this asker acts for."""
    for seat in seats(state, asker):
        yield from tense(state, seat)
        yield from learning(state, seat)
        yield from busy(state, seat)
        yield from looting(state, seat)
    if not asker.is_gm:
        yield Offer(
            command=ask.AskGm, label="Ask about the world", known={"id": next_id(state, "question")}, group="World"
        )
        yield Offer(
            command=ask.ProposeFact,
            label="Add a fact to the world",
            known={"id": next_id(state, "fact")},
            group="World",
        )


def tense(state: Underworld, seat: Seat) -> Iterable[Offer]:
    """What a segment of stress buys."""
    who = {"character": seat.character}
    powers = tuple(Choice(name, name) for name in (*seat.it.abilities.values(), *seat.it.items.values()))
    if powers and seat.it.stress:
        yield seat.offer(
            ask.ClearStress,
            f"{seat.name} clears stress by an ability",
            {**who, "reason": StressReason.ABILITY.value, "amount": 1},
            {"ability": powers},
            group=seat.name,
        )
    if not seat.it.stress_left:
        return
    if powers:
        yield seat.offer(
            ask.UseAbility,
            f"{seat.name} uses an ability or a magic item",
            {**who, "stress": None},
            {"ability": powers},
            group=seat.name,
        )
    others = alive(state, but=seat.character)
    if others:
        yield seat.offer(ask.TeamUp, f"{seat.name} teams up", who, {"partners": others}, group=seat.name)
    if scene_is_open(state):
        yield seat.offer(ask.Flashback, f"{seat.name} flashes back", who, group=seat.name)
    yield seat.offer(
        ask.SpendStress,
        f"{seat.name} takes stress for a magic item",
        {**who, "reason": StressReason.MAGIC_ITEM.value},
        group=seat.name,
    )


def learning(state: Underworld, seat: Seat) -> Iterable[Offer]:
    """WO-13: whatever way to hidden information is open now."""
    known = {"character": seat.character, "count": 1, "reveals": (), "ability": None, "texts": ()}
    forms = tuple(Choice(form.value, form.value) for form in InformationForm)
    ways = tuple(Choice(way.value, WAYS[way]) for way in open_ways(state, seat.it, seat.character))
    label = f"{seat.name} learns something hidden"
    if ways:
        yield seat.offer(ask.GainInformation, label, known, {"source": ways, "form": forms}, group="World")
    powers = tuple(Choice(name, name) for name in (*seat.it.abilities.values(), *seat.it.items.values()))
    if powers and seat.it.stress_left:
        by_ability = {"character": seat.character, "count": 1, "reveals": (), "texts": ()}
        by_ability["source"] = InformationSource.ABILITY.value
        choices = {"ability": powers, "form": forms}
        yield seat.offer(ask.GainInformation, f"{label} by an ability", by_ability, choices, group="World")


def busy(state: Underworld, seat: Seat) -> Iterable[Offer]:
    """Gold, minions, rooms, making things."""
    who = {"character": seat.character}
    gold = gold_of(state, seat.character)
    if gold:
        yield seat.offer(ask.SpendGold, f"{seat.name} spends gold", {**who, "amount": 1}, group=seat.name)
    packs = [pack for pack in state.packs.values() if pack.owner == seat.character and active(pack)]
    if len(packs) < state.house_rules.packs_per_character:
        price = min(1, gold)
        yield seat.offer(
            ask.RecruitMinions, f"{seat.name} recruits minions", {**who, "gold": price}, group=seat.name
        )
    for slug, pack in state.packs.items():
        if pack.owner == seat.character and active(pack):
            yield seat.offer(ask.ActWithMinions, f"{pack.name} act", {"pack": slug}, group=seat.name)
    yield seat.offer(ask.BuildRoom, f"{seat.name} digs a room", {**who, "cost": 0}, group=seat.name)
    rooms = tuple(Choice(slug, name) for slug, name in state.dungeon.rooms.items())
    if rooms:
        yield seat.offer(ask.UseRoom, f"{seat.name} uses a room", who, {"room": rooms}, group=seat.name)
    yield seat.offer(
        ask.CraftItem,
        f"{seat.name} makes something",
        {**who, "roll": None, "cost": None, "id": next_id(state, "cost")},
        group=seat.name,
    )


def looting(state: Underworld, seat: Seat) -> Iterable[Offer]:
    """Going through the loot, sharing it, growing."""
    who = {"character": seat.character}
    loot = state.dungeon.loot
    if loot:
        yield seat.offer(
            ask.RollLoot,
            f"{seat.name} goes through the loot: {loot}d",
            {**who, "dice": None},
            group="Loot",
            dice=dice_of(loot),
        )
    if state.sharing_loot:
        known = {**who, "gold": 1, "items": (), "dark_hearts": 1}
        yield seat.offer(ask.TakeLootOutcome, f"{seat.name} takes a share", known, group="Loot")
    if seat.it.dark_hearts:
        known = {**who, "amount": 1}
        yield seat.offer(ask.SpendDarkHearts, f"{seat.name} spends a dark heart", known, group=seat.name)
    if seat.it.xp:
        most = state.house_rules.max_rating
        room = tuple(
            choice for choice in nine(seat.it)
            if most is None or seat.it.ratings[Action(str(choice.value))] < most
        )  # fmt: skip
        if room:
            yield seat.offer(
                ask.TakeAdvancement,
                f"{seat.name} grows in an action",
                {**who, "growth": GrowthKind.ACTION.value, "xp_cost": seat.it.xp},
                {"what": room},
                group="Growth",
            )
