"""Natures and ruche (VE-118, VE-119)."""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from domain.death_of_the_vele.chapters.deeds import note_deed, undoes
from domain.death_of_the_vele.chapters.guards import in_story, known_trait, own_component
from domain.death_of_the_vele.choices import NATURES
from domain.death_of_the_vele.lookup import component_of, running_struggle, trait_of
from domain.death_of_the_vele.phrases import told, words
from domain.death_of_the_vele.seats import COMPONENTS, components, played_by, seats
from domain.death_of_the_vele.state.cast import Component
from domain.death_of_the_vele.state.table import Deed
from domain.death_of_the_vele.state.vele import Vele
from domain.death_of_the_vele.terms.cast import ComponentKind, Nature, RucheGrade
from domain.death_of_the_vele.terms.play import DeedKind
from domain.death_of_the_vele.terms.references import ComponentRef, TraitRef
from domain.kernel import facts
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import CommandRefused, need
from domain.kernel.dice import Dice as Chance
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event
from domain.kernel.offers import Choice, Offer, Weight
from domain.kernel.people import Asker
from domain.kernel.terms import Person, Slug, Text

chapter = Chapter[Vele](
    "Natures and ruche",
    {
        "reason_for_nature": "Say why {component}, a {nature}, acts on the level of the others.",
        "nature_keeps_domain": "{trait} of {component} is a domain of ruche. Take that mark away first.",
        "nature_keeps_technique": "{trait} of {component} is a technique of ruche. Take that mark away first.",
        "no_ruche": "{component} works no ruche. Say first that it is a manipulator, a mutant or a machine smith.",
        "techniques_only": "{component} is a {nature} and learns techniques, no domain.",
        "second_domain": "{component} has its one domain, {domain}; everything else is a technique.",
    },
)


class SetNature(Command):
    """Say what a component is: a Vele, a Verminite, a machine smith, or one who works ruche.

    Needs:    a component of one's own; no struggle under way; for one's PC as a Vele or Verminite a reason why it
              acts on the level of the others. Without a reason no rule of dice touches a Vele or a Verminite.
    Refused:  `component_unknown`, `not_your_component`, `struggle_running`, `no_change`, `reason_for_nature`,
              `nature_keeps_domain`, `nature_keeps_technique`.
    Yields:   `NatureSet`.
    """

    type: Literal["death_of_the_vele.set_nature"] = "death_of_the_vele.set_nature"
    component: ComponentRef
    nature: Nature
    held_back: Text = Field(
        title="Reason",
        default="",
        description="For a Vele or Verminite: why it acts on the level of the others.",
    )


class NatureSet(Event):
    """A component has this nature from now on (VE-118). `held_back`: why a Vele or Verminite holds back."""

    type: Literal["death_of_the_vele.nature_set.v1"] = "death_of_the_vele.nature_set.v1"
    component: Slug
    nature: Nature
    held_back: Text = ""
    player: Person


@chapter.decides(SetNature)
def set_nature(state: Vele, command: SetNature, asker: Asker, chance: Chance) -> Events:
    """VE-118: say what a component is; a PC that is a Vele or a Verminite needs a reason to hold back."""
    in_story(state, asker)
    it = own_component(state, command.component, asker)
    if running := running_struggle(state):
        raise CommandRefused("struggle_running", struggle=running.id)
    reason = command.held_back.strip() if command.nature.beyond_others else ""
    need((command.nature, reason) != (it.nature, it.held_back), "no_change")
    if command.nature.beyond_others and not reason and it.kind is ComponentKind.PC:
        raise CommandRefused("reason_for_nature", component=command.component, nature=command.nature)
    fits_marked_ruche(command.component, it, command.nature)
    return [NatureSet(component=command.component, nature=command.nature, held_back=reason, player=asker.person)]


def fits_marked_ruche(slug: str, it: Component, nature: Nature) -> None:
    """Refuse a nature that does not go with the ruche marked on the component's traits."""
    for trait in it.traits.values():
        if trait.ruche is RucheGrade.DOMAIN and not nature.has_domain:
            raise CommandRefused("nature_keeps_domain", component=slug, trait=trait.name)
        if trait.ruche is RucheGrade.TECHNIQUE and not nature.has_techniques:
            raise CommandRefused("nature_keeps_technique", component=slug, trait=trait.name)


@chapter.applies(NatureSet, renames=True)
def _(state: Vele, event: NatureSet) -> None:
    it = component_of(state, event.component)
    was = f"{it.nature.value} {it.held_back}"
    it.nature, it.held_back = event.nature, event.held_back
    note_deed(state, DeedKind.NATURE, event.player, event.component, was=was)


@undoes(DeedKind.NATURE)
def _(state: Vele, done: Deed) -> None:
    if done.subject in state.components:
        nature, _, held_back = done.was.partition(" ")
        it = state.components[done.subject]
        it.nature, it.held_back = Nature(nature), held_back


@chapter.tells(NatureSet, "{component} is {nature}{held_back:+, but: }")
def _(state: Vele, event: NatureSet) -> Iterable[Fact]:
    nature = words(event.nature.value)
    text = f"{nature}: {event.held_back}" if event.held_back else nature
    yield facts.TextSet(owner=event.component, field="nature", text=text)


class MarkRucheTrait(Command):
    """Mark a trait as ruche: a domain or a technique; or take the mark away.

    Needs:    a component of one's own whose nature works ruche; one domain at most, none for
              mutants and smiths.
    Refused:  `component_unknown`, `not_your_component`, `trait_unknown`, `no_change`, `no_ruche`,
              `techniques_only`, `second_domain`.
    Yields:   `RucheTraitMarked`.
    """

    type: Literal["death_of_the_vele.mark_ruche_trait"] = "death_of_the_vele.mark_ruche_trait"
    component: ComponentRef
    trait: TraitRef
    grade: RucheGrade | None = Field(default=None, description="Left out, it is an ordinary trait again.")


class RucheTraitMarked(Event):
    """A trait is a domain or a technique of ruche; None: neither (VE-119)."""

    type: Literal["death_of_the_vele.ruche_trait_marked.v1"] = "death_of_the_vele.ruche_trait_marked.v1"
    component: Slug
    trait: Slug
    grade: RucheGrade | None


@chapter.decides(MarkRucheTrait)
def mark_ruche_trait(state: Vele, command: MarkRucheTrait, asker: Asker, chance: Chance) -> Events:
    """VE-119: mark a trait as ruche: one domain at most; for mutants and machine smiths techniques only."""
    in_story(state, asker)
    it = own_component(state, command.component, asker)
    trait = known_trait(it, command.component, command.trait)
    need(trait.ruche is not command.grade, "no_change")
    if command.grade is not None and not it.nature.has_techniques:
        raise CommandRefused("no_ruche", component=command.component)
    if command.grade is RucheGrade.DOMAIN:
        need(it.nature.has_domain, "techniques_only", component=command.component, nature=it.nature)
        if domains := [known.name for known in it.traits.values() if known.ruche is RucheGrade.DOMAIN]:
            raise CommandRefused("second_domain", component=command.component, domain=domains[0])
    return [RucheTraitMarked(component=command.component, trait=command.trait, grade=command.grade)]


@chapter.applies(RucheTraitMarked)
def _(state: Vele, event: RucheTraitMarked) -> None:
    trait_of(state, event.component, event.trait).ruche = event.grade


@chapter.tells(RucheTraitMarked, "{trait} of {component} is ruche{grade:+: }")
def _(state: Vele, event: RucheTraitMarked) -> Iterable[Fact]:
    name = state.components[event.component].traits[event.trait].name
    grade = "no ruche" if event.grade is None else f"a {event.grade.value} of ruche"
    yield told(f"{name}: {grade}", "ruche", event.component)


def natures(state: Vele, asker: Asker) -> Iterable[Offer]:
    """Offers to say what one's components are, and which of their traits are ruche."""
    if running_struggle(state) is not None:
        return
    for seat in seats(state, asker):
        mine = played_by(state, seat.player)
        if mine:
            yield seat.offer(
                SetNature,
                f"{seat.who} says what a component is by nature",
                {},
                {"component": components(state, mine), "nature": NATURES},
                group=COMPONENTS,
                weight=Weight.ASIDE,
            )
        for slug in mine:
            it = state.components[slug]
            if not it.nature.has_techniques or not it.traits:
                continue
            one = any(trait.ruche is RucheGrade.DOMAIN for trait in it.traits.values())
            grades = list(RucheGrade) if it.nature.has_domain and not one else [RucheGrade.TECHNIQUE]
            yield seat.offer(
                MarkRucheTrait,
                f"A trait of {it.name} is ruche",
                {"component": slug},
                {
                    "trait": tuple(Choice(trait, known.name) for trait, known in it.traits.items()),
                    "grade": tuple(Choice(grade.value, grade.value) for grade in grades),
                },
                group=COMPONENTS,
            )
