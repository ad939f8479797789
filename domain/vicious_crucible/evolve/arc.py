"""How arcs change a character."""

from domain.kernel.decisions import must
from domain.vicious_crucible import events as say
from domain.vicious_crucible.lookup import pc_of
from domain.vicious_crucible.state import Crucible
from domain.vicious_crucible.terms import ElementStatus

from .fold import evolve
from .table import lay_out_arc


@evolve.on(say.FluxActionPerformed)
def _(state: Crucible, event: say.FluxActionPerformed) -> None:
    """What it earns stands in the events after it."""
    must(pc_of(state, event.character).arc == event.arc, f"{event.character} is not on {event.arc}")


@evolve.on(say.FluxGained)
def _(state: Crucible, event: say.FluxGained) -> None:
    character = pc_of(state, event.character)
    character.flux = (character.flux or 0) + event.amount


@evolve.on(say.AlloyActionPerformed)
def _(state: Crucible, event: say.AlloyActionPerformed) -> None:
    """What it buys stands in the events after it."""
    must(pc_of(state, event.character).arc == event.arc, f"{event.character} is not on {event.arc}")


@evolve.on(say.FluxSpent)
def _(state: Crucible, event: say.FluxSpent) -> None:
    character = pc_of(state, event.character)
    character.flux = (character.flux or 0) - event.amount
    must(character.flux >= 0, f"{event.character} has too little Flux for this")


@evolve.on(say.ElementUnlocked)
def _(state: Crucible, event: say.ElementUnlocked) -> None:
    element = pc_of(state, event.character).elements.get(event.element)
    must(element is not None and element.status is ElementStatus.LOCKED, f"{event.element} is not locked")
    pc_of(state, event.character).elements[event.element].status = ElementStatus.UNLOCKED


@evolve.on(say.ReifyActionPerformed)
def _(state: Crucible, event: say.ReifyActionPerformed) -> None:
    """The arcs change by the events after it."""
    must(pc_of(state, event.character).arc == event.old_arc, f"{event.character} is not on {event.old_arc}")


@evolve.on(say.ElementSacrificed)
def _(state: Crucible, event: say.ElementSacrificed) -> None:
    element = pc_of(state, event.character).elements.get(event.element)
    must(element is not None and element.status is ElementStatus.UNLOCKED, f"{event.element} cannot be sacrificed")
    pc_of(state, event.character).elements[event.element].status = ElementStatus.SACRIFICED


@evolve.on(say.ArcCostPaid)
def _(state: Crucible, event: say.ArcCostPaid) -> None:
    """Kept for the journal: what it was paid with is not counted here."""
    pc_of(state, event.character)


@evolve.on(say.ArcEnded)
def _(state: Crucible, event: say.ArcEnded) -> None:
    character = pc_of(state, event.character)
    must(character.arc == event.arc, f"{event.character} is not on {event.arc}")
    character.arc = None
    character.past_arcs.append(event.arc)
    character.elements = {
        slug: element for slug, element in character.elements.items() if element.status is not ElementStatus.LOCKED
    }


@evolve.on(say.ArcBegun)
def _(state: Crucible, event: say.ArcBegun) -> None:
    character = pc_of(state, event.character)
    must(character.arc is None, f"{event.character} is still on {character.arc}")
    lay_out_arc(state, character, event.arc)
    character.offered_arcs = [arc for arc in character.offered_arcs if arc != event.arc]


@evolve.on(say.CharacterTransformed)
def _(state: Crucible, event: say.CharacterTransformed) -> None:
    character = pc_of(state, event.character)
    if event.condition not in character.condition:
        character.condition.append(event.condition)


@evolve.on(say.ArcsOffered)
def _(state: Crucible, event: say.ArcsOffered) -> None:
    character = pc_of(state, event.character)
    character.offered_arcs += [arc for arc in event.arcs if arc not in character.offered_arcs]
