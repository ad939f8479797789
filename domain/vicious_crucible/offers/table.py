"""What setup and scenes offer."""

from collections.abc import Iterable

from domain.kernel.offers import Choice, Offer, Weight
from domain.kernel.people import Asker
from domain.vicious_crucible import commands as ask
from domain.vicious_crucible.lookup import pcs
from domain.vicious_crucible.state import Crucible
from domain.vicious_crucible.terms import HeatReason, Kind, Status, ToolKind

from .seats import choices, places, seat_of


def setup(state: Crucible, asker: Asker) -> Iterable[Offer]:
    """Until play starts: sheets, places, picks."""
    if not state.crucible:
        if asker.is_gm:
            yield Offer(command=ask.OpenCrucible, label="Open the crucible", group="Setup")
        return
    mine = [slug for slug, it in state.characters.items() if it.player == asker.person]
    sheets = choices(state, state.characters if asker.is_gm else mine)
    arcs = tuple(Choice(slug, arc.name) for slug, arc in state.arcs.items())
    if sheets and arcs:
        yield Offer(
            command=ask.RegisterCharacterSheet,
            label="Enter a character sheet",
            choices={"character": sheets, "arc": arcs, "tools.tool_kind": kinds()},
            group="Setup",
        )
    if not asker.is_gm and not mine:
        yield from picks(state, Kind.UNASSIGNED)
    if asker.is_gm:
        yield Offer(command=ask.RegisterLocation, label="Enter a location", group="Setup")
        picked = pcs(state)
        if picked and all(it.registered for it in picked.values()):
            yield Offer(command=ask.StartPlay, label="Start play", known={"leave_out": ()}, group="Setup")
    yield from markers(state, asker)


def kinds() -> tuple[Choice, ...]:
    """The kinds of tool."""
    return tuple(Choice(kind.value, kind.value) for kind in ToolKind)


def picks(state: Crucible, kind: Kind) -> Iterable[Offer]:
    """Characters still to be had."""
    free = [
        slug
        for slug, it in state.characters.items()
        if it.playable and it.kind is kind and (it.registered or kind is Kind.UNASSIGNED)
    ]
    if free:
        yield Offer(
            command=ask.PickCharacter,
            label="Pick a character",
            choices={"character": choices(state, free)},
            group="Setup",
        )


def markers(state: Crucible, asker: Asker) -> Iterable[Offer]:
    """Markers that may move. During a contest nobody leaves the scene."""
    busy = state.scene.present if state.scene and state.contest and state.contest.open else []
    for slug, it in state.characters.items():
        if it.kind is Kind.BENCHED or slug in busy or (not asker.is_gm and it.player != asker.person):
            continue
        there = tuple(place for place in places(state) if place.value != it.marker)
        if there:
            yield Offer(
                command=ask.PlaceMarker,
                label=f"Move {it.name}",
                known={"character": slug},
                choices={"location": there},
                group="Map",
            )


def scenes(state: Crucible, asker: Asker) -> Iterable[Offer]:
    """Framing and ending scenes, tasks, and everything else the GM may record at any time."""
    if not asker.is_gm:
        if state.house_rules.late_pick_from_cast_offs and not any(
            it.player == asker.person for it in state.characters.values()
        ):
            yield from picks(state, Kind.CAST_OFF)
        return
    contest = state.contest is not None and state.contest.open
    if state.current_scene is None:
        yield from framing(state)
        yield Offer(command=ask.EndPlay, label="End the crucible", group="Scene", weight=Weight.ENDING)
    elif not contest:
        yield Offer(command=ask.EndScene, label="End the scene", group="Scene", weight=Weight.ASIDE)
    yield from records(state)


def framing(state: Crucible) -> Iterable[Offer]:
    """Scenes can open where a player character's marker is."""
    there = {it.marker for it in pcs(state).values()}
    for slug, place in state.locations.items():
        if slug in there:
            npcs = [
                npc for npc, it in state.characters.items()
                if it.in_play and not it.is_pc and it.marker != slug
            ]  # fmt: skip
            yield Offer(
                command=ask.FrameScene,
                label=f"Frame a scene at {place.name}",
                known={"location": slug},
                choices={"present": choices(state, npcs)} if npcs else {},
                group="Scene",
            )


def records(state: Crucible) -> Iterable[Offer]:
    """What the GM may write down between steps."""
    players = choices(state, pcs(state))
    npcs = choices(state, (slug for slug, it in state.characters.items() if not it.is_pc))
    if players:
        yield Offer(
            command=ask.AwardHeat,
            label="Award Heat for weakness",
            known={"reason": HeatReason.VULNERABILITY.value},
            choices={"character": players},
            group="GM",
        )
    if npcs:
        yield Offer(command=ask.NoteNpcPlan, label="Note an NPC's plan", choices={"character": npcs}, group="GM")
    unique = {
        tool_id: Choice(tool_id, tool.name)
        for it in state.characters.values()
        for tool_id, tool in it.tools.items()
        if tool.tool_kind is ToolKind.UNIQUE
    }
    if unique:
        yield Offer(
            command=ask.SetUniqueTask,
            label="Set a task for a unique tool",
            choices={"tool": tuple(unique.values())},
            group="GM",
        )
    yield Offer(command=ask.RegisterLocation, label="Enter a location", group="GM")
    yield Offer(
        command=ask.RecordAdjudication,
        label="Record an adjudication",
        choices={"subject": choices(state, state.characters)},
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
                    ask.PerformUniqueTask,
                    f"{it.name}: {task.name}, with {tool.name}",
                    {"task": task_id, "character": slug},
                    group="Scene",
                )


def table(state: Crucible, asker: Asker) -> Iterable[Offer]:
    """Setup, or the scene."""
    if state.status is Status.SETUP:
        yield from setup(state, asker)
    elif state.status is Status.PLAYING:
        yield from scenes(state, asker)
        yield from tasks(state, asker)
        yield from markers(state, asker)
