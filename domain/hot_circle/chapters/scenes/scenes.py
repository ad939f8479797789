"""Scenes open and close, and whoever is there comes and goes (HC-24)."""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from domain.hot_circle.chapters.guards import gm_in_play, known_character, scene_open, session_open
from domain.hot_circle.lookup import any_test_open, character_of, cut_advised, scene_of
from domain.hot_circle.phrases import told
from domain.hot_circle.refs import CharacterRef, SceneRef
from domain.hot_circle.seats import SCENE, alive, characters
from domain.hot_circle.state.circle import Circle
from domain.hot_circle.state.play import Scene
from domain.hot_circle.terms import Presence, SceneId, SessionStatus
from domain.kernel import facts
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import CommandRefused, found, must, need
from domain.kernel.dice import Dice
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event
from domain.kernel.offers import Offer, Weight
from domain.kernel.people import Asker
from domain.kernel.terms import Character as CharacterSlug
from domain.kernel.terms import Name, Text

chapter = Chapter[Circle](
    "Scenes",
    {
        "session_ending": "The session is being ended ({step}). Go on with that.",
        "scene_open": "{scene} is still open. Close it first.",
        "scene_unknown": "There was no such scene to continue.",
    },
)


class OpenScene(Command):
    """Set a scene: who is there, and what it goes on from.

    Needs:    the gamemaster, an open session, no other scene.
    Refused:  `genre_missing`, `gm_only`, `no_open_session`, `session_ending`, `scene_open`,
              `character_unknown`, `scene_unknown`.
    Yields:   `SceneOpened`.
    """

    type: Literal["hot_circle.open_scene"] = "hot_circle.open_scene"
    title: Name = Field(title="Where and when is it?")
    present: tuple[CharacterRef, ...] = Field(title="Who is there?")
    continues: SceneRef | None = Field(
        title="Which scene does it continue?",
        default=None,
        description="The scene it directly continues; assets at hand there are at hand here.",
    )


class SceneOpened(Event):
    """A scene began."""

    type: Literal["hot_circle.scene_opened.v1"] = "hot_circle.scene_opened.v1"
    scene: SceneId
    title: Name
    present: tuple[CharacterSlug, ...]
    continues: SceneId | None


@chapter.decides(OpenScene)
def open_scene(state: Circle, command: OpenScene, asker: Asker, dice: Dice) -> Events:
    """HC-24: open a scene, one at a time, in an open session."""
    gm_in_play(state, asker)
    session_open(state)
    need(
        state.game_session.status is not SessionStatus.ENDING,
        "session_ending",
        step=state.game_session.ending_step,
    )
    need(state.scene is None, "scene_open", scene=state.scene)
    there = tuple(dict.fromkeys(command.present))
    for slug in there:
        known_character(state, slug)
    if command.continues is not None and command.continues not in state.scenes:
        raise CommandRefused("scene_unknown", scene=command.continues)
    scene = f"scene-{len(state.scenes) + 1}"
    return [SceneOpened(scene=scene, title=command.title, present=there, continues=command.continues)]


@chapter.applies(SceneOpened, renames=True)
def _(state: Circle, event: SceneOpened) -> None:
    must(state.game_session.status is SessionStatus.OPEN, "a scene needs an open session")
    must(state.scene is None and event.scene not in state.scenes, "one scene at a time, each once")
    for slug in event.present:
        character_of(state, slug)
    state.scenes[event.scene] = Scene(event.title, list(event.present), event.continues)
    state.scene = event.scene


@chapter.tells(SceneOpened, "A scene: {title}, with {present}")
def _(state: Circle, event: SceneOpened) -> Iterable[Fact]:
    yield facts.SceneOpened(scene=event.scene, title=event.title, present=event.present)


class CloseScene(Command):
    """Cut.

    Needs:    the gamemaster, an open scene without an open test.
    Refused:  `genre_missing`, `gm_only`, `no_scene`, `test_open`.
    Yields:   `SceneClosed`.
    """

    type: Literal["hot_circle.close_scene"] = "hot_circle.close_scene"
    outcome: Text = Field(default="", title="How does it end?")


class SceneClosed(Event):
    """The scene ended."""

    type: Literal["hot_circle.scene_closed.v1"] = "hot_circle.scene_closed.v1"
    scene: SceneId
    outcome: Text


@chapter.decides(CloseScene)
def close_scene(state: Circle, command: CloseScene, asker: Asker, dice: Dice) -> Events:
    """HC-24: close the open scene; refused in the middle of a test."""
    gm_in_play(state, asker)
    scene = found(state.scene, "no_scene")
    if (test := any_test_open(state)) is not None:
        raise CommandRefused("test_open", test=test)
    return [SceneClosed(scene=scene, outcome=command.outcome)]


@chapter.applies(SceneClosed)
def _(state: Circle, event: SceneClosed) -> None:
    scene_of(state, event.scene).open = False
    state.scene = None


@chapter.tells(SceneClosed, "The scene ends{outcome:+: }")
def _(state: Circle, event: SceneClosed) -> Iterable[Fact]:
    yield facts.SceneClosed(scene=event.scene, outcome=event.outcome)


class ChangePresence(Command):
    """Let somebody enter or leave: the scene goes on.

    Needs:    the gamemaster, an open scene.
    Refused:  `genre_missing`, `gm_only`, `no_scene`, `character_unknown`, `no_change`, `test_open`.
    Yields:   `PresenceChanged`.
    """

    type: Literal["hot_circle.change_presence"] = "hot_circle.change_presence"
    character: CharacterRef = Field(title="Who?")
    present: bool = Field(title="Are they there now?")


class PresenceChanged(Event):
    """Somebody came or went."""

    type: Literal["hot_circle.presence_changed.v1"] = "hot_circle.presence_changed.v1"
    scene: SceneId
    character: CharacterSlug
    step: Presence


@chapter.decides(ChangePresence)
def change_presence(state: Circle, command: ChangePresence, asker: Asker, dice: Dice) -> Events:
    """HC-24: have somebody enter or leave the scene; nobody leaves during an open test."""
    gm_in_play(state, asker)
    scene = found(state.scene, "no_scene")
    known_character(state, command.character)
    there = command.character in scene_open(state).present
    need(there is not command.present, "no_change")
    if not command.present and (test := any_test_open(state)) is not None:
        raise CommandRefused("test_open", test=test)
    step = Presence.ENTERS if command.present else Presence.LEAVES
    return [PresenceChanged(scene=scene, character=command.character, step=step)]


@chapter.applies(PresenceChanged)
def _(state: Circle, event: PresenceChanged) -> None:
    scene = scene_of(state, event.scene)
    character_of(state, event.character)
    entering = event.step is Presence.ENTERS
    must((event.character in scene.present) is not entering, f"{event.character} is where it was")
    if entering:
        scene.present.append(event.character)
    else:
        scene.present.remove(event.character)


@chapter.tells(PresenceChanged, "{character} {step} the scene")
def _(state: Circle, event: PresenceChanged) -> Iterable[Fact]:
    text = "enters the scene" if event.step is Presence.ENTERS else "leaves the scene"
    yield told(text, "presence", event.character)


def opening(state: Circle) -> Iterable[Offer]:
    """HC-24: the next scene."""
    everybody = characters(state, alive(state))
    choices = {"present": everybody} if everybody else {}
    nobody: dict[str, object] = {} if everybody else {"present": ()}
    yield Offer(
        command=OpenScene,
        label="Set a scene",
        known={**nobody, "continues": None},
        choices=choices,
        group=SCENE,
    )
    if state.scenes:
        last = list(state.scenes)[-1]
        yield Offer(
            command=OpenScene,
            label=f"Go straight on from {state.scenes[last].title}",
            known={**nobody, "continues": last},
            choices=choices,
            group=SCENE,
        )


def first_scene(state: Circle) -> Offer:
    """HC-24: the scene that ends session zero, with every protagonist in it unless somebody else is named."""
    everybody = tuple(state.pcs)
    return Offer(
        command=OpenScene,
        label="Set the first scene",
        known={"present": everybody, "continues": None},
        choices={"present": characters(state, alive(state))},
        group=SCENE,
    )


def directing(state: Circle, scene: Scene) -> Iterable[Offer]:
    """HC-24: who comes and goes, and the scene's end."""
    there = [slug for slug in scene.present if not state.characters[slug].end]
    absent = [slug for slug in alive(state) if slug not in scene.present]
    if absent:
        yield Offer(
            command=ChangePresence,
            label="Somebody enters",
            known={"present": True},
            choices={"character": characters(state, absent)},
            group=SCENE,
        )
    if any_test_open(state) is None:
        if scene.present:
            yield Offer(
                command=ChangePresence,
                label="Somebody leaves",
                known={"present": False},
                choices={"character": characters(state, there)},
                group=SCENE,
            )
        advised = cut_advised(state)
        label = "Close the scene (it has had its tests)" if advised else "Close the scene"
        yield Offer(command=CloseScene, label=label, group=SCENE, weight=Weight.ASIDE)
