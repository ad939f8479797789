"""Events of the first version that cannot be brought to the second: what they changed depends on the house rules.

They are not written any more. Here they go on changing an adventure as they did when they were recorded.
"""

from domain.spc import events as say
from domain.spc.state import Adventure

from .fold import character_of, evolve
from .table import adjudicate, move_goal, note_goal


@evolve.on(say.GoalTrackMovedV1)
def _(state: Adventure, event: say.GoalTrackMovedV1) -> None:
    move_goal(character_of(state, event.character), event.delta, event.goal, event.drawback)
    note_goal_by_the_rules(state, event.character)


@evolve.on(say.AdjudicationRecordedV1)
def _(state: Adventure, event: say.AdjudicationRecordedV1) -> None:
    adjudicate(state, event)
    if event.field == "goal_track" and event.subject in state.characters:
        note_goal_by_the_rules(state, event.subject)


def note_goal_by_the_rules(state: Adventure, slug: str) -> None:
    """In a conflict it is noted who reached their goal, judged by the house rules that hold."""
    conflict, scene = state.conflict, state.scene
    if conflict is None or not conflict.open or (scene is not None and scene.goal_scene_for == slug):
        return
    if state.characters[slug].goal_reached(state.house_rules) and slug not in conflict.goals_reached:
        note_goal(state, slug)
