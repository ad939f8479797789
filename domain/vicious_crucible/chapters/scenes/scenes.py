"""Scenes: markers, framing, ending (VC-07 to VC-09)."""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from domain.kernel import facts
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import CommandRefused, must, need, one_there
from domain.kernel.dice import Dice
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event
from domain.kernel.offers import Offer, Weight
from domain.kernel.people import Asker
from domain.kernel.terms import CharacterId, Slug, Text
from domain.vicious_crucible.chapters.guards import (
    gm_only,
    in_play,
    known_character,
    not_benched,
    not_ended,
    open_scene,
)
from domain.vicious_crucible.lookup import character_of, contest_open, location_of, pcs, scene_of
from domain.vicious_crucible.seats import choices, places
from domain.vicious_crucible.state import Crucible, Scene
from domain.vicious_crucible.terms import CharacterRef, CharacterSlug, Kind, PlaceRef, SceneStatus

chapter = Chapter[Crucible](
    "Framing scenes",
    {
        "location_unknown": "There is no such location{there:+. Those there are: }. Enter a new one first.",
        "no_change": "That is how it stands already, so there is nothing to record.",
        "in_a_contest": "{character} cannot walk away from {contest}. Close it first.",
        "no_pc_there": "No player character's marker is at {location}. Frame the scene where one is.",
        "demand_missing": "A scene opening must end with something to react to.",
    },
)


class PlaceMarker(Command):
    """Move a character's marker on the map. Who moves to the place of the open scene enters it.

    Needs:    the GM, or the player for their own character.
    Refused:  `crucible_not_open`, `play_ended`, `character_unknown`, `not_your_character`, `character_benched`,
              `location_unknown`, `in_a_contest`, `no_change`.
    Yields:   `CharacterMarkerPlaced`.
    """

    type: Literal["vicious_crucible.place_marker"] = "vicious_crucible.place_marker"
    character: CharacterRef = Field(title="Who?")
    location: PlaceRef = Field(title="Where?")


class CharacterMarkerPlaced(Event):
    """A marker stands somewhere else on the map."""

    type: Literal["vicious_crucible.character_marker_placed.v1"] = "vicious_crucible.character_marker_placed.v1"
    character: CharacterSlug
    location: Slug


@chapter.decides(PlaceMarker)
def place_marker(state: Crucible, command: PlaceMarker, asker: Asker, dice: Dice) -> Events:
    """VC-07: move a marker, the GM anybody's, a player their own; during a contest none leaves its scene."""
    not_ended(state)
    character = known_character(state, command.character)
    if not asker.is_gm and character.player != asker.person:
        raise CommandRefused("not_your_character", character=command.character)
    not_benched(state, command.character)
    one_there(state.locations, command.location, "location_unknown")
    need(character.marker != command.location, "no_change")
    contest = contest_open(state)
    if contest and state.scene and command.character in state.scene.present:
        raise CommandRefused("in_a_contest", character=command.character, contest=contest.id)
    return [CharacterMarkerPlaced(character=command.character, location=command.location)]


@chapter.applies(CharacterMarkerPlaced)
def _(state: Crucible, event: CharacterMarkerPlaced) -> None:
    location_of(state, event.location)
    character = character_of(state, event.character)
    character.marker_before, character.marker = character.marker, event.location
    if state.current_scene is None:
        return
    scene = scene_of(state)
    if event.character in scene.present:
        scene.present.remove(event.character)
    if event.location == scene.location:
        scene.present.append(event.character)


@chapter.tells(CharacterMarkerPlaced, "{character} goes to {location}")
def _(state: Crucible, event: CharacterMarkerPlaced) -> Iterable[Fact]:
    who, before = event.character, state.characters[event.character].marker_before
    yield facts.TextSet(owner=who, field="marker", text=state.locations[event.location].name)
    if before is not None and before != event.location:
        yield facts.RelationSet(source=who, target=before, relation="")
        yield marker(state, who, before, "")
    yield facts.RelationSet(source=who, target=event.location, relation="is at")
    yield marker(state, who, event.location, "there")


def marker(state: Crucible, who: str, place: str, now: str) -> Fact:
    """Fact of a marker that came to a place, or left it."""
    return facts.StateChanged(
        owner=place,
        group="markers",
        name=who,
        was="" if now else "there",
        now=now,
        why="the marker was moved",
        label=state.characters[who].name,
    )


class FrameScene(Command):
    """Open a scene where a player character's marker is, and end on something to react to.

    Needs:    the GM; play; no open scene. Present are those whose marker is there; `present` may name further
              NPCs, whose markers then go there.
    Refused:  `gm_only`, `not_playing`, `scene_open`, `location_unknown`, `character_unknown`,
              `character_benched`, `character_absent`, `no_pc_there`, `demand_missing`, `play_ended`.
    Yields:   `CharacterMarkerPlaced` for each NPC brought in, `SceneFramed`.
    """

    type: Literal["vicious_crucible.frame_scene"] = "vicious_crucible.frame_scene"
    location: PlaceRef = Field(title="Where?")
    present: tuple[CharacterRef, ...] = Field(
        title="Which NPCs come in?", default=(), description="NPCs to bring in, beside those there."
    )
    description: Text = ""
    demand: Text = Field(
        title="What must they react to at once?", description="What the characters must react to at once."
    )


class SceneFramed(Event):
    """A scene opened, with something to react to."""

    type: Literal["vicious_crucible.scene_framed.v1"] = "vicious_crucible.scene_framed.v1"
    scene: Slug
    location: Slug
    present: tuple[CharacterSlug, ...]
    description: Text
    demand: Text


@chapter.decides(FrameScene)
def frame_scene(state: Crucible, command: FrameScene, asker: Asker, dice: Dice) -> Events:
    """VC-08: open a scene where a player character is, with a demand that asks for a reaction."""
    gm_only(asker)
    in_play(state)
    need(state.current_scene is None, "scene_open", scene=state.current_scene)
    one_there(state.locations, command.location, "location_unknown")
    brought: list[CharacterId] = []
    for slug in dict.fromkeys(command.present):
        character = known_character(state, slug)
        not_benched(state, slug)
        if character.marker == command.location:
            continue
        need(not character.is_pc, "character_absent", character=slug, location=command.location)
        brought.append(slug)
    there = [
        CharacterId(slug)
        for slug, character in state.characters.items()
        if character.in_play and character.marker == command.location
    ]
    need(any(state.characters[slug].is_pc for slug in there), "no_pc_there", location=command.location)
    need(command.demand.strip(), "demand_missing")
    framed = SceneFramed(
        scene=f"scene-{state.scenes + 1}",
        location=command.location,
        present=(*there, *brought),
        description=command.description,
        demand=command.demand,
    )
    moved = (CharacterMarkerPlaced(character=slug, location=command.location) for slug in brought)
    return [*moved, framed]


@chapter.applies(SceneFramed, renames=True)
def _(state: Crucible, event: SceneFramed) -> None:
    must(state.current_scene is None, "a scene cannot open inside another")
    location_of(state, event.location)
    state.scenes += 1
    state.current_scene = event.scene
    state.scene = Scene(event.scene, event.location, list(event.present), event.description, event.demand)


@chapter.tells(SceneFramed, "{location}: {demand}")
def _(state: Crucible, event: SceneFramed) -> Iterable[Fact]:
    place = state.locations[event.location].name
    yield facts.SceneOpened(
        scene=event.scene,
        title=place,
        place=event.location,
        present=event.present,
        text=event.description,
        demand=event.demand,
    )
    if event.description:
        yield facts.Told(text=event.description, form="scene", about=event.present)


class EndScene(Command):
    """Close the scene with what came of it at once.

    Needs:    the GM; an open scene; no open contest.
    Refused:  `gm_only`, `not_playing`, `no_scene`, `contest_open`.
    Yields:   `SceneEnded`.
    """

    type: Literal["vicious_crucible.end_scene"] = "vicious_crucible.end_scene"
    consequence: Text = Field(default="", title="What comes of it at once?")


class SceneEnded(Event):
    """A scene ended, with what came of it at once."""

    type: Literal["vicious_crucible.scene_ended.v1"] = "vicious_crucible.scene_ended.v1"
    scene: Slug
    consequence: Text


@chapter.decides(EndScene)
def end_scene(state: Crucible, command: EndScene, asker: Asker, dice: Dice) -> Events:
    """VC-09: end the open scene; refused while a contest is under way."""
    gm_only(asker)
    in_play(state)
    scene = open_scene(state)
    if contest := contest_open(state):
        raise CommandRefused("contest_open", contest=contest.id)
    return [SceneEnded(scene=scene.id, consequence=command.consequence)]


@chapter.applies(SceneEnded)
def _(state: Crucible, event: SceneEnded) -> None:
    must(state.current_scene == event.scene, f"{event.scene} is not the open scene")
    scene_of(state).status = SceneStatus.ENDED
    state.current_scene = None


@chapter.tells(SceneEnded, "The scene ends: {consequence}")
def _(state: Crucible, event: SceneEnded) -> Iterable[Fact]:
    yield facts.SceneClosed(scene=event.scene, outcome=event.consequence)


def markers(state: Crucible, asker: Asker) -> Iterable[Offer]:
    """Markers that may move. During a contest nobody leaves the scene."""
    busy = state.scene.present if state.scene and state.contest and state.contest.open else []
    for slug, it in state.characters.items():
        if it.kind is Kind.BENCHED or slug in busy or (not asker.is_gm and it.player != asker.person):
            continue
        there = tuple(place for place in places(state) if place.value != it.marker)
        if there:
            yield Offer(
                command=PlaceMarker,
                label=f"Move {it.name}",
                known={"character": slug},
                choices={"location": there},
                group="Map",
            )


def framing(state: Crucible) -> Iterable[Offer]:
    """Scenes can open where a player character's marker is."""
    there = {it.marker for it in pcs(state).values()}
    for slug, place in state.locations.items():
        if slug in there:
            npcs = [
                npc for npc, it in state.characters.items() if it.in_play and not it.is_pc and it.marker != slug
            ]
            yield Offer(
                command=FrameScene,
                label=f"Frame a scene at {place.name}",
                known={"location": slug},
                choices={"present": choices(state, npcs)} if npcs else {},
                group="Scene",
            )


def first_scene(state: Crucible) -> Offer:
    """The scene that ends the preparation, wherever a player character is."""
    there = {it.marker for it in pcs(state).values()}
    open_to = tuple(place for place in places(state) if place.value in there)
    npcs = [slug for slug, it in state.characters.items() if it.in_play and not it.is_pc]
    only = {"location": open_to[0].value} if len(open_to) == 1 else {}
    return Offer(
        command=FrameScene,
        label="Frame the first scene",
        known=only,
        choices={"location": open_to, "present": choices(state, npcs)},
        group="Scene",
    )


def scene_end() -> Offer:
    """The end of the scene."""
    return Offer(command=EndScene, label="End the scene", group="Scene", weight=Weight.ASIDE)
