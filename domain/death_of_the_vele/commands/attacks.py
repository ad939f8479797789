"""What an attack does: traits lost, components taken out or taken over (VE-72 to VE-77)."""

from typing import Literal

from pydantic import Field

from domain.death_of_the_vele.terms import Dice, Pool
from domain.kernel.messages import Command
from domain.kernel.terms import Slug, Text


class DisableTrait(Command):
    """Choose the trait that is lost to an effect. Nobody can challenge the choice.

    Needs:    a suffering component of one's own, in its turn; effect that is left.
    Refused:  `no_struggle`, `shares_first`, `no_effect_left`, `component_unknown`, `not_your_component`,
              `not_its_turn_to_suffer`, `trait_unknown`, `trait_lost_already`, `aimed_trait_first`.
    Yields:   `TraitDisabled`; `ComponentTakenOut` or `ComponentDestroyed` with the last one, `ControlTaken`
              when control is total.
    """

    type: Literal["death_of_the_vele.disable_trait"] = "death_of_the_vele.disable_trait"
    component: Slug
    trait: Slug


class TakeCharge(Command):
    """Take control of a component one's side took out.

    Needs:    the player of the component that took it out; words for it.
    Refused:  `no_scene`, `component_unknown`, `not_taken_out`, `not_the_victor`, `in_charge_already`,
              `text_missing`.
    Yields:   `ControlTaken`.
    """

    type: Literal["death_of_the_vele.take_charge"] = "death_of_the_vele.take_charge"
    component: Slug
    text: Text = Field(description="What becomes of it.")


class SubmitToControl(Command):
    """Submit a component of one's own to somebody who attacks it for control.

    Needs:    a component of one's own that carries a mark of control.
    Refused:  `no_scene`, `component_unknown`, `not_your_component`, `no_mark_of_theirs`.
    Yields:   `ControlTaken`.
    """

    type: Literal["death_of_the_vele.submit_to_control"] = "death_of_the_vele.submit_to_control"
    component: Slug
    to: Slug


class BuyControlledComponent(Command):
    """Keep a controlled component for good: pay for its traits, half its slots at least.

    Needs:    control of it; dice of the traits' sizes in one's character or story dice.
    Refused:  `component_unknown`, `not_in_control`, `pc_stays`, `wrong_pool`, `struggle_running`, `trait_unknown`,
              `too_few_traits_kept`, `price_not_met`, `not_held`, `points_not_held`.
    Yields:   `ComponentOwnershipChanged`, `DiceSpent`.
    """

    type: Literal["death_of_the_vele.buy_controlled_component"] = "death_of_the_vele.buy_controlled_component"
    component: Slug
    traits: tuple[Slug, ...] = Field(description="The traits that are paid for; the others fall inactive.")
    pool: Pool = Field(description="Character dice make it a PC's component, story dice a story component.")
    dice: Dice


COMMANDS: tuple[type[Command], ...] = (DisableTrait, TakeCharge, SubmitToControl, BuyControlledComponent)
