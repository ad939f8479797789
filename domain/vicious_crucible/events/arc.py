"""What happened to a character's arc."""

from typing import Literal

from domain.kernel.messages import Event
from domain.kernel.terms import Character, Points, Slug, Text
from domain.vicious_crucible.terms import FluxReason, LossReason


class FluxActionPerformed(Event):
    """A character did what its arc's Flux action says."""

    type: Literal["vicious_crucible.flux_action_performed.v1"] = "vicious_crucible.flux_action_performed.v1"
    character: Character
    arc: Slug
    description: Text


class FluxGained(Event):
    """A player character marked Flux."""

    type: Literal["vicious_crucible.flux_gained.v1"] = "vicious_crucible.flux_gained.v1"
    character: Character
    amount: Points
    reason: FluxReason = FluxReason.FLUX_ACTION


class AlloyActionPerformed(Event):
    """A character did what its arc's Alloy action says."""

    type: Literal["vicious_crucible.alloy_action_performed.v1"] = "vicious_crucible.alloy_action_performed.v1"
    character: Character
    arc: Slug
    description: Text


class FluxSpent(Event):
    """A player character paid Flux."""

    type: Literal["vicious_crucible.flux_spent.v1"] = "vicious_crucible.flux_spent.v1"
    character: Character
    amount: Points
    reason: FluxReason


class ElementUnlocked(Event):
    """An element of the arc belongs to the character from now on."""

    type: Literal["vicious_crucible.element_unlocked.v1"] = "vicious_crucible.element_unlocked.v1"
    character: Character
    element: Slug
    arc: Slug


class ReifyActionPerformed(Event):
    """A character did what its arc's Reify action says."""

    type: Literal["vicious_crucible.reify_action_performed.v1"] = "vicious_crucible.reify_action_performed.v1"
    character: Character
    old_arc: Slug
    new_arc: Slug
    description: Text


class ElementSacrificed(Event):
    """An element was given up for good."""

    type: Literal["vicious_crucible.element_sacrificed.v1"] = "vicious_crucible.element_sacrificed.v1"
    character: Character
    element: Slug
    reason: LossReason


class ArcCostPaid(Event):
    """A cost that is not an element was paid."""

    type: Literal["vicious_crucible.arc_cost_paid.v1"] = "vicious_crucible.arc_cost_paid.v1"
    character: Character
    arc: Slug
    other_text: Text


class ArcEnded(Event):
    """A character's arc is over; its locked elements are out of reach."""

    type: Literal["vicious_crucible.arc_ended.v1"] = "vicious_crucible.arc_ended.v1"
    character: Character
    arc: Slug


class ArcBegun(Event):
    """A character is on another arc, with its elements locked."""

    type: Literal["vicious_crucible.arc_begun.v1"] = "vicious_crucible.arc_begun.v1"
    character: Character
    arc: Slug


class CharacterTransformed(Event):
    """Something changed a character for good."""

    type: Literal["vicious_crucible.character_transformed.v1"] = "vicious_crucible.character_transformed.v1"
    character: Character
    condition: Text
    cause: Text


class ArcsOffered(Event):
    """The GM showed a player arcs to Reify into."""

    type: Literal["vicious_crucible.arcs_offered.v1"] = "vicious_crucible.arcs_offered.v1"
    character: Character
    arcs: tuple[Slug, ...]
