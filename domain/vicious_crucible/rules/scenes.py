"""Scenes: markers, framing, ending, and what only one tool can do (VC-07 to VC-09, VC-38)."""

from domain.kernel.chapter import Events
from domain.kernel.decisions import CommandRefused, found, need
from domain.kernel.dice import Dice
from domain.kernel.people import Asker
from domain.kernel.terms import CharacterId
from domain.vicious_crucible import commands as ask
from domain.vicious_crucible import events as say
from domain.vicious_crucible.lookup import (
    contest_open,
)
from domain.vicious_crucible.state import Crucible
from domain.vicious_crucible.terms import ToolKind

from .common import (
    gm_only,
    in_play,
    known_character,
    not_benched,
    not_denied,
    not_ended,
    open_scene,
    pc_in_story,
)
from .entering import id_of


def place_marker(state: Crucible, command: ask.PlaceMarker, asker: Asker, dice: Dice) -> Events:
    """VC-07: the GM moves anybody, a player their own. Nobody walks out of a contest."""
    not_ended(state)
    character = known_character(state, command.character)
    if not asker.is_gm and character.player != asker.person:
        raise CommandRefused("not_your_character", character=command.character)
    not_benched(state, command.character)
    need(command.location in state.locations, "location_unknown", location=command.location)
    need(character.marker != command.location, "no_change")
    contest = contest_open(state)
    if contest and state.scene and command.character in state.scene.present:
        raise CommandRefused("in_a_contest", character=command.character, contest=contest.id)
    return [say.CharacterMarkerPlaced(character=command.character, location=command.location)]


def frame_scene(state: Crucible, command: ask.FrameScene, asker: Asker, dice: Dice) -> Events:
    """VC-08: where a player character is, ending on something to react to."""
    gm_only(asker)
    in_play(state)
    need(state.current_scene is None, "scene_open", scene=state.current_scene)
    need(command.location in state.locations, "location_unknown", location=command.location)
    brought: list[CharacterId] = []
    for slug in dict.fromkeys(command.present):
        character = known_character(state, slug)
        not_benched(state, slug)
        if character.marker == command.location:
            continue
        need(not character.is_pc, "character_absent", character=slug, location=command.location)
        brought.append(slug)
    there = [
        CharacterId(slug)
        for slug, character in state.characters.items()
        if character.in_play and character.marker == command.location
    ]
    need(any(state.characters[slug].is_pc for slug in there), "no_pc_there", location=command.location)
    need(command.demand.strip(), "demand_missing")
    framed = say.SceneFramed(
        scene=f"scene-{state.scenes + 1}",
        location=command.location,
        present=(*there, *brought),
        description=command.description,
        demand=command.demand,
    )
    moved = (say.CharacterMarkerPlaced(character=slug, location=command.location) for slug in brought)
    return [*moved, framed]


def end_scene(state: Crucible, command: ask.EndScene, asker: Asker, dice: Dice) -> Events:
    """VC-09: not while dice are in the air."""
    gm_only(asker)
    in_play(state)
    scene = open_scene(state)
    if contest := contest_open(state):
        raise CommandRefused("contest_open", contest=contest.id)
    return [say.SceneEnded(scene=scene.id, consequence=command.consequence)]


def set_unique_task(state: Crucible, command: ask.SetUniqueTask, asker: Asker, dice: Dice) -> Events:
    """VC-38: the GM says what it takes."""
    gm_only(asker)
    in_play(state)
    task = id_of(command)
    need(task, "id_empty", name=command.name)
    need(task not in state.tasks, "task_set_already", task=task)
    return [say.UniqueTaskSet(task=task, name=command.name, tool=command.tool)]


def perform_unique_task(state: Crucible, command: ask.PerformUniqueTask, asker: Asker, dice: Dice) -> Events:
    """VC-38, VC-32: with the one tool, at hand and not denied."""
    in_play(state)
    character = pc_in_story(state, command.character, asker)
    task = found(state.tasks.get(command.task), "task_unknown", task=command.task)
    need(task.performed_by is None, "task_done", task=command.task, character=task.performed_by)
    tool = found(character.tools.get(task.tool), "tool_missing", character=command.character, tool=task.tool)
    need(tool.tool_kind is ToolKind.UNIQUE, "tool_not_unique", tool=task.tool, tool_kind=tool.tool_kind)
    not_denied(task.tool, tool)
    return [say.UniqueTaskPerformed(task=command.task, character=command.character, tool=task.tool)]
