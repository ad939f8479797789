"""Vele and Verminites, whom no dice touch; and who works ruche, and how much of it (VE-118, VE-119)."""

from domain.death_of_the_vele.commands import natures as ask
from domain.death_of_the_vele.events import natures as say
from domain.death_of_the_vele.state import Component, Vele
from domain.death_of_the_vele.terms import ComponentKind, Nature, RucheGrade
from domain.kernel.chapter import Events
from domain.kernel.decisions import CommandRefused, found, need
from domain.kernel.people import Asker

from .cases import answers
from .common import own_component, running_struggle


@answers(ask.SetNature)
def set_nature(state: Vele, command: ask.SetNature, asker: Asker) -> Events:
    """VE-118: a PC who is a Vele or a Verminite holds back, for a reason that the table may challenge."""
    it = own_component(state, command.component, asker)
    if running := running_struggle(state):
        raise CommandRefused("struggle_running", struggle=running.id)
    reason = command.held_back.strip() if command.nature.beyond_others else ""
    need((command.nature, reason) != (it.nature, it.held_back), "no_change")
    if command.nature.beyond_others and not reason and it.kind is ComponentKind.PC:
        raise CommandRefused("reason_for_nature", component=command.component, nature=command.nature)
    kept_ruche(command.component, it, command.nature)
    return [
        say.NatureSet(component=command.component, nature=command.nature, held_back=reason, player=asker.person)
    ]


def kept_ruche(slug: str, it: Component, nature: Nature) -> None:
    """The ruche marked on its traits goes with this nature."""
    for trait in it.traits.values():
        if trait.ruche is RucheGrade.DOMAIN and not nature.has_domain:
            raise CommandRefused("nature_keeps_domain", component=slug, trait=trait.name)
        if trait.ruche is RucheGrade.TECHNIQUE and not nature.has_techniques:
            raise CommandRefused("nature_keeps_technique", component=slug, trait=trait.name)


@answers(ask.MarkRucheTrait)
def mark_ruche_trait(state: Vele, command: ask.MarkRucheTrait, asker: Asker) -> Events:
    """VE-119: one domain and techniques; for mutants and machine smiths techniques only."""
    it = own_component(state, command.component, asker)
    trait = found(it.traits.get(command.trait), "trait_unknown", component=command.component, trait=command.trait)
    need(trait.ruche is not command.grade, "no_change")
    if command.grade is not None and not it.nature.has_techniques:
        raise CommandRefused("no_ruche", component=command.component)
    if command.grade is RucheGrade.DOMAIN:
        need(it.nature.has_domain, "techniques_only", component=command.component, nature=it.nature)
        if domains := [known.name for known in it.traits.values() if known.ruche is RucheGrade.DOMAIN]:
            raise CommandRefused("second_domain", component=command.component, domain=domains[0])
    return [say.RucheTraitMarked(component=command.component, trait=command.trait, grade=command.grade)]
