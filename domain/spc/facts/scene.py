"""Scenes, goals at their end, and harm that lasts retold."""

from collections.abc import Iterable

from domain.kernel import facts
from domain.kernel.facts import Fact
from domain.spc import events as say
from domain.spc.state import Adventure
from domain.spc.terms import PenaltyScope

from .telling import goal, goal_progress, goal_scene, harm, next_scene, next_throw, tells, told


@tells(say.SceneSet)
def _(state: Adventure, event: say.SceneSet) -> Iterable[Fact]:
    about = () if event.goal_scene_for is None else (event.goal_scene_for,)
    yield facts.Told(text=f"{event.where}, {event.when}: {event.why}", form="scene", about=about)
    if event.goal_scene_for is not None:
        yield goal_scene(state, event.goal_scene_for, "owed", "")


@tells(say.SceneTurnPassed)
def _(state: Adventure, event: say.SceneTurnPassed) -> Iterable[Fact]:
    yield told("lets the turn to set a scene go by", "scene", *((event.player,) if event.player else ()))
    yield next_scene(state)


@tells(say.CharacterJoinedScene)
def _(state: Adventure, event: say.CharacterJoinedScene) -> Iterable[Fact]:
    yield told("is there", "scene", event.character)


@tells(say.CharacterStayedOut)
def _(state: Adventure, event: say.CharacterStayedOut) -> Iterable[Fact]:
    yield told("is not there", "scene", event.character)


@tells(say.SceneOpened)
def _(state: Adventure, event: say.SceneOpened) -> Iterable[Fact]:
    scene = state.scene
    if scene is None:
        return
    present = tuple(scene.present)
    yield facts.SceneOpened(scene=event.scene, title=f"{scene.where}, {scene.when}", present=present)
    yield facts.Told(text=event.description, form="scene", about=present)


@tells(say.VillainsCameIn)
def _(state: Adventure, event: say.VillainsCameIn) -> Iterable[Fact]:
    yield told("comes in", "scene", *event.antagonists, *event.goons)


@tells(say.SceneEnded)
def _(state: Adventure, event: say.SceneEnded) -> Iterable[Fact]:
    yield facts.SceneClosed(scene=event.scene, outcome=event.outcome)
    yield next_scene(state)


@tells(say.ScenePenaltyBegan)
def _(state: Adventure, event: say.ScenePenaltyBegan) -> Iterable[Fact]:
    yield harm(event.participant, "next scene", "this scene", "the next scene has come")


@tells(say.ScenePenaltyExpired)
def _(state: Adventure, event: say.ScenePenaltyExpired) -> Iterable[Fact]:
    waits = state.characters[event.character].penalty_next_scene
    yield harm(event.character, "this scene", "next scene" if waits else "", "the scene is over")


@tells(say.PenaltyDieImposed)
def _(state: Adventure, event: say.PenaltyDieImposed) -> Iterable[Fact]:
    if event.scope is PenaltyScope.NEXT_ROLL:
        yield next_throw(event.participant, 1, 1, "harm")
        return
    weighs = state.characters[event.participant].penalty_scene is not None
    yield harm(event.participant, "this scene" if weighs else "", "next scene", "taken out")


@tells(say.GoalAccomplished)
def _(state: Adventure, event: say.GoalAccomplished) -> Iterable[Fact]:
    yield facts.Advanced(owner=event.character, track="goal", what=event.goal_text or "a goal reached")


@tells(say.GoalSceneGranted)
def _(state: Adventure, event: say.GoalSceneGranted) -> Iterable[Fact]:
    yield goal_scene(state, event.character, "", "owed")


@tells(say.NewGoalChosen)
def _(state: Adventure, event: say.NewGoalChosen) -> Iterable[Fact]:
    yield facts.TextSet(owner=event.character, field="goal_text", text=event.goal_text)
    yield goal_progress(state, event.character)


@tells(say.DrawbackChanged)
def _(state: Adventure, event: say.DrawbackChanged) -> Iterable[Fact]:
    yield facts.TextSet(owner=event.character, field="drawback_text", text=event.drawback_text)


@tells(say.GoalTrackReset)
def _(state: Adventure, event: say.GoalTrackReset) -> Iterable[Fact]:
    ends = -event.goal, -event.drawback
    yield from goal(state, event.character, event.now - event.was, ends, "a new goal")
