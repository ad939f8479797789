"""Natures and ruche retold."""

from collections.abc import Iterable

from domain.death_of_the_vele.events import natures as say
from domain.death_of_the_vele.state import Vele
from domain.kernel import facts
from domain.kernel.facts import Fact

from .telling import tells, told, words


@tells(say.NatureSet)
def _(state: Vele, event: say.NatureSet) -> Iterable[Fact]:
    nature = words(event.nature.value)
    text = f"{nature}: {event.held_back}" if event.held_back else nature
    yield facts.TextSet(owner=event.component, field="nature", text=text)


@tells(say.RucheTraitMarked)
def _(state: Vele, event: say.RucheTraitMarked) -> Iterable[Fact]:
    name = state.components[event.component].traits[event.trait].name
    grade = "no ruche" if event.grade is None else f"a {event.grade.value} of ruche"
    yield told(f"{name}: {grade}", "ruche", event.component)
