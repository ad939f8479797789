"""Scenes: opened, joined, closed, and where the spotlight is (WO-04, WO-05, WO-66)."""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from domain.kernel import facts
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import CommandRefused, must, need
from domain.kernel.dice import Dice
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event
from domain.kernel.offers import Choice, Offer, Weight
from domain.kernel.people import Asker
from domain.kernel.terms import Character, CharacterId, Name, Person, PersonId, Slug, Text
from domain.wicked_ones.chapters.founding.experience import XpEarned
from domain.wicked_ones.chapters.guards import (
    gm_only,
    in_play,
    known_character,
    living,
    open_scene,
    own,
    own_or_gm,
)
from domain.wicked_ones.lookup import (
    character_of,
    count_number,
    first_owing,
    nothing_pending_over_anybody,
    scene_is_open,
    scene_of,
)
from domain.wicked_ones.phrases import told
from domain.wicked_ones.seats import alive, seats
from domain.wicked_ones.state.play import Scene
from domain.wicked_ones.state.underworld import Underworld, next_id
from domain.wicked_ones.terms.frame import Phase, Place, SceneStatus
from domain.wicked_ones.terms.holdings import FactStatus, XpReason
from domain.wicked_ones.terms.refs import MonsterRef
from domain.wicked_ones.terms.rolls import RollStatus

chapter = Chapter[Underworld](
    "Scenes",
    {
        "phase_missing": "No phase has begun yet. Lurking comes first.",
        "scene_open": "A scene is still open: {scene}. Close it first.",
        "roll_open": "{roll} is still on the table. Roll it or take it back.",
        "consequence_pending": "{consequence} still hangs over {target}. Accept it, resist it or keep it "
        "off first.",
        "consequence_owed": "A consequence is still owed for {source}. Declare it, or say why there is none.",
        "not_a_dungeon_scene": "Joining gives xp only in dungeon scenes.",
        "starter_gets_none": "{character} started this scene: xp is for those who join somebody else's.",
        "already_joined": "{character} is in this scene already.",
    },
)


_PLACES = tuple(Choice(place.value, place.value.capitalize()) for place in Place)


class OpenScene(Command):
    """Open a scene: where, what about, and with whom.

    Needs:    the GM, or a player who starts it with their own monster; a phase; no open scene.
    Refused:  `phase_missing`, `scene_open`, `unknown_character`, `not_your_character`, `dead`.
    Yields:   `SceneOpened`.
    """

    type: Literal["wicked_ones.open_scene"] = "wicked_ones.open_scene"
    place: Place
    title: Name = Field(description="Where it is, or what it is about.")
    description: Text = ""
    starter: MonsterRef | None = Field(default=None, description="The monster whose player asked for the scene.")
    present: tuple[MonsterRef, ...] = ()


class SceneOpened(Event):
    """A scene was opened. `set_by` opened it; `starter` is the monster whose player asked for it."""

    type: Literal["wicked_ones.scene_opened.v1"] = "wicked_ones.scene_opened.v1"
    scene: Slug
    place: Place
    title: Name
    description: Text
    set_by: Person
    starter: Character | None
    present: tuple[Character, ...]


@chapter.decides(OpenScene)
def open_new_scene(state: Underworld, command: OpenScene, asker: Asker, dice: Dice) -> Events:
    """WO-04: open a scene, with living monsters in it."""
    in_play(state)
    need(state.phase is not Phase.NONE, "phase_missing")
    if state.scene is not None and scene_is_open(state):
        raise CommandRefused("scene_open", scene=state.scene.id)
    starter = command.starter
    if not asker.is_gm and starter is None:
        starter = next(
            (CharacterId(slug) for slug, it in state.characters.items() if it.alive and it.player == asker.person),
            None,
        )
    if starter is not None:
        own_or_gm(state, starter, asker)
    present = dict.fromkeys(([starter] if starter else []) + list(command.present))
    for character in present:
        living(state, character)
    return [
        SceneOpened(
            scene=next_id(state, "scene"),
            place=command.place,
            title=command.title,
            description=command.description,
            set_by=asker.person,
            starter=starter,
            present=tuple(present),
        )
    ]


def drop_settled(state: Underworld) -> None:
    """Drop the rolls of the last scene, and the consequences settled in it."""
    state.rolls.clear()
    state.consequences = {slug: it for slug, it in state.consequences.items() if it.pending}
    state.world = {slug: it for slug, it in state.world.items() if it.status is not FactStatus.DENIED}


@chapter.applies(SceneOpened, renames=True)
def _(state: Underworld, event: SceneOpened) -> None:
    must(state.scene is None or state.scene.status is SceneStatus.CLOSED, "a scene is open already")
    count_number(state, "scene", event.scene)
    drop_settled(state)
    state.world_roll = None
    state.scene = Scene(
        id=event.scene,
        title=event.title,
        place=event.place,
        set_by=event.set_by,
        starter=event.starter,
        present=list(event.present),
    )


@chapter.tells(SceneOpened, "{title}{description:+: }")
def _(state: Underworld, event: SceneOpened) -> Iterable[Fact]:
    yield facts.SceneOpened(
        scene=event.scene, title=event.title, place=event.place, present=event.present, text=event.description
    )
    if event.description:
        yield told(event.description, "scene", *event.present)


class CloseScene(Command):
    """Close the scene.

    Needs:    the GM; nothing pending or owed, no action on the table.
    Refused:  `only_gm`, `scene_missing`, `consequence_pending`, `roll_open`, `consequence_owed`.
    Yields:   `SceneClosed`.
    """

    type: Literal["wicked_ones.close_scene"] = "wicked_ones.close_scene"
    outcome: Text = Field(default="", description="What came of it.")


class SceneClosed(Event):
    """The scene is over."""

    type: Literal["wicked_ones.scene_closed.v1"] = "wicked_ones.scene_closed.v1"
    scene: Slug
    outcome: Text


@chapter.decides(CloseScene)
def close_scene(state: Underworld, command: CloseScene, asker: Asker, dice: Dice) -> Events:
    """WO-04: close the scene; refused with a consequence pending or owed, or an action on the table."""
    gm_only(asker)
    in_play(state)
    scene = open_scene(state)
    nothing_pending(state)
    for slug, roll in state.rolls.items():
        if roll.status in (RollStatus.PROPOSED, RollStatus.FRAMED) and state.characters[roll.character].alive:
            raise CommandRefused("roll_open", roll=slug, character=roll.character)
    owed = first_owing(state)
    need(owed is None, "consequence_owed", source=owed)
    return [SceneClosed(scene=scene.id, outcome=command.outcome)]


def nothing_pending(state: Underworld) -> None:
    """Refuse while a consequence is pending over anybody."""
    for slug, it in state.consequences.items():
        need(not it.pending, "consequence_pending", consequence=slug, target=it.target)


@chapter.applies(SceneClosed, renames=True)
def _(state: Underworld, event: SceneClosed) -> None:
    must(scene_of(state).id == event.scene, f"{event.scene} is not open")
    scene_of(state).status = SceneStatus.CLOSED
    state.spotlight = None
    for it in state.characters.values():
        it.knell_pending = False


@chapter.tells(SceneClosed, "The scene ends{outcome:+: }")
def _(state: Underworld, event: SceneClosed) -> Iterable[Fact]:
    yield facts.SceneClosed(scene=event.scene, outcome=event.outcome)


class JoinScene(Command):
    """Join a scene in the dungeon that another player started, going out of your way for it.

    Needs:    an open scene in the dungeon that another player started; your own living monster.
    Refused:  `scene_missing`, `not_a_dungeon_scene`, `starter_gets_none`, `already_joined`, `not_your_character`,
              `unknown_character`, `dead`, `describe_first`.
    Yields:   `SceneJoined`, `XpEarned`.
    """

    type: Literal["wicked_ones.join_scene"] = "wicked_ones.join_scene"
    character: MonsterRef
    how: Text = Field(description="How the monster comes into it.")


class SceneJoined(Event):
    """A monster joined a scene that another player started; its player is paid once for each scene."""

    type: Literal["wicked_ones.scene_joined.v1"] = "wicked_ones.scene_joined.v1"
    scene: Slug
    character: Character
    player: Person
    how: Text


@chapter.decides(JoinScene)
def join_scene(state: Underworld, command: JoinScene, asker: Asker, dice: Dice) -> Events:
    """WO-05: join somebody else's scene in the dungeon, and earn experience, once for each player and scene."""
    in_play(state)
    scene = open_scene(state)
    own(state, command.character, asker)
    need(scene.place is Place.DUNGEON, "not_a_dungeon_scene")
    if scene.set_by == asker.person or scene.starter == command.character:
        raise CommandRefused("starter_gets_none", character=command.character)
    if asker.person in scene.joined or command.character in scene.present:
        raise CommandRefused("already_joined", character=command.character)
    need(command.how.strip(), "describe_first")
    joined = SceneJoined(
        scene=scene.id, character=command.character, player=PersonId(asker.person), how=command.how
    )
    amount = state.house_rules.scene_join_xp
    earned = XpEarned(character=command.character, amount=amount, reason=XpReason.JOINED_SCENE, why=command.how)
    return [joined, earned] if amount else [joined]


@chapter.applies(SceneJoined)
def _(state: Underworld, event: SceneJoined) -> None:
    scene = scene_of(state)
    must(event.player not in scene.joined, f"{event.player} has joined already")
    scene.joined.append(event.player)
    scene.present.append(event.character)


@chapter.tells(SceneJoined, "{character} joins in: {how}")
def _(state: Underworld, event: SceneJoined) -> Iterable[Fact]:
    yield told(event.how, "joins", event.character)


class PassSpotlight(Command):
    """Give the spotlight to a monster.

    Needs:    anybody with a seat; there is no turn order.
    Refused:  `unknown_character`.
    Yields:   `SpotlightPassed`.
    """

    type: Literal["wicked_ones.pass_spotlight"] = "wicked_ones.pass_spotlight"
    to: MonsterRef


class SpotlightPassed(Event):
    """The spotlight is on another monster."""

    type: Literal["wicked_ones.spotlight_passed.v1"] = "wicked_ones.spotlight_passed.v1"
    was: Character | None
    to: Character


@chapter.decides(PassSpotlight)
def pass_spotlight(state: Underworld, command: PassSpotlight, asker: Asker, dice: Dice) -> Events:
    """WO-66: give the spotlight to anybody: there is no turn order, and nobody is refused a turn."""
    in_play(state)
    known_character(state, command.to)
    was = CharacterId(state.spotlight) if state.spotlight is not None else None
    return [SpotlightPassed(was=was, to=command.to)]


@chapter.applies(SpotlightPassed)
def _(state: Underworld, event: SpotlightPassed) -> None:
    character_of(state, event.to)
    state.spotlight = event.to


@chapter.tells(SpotlightPassed, "The camera points at {to}")
def _(state: Underworld, event: SpotlightPassed) -> Iterable[Fact]:
    yield told("has the spotlight", "spotlight", event.to)


def openings(state: Underworld, asker: Asker) -> Iterable[Offer]:
    """Offers to open a scene, to the GM and to players with a living monster."""
    present = alive(state)
    if asker.is_gm:
        yield Offer(
            command=OpenScene,
            label="Open a scene",
            known={"starter": None},
            choices={"place": _PLACES, "present": present},
            group="Scene",
        )
        return
    for seat in seats(state, asker):
        yield Offer(
            command=OpenScene,
            label=f"Open a scene with {seat.name}",
            known={"starter": seat.character},
            choices={"place": _PLACES, "present": present},
            group="Scene",
        )


def first_scene(state: Underworld) -> Offer:
    """Offer of the scene that play begins with, everybody in it."""
    return Offer(
        command=OpenScene,
        label="Open the first scene",
        known={"starter": None, "present": [it.value for it in alive(state)]},
        choices={"place": _PLACES},
        group="Scene",
    )


def closing(state: Underworld) -> Iterable[Offer]:
    """Offer to close a scene, when nothing is left to do in it."""
    waiting = any(
        roll.status in (RollStatus.PROPOSED, RollStatus.FRAMED) and state.characters[roll.character].alive
        for roll in state.rolls.values()
    )
    if nothing_pending_over_anybody(state) and not waiting and first_owing(state) is None:
        yield Offer(command=CloseScene, label="Close the scene", group="Scene", weight=Weight.ASIDE)


def taking_part(state: Underworld, scene: Scene, asker: Asker) -> Iterable[Offer]:
    """Offers to join a scene, and to pass the spotlight."""
    for seat in seats(state, asker):
        fits = scene.place is Place.DUNGEON and seat.character not in scene.present
        if fits and seat.it.player not in (*scene.joined, scene.set_by):
            yield seat.offer(
                JoinScene, f"{seat.name} joins the scene", {"character": seat.character}, group="Scene"
            )
    if state.characters:
        everybody = tuple(Choice(slug, it.name) for slug, it in state.characters.items())
        yield Offer(command=PassSpotlight, label="Pass the spotlight", choices={"to": everybody}, group="Scene")
