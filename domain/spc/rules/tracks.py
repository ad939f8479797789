"""The two tracks: what a step does, when it cannot be made, and a goal at its end (SPC-12 to SPC-15, SPC-18)."""

from collections.abc import Iterable

from domain.kernel.decisions import CommandRefused
from domain.kernel.messages import Event
from domain.kernel.terms import CharacterId
from domain.spc import events as say
from domain.spc.state import Adventure, Character
from domain.spc.terms import GOAL_REACHED, SceneStatus, TrackEnd, TrackReason


def purity_moved(state: Adventure, slug: str, delta: int, reason: TrackReason) -> say.PurityTrackMoved:
    """A step between Purity and Corruption, told for one track and for two numbers alike."""
    purity, corruption = state.characters[slug].purity_steps(delta)
    return say.PurityTrackMoved(
        character=CharacterId(slug), delta=delta, reason=reason, purity=purity, corruption=corruption
    )


def goal_moved(
    state: Adventure, slug: str, delta: int, reason: TrackReason, sacrifice: str = "", advance: str = ""
) -> say.GoalTrackMoved:
    """A step between Goal and Drawback, told for one track and for two numbers alike."""
    goal, drawback = state.characters[slug].goal_steps(delta)
    return say.GoalTrackMoved(
        character=CharacterId(slug),
        delta=delta,
        reason=reason,
        goal=goal,
        drawback=drawback,
        reached=reached_in_conflict(state, slug, delta, goal),
        sacrifice=sacrifice,
        advance=advance,
    )


def room_for_purity(state: Adventure, slug: str, delta: int) -> None:
    """For a step that the track can take under the table's limit."""
    it, limit = state.characters[slug], state.house_rules.track_limit
    end = TrackEnd.PURITY if delta > 0 else TrackEnd.CORRUPTION
    within_limit(slug, end, it.at_end(end, state.house_rules) + abs(delta), limit)


def room_for_goal(state: Adventure, slug: str, delta: int) -> None:
    """For a step that the track can take: a goal is reached once, and limits hold."""
    it, limit = state.characters[slug], state.house_rules.track_limit
    if delta > 0 and (goal_at_its_end(state, slug) or (it.goal_track or 0) + delta > GOAL_REACHED):
        raise CommandRefused("goal_at_its_end", character=slug, most=GOAL_REACHED)
    if delta < 0:
        drawback = it.at_end(TrackEnd.DRAWBACK, state.house_rules) - delta
        within_limit(slug, TrackEnd.DRAWBACK, drawback, limit)


def within_limit(slug: str, end: TrackEnd, value: int, limit: int | None) -> None:
    """Up to the limit the table set: how far an end goes, on its track or counted apart."""
    if limit is not None and value > limit:
        raise CommandRefused("track_at_limit", character=slug, end=end.value.title(), limit=limit)


def goal_at_its_end(state: Adventure, slug: str) -> bool:
    """Whether the goal is reached: its scene is owed, or being played, or comes when the conflict is closed."""
    scene, conflict = state.scene, state.conflict
    if scene is not None and scene.status is not SceneStatus.ENDED and scene.goal_scene_for == slug:
        return True
    if conflict is not None and conflict.open and slug in conflict.goals_reached:
        return state.characters[slug].goal_reached(state.house_rules)
    return slug in state.pending_goal_scenes


def reaches_goal(state: Adventure, it: Character, delta: int, goal: int) -> bool:
    """Whether a step brings the goal to its end. `goal` is the step for Goal counted apart."""
    stands = it.goal + goal if state.house_rules.two_pools else (it.goal_track or 0) + delta
    return delta > 0 and stands >= GOAL_REACHED


def reached_in_conflict(state: Adventure, slug: str, delta: int, goal: int) -> bool:
    """SPC-67: whether a step brings the goal to its end in a conflict, after which its scene comes."""
    conflict, scene = state.conflict, state.scene
    if conflict is None or not conflict.open or slug in conflict.goals_reached:
        return False
    own_goal_scene = scene is not None and scene.goal_scene_for == slug
    return not own_goal_scene and reaches_goal(state, state.characters[slug], delta, goal)


def accomplished(state: Adventure, slug: str) -> Iterable[Event]:
    """SPC-18: the goal is accomplished, and the next scene belongs to it."""
    yield say.GoalAccomplished(character=CharacterId(slug), goal_text=state.characters[slug].goal_text)
    yield say.GoalSceneGranted(character=CharacterId(slug))
