"""Scenes: markers, framing, ending, and what only one tool can do (VC-07 to VC-09, VC-38)."""

from domain.kernel.decisions import Decision, Refusal, refuse
from domain.kernel.messages import Event
from domain.kernel.people import Asker
from domain.kernel.terms import CharacterId
from domain.vicious_crucible import commands as ask
from domain.vicious_crucible import events as say
from domain.vicious_crucible.state import Crucible
from domain.vicious_crucible.terms import ToolKind

from .common import benched, contest_open, denied, known_character, open_scene, pc_in_story
from .entering import id_of


def place_marker(state: Crucible, command: ask.PlaceMarker, asker: Asker) -> Decision[Event]:
    """VC-07: the GM moves anybody, a player their own. Nobody walks out of a contest."""
    character = known_character(state, command.character)
    if isinstance(character, Refusal):
        return character
    if not asker.is_gm and character.player != asker.person:
        return refuse("not_your_character", character=command.character)
    if absent := benched(state, command.character):
        return absent
    if command.location not in state.locations:
        return refuse("location_unknown", location=command.location)
    if character.marker == command.location:
        return refuse("no_change")
    contest = contest_open(state)
    if contest and state.scene and command.character in state.scene.present:
        return refuse("in_a_contest", character=command.character, contest=contest.id)
    return [say.CharacterMarkerPlaced(character=command.character, location=command.location)]


def frame_scene(state: Crucible, command: ask.FrameScene) -> Decision[Event]:
    """VC-08: where a player character is, ending on something to react to."""
    if state.current_scene is not None:
        return refuse("scene_open", scene=state.current_scene)
    if command.location not in state.locations:
        return refuse("location_unknown", location=command.location)
    brought: list[CharacterId] = []
    for slug in dict.fromkeys(command.present):
        character = known_character(state, slug)
        if isinstance(character, Refusal):
            return character
        if absent := benched(state, slug):
            return absent
        if character.marker == command.location:
            continue
        if character.is_pc:
            return refuse("character_absent", character=slug, location=command.location)
        brought.append(slug)
    there = [
        CharacterId(slug)
        for slug, character in state.characters.items()
        if character.in_play and character.marker == command.location
    ]
    if not any(state.characters[slug].is_pc for slug in there):
        return refuse("no_pc_there", location=command.location)
    if not command.demand.strip():
        return refuse("demand_missing")
    framed = say.SceneFramed(
        scene=f"scene-{state.scenes + 1}",
        location=command.location,
        present=(*there, *brought),
        description=command.description,
        demand=command.demand,
    )
    moved = (say.CharacterMarkerPlaced(character=slug, location=command.location) for slug in brought)
    return [*moved, framed]


def end_scene(state: Crucible, command: ask.EndScene) -> Decision[Event]:
    """VC-09: not while dice are in the air."""
    scene = open_scene(state)
    if isinstance(scene, Refusal):
        return scene
    if contest := contest_open(state):
        return refuse("contest_open", contest=contest.id)
    return [say.SceneEnded(scene=scene.id, consequence=command.consequence)]


def set_unique_task(state: Crucible, command: ask.SetUniqueTask) -> Decision[Event]:
    """VC-38: the GM says what it takes."""
    task = id_of(command)
    if not task:
        return refuse("id_empty", name=command.name)
    if task in state.tasks:
        return refuse("task_set_already", task=task)
    return [say.UniqueTaskSet(task=task, name=command.name, tool=command.tool)]


def perform_unique_task(state: Crucible, command: ask.PerformUniqueTask, asker: Asker) -> Decision[Event]:
    """VC-38, VC-32: with the one tool, at hand and not denied."""
    character = pc_in_story(state, command.character, asker)
    if isinstance(character, Refusal):
        return character
    task = state.tasks.get(command.task)
    if task is None:
        return refuse("task_unknown", task=command.task)
    if task.performed_by is not None:
        return refuse("task_done", task=command.task, character=task.performed_by)
    tool = character.tools.get(task.tool)
    if tool is None:
        return refuse("tool_missing", character=command.character, tool=task.tool)
    if tool.tool_kind is not ToolKind.UNIQUE:
        return refuse("tool_not_unique", tool=task.tool, tool_kind=tool.tool_kind)
    if not tool.available:
        return denied(task.tool, tool.denied_by_contest)
    return [say.UniqueTaskPerformed(task=command.task, character=command.character, tool=task.tool)]
