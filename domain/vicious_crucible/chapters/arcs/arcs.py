"""Playing an arc: Flux and Alloy (VC-39 to VC-41)."""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from domain.kernel import facts
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import CommandRefused, must, need
from domain.kernel.dice import Dice
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event
from domain.kernel.offers import Offer
from domain.kernel.people import Asker
from domain.kernel.terms import CharacterId, Slug, Text
from domain.vicious_crucible.chapters.guards import in_play, pc_in_story
from domain.vicious_crucible.chapters.heat_and_flux import FluxGained, FluxSpent, HeatGained
from domain.vicious_crucible.lookup import pc_of
from domain.vicious_crucible.phrases import alloy, element_state, told
from domain.vicious_crucible.printed import ALLOY_PRICE
from domain.vicious_crucible.seats import Seat
from domain.vicious_crucible.state import Character, Crucible
from domain.vicious_crucible.terms import (
    DEED,
    CharacterRef,
    CharacterSlug,
    ElementStatus,
    FluxReason,
    HeatReason,
    TraitRef,
)

chapter = Chapter[Crucible](
    "Playing your arc",
    {
        "element_other_arc": (
            "{element} belongs to another arc than {arc}. Alloy unlocks elements of the current arc."
        ),
        "element_already_unlocked": "{element} is unlocked already.",
        "alloy_costs_flux": "Alloy costs {need} Flux, you have {have}.",
    },
)


class PerformFlux(Command):
    """Do what the arc's Flux action says, in the story.

    Needs:    the player for their own character, present in an open scene.
    Refused:  `not_playing`, `character_unknown`, `npcs_gain_nothing`, `not_your_character`, `no_scene`,
              `character_absent`.
    Yields:   `FluxActionPerformed`, `FluxGained`, `HeatGained`.
    """

    type: Literal["vicious_crucible.perform_flux"] = "vicious_crucible.perform_flux"
    character: CharacterRef = Field(title="Who?")
    description: Text = Field(default="", description=DEED)


class FluxActionPerformed(Event):
    """A character did what its arc's Flux action says."""

    type: Literal["vicious_crucible.flux_action_performed.v1"] = "vicious_crucible.flux_action_performed.v1"
    character: CharacterSlug
    arc: Slug
    description: Text


@chapter.decides(PerformFlux)
def perform_flux(state: Crucible, command: PerformFlux, asker: Asker, dice: Dice) -> Events:
    """VC-39: perform an action of the arc, which earns Heat and Flux as often as it is done."""
    in_play(state)
    character = pc_in_story(state, command.character, asker)
    rules = state.house_rules
    flux = rules.flux_action_flux
    if rules.flux_cap is not None:
        flux = max(0, min(flux, rules.flux_cap - (character.flux or 0)))
    events: list[Event] = [
        FluxActionPerformed(character=command.character, arc=character.arc or "", description=command.description)
    ]
    if flux:
        events.append(FluxGained(character=command.character, amount=flux))
    return events + heat_gained(command.character, rules.flux_action_heat, HeatReason.FLUX_ACTION)


def heat_gained(character: str, amount: int, reason: HeatReason) -> list[Event]:
    """Heat for an arc action, where there is any."""
    return [HeatGained(character=CharacterId(character), amount=amount, reason=reason)] if amount else []


@chapter.applies(FluxActionPerformed)
def _(state: Crucible, event: FluxActionPerformed) -> None:
    """No change here: the earnings stand in the events after it."""
    must(pc_of(state, event.character).arc == event.arc, f"{event.character} is not on {event.arc}")


@chapter.tells(FluxActionPerformed, "{character} takes the Flux action of {arc}{description:+: }")
def _(state: Crucible, event: FluxActionPerformed) -> Iterable[Fact]:
    yield told(event.description or state.arcs[event.arc].flux_action, "flux action", event.character)
    yield facts.Turn(test="", who=event.character, text=event.description, way=facts.Way.EARNS, what="Flux")


class PerformAlloy(Command):
    """Do what the arc's Alloy action says; five Flux may then unlock one of the arc's elements.

    Needs:    as Flux; with an element, 5 Flux.
    Refused:  as Flux, and `alloy_costs_flux`, `element_unknown`, `element_other_arc`,
              `element_already_unlocked`, `element_sacrificed`, `npcs_gain_nothing`.
    Yields:   `AlloyActionPerformed`; if bought `FluxSpent`, `ElementUnlocked`, `HeatGained`.
    """

    type: Literal["vicious_crucible.perform_alloy"] = "vicious_crucible.perform_alloy"
    character: CharacterRef = Field(title="Who?")
    element: TraitRef | None = Field(default=None, description="The one to unlock, or left out.")
    description: Text = Field(default="", description=DEED)


class AlloyActionPerformed(Event):
    """A character did what its arc's Alloy action says."""

    type: Literal["vicious_crucible.alloy_action_performed.v1"] = "vicious_crucible.alloy_action_performed.v1"
    character: CharacterSlug
    arc: Slug
    description: Text


class ElementUnlocked(Event):
    """An element of the arc belongs to the character from now on."""

    type: Literal["vicious_crucible.element_unlocked.v1"] = "vicious_crucible.element_unlocked.v1"
    character: CharacterSlug
    element: Slug
    arc: Slug


@chapter.decides(PerformAlloy)
def perform_alloy(state: Crucible, command: PerformAlloy, asker: Asker, dice: Dice) -> Events:
    """VC-40: pay five Flux, by which one locked element of the arc may be unlocked."""
    in_play(state)
    character = pc_in_story(state, command.character, asker)
    arc = character.arc or ""
    if command.element is not None:
        for_alloy(state, command.character, character, command.element)
    events: list[Event] = [
        AlloyActionPerformed(character=command.character, arc=arc, description=command.description)
    ]
    if command.element is not None:
        events += (
            FluxSpent(character=command.character, amount=ALLOY_PRICE, reason=FluxReason.ALLOY),
            ElementUnlocked(character=command.character, element=command.element, arc=arc),
        )
    return events + heat_gained(command.character, state.house_rules.alloy_heat, HeatReason.ALLOY_ACTION)


def for_alloy(state: Crucible, who: str, character: Character, slug: str) -> None:
    """VC-40: a locked element of the arc the character is on, for 5 Flux."""
    element = character.elements.get(slug)
    if element is None:
        if any(slug in arc.elements for arc in state.arcs.values()):
            raise CommandRefused("element_other_arc", element=slug, arc=character.arc)
        raise CommandRefused("element_unknown", element=slug, character=who)
    need(element.status is not ElementStatus.SACRIFICED, "element_sacrificed", element=slug)
    need(element.status is not ElementStatus.UNLOCKED, "element_already_unlocked", element=slug)
    need((character.flux or 0) >= ALLOY_PRICE, "alloy_costs_flux", need=ALLOY_PRICE, have=character.flux)


@chapter.applies(AlloyActionPerformed)
def _(state: Crucible, event: AlloyActionPerformed) -> None:
    """The purchase stands in the events after it."""
    must(pc_of(state, event.character).arc == event.arc, f"{event.character} is not on {event.arc}")


@chapter.tells(AlloyActionPerformed, "{character} takes the Alloy action of {arc}{description:+: }")
def _(state: Crucible, event: AlloyActionPerformed) -> Iterable[Fact]:
    yield told(event.description or state.arcs[event.arc].alloy_action, "alloy action", event.character)
    yield facts.Turn(test="", who=event.character, text=event.description)


@chapter.applies(ElementUnlocked)
def _(state: Crucible, event: ElementUnlocked) -> None:
    element = pc_of(state, event.character).elements.get(event.element)
    must(element is not None and element.status is ElementStatus.LOCKED, f"{event.element} is not locked")
    pc_of(state, event.character).elements[event.element].status = ElementStatus.UNLOCKED


@chapter.tells(ElementUnlocked, "{character} unlocks {element}")
def _(state: Crucible, event: ElementUnlocked) -> Iterable[Fact]:
    label = state.characters[event.character].elements[event.element].name
    why = f"Alloy of {state.arcs[event.arc].name}"
    yield element_state(event.character, event.element, label, "locked", "unlocked", why, good=True, lasting=True)
    yield facts.Advanced(owner=event.character, track="alloy", what=label)
    yield alloy(state, event.character)


def actions(state: Crucible, seat: Seat, it: Character) -> Iterable[Offer]:
    """Flux and Alloy of one character."""
    arc = state.arcs[it.arc or ""]
    yield seat.offer(
        PerformFlux,
        f"{it.name}, Flux: {arc.flux_action}",
        {"character": seat.side},
        group="Arc",
    )
    for slug, element in it.elements.items() if (it.flux or 0) >= ALLOY_PRICE else ():
        if element.status is ElementStatus.LOCKED:  # each its own step: one left open would buy nothing
            yield seat.offer(
                PerformAlloy,
                f"{it.name}, Alloy: {arc.alloy_action} (unlock {element.name} for {ALLOY_PRICE} Flux)",
                {"character": seat.side, "element": slug},
                group="Arc",
            )
    yield seat.offer(
        PerformAlloy,
        f"{it.name}, Alloy: {arc.alloy_action} (buying nothing)",
        {"character": seat.side, "element": None},
        group="Arc",
    )
