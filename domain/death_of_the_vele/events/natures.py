"""What a component turned out to be, and which of its traits are ruche."""

from typing import Literal

from domain.death_of_the_vele.terms import Nature, RucheGrade
from domain.kernel.messages import Event
from domain.kernel.terms import Person, Slug, Text


class NatureSet(Event):
    """A component is a Vele, a Verminite, a machine smith, one who works ruche, or none of these (VE-118)."""

    type: Literal["death_of_the_vele.nature_set.v1"] = "death_of_the_vele.nature_set.v1"
    component: Slug
    nature: Nature
    held_back: Text = ""
    player: Person


class RucheTraitMarked(Event):
    """A trait is a domain or a technique of ruche; None: neither (VE-119)."""

    type: Literal["death_of_the_vele.ruche_trait_marked.v1"] = "death_of_the_vele.ruche_trait_marked.v1"
    component: Slug
    trait: Slug
    grade: RucheGrade | None


EVENTS: tuple[type[Event], ...] = (NatureSet, RucheTraitMarked)
