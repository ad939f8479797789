"""Between sessions: places and obstacles to come (HC-72); before the first, a map that is left empty (HC-05)."""

from domain.hot_circle import commands as ask
from domain.hot_circle import events as say
from domain.hot_circle.state import Circle
from domain.hot_circle.terms import Stage
from domain.hot_circle.words import fresh_id, same
from domain.kernel.chapter import Events
from domain.kernel.decisions import CommandRefused, need

from .common import blank, no_session
from .preparing import difficulty_said


def prepare_location(state: Circle, command: ask.PrepareLocation) -> Events:
    """HC-72: a place under a name that is known is sketched anew."""
    no_session(state)
    need(not blank(command.text), "text_missing")
    if command.setting is not None and command.setting not in state.settings:
        raise CommandRefused("setting_unknown", setting=command.setting)
    known = next((slug for slug, it in state.locations.items() if same(it.name, command.name)), None)
    return [
        say.LocationPrepared(
            location=known or fresh_id(command.name, state.locations, "location"),
            name=command.name,
            text=command.text,
            setting=command.setting,
        )
    ]


def prepare_obstacle(state: Circle, command: ask.PrepareObstacle) -> Events:
    """HC-72: an obstacle under a name that is known is planned anew; how hard it is may be left open."""
    no_session(state)
    if command.location is not None and command.location not in state.locations:
        raise CommandRefused("location_unknown", location=command.location)
    hard = command.level is not None or command.step is not None
    if hard:
        difficulty_said(command.level, command.step)
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


def leave_map_empty(state: Circle, command: ask.LeaveMapEmpty) -> Events:
    """HC-05: where a table begins without relations it says so."""
    need(state.stage is Stage.SESSION_ZERO, "session_zero_only")
    need(not blank(command.reason), "reason_missing")
    if state.map.left_empty or not unrelated(state):
        raise CommandRefused("no_change")
    return [say.MapLeftEmpty(reason=command.reason)]


def unrelated(state: Circle) -> bool:
    """Whether no faction stands in a relation to another."""
    return not any(state.map.relations.values())


def map_missing(state: Circle) -> bool:
    """HC-05: whether the first session has to wait for a map, or for the word that there is none."""
    return state.stage is Stage.SESSION_ZERO and unrelated(state) and not state.map.left_empty
