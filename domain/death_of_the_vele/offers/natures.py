"""Natures and ruche on offer."""

from collections.abc import Iterable

from domain.death_of_the_vele.commands import natures as ask
from domain.death_of_the_vele.rules.common import running_struggle
from domain.death_of_the_vele.state import Vele
from domain.death_of_the_vele.terms import Nature, RucheGrade
from domain.kernel.offers import Choice, Offer
from domain.kernel.people import Asker

from .seats import components, played_by, seats

GROUP = "Components"
NATURES = tuple(Choice(it.value, it.value.replace("_", " ")) for it in Nature)


def natures(state: Vele, asker: Asker) -> Iterable[Offer]:
    """What one's components are, and which of their traits are ruche."""
    if running_struggle(state) is not None:
        return
    for seat in seats(state, asker):
        mine = played_by(state, seat.player)
        if mine:
            yield seat.offer(
                ask.SetNature, f"{seat.who} says what a component is by nature", {},
                {"component": components(state, mine), "nature": NATURES}, group=GROUP,
            )  # fmt: skip
        for slug in mine:
            it = state.components[slug]
            if not it.nature.has_techniques or not it.traits:
                continue
            one = any(trait.ruche is RucheGrade.DOMAIN for trait in it.traits.values())
            grades = list(RucheGrade) if it.nature.has_domain and not one else [RucheGrade.TECHNIQUE]
            yield seat.offer(
                ask.MarkRucheTrait, f"A trait of {it.name} is ruche", {"component": slug},
                {"trait": tuple(Choice(trait, known.name) for trait, known in it.traits.items()),
                 "grade": tuple(Choice(grade.value, grade.value) for grade in grades)},
                group=GROUP,
            )  # fmt: skip
