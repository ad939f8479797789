"""Setup, scenes and adjudication retold."""

from collections.abc import Iterable

from domain.kernel import facts
from domain.kernel.facts import CharacterKind, Fact
from domain.kernel.people import GM_ONLY
from domain.vicious_crucible import events as say
from domain.vicious_crucible.names import element_node
from domain.vicious_crucible.state import Crucible

from .telling import (
    alloy,
    arc_facts,
    changed,
    condition,
    element_state,
    number,
    tells,
)


def location_facts(slug: str, name: str, elements: Iterable[say.LocationElementEntered]) -> Iterable[Fact]:
    """A place on the map, with the elements that begin play hard."""
    yield facts.NodeSet(node=slug, name=name, node_kind="location")
    for element in elements:
        now = "hard" if element.hard else "open"
        yield element_state(slug, element.id, element.name, "", now, "location sheet")
        if element.hard:
            node = element_node(slug, element.id)
            yield facts.NodeSet(node=node, name=element.name, node_kind="hard place")
            yield facts.RelationSet(source=node, target=slug, relation="is hard at")


@tells(say.CrucibleOpened)
def _(state: Crucible, event: say.CrucibleOpened) -> Iterable[Fact]:
    yield facts.Told(text=event.title, form="crucible")
    for one in event.playable:
        yield facts.CharacterEntered(
            character=one.id, name=one.name, character_kind=CharacterKind.OTHER, how="to be picked"
        )
        yield facts.NodeSet(node=one.id, name=one.name, node_kind="character", weight=2)
    for other in event.supporting:
        yield facts.CharacterEntered(
            character=other.id, name=other.name, character_kind=CharacterKind.OTHER, how="supporting cast"
        )
        yield facts.NodeSet(node=other.id, name=other.name, node_kind="character")
        for mention in other.mentions:
            yield facts.RelationSet(source=other.id, target=mention, relation="named in the write-up")
        if other.plan:
            yield facts.TextSet(owner=other.id, field="plan", text=other.plan, audience=GM_ONLY)
    for place in event.locations:
        yield from location_facts(place.id, place.name, place.elements)


@tells(say.LocationRegistered)
def _(state: Crucible, event: say.LocationRegistered) -> Iterable[Fact]:
    return location_facts(event.location, event.name, event.elements)


@tells(say.CharacterSheetRegistered)
def _(state: Crucible, event: say.CharacterSheetRegistered) -> Iterable[Fact]:
    who, why = event.character, "character sheet"
    for element in event.core:
        yield element_state(who, element.id, element.name, "", "unlocked", why)
    for tool in event.tools:
        yield facts.StateChanged(
            owner=who, group="tools", name=tool.id, was="", now="available", why=why, label=tool.name
        )
    yield from arc_facts(state, who, why, lasting=False)


@tells(say.CharacterPicked)
def _(state: Crucible, event: say.CharacterPicked) -> Iterable[Fact]:
    yield changed(state, event.character, "player character")
    yield alloy(state, event.character)


@tells(say.CastOffAssigned)
def _(state: Crucible, event: say.CastOffAssigned) -> Iterable[Fact]:
    yield changed(state, event.character, "cast-off")


@tells(say.SupportingCharacterAdmitted)
def _(state: Crucible, event: say.SupportingCharacterAdmitted) -> Iterable[Fact]:
    yield changed(state, event.character, "supporting character")


@tells(say.SupportingCharacterBenched)
def _(state: Crucible, event: say.SupportingCharacterBenched) -> Iterable[Fact]:
    yield facts.CharacterLeft(character=event.character, how="benched")


@tells(say.PlayStarted)
def _(state: Crucible, event: say.PlayStarted) -> Iterable[Fact]:
    yield facts.ChapterOpened(chapter="play", title=state.crucible)


@tells(say.PlayEnded)
def _(state: Crucible, event: say.PlayEnded) -> Iterable[Fact]:
    if event.epilogue:
        yield facts.Told(text=event.epilogue, form="epilogue")
    yield facts.ChapterClosed(chapter="play")


@tells(say.CharacterMarkerPlaced)
def _(state: Crucible, event: say.CharacterMarkerPlaced) -> Iterable[Fact]:
    who, before = event.character, state.characters[event.character].marker_before
    yield facts.TextSet(owner=who, field="marker", text=state.locations[event.location].name)
    if before is not None and before != event.location:
        yield facts.RelationSet(source=who, target=before, relation="")
        yield marker(state, who, before, "")
    yield facts.RelationSet(source=who, target=event.location, relation="is at")
    yield marker(state, who, event.location, "there")


def marker(state: Crucible, who: str, place: str, now: str) -> Fact:
    """A marker that came to a place, or left it."""
    return facts.StateChanged(
        owner=place, group="markers", name=who, was="" if now else "there", now=now, why="the marker was moved",
        label=state.characters[who].name,
    )  # fmt: skip


@tells(say.SceneFramed)
def _(state: Crucible, event: say.SceneFramed) -> Iterable[Fact]:
    place = state.locations[event.location].name
    yield facts.SceneOpened(scene=event.scene, title=place, place=event.location, present=event.present)
    if event.description:
        yield facts.Told(text=event.description, form="scene", about=event.present)


@tells(say.SceneEnded)
def _(state: Crucible, event: say.SceneEnded) -> Iterable[Fact]:
    yield facts.SceneClosed(scene=event.scene, outcome=event.consequence)


@tells(say.UniqueTaskSet)
def _(state: Crucible, event: say.UniqueTaskSet) -> Iterable[Fact]:
    yield facts.Told(text=event.name, form="task")


@tells(say.UniqueTaskPerformed)
def _(state: Crucible, event: say.UniqueTaskPerformed) -> Iterable[Fact]:
    yield facts.Told(text=state.tasks[event.task].name, form="task", about=(event.character,))


@tells(say.NpcPlanNoted)
def _(state: Crucible, event: say.NpcPlanNoted) -> Iterable[Fact]:
    yield facts.Told(text=event.note, form="plan", about=(event.character,), audience=GM_ONLY)


@tells(say.AdjudicationRecorded)
def _(state: Crucible, event: say.AdjudicationRecorded) -> Iterable[Fact]:
    yield facts.Adjudicated(
        subject=event.subject, field=event.field, before=event.before, after=event.after, reason=event.reason
    )
    character = state.characters.get(event.subject)
    if character is None:
        return
    if event.field in ("heat", "flux"):
        now = int(event.after)
        yield number(event.subject, event.field, now - int(event.before), now, event.reason)
        yield alloy(state, event.subject)
    elif event.field == "condition":
        for tag, was, after in ((event.before, "yes", ""), (event.after, "", "yes")):
            if tag:
                yield condition(event.subject, tag, was, after, event.reason)
    elif event.field.startswith("tools."):
        slug = event.field.partition(".")[2]
        yield facts.StateChanged(
            owner=event.subject, group="tools", name=slug, why=event.reason, good=bool(event.after),
            was="available" if event.before else "", now="available" if event.after else "lost",
        )  # fmt: skip
