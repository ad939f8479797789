"""Factions on the map, and how they stand towards one another."""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from domain.kernel import facts
from domain.kernel.campaign.guards import gm_only
from domain.kernel.campaign.state import Campaign, Faction, Relation
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import must, need
from domain.kernel.history.past import Past
from domain.kernel.messages import Command, Event
from domain.kernel.moment import AnyMoment
from domain.kernel.offers import Choice, Offer
from domain.kernel.people import Asker
from domain.kernel.references import FactionRef, NewFaction
from domain.kernel.terms import Name, Slug, Text

chapter = Chapter[AnyMoment, Past](
    "Factions",
    {
        "faction_unknown": "There is no faction {faction} on the map. Name it first.",
        "relation_to_itself": "{faction} cannot stand in a relation to itself.",
    },
)


class NameFaction(Command):
    """Put it on the map: a faction, place of power or circle of people; or change what it is.

    Refused:  `gm_only`, `no_change`.
    Yields:   `FactionNamed`.
    """

    type: Literal["campaign.name_faction"] = "campaign.name_faction"
    faction: NewFaction
    name: Name
    weight: int = Field(default=1, ge=1, le=6, description="How much it matters, 1 to 6.")
    group: Text = Field(default="", description="What it belongs to: a district, a setting; may stay empty.")


class FactionNamed(Event):
    """A faction is on the map, or is now called, weighed or grouped otherwise."""

    type: Literal["campaign.faction_named.v1"] = "campaign.faction_named.v1"
    faction: Slug
    name: Name
    weight: int
    group: Text


@chapter.decides(NameFaction)
def name_faction(moment: AnyMoment, command: NameFaction, asker: Asker, past: Past) -> Events:
    """Put a faction on the map, or change the one that is known under this id."""
    gm_only(asker)
    faction = Faction(name=command.name, weight=command.weight, group=command.group)
    need(moment.campaign.factions.get(command.faction) != faction, "no_change")
    return [FactionNamed(faction=command.faction, name=command.name, weight=command.weight, group=command.group)]


@chapter.applies(FactionNamed, renames=True)
def _(moment: AnyMoment, event: FactionNamed) -> None:
    moment.campaign.factions[event.faction] = Faction(event.name, event.weight, event.group)


@chapter.tells(FactionNamed, "On the map: {name}, weight {weight}{group:+, }")
def _(moment: AnyMoment, event: FactionNamed) -> Iterable[facts.Fact]:
    yield facts.NodeSet(
        node=event.faction,
        name=event.name,
        node_kind="faction",
        weight=event.weight,
        group=event.group,
    )


class RemoveFaction(Command):
    """Take it off the map: a faction, with its relations.

    Refused:  `gm_only`, `faction_unknown`.
    Yields:   `FactionRemoved`.
    """

    type: Literal["campaign.remove_faction"] = "campaign.remove_faction"
    faction: FactionRef


class FactionRemoved(Event):
    """A faction is off the map, and so are its relations."""

    type: Literal["campaign.faction_removed.v1"] = "campaign.faction_removed.v1"
    faction: Slug


def on_the_map(campaign: Campaign, faction: str) -> None:
    """Refuse a faction that is not on the map."""
    need(faction in campaign.factions, "faction_unknown", faction=faction)


@chapter.decides(RemoveFaction)
def remove_faction(moment: AnyMoment, command: RemoveFaction, asker: Asker, past: Past) -> Events:
    """Remove a faction; asked by the GM."""
    gm_only(asker)
    on_the_map(moment.campaign, command.faction)
    return [FactionRemoved(faction=command.faction)]


@chapter.applies(FactionRemoved, renames=True)
def _(moment: AnyMoment, event: FactionRemoved) -> None:
    gone = moment.campaign.factions.pop(event.faction, None)
    must(gone is not None, f"{event.faction} is not on the map")
    moment.campaign.relations.pop(event.faction, None)
    for ties in moment.campaign.relations.values():
        ties.pop(event.faction, None)


@chapter.tells(FactionRemoved, "Off the map: {faction}")
def _(moment: AnyMoment, event: FactionRemoved) -> Iterable[facts.Fact]:
    yield facts.NodeSet(node=event.faction, name=event.faction, node_kind="faction", removed=True)


class RelateFactions(Command):
    """Say how one stands towards another: an empty relation cuts the tie.

    Refused:  `gm_only`, `faction_unknown`, `relation_to_itself`, `no_change`.
    Yields:   `RelationSet`.
    """

    type: Literal["campaign.relate_factions"] = "campaign.relate_factions"
    source: FactionRef
    target: FactionRef
    relation: Text = Field(description="In a word or two: owes, hunts, shelters.")
    friendly: bool | None = Field(default=None, description="Whether the tie helps, hurts, or neither.")


class RelationSet(Event):
    """One faction now stands so towards another; empty: no tie."""

    type: Literal["campaign.relation_set.v1"] = "campaign.relation_set.v1"
    source: Slug
    target: Slug
    relation: Text
    friendly: bool | None


@chapter.decides(RelateFactions)
def relate_factions(moment: AnyMoment, command: RelateFactions, asker: Asker, past: Past) -> Events:
    """Set the relation of the source to the target; how the target stands towards it is another."""
    gm_only(asker)
    for faction in (command.source, command.target):
        on_the_map(moment.campaign, faction)
    need(command.source != command.target, "relation_to_itself", faction=command.source)
    relation = command.relation.strip()
    now = Relation(relation, command.friendly) if relation else None
    need(moment.campaign.relations.get(command.source, {}).get(command.target) != now, "no_change")
    return [
        RelationSet(source=command.source, target=command.target, relation=relation, friendly=command.friendly)
    ]


@chapter.applies(RelationSet)
def _(moment: AnyMoment, event: RelationSet) -> None:
    known = moment.campaign.factions.keys() >= {event.source, event.target}
    must(known, f"{event.source} and {event.target} are not both on the map")
    ties = moment.campaign.relations.setdefault(event.source, {})
    if event.relation:
        ties[event.target] = Relation(event.relation, event.friendly)
    else:
        ties.pop(event.target, None)


@chapter.tells(RelationSet, "{source} towards {target}: {relation}")
def _(moment: AnyMoment, event: RelationSet) -> Iterable[facts.Fact]:
    yield facts.RelationSet(
        source=event.source, target=event.target, relation=event.relation, friendly=event.friendly
    )


def offers_to_the_gm(moment: AnyMoment, words: Iterable[str] = ()) -> Iterable[Offer]:
    """Offers to the GM about the map. `words` are those that relations often have at this table."""
    factions = tuple(Choice(faction, it.name) for faction, it in moment.campaign.factions.items())
    yield Offer(command=NameFaction, label="Put a faction on the map", group="Map")
    if len(factions) > 1:
        yield Offer(
            command=RelateFactions,
            label="Relate two factions",
            choices={"source": factions, "target": factions},
            suggested={"relation": found} if (found := tuple(Choice(word, word) for word in words)) else {},
            group="Map",
        )
    if factions:
        yield Offer(
            command=RemoveFaction,
            label="Take a faction off the map",
            choices={"faction": factions},
            group="Map",
        )
