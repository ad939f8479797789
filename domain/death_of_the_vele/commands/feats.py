"""Maneuvers, assessments, declarations, aspects without a roll, and Chain (VE-78 to VE-80, VE-99)."""

from typing import Literal

from pydantic import Field

from domain.kernel.messages import Command
from domain.kernel.terms import Name, Slug, Text


class EstablishAspect(Command):
    """Write the aspect a won maneuver, assessment or declaration was for, or recharge a sticky one.

    Needs:    the player of the acting component; a won struggle of that kind, not finished.
    Refused:  `no_struggle`, `not_decided`, `not_for_an_aspect`, `not_your_goal`, `struggle_lost`,
              `reveal_first`, `aspect_placed`, `text_missing`, `subject_unknown`, `aspect_unknown`,
              `recharge_sticky_only`, `recharge_spent_only`, `maneuver_recharges`, `beyond_dice`.
    Yields:   `AspectPlaced`, `AspectDiscovered`, `AspectDeclared` or `AspectRecharged`; `StickyPaid`.
    """

    type: Literal["death_of_the_vele.establish_aspect"] = "death_of_the_vele.establish_aspect"
    text: Name | None = Field(default=None, description="The aspect, in its own words.")
    subject: Slug | None = Field(default=None, description="What it is about; left out, as the goal said.")
    negative: bool = False
    recharge: Slug | None = Field(default=None, description="A sticky aspect that gets its free tag back instead.")


class PlaceAspectFreely(Command):
    """Place one sticky aspect after long undisturbed preparation, without a roll.

    Needs:    an open scene without initiative; a preparation that brought none yet.
    Refused:  `no_scene`, `initiative_runs`, `text_missing`, `prepared_already`, `subject_unknown`,
              `not_your_component`, `component_unknown`, `beyond_dice`.
    Yields:   `PreparationUsed`, `AspectPlaced`.
    """

    type: Literal["death_of_the_vele.place_aspect_freely"] = "death_of_the_vele.place_aspect_freely"
    component: Slug = Field(description="Who prepared.")
    text: Name
    subject: Slug
    preparation: Text = Field(description="What was done, in a few words: each brings one aspect.")
    negative: bool = False


class ApplyChain(Command):
    """Reach a further target with Chain: the same roll, wager and payment, once.

    Needs:    Chain declared by the acting side; a won struggle.
    Refused:  `no_struggle`, `not_decided`, `chain_missing`, `struggle_lost`, `chained_already`,
              `not_your_goal`, `component_unknown`, `not_in_scene`, `same_target`, `another_zone`,
              `beyond_dice`.
    Yields:   `ChainApplied`; for an attack `EffectDealt`.
    """

    type: Literal["death_of_the_vele.apply_chain"] = "death_of_the_vele.apply_chain"
    target: Slug


COMMANDS: tuple[type[Command], ...] = (EstablishAspect, PlaceAspectFreely, ApplyChain)
