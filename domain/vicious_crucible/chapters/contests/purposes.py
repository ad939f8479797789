"""Purposes of a contest: to win a tool back, or to soften a hard place (VC-31, VC-33)."""

from collections.abc import Iterable
from typing import Literal

from domain.kernel import facts
from domain.kernel.chapter import Chapter
from domain.kernel.decisions import found, must, need
from domain.kernel.facts import Fact
from domain.kernel.messages import Event
from domain.kernel.offers import Choice
from domain.kernel.terms import CharacterId, Slug
from domain.vicious_crucible.lookup import character_of, contest_of
from domain.vicious_crucible.names import element_node, names
from domain.vicious_crucible.phrases import element_state, tool_state
from domain.vicious_crucible.state import Character, Contest, Crucible, Scene
from domain.vicious_crucible.terms import CharacterSlug, Purpose

chapter = Chapter[Crucible](
    "Winning tools back, and hard places",
    {
        "target_missing": "Name the tool to win back, or the element to soften.",
        "tool_not_denied": "{tool} is at hand; there is nothing to win back.",
        "element_elsewhere": "{element} is no element of {location}, where the scene is.",
        "element_not_hard": "{element} is not hard, so there is nothing to soften.",
        "already_softened": "{element} was softened already.",
    },
)


def declared_target(state: Crucible, slug: str, purpose: Purpose, target_id: str | None) -> str | None:
    """VC-31, VC-33: the denied tool or the hard element that a contest is declared for."""
    if purpose is Purpose.GENERAL:
        return None
    target = found(target_id, "target_missing", purpose=purpose)
    if purpose is Purpose.RECOVER_TOOL:
        tool = found(state.characters[slug].tools.get(target), "tool_missing", character=slug, tool=target)
        need(not tool.available, "tool_not_denied", tool=target)
        return target
    place = state.scene.location if state.scene else ""
    elements = state.locations[place].elements
    element = found(elements.get(target), "element_elsewhere", element=target, location=place)
    need(element.hard, "element_not_hard", element=target)
    need(not element.softened, "already_softened", element=target)
    return target


class ToolRecovered(Event):
    """A denied tool was won back."""

    type: Literal["vicious_crucible.tool_recovered.v1"] = "vicious_crucible.tool_recovered.v1"
    character: CharacterSlug
    tool: Slug
    contest: Slug


class HardPlaceSoftened(Event):
    """A hard element of a place rolls a d4 from now on."""

    type: Literal["vicious_crucible.hard_place_softened.v1"] = "vicious_crucible.hard_place_softened.v1"
    location: Slug
    element: Slug
    by: CharacterSlug
    contest: Slug


def won_purpose(state: Crucible, contest: Contest, winner: str) -> Iterable[Event]:
    """VC-31, VC-33: what a contest was declared for, if its opener won."""
    target = contest.purpose_target
    if winner != contest.initiator or target is None:
        return
    opener = CharacterId(winner)
    if contest.purpose is Purpose.RECOVER_TOOL:
        tool = state.characters[winner].tools.get(target)
        if tool and not tool.available:
            yield ToolRecovered(character=opener, tool=target, contest=contest.id)
    elif contest.purpose is Purpose.SOFTEN and state.scene:
        place = state.scene.location
        yield HardPlaceSoftened(location=place, element=target, by=opener, contest=contest.id)


@chapter.applies(ToolRecovered)
def _(state: Crucible, event: ToolRecovered) -> None:
    tool = character_of(state, event.character).tools.get(event.tool)
    must(tool is not None and not tool.available, f"{event.tool} was not denied")
    recovered = character_of(state, event.character).tools[event.tool]
    recovered.available = True
    recovered.denied_by_contest = None
    contest_of(state).purpose_met = True


@chapter.tells(ToolRecovered, "{character} wins {tool} back")
def _(state: Crucible, event: ToolRecovered) -> Iterable[Fact]:
    yield tool_state(state, event.character, event.tool, "denied", "available", event.contest)


@chapter.applies(HardPlaceSoftened)
def _(state: Crucible, event: HardPlaceSoftened) -> None:
    place = state.locations.get(event.location)
    element = place.elements.get(event.element) if place else None
    must(element is not None and element.hard and not element.softened, f"{event.element} is not hard")
    state.locations[event.location].elements[event.element].softened = True
    contest_of(state).purpose_met = True


@chapter.tells(HardPlaceSoftened, "{by} softens {element} at {location}")
def _(state: Crucible, event: HardPlaceSoftened) -> Iterable[Fact]:
    label = state.locations[event.location].elements[event.element].name
    why = names(state).get(event.contest, event.contest)
    yield element_state(event.location, event.element, label, "hard", "softened", why, lasting=True)
    node = element_node(event.location, event.element)
    yield facts.RelationSet(source=node, target=event.location, relation="is softened at")


def purposes(state: Crucible, scene: Scene, it: Character) -> Iterable[tuple[Purpose, tuple[Choice, ...], str]]:
    """The purposes there is something for, with what they may be meant for and how that is called."""
    lost = tuple(Choice(tool, held.name) for tool, held in it.tools.items() if not held.available)
    hard = tuple(
        Choice(element, part.name)
        for element, part in state.locations[scene.location].elements.items()
        if part.hard and not part.softened
    )
    if lost:
        yield Purpose.RECOVER_TOOL, lost, "to win a tool back"
    if hard:
        yield Purpose.SOFTEN, hard, "to soften a hard place"
