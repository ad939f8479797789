"""What may be asked of a character's arc."""

from typing import Literal

from pydantic import Field

from domain.kernel.messages import Command
from domain.kernel.terms import Character, Slug, Text


class PerformFlux(Command):
    """Do what the arc's Flux action says, in the story.

    Needs:    the player for their own character, present in an open scene.
    Refused:  `not_playing`, `character_unknown`, `npcs_gain_nothing`, `not_your_character`, `no_scene`,
              `character_absent`.
    Yields:   `FluxActionPerformed`, `FluxGained`, `HeatGained`.
    """

    type: Literal["vicious_crucible.perform_flux"] = "vicious_crucible.perform_flux"
    character: Character
    description: Text = ""


class PerformAlloy(Command):
    """Do what the arc's Alloy action says; five Flux may then unlock one of the arc's elements.

    Needs:    as Flux; with an element, 5 Flux.
    Refused:  as Flux, and `alloy_costs_flux`, `element_unknown`, `element_other_arc`,
              `element_already_unlocked`, `element_sacrificed`, `npcs_gain_nothing`.
    Yields:   `AlloyActionPerformed`; if bought `FluxSpent`, `ElementUnlocked`, `HeatGained`.
    """

    type: Literal["vicious_crucible.perform_alloy"] = "vicious_crucible.perform_alloy"
    character: Character
    element: Slug | None = Field(default=None, description="The one to unlock, or left out.")
    description: Text = ""


class PerformReify(Command):
    """Do what the arc's Reify action says: end this arc, pay for another and begin it.

    Needs:    as Flux; the new arc was offered; its entry cost.
    Refused:  as Flux, and `arc_missing`, `arc_unknown`, `arc_same`, `arc_not_offered`, `arc_taken`,
              `reify_cost_number`, `reify_cost_named`, `reify_costs_nothing`, `other_cost_unpaid`,
              `element_unknown`, `element_twice`, `element_locked`, `element_sacrificed`, `too_few_left`,
              `npcs_gain_nothing`.
    Yields:   `ReifyActionPerformed`, `ElementSacrificed` each, `ArcCostPaid`, `ArcEnded`, `ArcBegun`,
              `FluxSpent`, `HeatGained`.
    """

    type: Literal["vicious_crucible.perform_reify"] = "vicious_crucible.perform_reify"
    character: Character
    new_arc: Slug | None = Field(default=None, description="One of the arcs the GM has offered.")
    sacrifice: tuple[Slug, ...] = Field(default=(), description="Elements given up for good.")
    other_text: Text = Field(default="", description="How a cost that is not an element was paid.")
    description: Text = ""


class RecordTransformation(Command):
    """Something changed a character for good, such as death: another arc begins.

    Needs:    the GM; play; a player character; an arc for that transformation; its entry cost, if it prints one.
    Refused:  `gm_only`, `not_playing`, `character_unknown`, `npcs_gain_nothing`, `arc_unknown`, `arc_ordinary`,
              `arc_same`, `arc_taken`, `transformation_missing`, and the refusals of an unpaid entry cost.
    Yields:   `CharacterTransformed`, `ElementSacrificed` each, `ArcCostPaid`, `ArcEnded`, `ArcBegun`.
    """

    type: Literal["vicious_crucible.record_transformation"] = "vicious_crucible.record_transformation"
    character: Character
    arc: Slug
    condition: Text = Field(description="The tag on the sheet from now on, such as: dead.")
    cause: Text = Field(description="What happened.")
    sacrifice: tuple[Slug, ...] = ()
    other_text: Text = ""


class OfferArcs(Command):
    """Show a player the arcs their character may Reify into.

    Needs:    the GM; play.
    Refused:  `gm_only`, `not_playing`, `character_unknown`, `npcs_gain_nothing`, `arc_missing`, `arc_unknown`,
              `no_change`.
    Yields:   `ArcsOffered`.
    """

    type: Literal["vicious_crucible.offer_arcs"] = "vicious_crucible.offer_arcs"
    character: Character
    arcs: tuple[Slug, ...]
