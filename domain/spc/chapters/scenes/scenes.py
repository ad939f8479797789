"""Setting a scene, and who is in it (SPC-05 to SPC-07, SPC-19, SPC-64)."""

from collections.abc import Iterable, Sequence
from typing import Literal

from pydantic import Field

from domain.kernel import facts
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import CommandRefused, must, need
from domain.kernel.dice import Dice
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event
from domain.kernel.offers import Offer, Seat
from domain.kernel.people import Asker
from domain.kernel.terms import Character as CharacterSlug
from domain.kernel.terms import CharacterId, Person, Slug, Text
from domain.spc.chapters.guards import between_scenes, known_character, playing
from domain.spc.lookup import character_of, scene_of, whose_turn
from domain.spc.names import next_setter
from domain.spc.phrases import goal_scene_told, harm_told, next_scene_told, told
from domain.spc.seats import SCENE_GROUP, name, seat_of, seat_of_player
from domain.spc.state.adventure import Adventure, Scene
from domain.spc.terms import MASTERMIND, CharacterRef, SceneStatus

chapter = Chapter[Adventure](
    "Setting a scene",
    {
        "no_scene_set": "No scene is set and waiting to be opened.",
        "not_your_turn": "It is the turn of {turn} to set a scene.",
        "goal_scene_first": "A goal is reached: the next scene is the goal scene of {character}.",
        "no_goal_scene": "No goal scene is owed to {character}. Set an ordinary scene.",
        "scene_detail_missing": "A scene needs where, when and why; say {detail}.",
        "setter_is_there": "{character} is in the scene: whoever sets it is there.",
        "presence_decided": "It is decided already whether {character} is there.",
    },
)


class SetScene(Command):
    """Set a scene: where, when, and why your character is there.

    Needs:    play; no scene under way; it is your turn, or a goal scene is yours to set.
    Refused:  `not_playing`, `adventure_over`, `scene_open`, `not_your_turn`, `goal_scene_first`,
              `no_goal_scene`, `scene_detail_missing`, `character_missing`.
    Yields:   `SceneSet`; then `CharacterJoinedScene` and perhaps `ScenePenaltyBegan` for your own Character.
    """

    type: Literal["spc.set_scene"] = "spc.set_scene"
    where: Text
    when: Text
    why: Text = Field(
        description="Why your Character is there; of the Mastermind's scenes, what the villainy wants."
    )
    goal_scene_for: CharacterRef | None = Field(
        default=None, title="Whose goal", description="In a goal scene: whose goal is obtained in it."
    )


class SceneSet(Event):
    """A scene was set: where, when and why. Nobody has decided yet who else is in it."""

    type: Literal["spc.scene_set.v1"] = "spc.scene_set.v1"
    scene: Slug
    setter: Person
    where: Text
    when: Text
    why: Text
    goal_scene_for: CharacterSlug | None


@chapter.decides(SetScene)
def set_scene(state: Adventure, command: SetScene, asker: Asker, dice: Dice) -> Events:
    """SPC-05, SPC-06, SPC-19: set a scene in turn, or at once for a goal scene: where, when and why."""
    playing(state)
    between_scenes(state)
    if state.pending_goal_scenes:
        owed = state.pending_goal_scenes[0]
        if command.goal_scene_for != owed or not goal_scene_setter(state, owed, asker):
            raise CommandRefused("goal_scene_first", character=owed)
    elif command.goal_scene_for is not None:
        raise CommandRefused("no_goal_scene", character=command.goal_scene_for)
    elif not is_turn_of(state, asker):
        raise CommandRefused("not_your_turn", turn=whose_turn(state))
    for detail in ("where", "when", "why"):
        need(getattr(command, detail).strip(), "scene_detail_missing", detail=detail)
    mine = None if asker.is_gm else state.character_of(asker.person)
    if mine is None and not asker.is_gm:
        raise CommandRefused("character_missing", player=asker.person)
    scene = f"scene-{state.scenes + 1}"
    events: list[Event] = [
        SceneSet(
            scene=scene,
            setter=asker.person,
            where=command.where,
            when=command.when,
            why=command.why,
            goal_scene_for=command.goal_scene_for,
        )
    ]
    return events if mine is None else [*events, *joins_scene(state, mine, scene)]


def is_turn_of(state: Adventure, asker: Asker) -> bool:
    """True if this person sets the next scene of the round."""
    turn = whose_turn(state)
    return asker.is_gm if turn == MASTERMIND else turn == asker.person


def goal_scene_setter(state: Adventure, slug: str, asker: Asker) -> bool:
    """True if this person sets the goal scene of that one."""
    it = state.characters[slug]
    return asker.is_gm if it.is_antagonist else it.player == asker.person


@chapter.applies(SceneSet, renames=True)
def _(state: Adventure, event: SceneSet) -> None:
    must(state.scene is None or state.scene.status is SceneStatus.ENDED, "a scene is under way already")
    state.scenes += 1
    state.scene = Scene(
        id=event.scene,
        setter=event.setter,
        where=event.where,
        when=event.when,
        why=event.why,
        goal_scene_for=event.goal_scene_for,
    )
    if event.goal_scene_for is not None:
        must(event.goal_scene_for in state.pending_goal_scenes, "no such goal scene is owed")
        state.pending_goal_scenes.remove(event.goal_scene_for)


@chapter.tells(SceneSet, "{setter} sets a scene: {where}, {when}: {why}")
def _(state: Adventure, event: SceneSet) -> Iterable[Fact]:
    about = () if event.goal_scene_for is None else (event.goal_scene_for,)
    yield facts.Told(text=f"{event.where}, {event.when}: {event.why}", form="scene", about=about)
    if event.goal_scene_for is not None:
        yield goal_scene_told(state, event.goal_scene_for, "owed", "")


class PassSceneTurn(Command):
    """Let your turn to set a scene go by.

    Needs:    play; no scene under way; your turn.
    Refused:  `not_playing`, `adventure_over`, `scene_open`, `not_your_turn`, `goal_scene_first`.
    Yields:   `SceneTurnPassed`.
    """

    type: Literal["spc.pass_scene_turn"] = "spc.pass_scene_turn"


class SceneTurnPassed(Event):
    """Somebody let their turn to set a scene go by. `player` is nobody for the Mastermind."""

    type: Literal["spc.scene_turn_passed.v1"] = "spc.scene_turn_passed.v1"
    player: Person | None


@chapter.decides(PassSceneTurn)
def pass_scene_turn(state: Adventure, command: PassSceneTurn, asker: Asker, dice: Dice) -> Events:
    """SPC-05: let a turn go by without a scene; refused while a goal scene is owed."""
    playing(state)
    between_scenes(state)
    if state.pending_goal_scenes:
        raise CommandRefused("goal_scene_first", character=state.pending_goal_scenes[0])
    if not is_turn_of(state, asker):
        raise CommandRefused("not_your_turn", turn=whose_turn(state))
    return [SceneTurnPassed(player=None if asker.is_gm else asker.person)]


@chapter.applies(SceneTurnPassed)
def _(state: Adventure, event: SceneTurnPassed) -> None:
    turn_goes_on(state)


def turn_goes_on(state: Adventure) -> None:
    """Move the turn on: after the last seat comes the Mastermind, then the first seat again."""
    state.round_position = (state.round_position + 1) % (len(state.seats) + 1)


@chapter.tells(SceneTurnPassed, "The turn to set a scene goes by")
def _(state: Adventure, event: SceneTurnPassed) -> Iterable[Fact]:
    yield told("lets the turn to set a scene go by", "scene", *((event.player,) if event.player else ()))
    yield next_scene_told(state)


class DecidePresence(Command):
    """Say whether your Character is in the scene that was set.

    Needs:    a scene that is set and not opened yet.
    Refused:  `not_playing`, `adventure_over`, `no_scene_set`, `character_unknown`, `not_your_character`,
              `setter_is_there`, `presence_decided`, `goons_do_not_act`.
    Yields:   `CharacterJoinedScene` and perhaps `ScenePenaltyBegan`, or `CharacterStayedOut`.
    """

    type: Literal["spc.decide_presence"] = "spc.decide_presence"
    character: CharacterRef = Field(title="Who")
    present: bool


class CharacterJoinedScene(Event):
    """A Character is in the scene."""

    type: Literal["spc.character_joined_scene.v1"] = "spc.character_joined_scene.v1"
    character: CharacterSlug
    scene: Slug


class CharacterStayedOut(Event):
    """A Character is not in the scene."""

    type: Literal["spc.character_stayed_out.v1"] = "spc.character_stayed_out.v1"
    character: CharacterSlug
    scene: Slug


@chapter.decides(DecidePresence)
def decide_presence(state: Adventure, command: DecidePresence, asker: Asker, dice: Dice) -> Events:
    """SPC-07: say, once, whether a Character is in a scene that another set."""
    playing(state)
    scene = set_and_waiting(state)
    it = known_character(state, command.character)
    if it.player is None or it.player != asker.person or it.adventure != state.adventure:
        raise CommandRefused("not_your_character", character=command.character)
    need(scene.setter != asker.person, "setter_is_there", character=command.character)
    need(command.character not in scene.decided, "presence_decided", character=command.character)
    if command.present:
        return joins_scene(state, command.character, scene.id)
    return [CharacterStayedOut(character=command.character, scene=scene.id)]


def set_and_waiting(state: Adventure) -> Scene:
    """The scene that is set and not opened yet; refused without one."""
    if state.scene is None or state.scene.status is not SceneStatus.SET:
        raise CommandRefused("no_scene_set")
    return state.scene


def undecided(state: Adventure, scene: Scene) -> list[str]:
    """The players' Characters of whom it is not known yet whether they are in the scene."""
    mine = (state.character_of(player) for player in state.seats)
    return [slug for slug in mine if slug is not None and slug not in scene.decided]


def joins_scene(state: Adventure, slug: str, scene: str) -> Sequence[Event]:
    """Events of somebody who is in the scene, and of harm that weighs on it from here on (SPC-64)."""
    joined = CharacterJoinedScene(character=CharacterId(slug), scene=scene)
    return [joined, *scene_penalty(state, slug, scene)]


@chapter.applies(CharacterJoinedScene)
def _(state: Adventure, event: CharacterJoinedScene) -> None:
    scene = scene_of(state, SceneStatus.SET)
    must(event.character not in scene.decided, f"{event.character} has decided already")
    scene.present.append(event.character)
    scene.decided.append(event.character)


@chapter.tells(CharacterJoinedScene, "{character} is there")
def _(state: Adventure, event: CharacterJoinedScene) -> Iterable[Fact]:
    yield told("is there", "scene", event.character)


@chapter.applies(CharacterStayedOut)
def _(state: Adventure, event: CharacterStayedOut) -> None:
    scene = scene_of(state, SceneStatus.SET)
    must(event.character not in scene.decided, f"{event.character} has decided already")
    scene.decided.append(event.character)


@chapter.tells(CharacterStayedOut, "{character} is not there")
def _(state: Adventure, event: CharacterStayedOut) -> Iterable[Fact]:
    yield told("is not there", "scene", event.character)


class ScenePenaltyBegan(Event):
    """A penalty die for harm of an earlier conflict is on every throw in this scene."""

    type: Literal["spc.scene_penalty_began.v1"] = "spc.scene_penalty_began.v1"
    participant: CharacterSlug
    scene: Slug


def scene_penalty(state: Adventure, slug: str, scene: str) -> Sequence[Event]:
    """Event of harm that waited for the next scene, and weighs on this one (SPC-64); else none."""
    if not state.characters[slug].penalty_next_scene:
        return []
    return [ScenePenaltyBegan(participant=CharacterId(slug), scene=scene)]


@chapter.applies(ScenePenaltyBegan)
def _(state: Adventure, event: ScenePenaltyBegan) -> None:
    it = character_of(state, event.participant)
    must(it.penalty_next_scene, f"no harm waits for {event.participant}")
    it.penalty_next_scene = False
    it.penalty_scene = event.scene


@chapter.tells(ScenePenaltyBegan, "Harm weighs on {participant} through {scene}")
def _(state: Adventure, event: ScenePenaltyBegan) -> Iterable[Fact]:
    yield harm_told(event.participant, "next scene", "this scene", "the next scene has come")


def next_scene(state: Adventure, asker: Asker) -> Iterable[Offer]:
    """Offers of the goal scene that is owed, or of the next scene in turn."""
    if state.pending_goal_scenes:
        owed = state.pending_goal_scenes[0]
        if seat := seat_of(state, owed, asker):
            label = f"Set the goal scene of {name(state, owed)}"
            yield seat.offer(SetScene, label, {"goal_scene_for": owed}, group=SCENE_GROUP)
        return
    turn = whose_turn(state)
    villain = Seat() if asker.is_gm else None
    setter = villain if turn == MASTERMIND else seat_of_player(turn, asker)
    ready = turn == MASTERMIND or state.character_of(turn) is not None
    if setter and ready:
        whose = "the next scene" if is_turn_of(state, asker) else f"the scene of {next_setter(state)}"
        yield setter.offer(SetScene, f"Set {whose}", {"goal_scene_for": None}, group=SCENE_GROUP)
    if setter:
        yield setter.offer(PassSceneTurn, "Pass the turn to set a scene", group=SCENE_GROUP)


def presence(state: Adventure, scene: Scene, asker: Asker) -> Iterable[Offer]:
    """Offers to decide on the presence of each Character."""
    for slug in undecided(state, scene):
        if seat := seat_of(state, slug, asker):
            who = name(state, slug)
            for present, label in ((True, f"{who} is there"), (False, f"{who} stays out")):
                yield seat.offer(DecidePresence, label, {"character": slug, "present": present}, group=SCENE_GROUP)
