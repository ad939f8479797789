"""The crucible is laid out: cast, places and arcs, with the ids that things go by (VC-01, VC-06, VC-44)."""

from collections.abc import Iterable, Sequence
from typing import Literal, Protocol

from pydantic import Field

from domain.kernel import facts
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import must, need
from domain.kernel.dice import Dice
from domain.kernel.facts import CharacterKind, Fact
from domain.kernel.messages import ASKED, Command, Event
from domain.kernel.offers import Offer
from domain.kernel.people import GM_ONLY, Asker
from domain.kernel.terms import Name, Person, Slug, Text, slugify
from domain.vicious_crucible.chapters.guards import gm_only
from domain.vicious_crucible.names import element_node
from domain.vicious_crucible.phrases import element_state
from domain.vicious_crucible.state import (
    Arc,
    ArcElement,
    Character,
    Crucible,
    EntryPrice,
    Location,
    LocationElement,
    Spark,
)
from domain.vicious_crucible.terms import (
    PLAYABLE,
    RESERVED_IDS,
    SUPPORTING,
    ArcPrinted,
    ElementPrinted,
    LocationElementPrinted,
    LocationPrinted,
    PlayablePrinted,
    Printed,
    SparkKind,
    SparkPrinted,
    SupportingPrinted,
)

chapter = Chapter[Crucible](
    "Your crucible",
    {
        "id_empty": "{name} has no letter or digit to be called by. Give it an id.",
        "element_named_twice": "Two elements are called {name}. Give each its own name.",
        "spark_named_twice": "Two sparks of one element or tool are called {name}. Give each its own name.",
        "crucible_already_open": "The crucible {title} is open already.",
        "six_playable": "A crucible has {need} characters to pick from, not {given}.",
        "six_supporting": "A crucible has {need} supporting characters, not {given}.",
        "id_taken": (
            "Something here is called like {name} already. Choose another name, or give it an id of its own."
        ),
        "id_reserved": "{name} is a word of the game itself. Choose another name, or give it an id of its own.",
        "mention_unknown": "The write-up of {name} names somebody who is not one of the six to pick from.",
    },
)


class Named(Protocol):
    """Anything printed with a name and perhaps an id."""

    @property
    def name(self) -> str:
        """The name as printed."""

    @property
    def id(self) -> str | None:
        """The id as chosen, if it was."""


def id_of(printed: Named) -> str:
    """The id chosen, or the one its name suggests; empty when the name suggests none."""
    return printed.id or slugify(printed.name)


def well_named(printed: Iterable[Named], code: str) -> None:
    """Refuse printed things without an id, or of which two have the same."""
    seen: set[str] = set()
    for one in printed:
        slug = id_of(one)
        need(slug, "id_empty", name=one.name)
        need(slug not in seen, code, name=one.name, id=slug)
        seen.add(slug)


def well_named_elements(elements: Sequence[ElementPrinted]) -> None:
    """Refuse elements, and sparks under one, without an id or of which two have the same."""
    well_named(elements, "element_named_twice")
    for element in elements:
        well_named(element.sparks, "spark_named_twice")


class SparkEntered(Printed):
    """A spark as entered, its id settled. `cost` None: nothing special is printed."""

    id: Slug
    name: Name
    kind: SparkKind
    cost: int | None
    text: Text
    rulesheet: Text


def sparks_entered(printed: Iterable[SparkPrinted]) -> tuple[SparkEntered, ...]:
    """Sparks as recorded."""
    return tuple(
        SparkEntered(id=id_of(it), name=it.name, kind=it.kind, cost=it.cost, text=it.text, rulesheet=it.rulesheet)
        for it in printed
    )


def sparks_of(entered: Iterable[SparkEntered]) -> dict[str, Spark]:
    """Sparks as the state keeps them."""
    return {it.id: Spark(it.name, it.kind, it.cost, it.text, it.rulesheet) for it in entered}


class ElementEntered(Printed):
    """An element as entered, its id settled."""

    id: Slug
    name: Name
    sparks: tuple[SparkEntered, ...]


def elements_entered(printed: Iterable[ElementPrinted]) -> tuple[ElementEntered, ...]:
    """Elements as recorded."""
    return tuple(ElementEntered(id=id_of(it), name=it.name, sparks=sparks_entered(it.sparks)) for it in printed)


class LocationElementEntered(Printed):
    """A location's element as entered, its id settled."""

    id: Slug
    name: Name
    hard: bool


def location_elements_entered(printed: Iterable[LocationElementPrinted]) -> tuple[LocationElementEntered, ...]:
    """A place's elements as recorded."""
    return tuple(LocationElementEntered(id=id_of(it), name=it.name, hard=it.hard) for it in printed)


def location_from(elements: Iterable[LocationElementEntered], name: str) -> Location:
    """A place as the state keeps it."""
    return Location(name, {it.id: LocationElement(it.name, it.hard) for it in elements})


def location_facts(slug: str, name: str, elements: Iterable[LocationElementEntered]) -> Iterable[Fact]:
    """A place on the map, with the elements that begin play hard."""
    yield facts.NodeSet(node=slug, name=name, node_kind="location")
    for element in elements:
        now = "hard" if element.hard else "open"
        yield element_state(slug, element.id, element.name, "", now, "location sheet")
        if element.hard:
            node = element_node(slug, element.id)
            yield facts.NodeSet(node=node, name=element.name, node_kind="hard place")
            yield facts.RelationSet(source=node, target=slug, relation="is a hard place of")


class OpenCrucible(Command):
    """Lay out the prepared game: its cast, its places, its arcs. Locations may also follow one by one.

    Needs:    the GM; setup.
    Refused:  `gm_only`, `crucible_already_open`, `six_playable`, `six_supporting`, `id_taken`, `id_reserved`,
              `id_empty`, `mention_unknown`, `element_named_twice`, `spark_named_twice`.
    Yields:   `CrucibleOpened`.
    """

    type: Literal["vicious_crucible.open_crucible"] = "vicious_crucible.open_crucible"
    title: Name
    playable: tuple[PlayablePrinted, ...] = Field(
        title="The six to pick from", description="The six that players pick from."
    )
    supporting: tuple[SupportingPrinted, ...] = Field(
        title="The six around them", description="The six that come in through others."
    )
    locations: tuple[LocationPrinted, ...] = Field(default=(), title="Places")
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
        state.arcs[arc.id] = arc_from(arc)


def arc_from(entered: ArcEntered) -> Arc:
    """An arc as the state keeps it."""
    return Arc(
        name=entered.name,
        flux_action=entered.flux_action,
        alloy_action=entered.alloy_action,
        reify_action=entered.reify_action,
        elements={it.id: ArcElement(it.name, sparks_of(it.sparks)) for it in entered.elements},
        entry_cost=EntryPrice(entered.sacrifice_count, list(entered.sacrifice_named), entered.other_text),
        transformation=entered.transformation or None,
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
    return Offer(command=OpenCrucible, label="Lay out the crucible", group="Setup")
