"""How natures and ruche change a component."""

from domain.death_of_the_vele.events import natures as say
from domain.death_of_the_vele.state import Deed, Vele
from domain.death_of_the_vele.terms import DeedKind, Nature

from .fold import component_of, deed, evolve, trait_of
from .story import undoes


@evolve.on(say.NatureSet)
def _(state: Vele, event: say.NatureSet) -> None:
    it = component_of(state, event.component)
    was = f"{it.nature.value} {it.held_back}"
    it.nature, it.held_back = event.nature, event.held_back
    deed(state, DeedKind.NATURE, event.player, event.component, was=was)


@undoes(DeedKind.NATURE)
def _(state: Vele, done: Deed) -> None:
    if done.subject in state.components:
        nature, _, held_back = done.was.partition(" ")
        it = state.components[done.subject]
        it.nature, it.held_back = Nature(nature), held_back


@evolve.on(say.RucheTraitMarked)
def _(state: Vele, event: say.RucheTraitMarked) -> None:
    trait_of(state, event.component, event.trait).ruche = event.grade
