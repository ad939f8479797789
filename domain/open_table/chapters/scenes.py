"""Scenes: somewhere, with some people, until they end (OT-15)."""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from domain.kernel import facts
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import allowed, found, must, need
from domain.kernel.dice import Dice
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event
from domain.kernel.offers import Offer, Weight
from domain.kernel.people import Asker
from domain.kernel.terms import Character as CharacterSlug
from domain.kernel.terms import Name, Text
from domain.open_table.chapters.guards import in_play
from domain.open_table.lookup import here
from domain.open_table.seats import SCENE_GROUP, people
from domain.open_table.state import OpenTable, Scene
from domain.open_table.terms import CharacterRef

chapter = Chapter[OpenTable](
    "Scenes",
    {
        "gms_scene": "Only the GM opens and ends scenes.",
        "scene_open": "A scene is open: {title}. End it first.",
        "no_scene": "No scene is open.",
        "character_missing": "{player} has no character yet. Each player enters one before the first scene.",
    },
)


class OpenScene(Command):
    """Open a scene: where it is, and who is there.

    Needs:    the GM; no other scene is open.
    Refused:  `gms_scene`, `scene_open`, `character_missing`, `character_unknown`, `has_left`.
    Yields:   `SceneOpened`.
    """

    type: Literal["open_table.open_scene"] = "open_table.open_scene"
    title: Name = Field(title="What is it called?")
    place: Text = ""
    present: tuple[CharacterRef, ...] = Field(default=(), max_length=200, title="Who is there")


def everybody_plays(state: OpenTable) -> None:
    """OT-15: before anything has happened, everybody with a player's seat has a character."""
    if state.scenes or state.rolls:
        return
    playing = {it.player for it in state.characters.values()}
    for person in state.seated:
        need(person in playing, "character_missing", player=person)


class SceneOpened(Event):
    """A scene began."""

    type: Literal["open_table.scene_opened.v1"] = "open_table.scene_opened.v1"
    scene: int
    title: Name
    place: Text
    present: tuple[CharacterSlug, ...]


@chapter.decides(OpenScene)
def open_scene(state: OpenTable, command: OpenScene, asker: Asker, dice: Dice) -> Events:
    """OT-15: one scene at a time."""
    need(asker.is_gm, "gms_scene")
    need(state.scene is None, "scene_open", title=state.scene.title if state.scene else "")
    everybody_plays(state)
    for who in command.present:
        in_play(state, who)
    present = tuple(dict.fromkeys(command.present))
    return [SceneOpened(scene=state.scenes + 1, title=command.title, place=command.place, present=present)]


@chapter.applies(SceneOpened, renames=True)
def _(state: OpenTable, event: SceneOpened) -> None:
    must(state.scene is None and event.scene == state.scenes + 1, f"scene {event.scene} does not follow")
    must(set(event.present) <= state.characters.keys(), "somebody in the scene is nobody")
    state.scenes = event.scene
    state.scene = Scene(event.scene, event.title, event.place, list(event.present))


@chapter.tells(SceneOpened, "{title}{place:+, }")
def _(state: OpenTable, event: SceneOpened) -> Iterable[Fact]:
    yield facts.SceneOpened(
        scene=f"scene-{event.scene}", title=event.title, place=event.place, present=event.present
    )


class CloseScene(Command):
    """End the scene.

    Needs:    the GM; a scene is open.
    Refused:  `gms_scene`, `no_scene`.
    Yields:   `SceneClosed`.
    """

    type: Literal["open_table.close_scene"] = "open_table.close_scene"
    outcome: Text = Field(default="", title="What came of it")


class SceneClosed(Event):
    """A scene ended."""

    type: Literal["open_table.scene_closed.v1"] = "open_table.scene_closed.v1"
    scene: int
    title: Name
    outcome: Text


@chapter.decides(CloseScene)
def close_scene(state: OpenTable, command: CloseScene, asker: Asker, dice: Dice) -> Events:
    """OT-15: the one that is open."""
    need(asker.is_gm, "gms_scene")
    scene = found(state.scene, "no_scene")
    return [SceneClosed(scene=scene.number, title=scene.title, outcome=command.outcome)]


@chapter.applies(SceneClosed)
def _(state: OpenTable, event: SceneClosed) -> None:
    must(state.scene is not None and state.scene.number == event.scene, f"scene {event.scene} is not open")
    state.scene = None


@chapter.tells(SceneClosed, "{title} ends{outcome:+: }")
def _(state: OpenTable, event: SceneClosed) -> Iterable[Fact]:
    yield facts.SceneClosed(scene=f"scene-{event.scene}", outcome=event.outcome)


def opening(state: OpenTable, asker: Asker) -> Iterable[Offer]:
    """The next scene where none is open."""
    if asker.is_gm and state.scene is None and allowed(everybody_plays, state):
        there = people(state, here(state))
        yield Offer(
            command=OpenScene,
            label="Open a scene" if state.scenes else "Open the first scene",
            choices={"present": there} if there else {},
            group=SCENE_GROUP,
        )


def ending(state: OpenTable, asker: Asker) -> Iterable[Offer]:
    """The end of the scene: there for whoever looks for it."""
    if asker.is_gm and state.scene is not None:
        yield Offer(
            command=CloseScene, label=f"End the scene: {state.scene.title}", group=SCENE_GROUP, weight=Weight.ASIDE
        )
