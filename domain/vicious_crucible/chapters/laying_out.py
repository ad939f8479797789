"""The crucible is laid out: cast, places and arcs (VC-01, VC-06, VC-44)."""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from domain.kernel import facts
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import must, need
from domain.kernel.dice import Dice
from domain.kernel.facts import CharacterKind, Fact
from domain.kernel.messages import ASKED, Command, Event
from domain.kernel.offers import Offer
from domain.kernel.people import GM_ONLY, Asker
from domain.kernel.terms import Name, Person, Slug, Text
from domain.vicious_crucible.chapters.guards import gm_only
from domain.vicious_crucible.chapters.sheets import (
    ElementEntered,
    LocationElementEntered,
    Named,
    elements_entered,
    id_of,
    location_elements_entered,
    location_facts,
    location_from,
    sparks_of,
    well_named,
    well_named_elements,
)
from domain.vicious_crucible.state import Arc, ArcElement, Character, Crucible, EntryPrice
from domain.vicious_crucible.terms import (
    PLAYABLE,
    RESERVED_IDS,
    SUPPORTING,
    ArcPrinted,
    LocationPrinted,
    PlayablePrinted,
    Printed,
    SupportingPrinted,
)

chapter = Chapter[Crucible](
    "Your crucible",
    {
        "crucible_already_open": "The crucible {title} is open already.",
        "six_playable": "A crucible has {need} characters to pick from, not {given}.",
        "six_supporting": "A crucible has {need} supporting characters, not {given}.",
        "mention_unknown": "The write-up of {name} names “{mention}”, who is not one of the six to pick from.",
    },
)


class OpenCrucible(Command):
    """Lay out the prepared game: its cast, its places, its arcs. Locations may also follow one by one.

    Needs:    the GM; setup.
    Refused:  `gm_only`, `crucible_already_open`, `six_playable`, `six_supporting`, `id_taken`, `id_reserved`,
              `id_empty`, `mention_unknown`, `element_named_twice`, `spark_named_twice`.
    Yields:   `CrucibleOpened`.
    """

    type: Literal["vicious_crucible.open_crucible"] = "vicious_crucible.open_crucible"
    title: Name
    playable: tuple[PlayablePrinted, ...] = Field(description="The six that players pick from.")
    supporting: tuple[SupportingPrinted, ...] = Field(description="The six that come in through others.")
    locations: tuple[LocationPrinted, ...] = ()
    arcs: tuple[ArcPrinted, ...] = Field(
        default=(),
        description="One for each sheet: without its arc no sheet can be entered.",
        json_schema_extra=ASKED,
    )


class PlayableEntered(Printed):
    """One of the six to pick from, its id settled."""

    id: Slug
    name: Name


class SupportingEntered(Printed):
    """One of the supporting six, its id settled."""

    id: Slug
    name: Name
    mentions: tuple[Slug, ...]
    plan: Text


class LocationEntered(Printed):
    """A location as entered, its id settled."""

    id: Slug
    name: Name
    elements: tuple[LocationElementEntered, ...]


class ArcEntered(Printed):
    """An arc as entered, its id settled."""

    id: Slug
    name: Name
    flux_action: Text
    alloy_action: Text
    reify_action: Text
    elements: tuple[ElementEntered, ...]
    sacrifice_count: int
    sacrifice_named: tuple[Slug, ...]
    other_text: Text
    transformation: Text


class CrucibleOpened(Event):
    """The prepared game lies on the table."""

    type: Literal["vicious_crucible.crucible_opened.v1"] = "vicious_crucible.crucible_opened.v1"
    title: Name
    gm: Person
    playable: tuple[PlayableEntered, ...]
    supporting: tuple[SupportingEntered, ...]
    locations: tuple[LocationEntered, ...]
    arcs: tuple[ArcEntered, ...]


@chapter.decides(OpenCrucible)
def open_crucible(state: Crucible, command: OpenCrucible, asker: Asker, dice: Dice) -> Events:
    """VC-01, VC-06, VC-44: lay out cast, places and arcs. One id means one thing."""
    gm_only(asker)
    need(not state.crucible, "crucible_already_open", title=state.crucible)
    need(len(command.playable) == PLAYABLE, "six_playable", need=PLAYABLE, given=len(command.playable))
    need(len(command.supporting) == SUPPORTING, "six_supporting", need=SUPPORTING, given=len(command.supporting))
    everything: tuple[Named, ...] = (
        *command.playable,
        *command.supporting,
        *command.locations,
        *command.arcs,
    )
    well_named(everything, "id_taken")
    for one in everything:
        need(id_of(one) not in RESERVED_IDS, "id_reserved", name=one.name)
    for place in command.locations:
        well_named(place.elements, "element_named_twice")
    for arc in command.arcs:
        well_named_elements(arc.elements)
    playable = {id_of(one) for one in command.playable}
    for other in command.supporting:
        for mention in other.mentions:
            need(mention in playable, "mention_unknown", name=other.name, mention=mention)
    return [
        CrucibleOpened(
            title=command.title,
            gm=asker.person,
            playable=tuple(PlayableEntered(id=id_of(it), name=it.name) for it in command.playable),
            supporting=tuple(
                SupportingEntered(id=id_of(it), name=it.name, mentions=it.mentions, plan=it.plan)
                for it in command.supporting
            ),
            locations=tuple(location_entered(it) for it in command.locations),
            arcs=tuple(arc_entered(it) for it in command.arcs),
        )
    ]


def location_entered(printed: LocationPrinted) -> LocationEntered:
    """A place as recorded."""
    return LocationEntered(
        id=id_of(printed), name=printed.name, elements=location_elements_entered(printed.elements)
    )


def arc_entered(printed: ArcPrinted) -> ArcEntered:
    """An arc as recorded."""
    return ArcEntered(
        id=id_of(printed),
        name=printed.name,
        flux_action=printed.flux_action,
        alloy_action=printed.alloy_action,
        reify_action=printed.reify_action,
        elements=elements_entered(printed.elements),
        sacrifice_count=printed.entry_cost.sacrifice_count,
        sacrifice_named=printed.entry_cost.sacrifice_named,
        other_text=printed.entry_cost.other_text,
        transformation=printed.transformation,
    )


@chapter.applies(CrucibleOpened, renames=True)
def _(state: Crucible, event: CrucibleOpened) -> None:
    must(not state.crucible, "a crucible is laid out once")
    state.crucible = event.title
    for one in event.playable:
        state.characters[one.id] = Character(one.name)
        state.playable_characters.append(one.id)
    for other in event.supporting:
        state.characters[other.id] = Character(
            other.name, playable=False, plan=other.plan, mentions=list(other.mentions)
        )
        state.supporting_characters.append(other.id)
    for place in event.locations:
        state.locations[place.id] = location_from(place.elements, place.name)
    for arc in event.arcs:
        state.arcs[arc.id] = Arc(
            name=arc.name,
            flux_action=arc.flux_action,
            alloy_action=arc.alloy_action,
            reify_action=arc.reify_action,
            elements={it.id: ArcElement(it.name, sparks_of(it.sparks)) for it in arc.elements},
            entry_cost=EntryPrice(arc.sacrifice_count, list(arc.sacrifice_named), arc.other_text),
            transformation=arc.transformation or None,
        )


@chapter.tells(CrucibleOpened, "The crucible {title} lies on the table")
def _(state: Crucible, event: CrucibleOpened) -> Iterable[Fact]:
    yield facts.Told(text=event.title, form="crucible")
    for one in event.playable:
        yield facts.CharacterEntered(
            character=one.id, name=one.name, character_kind=CharacterKind.OTHER, how="to be picked"
        )
        yield facts.NodeSet(node=one.id, name=one.name, node_kind="character", weight=2)
    for other in event.supporting:
        yield facts.CharacterEntered(
            character=other.id, name=other.name, character_kind=CharacterKind.OTHER, how="supporting cast"
        )
        yield facts.NodeSet(node=other.id, name=other.name, node_kind="character")
        for mention in other.mentions:
            yield facts.RelationSet(source=other.id, target=mention, relation="named in the write-up")
        if other.plan:
            yield facts.TextSet(owner=other.id, field="plan", text=other.plan, audience=GM_ONLY)
    for place in event.locations:
        yield from location_facts(place.id, place.name, place.elements)


def laying_out() -> Offer:
    """The first step of all."""
    return Offer(command=OpenCrucible, label="Open the crucible", group="Setup")
