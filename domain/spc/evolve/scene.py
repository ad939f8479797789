"""How scenes, and goals at their end, change an adventure."""

from domain.spc import events as say
from domain.spc.state import Adventure, Scene
from domain.spc.terms import PenaltyScope, SceneStatus

from .fold import character_of, evolve, must, scene_of


@evolve.on(say.SceneSet)
def _(state: Adventure, event: say.SceneSet) -> None:
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


def next_turn(state: Adventure) -> None:
    """After the last seat comes the Mastermind, then the first seat again."""
    state.round_position = (state.round_position + 1) % (len(state.seats) + 1)


@evolve.on(say.SceneTurnPassed)
def _(state: Adventure, event: say.SceneTurnPassed) -> None:
    next_turn(state)


@evolve.on(say.CharacterJoinedScene)
def _(state: Adventure, event: say.CharacterJoinedScene) -> None:
    scene = scene_of(state, SceneStatus.SET)
    must(event.character not in scene.decided, f"{event.character} has decided already")
    scene.present.append(event.character)
    scene.decided.append(event.character)


@evolve.on(say.CharacterStayedOut)
def _(state: Adventure, event: say.CharacterStayedOut) -> None:
    scene = scene_of(state, SceneStatus.SET)
    must(event.character not in scene.decided, f"{event.character} has decided already")
    scene.decided.append(event.character)


@evolve.on(say.SceneOpened)
def _(state: Adventure, event: say.SceneOpened) -> None:
    scene = scene_of(state, SceneStatus.SET)
    scene.status = SceneStatus.OPEN
    scene.present += (*event.antagonists, *event.goons)


@evolve.on(say.VillainsCameIn)
def _(state: Adventure, event: say.VillainsCameIn) -> None:
    scene_of(state, SceneStatus.OPEN).present += (*event.antagonists, *event.goons)


@evolve.on(say.SceneEnded)
def _(state: Adventure, event: say.SceneEnded) -> None:
    scene = scene_of(state, SceneStatus.OPEN)
    must(scene.id == event.scene, f"{event.scene} is not the open scene")
    scene.status = SceneStatus.ENDED
    if scene.goal_scene_for is None:
        next_turn(state)


@evolve.on(say.ScenePenaltyBegan)
def _(state: Adventure, event: say.ScenePenaltyBegan) -> None:
    it = character_of(state, event.participant)
    must(it.penalty_next_scene, f"no harm waits for {event.participant}")
    it.penalty_next_scene = False
    it.penalty_scene = event.scene


@evolve.on(say.ScenePenaltyExpired)
def _(state: Adventure, event: say.ScenePenaltyExpired) -> None:
    it = character_of(state, event.character)
    must(it.penalty_scene == event.scene, f"no harm weighs on {event.character}")
    it.penalty_scene = None


@evolve.on(say.PenaltyDieImposed)
def _(state: Adventure, event: say.PenaltyDieImposed) -> None:
    it = character_of(state, event.participant)
    if event.scope is PenaltyScope.NEXT_SCENE:
        it.penalty_next_scene = True
    else:
        must(it.penalty_next_roll == 0, "one penalty die waits for the next throw, not two")
        it.penalty_next_roll = 1


@evolve.on(say.GoalAccomplished)
def _(state: Adventure, event: say.GoalAccomplished) -> None:
    character_of(state, event.character).goals_reached.append(event.goal_text)


@evolve.on(say.GoalSceneGranted)
def _(state: Adventure, event: say.GoalSceneGranted) -> None:
    must(event.character not in state.pending_goal_scenes, "one goal scene is owed, not two")
    state.pending_goal_scenes.append(event.character)


@evolve.on(say.NewGoalChosen)
def _(state: Adventure, event: say.NewGoalChosen) -> None:
    scene_of(state, SceneStatus.OPEN).new_goal = True
    character_of(state, event.character).goal_text = event.goal_text


@evolve.on(say.DrawbackChanged)
def _(state: Adventure, event: say.DrawbackChanged) -> None:
    character_of(state, event.character).drawback_text = event.drawback_text


@evolve.on(say.GoalTrackReset)
def _(state: Adventure, event: say.GoalTrackReset) -> None:
    it = character_of(state, event.character)
    must(it.goal_track == event.was, f"the track did not stand at {event.was}")
    it.goal_track = event.now
    it.goal = it.drawback = 0
