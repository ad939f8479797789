"""Ending a scene, and the goal scene (SPC-09, SPC-19)."""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from domain.kernel import facts
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import CommandRefused, must, need
from domain.kernel.dice import Dice
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event
from domain.kernel.offers import Offer, Weight
from domain.kernel.people import Asker
from domain.kernel.terms import Character as CharacterSlug
from domain.kernel.terms import CharacterId, Slug, Text
from domain.spc.chapters.guards import must_have_words, no_conflict_open, open_scene, own, playing
from domain.spc.chapters.scenes.scenes import turn_goes_on
from domain.spc.lookup import character_of, scene_of
from domain.spc.phrases import goal_progress, goal_told, harm_told, next_scene_told
from domain.spc.seats import SCENE_GROUP, name, seat_of
from domain.spc.state.adventure import Adventure, Scene
from domain.spc.state.cast import Character
from domain.spc.terms import ActionStatus, CharacterRef, SceneStatus

chapter = Chapter[Adventure](
    "Goal scenes, and ending a scene",
    {
        "not_the_setter": "The Mastermind or {setter}, who set the scene, ends it.",
        "new_goal_missing": "The goal scene lasts until {character} has a new goal.",
        "goal_scene_only": "Goal and drawback of {character} change in the goal scene only.",
        "action_waiting": "The action of {character} still waits: settle, withdraw or oppose it first.",
    },
)


def own_goal_scene(state: Adventure, slug: str, asker: Asker) -> None:
    """Refuse a change of goal or drawback outside one's own goal scene (SPC-19)."""
    scene = open_scene(state)
    own(state, slug, asker)
    need(scene.goal_scene_for == slug, "goal_scene_only", character=slug)


class ChooseNewGoal(Command):
    """Give your character a new goal, in the scene in which the old one is obtained.

    Needs:    your own goal scene, open.
    Refused:  `not_playing`, `adventure_over`, `no_scene`, `scene_not_open`, `character_unknown`,
              `not_your_character`, `mastermind_only`, `goal_scene_only`, `words_missing`, `goons_do_not_act`.
    Yields:   `NewGoalChosen`.
    """

    type: Literal["spc.choose_new_goal"] = "spc.choose_new_goal"
    character: CharacterRef = Field(title="Who")
    goal_text: Text = Field(title="Goal")


class NewGoalChosen(Event):
    """In the goal scene a new goal took the place of the old one."""

    type: Literal["spc.new_goal_chosen.v1"] = "spc.new_goal_chosen.v1"
    character: CharacterSlug
    goal_text: Text


@chapter.decides(ChooseNewGoal)
def choose_new_goal(state: Adventure, command: ChooseNewGoal, asker: Asker, dice: Dice) -> Events:
    """SPC-19: give a character a new goal."""
    playing(state)
    own_goal_scene(state, command.character, asker)
    must_have_words(command.goal_text, "the new goal")
    return [NewGoalChosen(character=command.character, goal_text=command.goal_text)]


@chapter.applies(NewGoalChosen)
def _(state: Adventure, event: NewGoalChosen) -> None:
    scene_of(state, SceneStatus.OPEN).new_goal = True
    character_of(state, event.character).goal_text = event.goal_text


@chapter.tells(NewGoalChosen, "{character} has a new goal: {goal_text}")
def _(state: Adventure, event: NewGoalChosen) -> Iterable[Fact]:
    yield facts.TextSet(owner=event.character, field="goal_text", text=event.goal_text)
    yield goal_progress(state, event.character)


class ChangeDrawback(Command):
    """Give your character another drawback, in its goal scene.

    Needs:    your own goal scene, open.
    Refused:  `not_playing`, `adventure_over`, `no_scene`, `scene_not_open`, `character_unknown`,
              `not_your_character`, `mastermind_only`, `goal_scene_only`, `words_missing`, `goons_do_not_act`.
    Yields:   `DrawbackChanged`.
    """

    type: Literal["spc.change_drawback"] = "spc.change_drawback"
    character: CharacterRef = Field(title="Who")
    drawback_text: Text = Field(title="Drawback")


class DrawbackChanged(Event):
    """In the goal scene a new drawback took the place of the old one."""

    type: Literal["spc.drawback_changed.v1"] = "spc.drawback_changed.v1"
    character: CharacterSlug
    drawback_text: Text


@chapter.decides(ChangeDrawback)
def change_drawback(state: Adventure, command: ChangeDrawback, asker: Asker, dice: Dice) -> Events:
    """SPC-19: give a character another drawback."""
    playing(state)
    own_goal_scene(state, command.character, asker)
    must_have_words(command.drawback_text, "the drawback")
    return [DrawbackChanged(character=command.character, drawback_text=command.drawback_text)]


@chapter.applies(DrawbackChanged)
def _(state: Adventure, event: DrawbackChanged) -> None:
    character_of(state, event.character).drawback_text = event.drawback_text


@chapter.tells(DrawbackChanged, "{character} has another drawback: {drawback_text}")
def _(state: Adventure, event: DrawbackChanged) -> Iterable[Fact]:
    yield facts.TextSet(owner=event.character, field="drawback_text", text=event.drawback_text)


class EndScene(Command):
    """End the scene. The next seat sets the next one, unless a goal scene is owed.

    Needs:    the Mastermind or whoever set it; no conflict, no action waiting; in a goal scene a new goal.
    Refused:  `not_playing`, `adventure_over`, `no_scene`, `scene_not_open`, `not_the_setter`, `conflict_open`,
              `action_waiting`, `new_goal_missing`.
    Yields:   `GoalTrackReset` after a goal scene, `ScenePenaltyExpired` for each it held, `SceneEnded`.
    """

    type: Literal["spc.end_scene"] = "spc.end_scene"
    outcome: Text = Field(default="", description="What came of it; may stay empty.")


class SceneEnded(Event):
    """The scene is over. After all but goal scenes it is the next seat's turn."""

    type: Literal["spc.scene_ended.v1"] = "spc.scene_ended.v1"
    scene: Slug
    outcome: Text


@chapter.decides(EndScene)
def end_scene(state: Adventure, command: EndScene, asker: Asker, dice: Dice) -> Events:
    """SPC-09, SPC-19: end the scene; refused with a conflict open, or in a goal scene without its new goal."""
    playing(state)
    scene = open_scene(state)
    if not asker.is_gm and scene.setter != asker.person:
        raise CommandRefused("not_the_setter", setter=scene.setter)
    no_conflict_open(state)
    if state.action is not None and state.action.status is ActionStatus.DECLARED:
        raise CommandRefused("action_waiting", character=state.action.character)
    events: list[Event] = []
    if scene.goal_scene_for is not None:
        need(scene.new_goal, "new_goal_missing", character=scene.goal_scene_for)
        events.append(goal_track_reset(scene.goal_scene_for, state.characters[scene.goal_scene_for]))
    events += (
        ScenePenaltyExpired(character=CharacterId(slug), scene=scene.id)
        for slug, it in state.characters.items()
        if it.penalty_scene == scene.id
    )
    return [*events, SceneEnded(scene=scene.id, outcome=command.outcome)]


@chapter.applies(SceneEnded)
def _(state: Adventure, event: SceneEnded) -> None:
    scene = scene_of(state, SceneStatus.OPEN)
    must(scene.id == event.scene, f"{event.scene} is not the open scene")
    scene.status = SceneStatus.ENDED
    if scene.goal_scene_for is None:
        turn_goes_on(state)


@chapter.tells(SceneEnded, "The scene ends{outcome:+: }")
def _(state: Adventure, event: SceneEnded) -> Iterable[Fact]:
    yield facts.SceneClosed(scene=event.scene, outcome=event.outcome)
    yield next_scene_told(state)


class GoalTrackReset(Event):
    """The goal scene is over and the track starts again at 0.

    `goal` and `drawback` are where those two stood when counted apart.
    """

    type: Literal["spc.goal_track_reset.v1"] = "spc.goal_track_reset.v1"
    character: CharacterSlug
    was: int
    now: int
    goal: int
    drawback: int


def goal_track_reset(slug: str, it: Character) -> GoalTrackReset:
    """Event of the goal track that starts again at 0 (SPC-19)."""
    return GoalTrackReset(
        character=CharacterId(slug), was=it.goal_track or 0, now=0, goal=it.goal, drawback=it.drawback
    )


@chapter.applies(GoalTrackReset)
def _(state: Adventure, event: GoalTrackReset) -> None:
    it = character_of(state, event.character)
    must(it.goal_track == event.was, f"the track did not stand at {event.was}")
    it.goal_track = event.now
    it.goal = it.drawback = 0


@chapter.tells(GoalTrackReset, "The goal track of {character} goes from {was} to {now}")
def _(state: Adventure, event: GoalTrackReset) -> Iterable[Fact]:
    ends = -event.goal, -event.drawback
    yield from goal_told(state, event.character, event.now - event.was, ends, "a new goal")


class ScenePenaltyExpired(Event):
    """The penalty die of harm that lasted for this scene is over."""

    type: Literal["spc.scene_penalty_expired.v1"] = "spc.scene_penalty_expired.v1"
    character: CharacterSlug
    scene: Slug


@chapter.applies(ScenePenaltyExpired)
def _(state: Adventure, event: ScenePenaltyExpired) -> None:
    it = character_of(state, event.character)
    must(it.penalty_scene == event.scene, f"no harm weighs on {event.character}")
    it.penalty_scene = None


@chapter.tells(ScenePenaltyExpired, "{character} is over it")
def _(state: Adventure, event: ScenePenaltyExpired) -> Iterable[Fact]:
    waits = state.characters[event.character].penalty_next_scene
    yield harm_told(event.character, "this scene", "next scene" if waits else "", "the scene is over")


def new_goals(state: Adventure, scene: Scene, asker: Asker) -> Iterable[Offer]:
    """Offers of a new goal and another drawback, in a goal scene."""
    slug = scene.goal_scene_for
    if slug is None or not (seat := seat_of(state, slug, asker)):
        return
    who, known = name(state, slug), {"character": slug}
    yield seat.offer(ChooseNewGoal, f"{who} chooses a new goal", known, group="Goal scene")
    yield seat.offer(ChangeDrawback, f"{who} changes the drawback", known, group="Goal scene")


def ending_the_scene(state: Adventure, scene: Scene, asker: Asker) -> Iterable[Offer]:
    """Offer to end a scene, for the Mastermind and whoever set it."""
    waits = state.action is not None and state.action.status is ActionStatus.DECLARED
    may_end = asker.is_gm or scene.setter == asker.person
    if may_end and not waits and (scene.goal_scene_for is None or scene.new_goal):
        forced = bool(state.pending_goal_scenes)
        yield Offer(command=EndScene, label="End the scene", group=SCENE_GROUP, forced=forced, weight=Weight.ASIDE)
