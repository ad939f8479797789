"""How setup, scenes and adjudication change a crucible."""

from collections.abc import Iterable

from domain.kernel.decisions import must
from domain.vicious_crucible import events as say
from domain.vicious_crucible.lookup import character_of, location_of, pc_of, scene_of
from domain.vicious_crucible.state import (
    CORE,
    Arc,
    ArcElement,
    Character,
    Crucible,
    Element,
    EntryPrice,
    Location,
    LocationElement,
    Scene,
    Spark,
    Task,
    Tool,
)
from domain.vicious_crucible.terms import ElementStatus, Kind, SceneStatus, Status, ToolKind

from .fold import evolve


def sparks_of(entered: Iterable[say.SparkEntered]) -> dict[str, Spark]:
    """Sparks as the state keeps them."""
    return {it.id: Spark(it.name, it.kind, it.cost, it.text, it.rulesheet) for it in entered}


def location_from(elements: Iterable[say.LocationElementEntered], name: str) -> Location:
    """A place as the state keeps it."""
    return Location(name, {it.id: LocationElement(it.name, it.hard) for it in elements})


@evolve.on(say.CrucibleOpened)
def _(state: Crucible, event: say.CrucibleOpened) -> None:
    must(not state.crucible, "a crucible is laid out once")
    state.crucible = event.title
    for one in event.playable:
        state.characters[one.id] = Character(one.name)
        state.playable_characters.append(one.id)
    for other in event.supporting:
        state.characters[other.id] = Character(
            other.name, playable=False, plan=other.plan, mentions=list(other.mentions)
        )
        state.supporting_characters.append(other.id)
    for place in event.locations:
        state.locations[place.id] = location_from(place.elements, place.name)
    for arc in event.arcs:
        state.arcs[arc.id] = Arc(
            name=arc.name,
            flux_action=arc.flux_action,
            alloy_action=arc.alloy_action,
            reify_action=arc.reify_action,
            elements={it.id: ArcElement(it.name, sparks_of(it.sparks)) for it in arc.elements},
            entry_cost=EntryPrice(arc.sacrifice_count, list(arc.sacrifice_named), arc.other_text),
            transformation=arc.transformation or None,
        )


def lay_out_arc(state: Crucible, character: Character, arc: str) -> None:
    """Put an arc's elements on a sheet, locked; what the character has or gave up already stays as it is."""
    must(arc in state.arcs, f"there is no arc {arc}")
    character.arc = arc
    for element, printed in state.arcs[arc].elements.items():
        if element not in character.elements:
            character.elements[element] = Element(printed.name, arc, ElementStatus.LOCKED, dict(printed.sparks))


@evolve.on(say.CharacterSheetRegistered)
def _(state: Crucible, event: say.CharacterSheetRegistered) -> None:
    character = character_of(state, event.character)
    character.registered = True
    character.elements = {
        it.id: Element(it.name, CORE, ElementStatus.UNLOCKED, sparks_of(it.sparks)) for it in event.core
    }
    character.tools = {it.id: Tool(it.name, it.tool_kind, sparks_of(it.sparks)) for it in event.tools}
    character.arc = None
    if event.arc is not None:
        lay_out_arc(state, character, event.arc)


@evolve.on(say.LocationRegistered)
def _(state: Crucible, event: say.LocationRegistered) -> None:
    must(event.location not in state.locations, f"{event.location} is on the map already")
    state.locations[event.location] = location_from(event.elements, event.name)


@evolve.on(say.CharacterPicked)
def _(state: Crucible, event: say.CharacterPicked) -> None:
    character = character_of(state, event.character)
    must(character.kind in (Kind.UNASSIGNED, Kind.CAST_OFF), f"{event.character} cannot be picked any more")
    character.kind = Kind.PC
    character.player = event.player
    character.heat = character.flux = character.earmarked = 0


@evolve.on(say.CastOffAssigned)
def _(state: Crucible, event: say.CastOffAssigned) -> None:
    character = character_of(state, event.character)
    must(character.kind is Kind.UNASSIGNED, f"{event.character} is not left over")
    character.kind = Kind.CAST_OFF


@evolve.on(say.PlayStarted)
def _(state: Crucible, event: say.PlayStarted) -> None:
    must(state.status is Status.SETUP, "play starts once")
    state.status = Status.PLAYING


@evolve.on(say.PlayEnded)
def _(state: Crucible, event: say.PlayEnded) -> None:
    must(state.status is Status.PLAYING, "only a crucible in play can end")
    state.status = Status.ENDED


@evolve.on(say.SupportingCharacterAdmitted)
def _(state: Crucible, event: say.SupportingCharacterAdmitted) -> None:
    character_of(state, event.character).kind = Kind.SUPPORTING


@evolve.on(say.SupportingCharacterBenched)
def _(state: Crucible, event: say.SupportingCharacterBenched) -> None:
    character = character_of(state, event.character)
    character.kind = Kind.BENCHED
    character.marker = None


@evolve.on(say.CharacterMarkerPlaced)
def _(state: Crucible, event: say.CharacterMarkerPlaced) -> None:
    location_of(state, event.location)
    character = character_of(state, event.character)
    character.marker_before, character.marker = character.marker, event.location
    if state.current_scene is None:
        return
    scene = scene_of(state)
    if event.character in scene.present:
        scene.present.remove(event.character)
    if event.location == scene.location:
        scene.present.append(event.character)


@evolve.on(say.SceneFramed)
def _(state: Crucible, event: say.SceneFramed) -> None:
    must(state.current_scene is None, "a scene cannot open inside another")
    location_of(state, event.location)
    state.scenes += 1
    state.current_scene = event.scene
    state.scene = Scene(event.scene, event.location, list(event.present), event.description, event.demand)


@evolve.on(say.SceneEnded)
def _(state: Crucible, event: say.SceneEnded) -> None:
    must(state.current_scene == event.scene, f"{event.scene} is not the open scene")
    scene_of(state).status = SceneStatus.ENDED
    state.current_scene = None


@evolve.on(say.UniqueTaskSet)
def _(state: Crucible, event: say.UniqueTaskSet) -> None:
    must(event.task not in state.tasks, f"the task {event.task} is set already")
    state.tasks[event.task] = Task(event.name, event.tool)


@evolve.on(say.UniqueTaskPerformed)
def _(state: Crucible, event: say.UniqueTaskPerformed) -> None:
    task = state.tasks.get(event.task)
    must(task is not None and task.performed_by is None, f"the task {event.task} is not open")
    state.tasks[event.task].performed_by = event.character


@evolve.on(say.NpcPlanNoted)
def _(state: Crucible, event: say.NpcPlanNoted) -> None:
    character_of(state, event.character).notes.append(event.note)


@evolve.on(say.AdjudicationRecorded)
def _(state: Crucible, event: say.AdjudicationRecorded) -> None:
    character = state.characters.get(event.subject)
    group, _, tool = event.field.partition(".")
    if character is None:
        write(state.adjudicated.setdefault(event.subject, {}), event)
    elif event.field in ("heat", "flux"):
        adjudicate_points(pc_of(state, event.subject), event)
    elif event.field == "condition":
        must(not event.before or event.before in character.condition, f"{event.subject} is not {event.before}")
        character.condition = [tag for tag in character.condition if tag != event.before]
        character.condition += [event.after] if event.after else []
    elif group == "tools" and tool:
        must((tool in character.tools) == bool(event.before), f"{event.subject} and {tool}: not as recorded")
        if gone := character.tools.pop(tool, None):
            character.lost_tools[tool] = gone.name
        if event.after:
            character.tools[tool] = Tool(tool.replace("-", " ").title(), ToolKind(event.after))
    else:
        write(character.adjudicated, event)


def write(fields: dict[str, str], event: say.AdjudicationRecorded) -> None:
    """Keep a plain value; an empty one takes the field away."""
    must(fields.get(event.field, "") == event.before, f"{event.subject}.{event.field} was not {event.before!r}")
    fields[event.field] = event.after
    if not event.after:
        del fields[event.field]


def adjudicate_points(character: Character, event: say.AdjudicationRecorded) -> None:
    """Set Heat or Flux to what was settled."""
    must(event.after.isdecimal(), f"{event.field} cannot become {event.after!r}")
    must(str(getattr(character, event.field)) == event.before, f"{event.field} was not {event.before}")
    setattr(character, event.field, int(event.after))
    character.earmarked = min(character.earmarked or 0, character.heat or 0)
