"""Healing and repair (VE-83)."""

from typing import Literal

from pydantic import Field

from domain.death_of_the_vele.terms import Payment
from domain.kernel.messages import Command
from domain.kernel.terms import Slug


class HealTraits(Command):
    """Begin to heal a patient: so many traits, paid for point by point. The wounds resist with their own dice.

    Needs:    an ability with Heal on a usable trait; a patient not treated since the last conflict or sleep.
    Refused:  `no_act`, `act_in_setup`, `no_scene`, `no_dice_now`, `struggle_running`,
              `component_unknown`, `not_your_component`, `not_in_scene`, `cannot_act`, `not_your_turn`,
              `acted_already`, `must_skip`, `heal_missing`, `heals_too_many`, `nothing_damaged`,
              `treated_already`, `not_a_payer`, `price_not_met`, `not_held`, `points_not_held`,
              `trait_unknown`, `beyond_dice`.
    Yields:   `HealingAttempted`, `DiceSpent`; `MergingClosed` for dice of others.
    """

    type: Literal["death_of_the_vele.heal_traits"] = "death_of_the_vele.heal_traits"
    healer: Slug
    trait: Slug = Field(description="The trait that heals; its die is pushed from the bowl.")
    patient: Slug
    count: int = Field(ge=1, le=99, description="How many traits at most; each costs a point.")
    paid: tuple[Payment, ...] = Field(description="From the healer, the patient, or both.")


class JoinHealing(Command):
    """Join the last attempt as another healer: a die and points are added, and the result is read again.

    Needs:    a patient treated since the last conflict or sleep; an ability with Heal.
    Refused:  `no_scene`, `struggle_running`, `component_unknown`, `not_your_component`, `not_in_scene`,
              `cannot_act`, `not_treated`, `healed_by_it`, `heal_missing`, `heals_too_many`,
              `nothing_damaged`, `not_a_payer`, `price_not_met`, `not_held`, `points_not_held`,
              `beyond_dice`.
    Yields:   `DiceSpent`, `HealingJoined`, `TraitHealed`; `MergingClosed` for dice of others.
    """

    type: Literal["death_of_the_vele.join_healing"] = "death_of_the_vele.join_healing"
    healer: Slug
    trait: Slug
    patient: Slug
    count: int = Field(ge=1, le=99, description="How many more traits; each costs a point.")
    paid: tuple[Payment, ...]


class SleepOnIt(Command):
    """Let the cast sleep: everybody may be treated once more.

    Needs:    to narrate; no initiative.
    Refused:  `narrator_only`, `initiative_runs`, `struggle_running`.
    Yields:   `CastSlept`.
    """

    type: Literal["death_of_the_vele.sleep_on_it"] = "death_of_the_vele.sleep_on_it"


COMMANDS: tuple[type[Command], ...] = (HealTraits, JoinHealing, SleepOnIt)
