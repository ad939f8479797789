"""Sheets of arcs, characters and places (VC-05, VC-06, VC-44)."""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from domain.kernel import facts
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import CommandRefused, must, need
from domain.kernel.dice import Dice
from domain.kernel.facts import Fact
from domain.kernel.messages import ASKED, Command, Event
from domain.kernel.offers import Choice, Offer
from domain.kernel.people import GM_ONLY, Asker, Audience
from domain.kernel.terms import Name, Slug, Text
from domain.vicious_crucible.chapters.founding.laying_out import (
    ArcEntered,
    ElementEntered,
    LocationElementEntered,
    Named,
    SparkEntered,
    arc_entered,
    arc_from,
    elements_entered,
    id_of,
    location_elements_entered,
    location_facts,
    location_from,
    sparks_entered,
    sparks_of,
    well_named,
    well_named_elements,
)
from domain.vicious_crucible.chapters.guards import gm_only, known_character, laid_out, not_ended
from domain.vicious_crucible.choices import TOOL_KINDS
from domain.vicious_crucible.lookup import character_of
from domain.vicious_crucible.phrases import arc_facts, element_state
from domain.vicious_crucible.seats import choices
from domain.vicious_crucible.state import CORE, Character, Crucible, Element, Tool
from domain.vicious_crucible.terms import (
    CORE_ELEMENTS,
    RESERVED_IDS,
    ArcPrinted,
    ArcRef,
    CharacterRef,
    CharacterSlug,
    ElementPrinted,
    ElementStatus,
    LocationElementPrinted,
    MadeId,
    Printed,
    Status,
    ToolKind,
    ToolPrinted,
)

chapter = Chapter[Crucible](
    "Sheets",
    {
        "setup_only": "Play has started: this belongs to setup.",
        "three_core_elements": "A character has exactly {need} core elements, not {given}.",
        "tool_named_twice": "Two tools are called {name}. Give each its own name.",
        "sparks_need_quality": "{tool} is a {tool_kind} tool; only quality tools have sparks.",
        "arc_missing": "Name an arc for {character}.",
        "arc_unknown": "No arc of this crucible is called so. Name one that is there, or enter it first.",
        "hard_only_in_setup": "{name} cannot become hard now: hard places begin play that way.",
        "arc_action_missing": "{name} has three actions. Say what its {action} action is.",
    },
)


class RegisterArc(Command):
    """Enter another arc: one that was not laid out with the crucible.

    Needs:    the GM.
    Refused:  `gm_only`, `crucible_not_open`, `play_ended`, `id_empty`, `id_reserved`, `id_taken`,
              `arc_action_missing`, `element_named_twice`, `spark_named_twice`.
    Yields:   `ArcRegistered`.
    """

    type: Literal["vicious_crucible.register_arc"] = "vicious_crucible.register_arc"
    arc: ArcPrinted


class ArcRegistered(Event):
    """An arc was entered."""

    type: Literal["vicious_crucible.arc_registered.v1"] = "vicious_crucible.arc_registered.v1"
    arc: Slug
    name: Name
    flux_action: Text
    alloy_action: Text
    reify_action: Text
    elements: tuple[ElementEntered, ...]
    sacrifice_count: int
    sacrifice_named: tuple[Slug, ...]
    other_text: Text
    transformation: Text

    def printed(self) -> ArcEntered:
        """The arc as it is entered with a crucible."""
        return ArcEntered(id=self.arc, **{name: it for name, it in self if name not in ("type", "arc")})


@chapter.decides(RegisterArc)
def register_arc(state: Crucible, command: RegisterArc, asker: Asker, dice: Dice) -> Events:
    """VC-05, VC-44: register an arc, to stand on a sheet or to be offered; it has three actions."""
    gm_only(asker)
    not_ended(state)
    arc = command.arc
    not_on_the_table(state, arc)
    for action, text in (("Flux", arc.flux_action), ("Alloy", arc.alloy_action), ("Reify", arc.reify_action)):
        need(text.strip(), "arc_action_missing", name=arc.name, action=action)
    well_named_elements(arc.elements)
    return [ArcRegistered(arc=id_of(arc), **{name: it for name, it in arc_entered(arc) if name != "id"})]


def not_on_the_table(state: Crucible, printed: Named) -> None:
    """Refuse an id that names a character, a place or an arc already."""
    slug = id_of(printed)
    need(slug, "id_empty", name=printed.name)
    need(slug not in RESERVED_IDS, "id_reserved", name=printed.name)
    if slug in state.locations or slug in state.characters or slug in state.arcs:
        raise CommandRefused("id_taken", name=printed.name, id=slug)


@chapter.applies(ArcRegistered, renames=True)
def _(state: Crucible, event: ArcRegistered) -> None:
    must(event.arc not in state.arcs, f"there is an arc {event.arc} already")
    state.arcs[event.arc] = arc_from(event.printed())


def for_the_gm(state: Crucible, event: ArcRegistered) -> Audience:
    """An arc is the GM's until it is offered, or stands on a sheet."""
    return GM_ONLY


@chapter.tells(ArcRegistered, "An arc lies ready: {name}", to=for_the_gm)
def _(state: Crucible, event: ArcRegistered) -> Iterable[Fact]:
    yield facts.Told(text=event.name, form="arc", audience=GM_ONLY)


class RegisterCharacterSheet(Command):
    """Enter what a character's sheet prints. Asked again during setup, it replaces the sheet.

    Needs:    setup; the GM or the character's own player.
    Refused:  `crucible_not_open`, `setup_only`, `character_unknown`, `not_your_character`, `three_core_elements`,
              `element_named_twice`, `tool_named_twice`, `spark_named_twice`, `sparks_need_quality`, `id_empty`,
              `arc_missing` (for one of the six to pick from), `arc_unknown`.
    Yields:   `CharacterSheetRegistered`.
    """

    type: Literal["vicious_crucible.register_character_sheet"] = "vicious_crucible.register_character_sheet"
    character: CharacterRef
    core: tuple[ElementPrinted, ...] = Field(title="Three core elements", description="Exactly three.")
    arc: ArcRef | None = Field(default=None, description="The arc printed on the sheet.", json_schema_extra=ASKED)
    tools: tuple[ToolPrinted, ...] = ()


class ToolEntered(Printed):
    """A tool as entered, its id settled."""

    id: Slug
    name: Name
    tool_kind: ToolKind
    sparks: tuple[SparkEntered, ...]


class CharacterSheetRegistered(Event):
    """A character's sheet was entered, or entered again."""

    type: Literal["vicious_crucible.character_sheet_registered.v1"] = (
        "vicious_crucible.character_sheet_registered.v1"
    )
    character: CharacterSlug
    core: tuple[ElementEntered, ...]
    arc: Slug | None
    tools: tuple[ToolEntered, ...]


@chapter.decides(RegisterCharacterSheet)
def register_character_sheet(state: Crucible, command: RegisterCharacterSheet, asker: Asker, dice: Dice) -> Events:
    """VC-05: register three core elements, an arc, tools; sparks on elements and quality tools only."""
    laid_out(state)
    character = known_character(state, command.character)
    if not asker.is_gm and character.player != asker.person:
        raise CommandRefused("not_your_character", character=command.character)
    need(state.status is Status.SETUP, "setup_only")
    need(len(command.core) == CORE_ELEMENTS, "three_core_elements", need=CORE_ELEMENTS, given=len(command.core))
    well_named_elements(command.core)
    well_named(command.tools, "tool_named_twice")
    for tool in command.tools:
        if tool.sparks and tool.tool_kind is not ToolKind.QUALITY:
            raise CommandRefused("sparks_need_quality", tool=tool.name, tool_kind=tool.tool_kind)
        well_named(tool.sparks, "spark_named_twice")
    if command.arc is None and character.playable:
        raise CommandRefused("arc_missing", character=command.character)
    if command.arc is not None:
        need(command.arc in state.arcs, "arc_unknown", arc=command.arc)
        for one in command.core:
            if id_of(one) in state.arcs[command.arc].elements:
                raise CommandRefused("element_named_twice", name=one.name, id=id_of(one))
    return [
        CharacterSheetRegistered(
            character=command.character,
            core=elements_entered(command.core),
            arc=command.arc,
            tools=tuple(
                ToolEntered(id=id_of(it), name=it.name, tool_kind=it.tool_kind, sparks=sparks_entered(it.sparks))
                for it in command.tools
            ),
        )
    ]


@chapter.applies(CharacterSheetRegistered, renames=True)
def _(state: Crucible, event: CharacterSheetRegistered) -> None:
    character = character_of(state, event.character)
    character.registered = True
    character.elements = {
        it.id: Element(it.name, CORE, ElementStatus.UNLOCKED, sparks_of(it.sparks)) for it in event.core
    }
    character.tools = {it.id: Tool(it.name, it.tool_kind, sparks_of(it.sparks)) for it in event.tools}
    character.arc = None
    if event.arc is not None:
        lay_out_arc(state, character, event.arc)


def lay_out_arc(state: Crucible, character: Character, arc: str) -> None:
    """Put an arc's elements on a sheet, locked; what the character has or gave up already stays as it is."""
    must(arc in state.arcs, f"there is no arc {arc}")
    character.arc = arc
    for element, printed in state.arcs[arc].elements.items():
        if element not in character.elements:
            character.elements[element] = Element(printed.name, arc, ElementStatus.LOCKED, dict(printed.sparks))


@chapter.tells(CharacterSheetRegistered, "The sheet of {character} is entered")
def _(state: Crucible, event: CharacterSheetRegistered) -> Iterable[Fact]:
    who, why = event.character, "character sheet"
    for element in event.core:
        yield element_state(who, element.id, element.name, "", "unlocked", why)
    for tool in event.tools:
        yield facts.StateChanged(
            owner=who, group="tools", name=tool.id, was="", now="available", why=why, label=tool.name
        )
    yield from arc_facts(state, who, why, lasting=False)


class RegisterLocation(Command):
    """Enter a location and its elements. Hard elements only before play starts.

    Needs:    the GM.
    Refused:  `gm_only`, `crucible_not_open`, `id_taken`, `id_reserved`, `id_empty`, `element_named_twice`,
              `hard_only_in_setup`, `play_ended`.
    Yields:   `LocationRegistered`.
    """

    type: Literal["vicious_crucible.register_location"] = "vicious_crucible.register_location"
    name: Name
    id: MadeId | None = None
    elements: tuple[LocationElementPrinted, ...] = ()


class LocationRegistered(Event):
    """A location was entered."""

    type: Literal["vicious_crucible.location_registered.v1"] = "vicious_crucible.location_registered.v1"
    location: Slug
    name: Name
    elements: tuple[LocationElementEntered, ...]


@chapter.decides(RegisterLocation)
def register_location(state: Crucible, command: RegisterLocation, asker: Asker, dice: Dice) -> Events:
    """VC-06: register a place; hard ones begin play hard, and none becomes so later."""
    gm_only(asker)
    not_ended(state)
    not_on_the_table(state, command)
    well_named(command.elements, "element_named_twice")
    if state.status is not Status.SETUP:
        for element in command.elements:
            need(not element.hard, "hard_only_in_setup", name=element.name)
    return [
        LocationRegistered(
            location=id_of(command), name=command.name, elements=location_elements_entered(command.elements)
        )
    ]


@chapter.applies(LocationRegistered, renames=True)
def _(state: Crucible, event: LocationRegistered) -> None:
    must(event.location not in state.locations, f"{event.location} is on the map already")
    state.locations[event.location] = location_from(event.elements, event.name)


@chapter.tells(LocationRegistered, "On the map: {name}")
def _(state: Crucible, event: LocationRegistered) -> Iterable[Fact]:
    return location_facts(event.location, event.name, event.elements)


def sheet_entries(state: Crucible, asker: Asker) -> Iterable[Offer]:
    """A player's own sheet, or for the GM anybody's, as long as there are arcs to enter on it."""
    mine = [slug for slug, it in state.characters.items() if it.player == asker.person]
    sheets = choices(state, state.characters if asker.is_gm else mine)
    arcs = tuple(Choice(slug, arc.name) for slug, arc in state.arcs.items())
    if sheets and arcs:
        yield Offer(
            command=RegisterCharacterSheet,
            label="Enter a character sheet",
            choices={"character": sheets, "arc": arcs, "tools.tool_kind": TOOL_KINDS},
            group="Setup",
        )


def location_entry(group: str) -> Offer:
    """Another place for the map."""
    return Offer(command=RegisterLocation, label="Enter a place", group=group)


def arc_entry(group: str) -> Offer:
    """Another arc."""
    return Offer(command=RegisterArc, label="Enter an arc", group=group)
