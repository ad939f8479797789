"""The dungeon, its plan, and the sandbox around it (WO-01, WO-64)."""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from domain.kernel import facts
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import must, need, one_there
from domain.kernel.dice import Dice
from domain.kernel.facts import CharacterKind, Fact
from domain.kernel.messages import Command, Event
from domain.kernel.offers import Choice, Offer
from domain.kernel.people import Asker
from domain.kernel.terms import LONGEST_NAME, Delta, Name, Slug, Text
from domain.wicked_ones.chapters.guards import free_id, gm_only, in_play, reason_given
from domain.wicked_ones.lookup import must_be_new, required
from domain.wicked_ones.phrases import number, tier_progress
from domain.wicked_ones.state.underworld import Underworld
from domain.wicked_ones.state.world import Faction
from domain.wicked_ones.terms.bounds import DUNGEON
from domain.wicked_ones.terms.refs import NewThing, PowerRef

chapter = Chapter[Underworld](
    "The dungeon and the sandbox",
    {
        "no_change": "That is how it stands already, so there is nothing to record.",
        "dungeon_founded": "The dungeon is founded already: {dungeon}.",
        "bad_tier": "A tier is 0 or more, not {tier}.",
        "faction_missing": "There is no such faction{there:+. Those there are: }. Add a new one first.",
    },
)


class FoundDungeon(Command):
    """Found the dungeon: its name, its tier, and what the monsters are after.

    Needs:    anybody with a seat; before anything else.
    Refused:  `dungeon_founded`, `dungeon_missing`, `bad_tier`.
    Yields:   `DungeonFounded`.
    """

    type: Literal["wicked_ones.found_dungeon"] = "wicked_ones.found_dungeon"
    dungeon: Text = Field(max_length=LONGEST_NAME, description="The dungeon's name.")
    tier: Delta | None = Field(default=None, description="Left out: the tier the house begins at.")
    master_plan: Text = Field(default="", description="What the group is after in the end.")


class DungeonFounded(Event):
    """The dungeon was founded, with a master plan."""

    type: Literal["wicked_ones.dungeon_founded.v1"] = "wicked_ones.dungeon_founded.v1"
    dungeon: Name
    tier: int
    master_plan: Text


@chapter.decides(FoundDungeon)
def found_dungeon(state: Underworld, command: FoundDungeon, asker: Asker, dice: Dice) -> Events:
    """WO-01: found the dungeon with its tier and its master plan."""
    need(not state.dungeon.name, "dungeon_founded", dungeon=state.dungeon.name)
    name = " ".join(command.dungeon.split())
    need(name, "dungeon_missing")
    tier = state.house_rules.starting_tier if command.tier is None else command.tier
    need(tier >= 0, "bad_tier", tier=tier)
    return [DungeonFounded(dungeon=name, tier=tier, master_plan=command.master_plan)]


def dungeon_on_the_map(state: Underworld) -> Fact:
    """Fact of the dungeon on the faction map, as heavy as its tier."""
    it = state.dungeon
    return facts.NodeSet(node=DUNGEON, name=it.name, node_kind="dungeon", weight=it.tier)


@chapter.applies(DungeonFounded, renames=True)
def _(state: Underworld, event: DungeonFounded) -> None:
    must(not state.dungeon.name, "the dungeon is founded already")
    state.dungeon.name = event.dungeon
    state.dungeon.tier = event.tier
    state.dungeon.master_plan = event.master_plan


@chapter.tells(DungeonFounded, "{dungeon}, tier {tier}{master_plan:+: }")
def _(state: Underworld, event: DungeonFounded) -> Iterable[Fact]:
    yield facts.CharacterEntered(
        character=DUNGEON, name=event.dungeon, character_kind=CharacterKind.OTHER, how="the dungeon"
    )
    yield dungeon_on_the_map(state)
    yield number(DUNGEON, "tier", event.tier, event.tier, "the founding")
    yield tier_progress(event.tier)
    if event.master_plan:
        yield facts.TextSet(owner=DUNGEON, field="master_plan", text=event.master_plan)


class AddFaction(Command):
    """Add a faction to the sandbox: it stands on the faction map.

    Needs:    anybody with a seat.
    Refused:  `dungeon_missing`, `bad_tier`, `id_taken`, `id_empty`, `campaign_ended`.
    Yields:   `FactionAdded`.
    """

    type: Literal["wicked_ones.add_faction"] = "wicked_ones.add_faction"
    name: Name
    tier: Delta
    stance: Text = Field(default="", description="How it stands towards the dungeon, in a word or two.")
    friendly: bool | None = Field(
        title="Does that help them?", default=None, description="Whether that helps, hurts, or neither."
    )
    id: NewThing | None = None


class FactionAdded(Event):
    """A faction of the sandbox is on the map. `friendly`: it helps, hurts, or (None) neither."""

    type: Literal["wicked_ones.faction_added.v1"] = "wicked_ones.faction_added.v1"
    faction: Slug
    name: Name
    tier: int
    stance: Text
    friendly: bool | None


@chapter.decides(AddFaction)
def add_faction(state: Underworld, command: AddFaction, asker: Asker, dice: Dice) -> Events:
    """WO-01: add a faction of the sandbox, with its tier."""
    in_play(state)
    need(command.tier >= 0, "bad_tier", tier=command.tier)
    slug = free_id(state, command.name, command.id)
    return [
        FactionAdded(
            faction=slug,
            name=command.name,
            tier=command.tier,
            stance=command.stance.strip(),
            friendly=command.friendly,
        )
    ]


def on_the_map(state: Underworld, faction: str) -> Fact:
    """Fact of a faction on the map, as heavy as its tier."""
    it = state.sandbox[faction]
    return facts.NodeSet(node=faction, name=it.name, node_kind="faction", weight=it.tier)


@chapter.applies(FactionAdded, renames=True)
def _(state: Underworld, event: FactionAdded) -> None:
    must_be_new(state.sandbox, event.faction)
    state.sandbox[event.faction] = Faction(event.name, event.tier, event.stance, event.friendly)


@chapter.tells(FactionAdded, "On the map: {name}, tier {tier}{stance:+, }")
def _(state: Underworld, event: FactionAdded) -> Iterable[Fact]:
    yield on_the_map(state, event.faction)
    yield number(event.faction, "tier", event.tier, event.tier, "the sandbox")
    if event.stance:
        yield facts.RelationSet(
            source=event.faction, target=DUNGEON, relation=event.stance, friendly=event.friendly
        )


class ChangeStance(Command):
    """Change how a faction stands: towards the dungeon, from now on.

    Needs:    the GM.
    Refused:  `only_gm`, `faction_missing`, `no_change`.
    Yields:   `FactionStanceChanged`.
    """

    type: Literal["wicked_ones.change_stance"] = "wicked_ones.change_stance"
    faction: PowerRef
    now: Text = Field(
        title="How it stands from now on", description="How it stands towards the dungeon, in a word or two."
    )
    friendly: bool | None = Field(
        title="Does that help them?", default=None, description="Whether that helps, hurts, or neither."
    )


class FactionStanceChanged(Event):
    """A faction's stance towards the dungeon is another. `friendly`: it helps, hurts, or (None) neither."""

    type: Literal["wicked_ones.faction_stance_changed.v1"] = "wicked_ones.faction_stance_changed.v1"
    faction: Slug
    was: Text
    now: Text
    friendly: bool | None


@chapter.decides(ChangeStance)
def change_stance(state: Underworld, command: ChangeStance, asker: Asker, dice: Dice) -> Events:
    """WO-01: change a faction's stance towards the dungeon."""
    gm_only(asker)
    in_play(state)
    faction = one_there(state.sandbox, command.faction, "faction_missing")
    now = command.now.strip()
    need((faction.stance, faction.friendly) != (now, command.friendly), "no_change")
    return [FactionStanceChanged(faction=command.faction, was=faction.stance, now=now, friendly=command.friendly)]


@chapter.applies(FactionStanceChanged)
def _(state: Underworld, event: FactionStanceChanged) -> None:
    faction = required(state.sandbox, event.faction, "faction")
    must(faction.stance == event.was, f"{event.faction} did not stand so")
    faction.stance, faction.friendly = event.now, event.friendly


@chapter.tells(FactionStanceChanged, "{faction} towards the dungeon: {now}")
def _(state: Underworld, event: FactionStanceChanged) -> Iterable[Fact]:
    yield facts.RelationSet(source=event.faction, target=DUNGEON, relation=event.now, friendly=event.friendly)


class RaiseTier(Command):
    """Raise the dungeon's tier by one.

    Needs:    the GM.
    Refused:  `only_gm`, `dungeon_missing`.
    Yields:   `DungeonTierRaised`.
    """

    type: Literal["wicked_ones.raise_tier"] = "wicked_ones.raise_tier"
    why: Text = Field(default="", title="Reason")


class DungeonTierRaised(Event):
    """The dungeon's tier went up by one."""

    type: Literal["wicked_ones.dungeon_tier_raised.v1"] = "wicked_ones.dungeon_tier_raised.v1"
    was: int
    now: int
    why: Text


@chapter.decides(RaiseTier)
def raise_tier(state: Underworld, command: RaiseTier, asker: Asker, dice: Dice) -> Events:
    """WO-64: raise the dungeon's tier by one."""
    gm_only(asker)
    in_play(state)
    return [DungeonTierRaised(was=state.dungeon.tier, now=state.dungeon.tier + 1, why=command.why)]


@chapter.applies(DungeonTierRaised)
def _(state: Underworld, event: DungeonTierRaised) -> None:
    must(state.dungeon.tier == event.was, f"the dungeon is at tier {state.dungeon.tier}")
    state.dungeon.tier = event.now


@chapter.tells(DungeonTierRaised, "The dungeon grows from tier {was} to tier {now}{why:+: }")
def _(state: Underworld, event: DungeonTierRaised) -> Iterable[Fact]:
    yield number(DUNGEON, "tier", event.now - event.was, event.now, event.why or "the dungeon grows")
    yield dungeon_on_the_map(state)
    yield tier_progress(event.now)
    yield facts.Advanced(owner=DUNGEON, track="growth", what=f"tier {event.now}")


class AdvanceMasterPlan(Command):
    """Write down how far the master plan is.

    Needs:    the GM.
    Refused:  `only_gm`, `reason_missing`.
    Yields:   `MasterPlanAdvanced`.
    """

    type: Literal["wicked_ones.advance_master_plan"] = "wicked_ones.advance_master_plan"
    text: Text


class MasterPlanAdvanced(Event):
    """The master plan is further along, as `text` says."""

    type: Literal["wicked_ones.master_plan_advanced.v1"] = "wicked_ones.master_plan_advanced.v1"
    text: Text


@chapter.decides(AdvanceMasterPlan)
def advance_master_plan(state: Underworld, command: AdvanceMasterPlan, asker: Asker, dice: Dice) -> Events:
    """WO-01: write down how far the master plan is."""
    gm_only(asker)
    in_play(state)
    reason_given(command.text)
    return [MasterPlanAdvanced(text=command.text)]


@chapter.applies(MasterPlanAdvanced)
def _(state: Underworld, event: MasterPlanAdvanced) -> None:
    state.dungeon.master_plan = event.text


@chapter.tells(MasterPlanAdvanced, "The master plan: {text}")
def _(state: Underworld, event: MasterPlanAdvanced) -> Iterable[Fact]:
    yield facts.TextSet(owner=DUNGEON, field="master_plan", text=event.text)


def founding() -> Iterable[Offer]:
    """Offer to found the dungeon, the only one until there is one."""
    yield Offer(command=FoundDungeon, label="Found the dungeon", known={"tier": None}, group="Setup")


def growth() -> Iterable[Offer]:
    """Offers to raise the tier, and to advance the master plan."""
    yield Offer(command=RaiseTier, label="The dungeon grows", group="Dungeon")
    yield Offer(command=AdvanceMasterPlan, label="The master plan moves on", group="Dungeon")


def map_changes(state: Underworld) -> Iterable[Offer]:
    """Offers to add factions, and to change their stance."""
    yield Offer(command=AddFaction, label="Add a faction", group="Map")
    factions = tuple(Choice(slug, it.name, it.stance) for slug, it in state.sandbox.items())
    if factions:
        yield Offer(
            command=ChangeStance,
            label="A faction changes its stance",
            choices={"faction": factions},
            group="Map",
        )
