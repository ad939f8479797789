"""Setup: the seats, the prepared game, the sheets, picking characters and beginning (VC-01 to VC-06)."""

from domain.kernel.campaign.commands import ChangeHouseRules, HandOverGm, SeatPerson
from domain.kernel.campaign.state import Campaign
from domain.kernel.chapter import Events
from domain.kernel.decisions import CommandRefused, Refusal, need, refuse
from domain.kernel.dice import Dice
from domain.kernel.messages import Command, Event
from domain.kernel.people import Asker, Role
from domain.kernel.terms import CharacterId
from domain.vicious_crucible import commands as ask
from domain.vicious_crucible import events as say
from domain.vicious_crucible.lookup import (
    contest_open,
)
from domain.vicious_crucible.state import Crucible
from domain.vicious_crucible.terms import (
    CORE_ELEMENTS,
    MOST_PLAYERS,
    PLAYABLE,
    RESERVED_IDS,
    SUPPORTING,
    FluxReason,
    HeatReason,
    Kind,
    Status,
    ToolKind,
)

from . import entering
from .common import (
    gm_only,
    in_play,
    known_character,
    laid_out,
    not_ended,
)
from .entering import id_of, well_named, well_named_elements


def objects(state: Crucible, campaign: Campaign, command: Command, asker: Asker) -> Refusal | None:
    """VC-01: one GM, who plays nobody, and six players at most. A contest is ended by the rules it began with."""
    match command:
        case SeatPerson(role=Role.GM) if campaign.gm and command.person != campaign.gm:
            return refuse("second_gm", gm=campaign.gm)
        case SeatPerson(role=Role.PLAYER) if command.person == campaign.gm:
            return refuse("gm_cannot_play")
        case SeatPerson() if command.person not in campaign.people and len(campaign.players) >= MOST_PLAYERS:
            return refuse("table_full", most=MOST_PLAYERS)
        case HandOverGm() if asker.is_gm and any(it.player == command.person for it in state.characters.values()):
            return refuse("gm_cannot_play")
        case ChangeHouseRules() if asker.is_gm and (contest := contest_open(state)):
            return refuse("contest_open", contest=contest.id)
    return None


def open_crucible(state: Crucible, command: ask.OpenCrucible, asker: Asker, dice: Dice) -> Events:
    """VC-01, VC-06, VC-44: lay out cast, places and arcs. One id means one thing."""
    gm_only(asker)
    need(not state.crucible, "crucible_already_open", title=state.crucible)
    need(len(command.playable) == PLAYABLE, "six_playable", need=PLAYABLE, given=len(command.playable))
    need(len(command.supporting) == SUPPORTING, "six_supporting", need=SUPPORTING, given=len(command.supporting))
    everything: tuple[entering.Named, ...] = (
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
        say.CrucibleOpened(
            title=command.title,
            gm=asker.person,
            playable=tuple(say.PlayableEntered(id=id_of(it), name=it.name) for it in command.playable),
            supporting=tuple(
                say.SupportingEntered(id=id_of(it), name=it.name, mentions=it.mentions, plan=it.plan)
                for it in command.supporting
            ),
            locations=tuple(entering.location(it) for it in command.locations),
            arcs=tuple(entering.arc(it) for it in command.arcs),
        )
    ]


def register_character_sheet(
    state: Crucible, command: ask.RegisterCharacterSheet, asker: Asker, dice: Dice
) -> Events:
    """VC-05: three core elements, an arc, tools; sparks on elements and quality tools only."""
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
        say.CharacterSheetRegistered(
            character=command.character,
            core=entering.elements(command.core),
            arc=command.arc,
            tools=tuple(
                say.ToolEntered(
                    id=id_of(it), name=it.name, tool_kind=it.tool_kind, sparks=entering.sparks(it.sparks)
                )
                for it in command.tools
            ),
        )
    ]


def register_location(state: Crucible, command: ask.RegisterLocation, asker: Asker, dice: Dice) -> Events:
    """VC-06: hard places begin play hard; none becomes so later."""
    gm_only(asker)
    not_ended(state)
    location = id_of(command)
    need(location, "id_empty", name=command.name)
    need(location not in RESERVED_IDS, "id_reserved", name=command.name)
    if location in state.locations or location in state.characters or location in state.arcs:
        raise CommandRefused("id_taken", name=command.name, id=location)
    well_named(command.elements, "element_named_twice")
    if state.status is not Status.SETUP:
        for element in command.elements:
            need(not element.hard, "hard_only_in_setup", name=element.name)
    return [
        say.LocationRegistered(
            location=location, name=command.name, elements=entering.location_elements(command.elements)
        )
    ]


def pick_character(state: Crucible, command: ask.PickCharacter, asker: Asker, dice: Dice) -> Events:
    """VC-02: one free character of the six for a player who has none."""
    laid_out(state)
    rules = state.house_rules
    need(not asker.is_gm, "gm_cannot_play")
    late = state.status is not Status.SETUP
    if state.status is Status.ENDED or (late and not rules.late_pick_from_cast_offs):
        raise CommandRefused("picking_closed")
    character = known_character(state, command.character)
    need(character.playable, "not_playable", character=command.character)
    need(not character.is_pc, "already_picked", character=command.character, player=character.player)
    for slug, other in state.characters.items():
        need(other.player != asker.person, "has_character", character=slug)
    if late and not character.registered:
        raise CommandRefused("sheet_missing", character=command.character)
    events: list[Event] = [say.CharacterPicked(player=asker.person, character=command.character)]
    if rules.starting_heat:
        events.append(
            say.HeatGained(character=command.character, amount=rules.starting_heat, reason=HeatReason.STARTING)
        )
    if rules.starting_flux:
        events.append(
            say.FluxGained(character=command.character, amount=rules.starting_flux, reason=FluxReason.STARTING)
        )
    if late:
        events += (
            say.SupportingCharacterAdmitted(character=CharacterId(slug), because_of=(command.character,))
            for slug, other in state.characters.items()
            if other.kind is Kind.BENCHED and command.character in other.mentions
        )
    return events


def start_play(state: Crucible, command: ask.StartPlay, asker: Asker, dice: Dice) -> Events:
    """VC-03, VC-04: who was not picked becomes an NPC; who is linked to nobody picked stays away."""
    gm_only(asker)
    laid_out(state)
    need(state.status is Status.SETUP, "setup_only")
    if command.leave_out:
        raise CommandRefused("cast_off_stays", character=command.leave_out[0])
    picked = [slug for slug in state.playable_characters if state.characters[slug].is_pc]
    need(picked, "nobody_picked")
    for slug in picked:
        need(state.characters[slug].registered, "sheet_missing", character=slug)
    events: list[Event] = [
        say.CastOffAssigned(character=CharacterId(slug))
        for slug in state.playable_characters
        if slug not in picked
    ]
    events.append(say.PlayStarted())
    for slug in state.supporting_characters:
        links = tuple(CharacterId(it) for it in state.characters[slug].mentions if it in picked)
        if links:
            events.append(say.SupportingCharacterAdmitted(character=CharacterId(slug), because_of=links))
        else:
            events.append(say.SupportingCharacterBenched(character=CharacterId(slug)))
    return events


def end_play(state: Crucible, command: ask.EndPlay, asker: Asker, dice: Dice) -> Events:
    """The last scene is over."""
    gm_only(asker)
    in_play(state)
    need(state.current_scene is None, "scene_open", scene=state.current_scene)
    return [say.PlayEnded(epilogue=command.epilogue)]
