"""What may be asked of Vele, Verminites and those who work ruche (VE-118, VE-119)."""

from typing import Literal

from pydantic import Field

from domain.death_of_the_vele.terms import Nature, RucheGrade
from domain.kernel.messages import Command
from domain.kernel.terms import Slug, Text


class SetNature(Command):
    """Say that a component is a Vele, a Verminite, a machine smith, or one who works ruche.

    Needs:    a component of one's own; no struggle under way; for one's PC as a Vele or Verminite a reason why it
              acts on the level of the others. Without a reason no rule of dice touches a Vele or a Verminite.
    Refused:  `component_unknown`, `not_your_component`, `struggle_running`, `no_change`, `reason_for_nature`,
              `nature_keeps_domain`, `nature_keeps_technique`.
    Yields:   `NatureSet`.
    """

    type: Literal["death_of_the_vele.set_nature"] = "death_of_the_vele.set_nature"
    component: Slug
    nature: Nature
    held_back: Text = Field(
        default="", description="For a Vele or Verminite: why it acts on the level of the others."
    )


class MarkRucheTrait(Command):
    """Mark a trait as a domain or a technique of ruche, or take the mark away.

    Needs:    a component of one's own whose nature works ruche; one domain at most, none for
              mutants and smiths.
    Refused:  `component_unknown`, `not_your_component`, `trait_unknown`, `no_change`, `no_ruche`,
              `techniques_only`, `second_domain`.
    Yields:   `RucheTraitMarked`.
    """

    type: Literal["death_of_the_vele.mark_ruche_trait"] = "death_of_the_vele.mark_ruche_trait"
    component: Slug
    trait: Slug
    grade: RucheGrade | None = Field(default=None, description="Left out, it is an ordinary trait again.")


COMMANDS: tuple[type[Command], ...] = (SetNature, MarkRucheTrait)
