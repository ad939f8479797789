"""Unique tools: what can be done with only one tool (VC-38, VC-32)."""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from domain.kernel import facts
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import found, must, need, one_there
from domain.kernel.dice import Dice
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event
from domain.kernel.offers import Choice, Offer
from domain.kernel.people import Asker
from domain.kernel.terms import Name, Slug
from domain.vicious_crucible.chapters.founding.laying_out import id_of
from domain.vicious_crucible.chapters.guards import gm_only, in_play, not_denied, pc_in_story
from domain.vicious_crucible.lookup import pcs
from domain.vicious_crucible.seats import seat_of
from domain.vicious_crucible.state import Crucible, Task
from domain.vicious_crucible.terms import CharacterRef, CharacterSlug, MadeId, TaskRef, ToolKind, ToolRef

chapter = Chapter[Crucible](
    "Tools: unique tasks",
    {
        "task_set_already": "The task {task} is set already.",
        "task_unknown": "There is no such task{there:+. Those there are: }. The GM sets a new one first.",
        "task_done": "{task} was done already, by {character}.",
        "tool_missing": "{character} has no tool “{tool}”. Name one that is on the sheet.",
        "tool_not_unique": "{tool} is a {tool_kind} tool; this takes a unique one.",
    },
)


class SetUniqueTask(Command):
    """Set a task for a unique tool: what can only be done with that one.

    Needs:    the GM.
    Refused:  `gm_only`, `not_playing`, `id_empty`, `task_set_already`.
    Yields:   `UniqueTaskSet`.
    """

    type: Literal["vicious_crucible.set_unique_task"] = "vicious_crucible.set_unique_task"
    name: Name = Field(description="Such as: open the Vault Door.")
    id: MadeId | None = None
    tool: ToolRef


class UniqueTaskSet(Event):
    """Something can only be done with one particular tool."""

    type: Literal["vicious_crucible.unique_task_set.v1"] = "vicious_crucible.unique_task_set.v1"
    task: Slug
    name: Name
    tool: Slug


@chapter.decides(SetUniqueTask)
def set_unique_task(state: Crucible, command: SetUniqueTask, asker: Asker, dice: Dice) -> Events:
    """VC-38: set, as the GM, the task that takes a unique tool."""
    gm_only(asker)
    in_play(state)
    task = id_of(command)
    need(task, "id_empty", name=command.name)
    need(task not in state.tasks, "task_set_already", task=task)
    return [UniqueTaskSet(task=task, name=command.name, tool=command.tool)]


@chapter.applies(UniqueTaskSet, renames=True)
def _(state: Crucible, event: UniqueTaskSet) -> None:
    must(event.task not in state.tasks, f"the task {event.task} is set already")
    state.tasks[event.task] = Task(event.name, event.tool)


@chapter.tells(UniqueTaskSet, "A task for {tool} alone: {name}")
def _(state: Crucible, event: UniqueTaskSet) -> Iterable[Fact]:
    yield facts.Told(text=event.name, form="task")


class PerformUniqueTask(Command):
    """Do a task with the one tool it takes.

    Needs:    the player for their own character, present in an open scene and holding the tool.
    Refused:  `not_playing`, `no_scene`, `character_unknown`, `npcs_gain_nothing`, `not_your_character`,
              `character_absent`, `task_unknown`, `task_done`, `tool_missing`, `tool_not_unique`, `tool_denied`.
    Yields:   `UniqueTaskPerformed`.
    """

    type: Literal["vicious_crucible.perform_unique_task"] = "vicious_crucible.perform_unique_task"
    task: TaskRef = Field(title="Which task?")
    character: CharacterRef = Field(title="Who?")


class UniqueTaskPerformed(Event):
    """The task was done with that tool."""

    type: Literal["vicious_crucible.unique_task_performed.v1"] = "vicious_crucible.unique_task_performed.v1"
    task: Slug
    character: CharacterSlug
    tool: Slug


@chapter.decides(PerformUniqueTask)
def perform_unique_task(state: Crucible, command: PerformUniqueTask, asker: Asker, dice: Dice) -> Events:
    """VC-38, VC-32: perform a task with the tool it takes, which is at hand and not denied."""
    in_play(state)
    character = pc_in_story(state, command.character, asker)
    task = one_there(state.tasks, command.task, "task_unknown")
    need(task.performed_by is None, "task_done", task=command.task, character=task.performed_by)
    tool = found(character.tools.get(task.tool), "tool_missing", character=command.character, tool=task.tool)
    need(tool.tool_kind is ToolKind.UNIQUE, "tool_not_unique", tool=task.tool, tool_kind=tool.tool_kind)
    not_denied(task.tool, tool)
    return [UniqueTaskPerformed(task=command.task, character=command.character, tool=task.tool)]


@chapter.applies(UniqueTaskPerformed)
def _(state: Crucible, event: UniqueTaskPerformed) -> None:
    task = state.tasks.get(event.task)
    must(task is not None and task.performed_by is None, f"the task {event.task} is not open")
    state.tasks[event.task].performed_by = event.character


@chapter.tells(UniqueTaskPerformed, "{character}, with {tool}: {task}")
def _(state: Crucible, event: UniqueTaskPerformed) -> Iterable[Fact]:
    yield facts.Told(text=state.tasks[event.task].name, form="task", about=(event.character,))


def tasks_to_set(state: Crucible) -> Iterable[Offer]:
    """A task for each unique tool there is."""
    unique = {
        tool_id: Choice(tool_id, tool.name)
        for it in state.characters.values()
        for tool_id, tool in it.tools.items()
        if tool.tool_kind is ToolKind.UNIQUE
    }
    if unique:
        yield Offer(
            command=SetUniqueTask,
            label="Set a task for a unique tool",
            choices={"tool": tuple(unique.values())},
            group="GM",
        )


def tasks(state: Crucible, asker: Asker) -> Iterable[Offer]:
    """Tasks that a character present can do with a tool at hand."""
    if state.scene is None or state.current_scene is None:
        return
    for slug, it in pcs(state).items():
        seat = seat_of(state, slug, asker)
        if seat is None or slug not in state.scene.present:
            continue
        for task_id, task in state.tasks.items():
            tool = it.tools.get(task.tool)
            if task.performed_by is None and tool and tool.available and tool.tool_kind is ToolKind.UNIQUE:
                yield seat.offer(
                    PerformUniqueTask,
                    f"{it.name}: {task.name}, with {tool.name}",
                    {"task": task_id, "character": slug},
                    group="Scene",
                )
