"""The two tracks: steps, their limits, and a goal at its end (SPC-12 to SPC-15, SPC-18)."""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from domain.kernel import facts
from domain.kernel.chapter import Chapter
from domain.kernel.decisions import CommandRefused, must
from domain.kernel.facts import Fact
from domain.kernel.messages import Event
from domain.kernel.terms import Character as CharacterSlug
from domain.kernel.terms import CharacterId, Text
from domain.spc.lookup import character_of, conflict_of
from domain.spc.phrases import goal_scene_told, goal_told, purity_told, words
from domain.spc.state.adventure import Adventure
from domain.spc.state.cast import Character
from domain.spc.terms import GOAL_REACHED, SceneStatus, TrackEnd, TrackReason

chapter = Chapter[Adventure](
    "The two tracks",
    {
        "goal_at_its_end": "The goal of {character} is at its end: it goes no further than {most}.",
        "track_at_limit": "{character} can go no further towards {end}: this table's limit is {limit}.",
    },
)


class PurityTrackMoved(Event):
    """A step of `delta` on the track between Purity and Corruption; up is towards Purity."""

    type: Literal["spc.purity_track_moved.v1"] = "spc.purity_track_moved.v1"
    character: CharacterSlug
    delta: int
    reason: TrackReason
    purity: int = Field(description="The same step for Purity counted apart, never below 0.")
    corruption: int = Field(description="The same step for Corruption counted apart, never below 0.")


def purity_moved(state: Adventure, slug: str, delta: int, reason: TrackReason) -> PurityTrackMoved:
    """Event of a step between Purity and Corruption, counted on one track and as two numbers alike."""
    purity, corruption = state.characters[slug].purity_steps(delta)
    return PurityTrackMoved(
        character=CharacterId(slug), delta=delta, reason=reason, purity=purity, corruption=corruption
    )


def room_for_purity(state: Adventure, slug: str, delta: int) -> None:
    """Refuse a step that the track cannot take under the table's limit."""
    it, limit = state.characters[slug], state.house_rules.track_limit
    end = TrackEnd.PURITY if delta > 0 else TrackEnd.CORRUPTION
    within_limit(slug, end, it.at_end(end, state.house_rules) + abs(delta), limit)


def within_limit(slug: str, end: TrackEnd, value: int, limit: int | None) -> None:
    """Refuse a value beyond the table's limit for this end, on its track or counted apart."""
    if limit is not None and value > limit:
        raise CommandRefused("track_at_limit", character=slug, end=end.value.title(), limit=limit)


@chapter.applies(PurityTrackMoved)
def _(state: Adventure, event: PurityTrackMoved) -> None:
    move_purity(character_of(state, event.character), event.delta, event.purity, event.corruption)


def move_purity(it: Character, delta: int, purity: int, corruption: int) -> None:
    """Apply a step to the track, and to the two numbers counted apart."""
    must(it.purity_track is not None, "there is no such track")
    it.purity_track = (it.purity_track or 0) + delta
    it.purity += purity
    it.corruption += corruption
    must(it.purity >= 0 and it.corruption >= 0, "neither Purity nor Corruption falls below 0")


@chapter.tells(PurityTrackMoved, "The purity track of {character} moves by {delta}: {reason}")
def _(state: Adventure, event: PurityTrackMoved) -> Iterable[Fact]:
    ends = event.purity, event.corruption
    return purity_told(state, event.character, event.delta, ends, words(event.reason))


class GoalTrackMoved(Event):
    """A step of `delta` on the track between Goal and Drawback; up is towards Goal."""

    type: Literal["spc.goal_track_moved.v2"] = "spc.goal_track_moved.v2"
    character: CharacterSlug
    delta: int
    reason: TrackReason
    goal: int = Field(description="The same step for Goal counted apart, 0 to 4.")
    drawback: int = Field(description="The same step for Drawback counted apart, never below 0.")
    reached: bool = Field(
        description="In a conflict: the goal came to its end; its scene is granted when the conflict is closed."
    )
    sacrifice: Text = Field(default="", description="For advancement: what was given up.")
    advance: Text = Field(default="", description="For advancement: how it served the goal.")


def goal_moved(
    state: Adventure, slug: str, delta: int, reason: TrackReason, sacrifice: str = "", advance: str = ""
) -> GoalTrackMoved:
    """Event of a step between Goal and Drawback, counted on one track and as two numbers alike."""
    goal, drawback = state.characters[slug].goal_steps(delta)
    return GoalTrackMoved(
        character=CharacterId(slug),
        delta=delta,
        reason=reason,
        goal=goal,
        drawback=drawback,
        reached=reached_in_conflict(state, slug, delta, goal),
        sacrifice=sacrifice,
        advance=advance,
    )


def room_for_goal(state: Adventure, slug: str, delta: int) -> None:
    """Refuse a step that the track cannot take: a goal is reached once, and limits hold."""
    it, limit = state.characters[slug], state.house_rules.track_limit
    if delta > 0 and (goal_at_its_end(state, slug) or (it.goal_track or 0) + delta > GOAL_REACHED):
        raise CommandRefused("goal_at_its_end", character=slug, most=GOAL_REACHED)
    if delta < 0:
        drawback = it.at_end(TrackEnd.DRAWBACK, state.house_rules) - delta
        within_limit(slug, TrackEnd.DRAWBACK, drawback, limit)


def goal_at_its_end(state: Adventure, slug: str) -> bool:
    """True if the goal is reached: its scene is owed, or being played, or comes when the conflict is closed."""
    scene, conflict = state.scene, state.conflict
    if scene is not None and scene.status is not SceneStatus.ENDED and scene.goal_scene_for == slug:
        return True
    if conflict is not None and conflict.open and slug in conflict.goals_reached:
        return state.characters[slug].goal_reached(state.house_rules)
    return slug in state.pending_goal_scenes


def reaches_goal(state: Adventure, it: Character, delta: int, goal: int) -> bool:
    """True if a step brings the goal to its end. `goal` is the step for Goal counted apart."""
    stands = it.goal + goal if state.house_rules.two_pools else (it.goal_track or 0) + delta
    return delta > 0 and stands >= GOAL_REACHED


def reached_in_conflict(state: Adventure, slug: str, delta: int, goal: int) -> bool:
    """True if a step brings the goal to its end in a conflict, after which its scene comes (SPC-67)."""
    conflict, scene = state.conflict, state.scene
    if conflict is None or not conflict.open or slug in conflict.goals_reached:
        return False
    own_goal_scene = scene is not None and scene.goal_scene_for == slug
    return not own_goal_scene and reaches_goal(state, state.characters[slug], delta, goal)


@chapter.applies(GoalTrackMoved)
def _(state: Adventure, event: GoalTrackMoved) -> None:
    move_goal(character_of(state, event.character), event.delta, event.goal, event.drawback)
    if event.reached:
        note_goal(state, event.character)


def move_goal(it: Character, delta: int, goal: int, drawback: int) -> None:
    """Apply a step to the track, and to the two numbers counted apart."""
    must(it.goal_track is not None, "there is no such track")
    it.goal_track = (it.goal_track or 0) + delta
    it.goal += goal
    it.drawback += drawback
    must(it.goal >= 0 and it.drawback >= 0, "neither Goal nor Drawback falls below 0")


def note_goal(state: Adventure, slug: str) -> None:
    """Note who reached their goal in a conflict: the scene is granted when the conflict is closed."""
    reached = conflict_of(state).goals_reached
    must(slug not in reached, f"{slug} has reached the goal already")
    reached.append(slug)


@chapter.tells(GoalTrackMoved, "The goal track of {character} moves by {delta}: {reason}")
def _(state: Adventure, event: GoalTrackMoved) -> Iterable[Fact]:
    ends = event.goal, event.drawback
    return goal_told(state, event.character, event.delta, ends, words(event.reason))


class GoalTrackMovedV1(Event):
    """A step on the track between Goal and Drawback as first recorded: whether it reached the goal is not said."""

    type: Literal["spc.goal_track_moved.v1"] = "spc.goal_track_moved.v1"
    character: CharacterSlug
    delta: int
    reason: TrackReason
    goal: int = Field(description="The same step for Goal counted apart, 0 to 4.")
    drawback: int = Field(description="The same step for Drawback counted apart, never below 0.")
    sacrifice: Text = Field(default="", description="For advancement: what was given up.")
    advance: Text = Field(default="", description="For advancement: how it served the goal.")


@chapter.applies(GoalTrackMovedV1)
def _(state: Adventure, event: GoalTrackMovedV1) -> None:
    move_goal(character_of(state, event.character), event.delta, event.goal, event.drawback)
    note_goal_by_the_rules(state, event.character)


def note_goal_by_the_rules(state: Adventure, slug: str) -> None:
    """Note who reached their goal in a conflict, judged by the house rules that hold; for records of v1 only."""
    conflict, scene = state.conflict, state.scene
    if conflict is None or not conflict.open or (scene is not None and scene.goal_scene_for == slug):
        return
    if state.characters[slug].goal_reached(state.house_rules) and slug not in conflict.goals_reached:
        note_goal(state, slug)


@chapter.tells(GoalTrackMovedV1, "The goal track of {character} moves by {delta}: {reason}")
def _(state: Adventure, event: GoalTrackMovedV1) -> Iterable[Fact]:
    ends = event.goal, event.drawback
    return goal_told(state, event.character, event.delta, ends, words(event.reason))


class GoalAccomplished(Event):
    """A goal came to its end and is accomplished."""

    type: Literal["spc.goal_accomplished.v1"] = "spc.goal_accomplished.v1"
    character: CharacterSlug
    goal_text: Text


class GoalSceneGranted(Event):
    """The next scene is this Character's goal scene, out of turn."""

    type: Literal["spc.goal_scene_granted.v1"] = "spc.goal_scene_granted.v1"
    character: CharacterSlug


def goal_accomplished(state: Adventure, slug: str) -> Iterable[Event]:
    """Events of a goal accomplished, and of the next scene that belongs to it (SPC-18)."""
    yield GoalAccomplished(character=CharacterId(slug), goal_text=state.characters[slug].goal_text)
    yield GoalSceneGranted(character=CharacterId(slug))


@chapter.applies(GoalAccomplished)
def _(state: Adventure, event: GoalAccomplished) -> None:
    character_of(state, event.character).goals_reached.append(event.goal_text)


@chapter.tells(GoalAccomplished, "{character} reaches the goal: {goal_text}")
def _(state: Adventure, event: GoalAccomplished) -> Iterable[Fact]:
    yield facts.Advanced(owner=event.character, track="goal", what=event.goal_text or "a goal reached")


@chapter.applies(GoalSceneGranted)
def _(state: Adventure, event: GoalSceneGranted) -> None:
    must(event.character not in state.pending_goal_scenes, "one goal scene is owed, not two")
    state.pending_goal_scenes.append(event.character)


@chapter.tells(GoalSceneGranted, "The next scene is the goal scene of {character}")
def _(state: Adventure, event: GoalSceneGranted) -> Iterable[Fact]:
    yield goal_scene_told(state, event.character, "", "owed")
