"""Ability effects, declared before the roll (VE-57, VE-89 to VE-105)."""

from typing import Literal

from pydantic import Field

from domain.death_of_the_vele.terms import Dice, Die, Effect, TraitPrinted, WagerSource
from domain.kernel.messages import Command
from domain.kernel.terms import Name, Slug


class DeclareAbilityEffect(Command):
    """Use an effect of an ability in a struggle, and pay for it. What is paid is spent, win or lose.

    Needs:    the ability's trait pushed, before the roll; dice of one's own worth exactly its price.
    Refused:  `no_struggle`, `already_rolled`, `hidden_without_effects`, `component_unknown`,
              `not_your_component`, `not_in_struggle`, `ability_inactive`, `ability_unknown`,
              `effect_missing`, `trait_not_pushed`, `effect_over_trait`, `declared_already`,
              `for_attackers`, `for_defenders`, `needs_an_attack`, `text_missing`, `zone_unknown`,
              `zones_too_many`, `zones_missing`, `target_too_far`, `mass_only`, `area_everybody`,
              `virtual_component`, `not_in_scene`, `cannot_act`, `own_side`, `already_in_struggle`,
              `opponent_twice`, `target_out_of_reach`, `target_unknown`, `create_traits`,
              `create_trait_too_large`, `heals_otherwise`, `area_first`, `effects_at_each`, `id_taken`,
              `id_empty`, `bowl_pays_one_shots`, `price_not_met`, `not_held`, `points_not_held`,
              `beyond_dice`.
    Yields:   `AbilityEffectDeclared`, `DiceSpent`; `AreaDeclared`, with `TargetsAdded` and `ExtendedSideJoined`
              for those named only now; `RangeUsed`; for Auto-Finesse `AspectPlaced`;
              `MergingClosed` for dice of others.
    """

    type: Literal["death_of_the_vele.declare_ability_effect"] = "death_of_the_vele.declare_ability_effect"
    component: Slug
    ability: Slug
    effect: Effect
    size: Die | None = Field(default=None, description="Left out, the size the ability has it in.")
    paid: Dice = Field(description="What is paid; in a mass struggle, for each target.")
    source: WagerSource = WagerSource.OWN
    targets: tuple[Slug, ...] = Field(
        default=(),
        description="Against many whom it is for, with Area also further ones; elsewhere whom it marks.",
    )
    zones: int | None = Field(default=None, ge=0, le=99, description="For Range: how far it reaches.")
    zone: Slug | None = Field(default=None, description="For Move: where to.")
    text: Name | None = Field(
        default=None, description="The aspect, the forbidden action, the fiction, or the name of what is created."
    )
    traits: tuple[TraitPrinted, ...] = Field(default=(), description="For Create: the traits it will have.")


COMMANDS: tuple[type[Command], ...] = (DeclareAbilityEffect,)
