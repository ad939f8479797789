"""Between sessions: places and obstacles to come (HC-72); before the first, a map that is left empty (HC-05)."""

from domain.hot_circle import commands as ask
from domain.hot_circle import events as say
from domain.hot_circle.state import Circle
from domain.hot_circle.terms import Stage
from domain.hot_circle.words import fresh_id, same
from domain.kernel.decisions import Decision, Refusal, refuse
from domain.kernel.messages import Event

from .common import blank, no_session
from .preparing import bad_difficulty


def prepare_location(state: Circle, command: ask.PrepareLocation) -> Decision[Event]:
    """HC-72: a place under a name that is known is sketched anew."""
    if wrong := no_session(state):
        return wrong
    if blank(command.text):
        return refuse("text_missing")
    if command.setting is not None and command.setting not in state.settings:
        return refuse("setting_unknown", setting=command.setting)
    known = next((slug for slug, it in state.locations.items() if same(it.name, command.name)), None)
    return [
        say.LocationPrepared(
            location=known or fresh_id(command.name, state.locations, "location"),
            name=command.name,
            text=command.text,
            setting=command.setting,
        )
    ]


def prepare_obstacle(state: Circle, command: ask.PrepareObstacle) -> Decision[Event]:
    """HC-72: an obstacle under a name that is known is planned anew; how hard it is may be left open."""
    if wrong := no_session(state):
        return wrong
    if command.location is not None and command.location not in state.locations:
        return refuse("location_unknown", location=command.location)
    hard = command.level is not None or command.step is not None
    if hard and (wrong := bad_difficulty(command.level, command.step)):
        return wrong
    known = next((slug for slug, it in state.obstacles.items() if same(it.name, command.name)), None)
    return [
        say.ObstaclePrepared(
            obstacle=known or fresh_id(command.name, state.obstacles, "obstacle"),
            name=command.name,
            text=command.text,
            location=command.location,
            level=command.level,
            step=command.step,
        )
    ]


def leave_map_empty(state: Circle, command: ask.LeaveMapEmpty) -> Decision[Event]:
    """HC-05: where a table begins without relations it says so."""
    if state.stage is not Stage.SESSION_ZERO:
        return refuse("session_zero_only")
    if blank(command.reason):
        return refuse("reason_missing")
    if state.map.left_empty or not unrelated(state):
        return refuse("no_change")
    return [say.MapLeftEmpty(reason=command.reason)]


def unrelated(state: Circle) -> bool:
    """Whether no faction stands in a relation to another."""
    return not any(state.map.relations.values())


def relations_missing(state: Circle) -> Refusal | None:
    """HC-05: why the first session has to wait for a map, or None. Whether there is one, the table is asked."""
    first = state.stage is Stage.SESSION_ZERO
    return refuse("relations_missing") if first and unrelated(state) and not state.map.left_empty else None
