"""What may be asked about consequences: declaring, settling, resisting, paying, dying."""

from typing import Literal

from pydantic import Field

from domain.kernel.messages import Command
from domain.kernel.terms import Character, Name, Slug, Text
from domain.wicked_ones.shapes import Change, Counted, Harm, Modifier
from domain.wicked_ones.terms import Attribute, Kind, Lighter, Origin, Severity, Trouble

from .described import Described


class DeclareConsequence(Harm, Command):
    """Say what goes wrong. It is pending: nothing changes before it is settled.

    Needs:    the GM; for a roll, one that failed or was mixed.
    Refused:  `only_gm`, `roll_unknown`, `not_rolled`, `no_consequence_on_success`, `negates_success`,
              `deadly_means_death`, `target_missing`, `dead`, `reason_missing`, `why_not_missing`,
              `severity_without_note`, `amount_without_note`, `scene_missing`, `not_deadly`, `already_bloodied`,
              `cannot_reduce`, `already_deadly`, `too_many_shocks`, `changes_unknown`.
    Yields:   `ConsequenceDeclared`; `DeathDeclared` when it would kill.
    """

    type: Literal["wicked_ones.declare_consequence"] = "wicked_ones.declare_consequence"
    origin: Origin
    roll: Slug | None = None
    clock: Slug | None = Field(default=None, description="The full clock it comes from.")
    note: Text = Field(default="", description="Why it is lighter or heavier than usual.")
    reason: Text = Field(default="", description="What in the story brings it, when no roll does.")
    cancels_goal: bool = Field(default=False, description="Whether it takes back what the roll achieved.")
    id: Slug | None = Field(
        default=None, description="Its number as offered, so that it keeps it; left out: the next."
    )


class WaiveConsequence(Command):
    """Settle by word what a failed or mixed roll still owes: it brings no consequence, and why.

    Needs:    the GM; an open scene; a roll, or without one a bad start, that owes a consequence.
    Refused:  `only_gm`, `scene_missing`, `roll_unknown`, `nothing_owed`, `reason_missing`.
    Yields:   `ConsequenceWaived`.
    """

    type: Literal["wicked_ones.waive_consequence"] = "wicked_ones.waive_consequence"
    roll: Slug | None = Field(default=None, description="The action; left out: the start of the scene.")
    reason: Text


class SplitConsequence(Command):
    """Make several lighter ones of one, or spread it over others.

    Needs:    the GM; a pending consequence nobody has resisted.
    Refused:  `only_gm`, `consequence_unknown`, `consequence_settled`, `reduce_first`, `parts_missing`, and
              whatever `DeclareConsequence` is refused for, `target_missing`, `amount_without_note`,
              `deadly_means_death`.
    Yields:   `ConsequenceSplit`, `ConsequenceDeclared`.
    """

    type: Literal["wicked_ones.split_consequence"] = "wicked_ones.split_consequence"
    consequence: Slug
    parts: tuple[Harm, ...] = Field(max_length=6)
    note: Text = Field(default="", description="Why a clock ticks otherwise than its part's severity makes usual.")


class AcceptConsequence(Command):
    """Let it happen.

    Needs:    the GM, or the player of whom it strikes.
    Refused:  `consequence_unknown`, `consequence_settled`, `reduce_first`, `not_your_character`, `choice_missing`.
    Yields:   `ConsequenceAccepted`; then what it does: `EffectReduced`, `PositionWorsened`, `ShockTaken`,
              `ShockDoubled`, `CostDemanded`, `Bloodied`, `CharacterDied`, `ComplicationHappened`, `ItemLost`,
              `GoldLost`, `LootLost`, `MinionsLost`, `ClockTicked`, `ClockFilled`.
    """

    type: Literal["wicked_ones.accept_consequence"] = "wicked_ones.accept_consequence"
    consequence: Slug
    attribute: Attribute | None = Field(default=None, description="Which is shocked, when the choice is yours.")


class StateDeathReduction(Command):
    """Say beforehand what a mixed resistance to death would leave.

    Needs:    the GM; a pending death.
    Refused:  `only_gm`, `consequence_unknown`, `consequence_settled`, `not_death`, `reason_missing`.
    Yields:   `DeathReductionStated`.
    """

    type: Literal["wicked_ones.state_death_reduction"] = "wicked_ones.state_death_reduction"
    consequence: Slug
    text: Text


class Resist(Described):
    """Fight a consequence off, wholly or in part. The failed action stays failed.

    Needs:    a living monster of yours, struck or nearby, with a segment of stress left.
    Refused:  `gm_cannot_pick_action`, `cost_not_resistible`, `consequence_unknown`, `consequence_settled`,
              `reduce_first`, `resisted_already`,
              `not_resistible`, `same_action`, `weak_effect`, `unknown_action`, `no_stress_left`,
              `mixed_outcome_unstated`, `modifier_without_reason`, `shock_must_count`, `wrong_dice_count`,
              `face_out_of_range`, `describe_first`, `not_your_character`, `unknown_character`, `dead`.
    Yields:   `ResistanceRolled`; `StressSpent` or `StressCleared`, `WentFeral`, `ShockCleared`, `BloodiedEnded`;
              `ConsequenceAvoided`, or for a failure against death `ConsequenceAccepted`, `CharacterDied`.
    """

    type: Literal["wicked_ones.resist"] = "wicked_ones.resist"
    consequence: Slug
    character: Character
    action: Name = Field(description="One of the nine.")
    plus: tuple[Modifier, ...] = Field(default=(), max_length=8)
    minus: tuple[Modifier, ...] = Field(default=(), max_length=8)
    dice: Counted | None = Field(default=None, description="How many dice the table counts; checked.")


class ReduceConsequence(Command):
    """Say what a partial resistance leaves: one step lighter, a lighter price, or nothing.

    Needs:    the GM; a consequence that was partly resisted.
    Refused:  `only_gm`, `consequence_unknown`, `consequence_settled`, `not_resisted`, `not_lighter`,
              `choice_missing`, `too_many_shocks`, `changes_unknown`, `already_bloodied`, `amount_without_note`,
              `worse_than_before`.
    Yields:   `ConsequenceReduced` with what it does, as accepting would; or `CostDemanded`; or
              `ConsequenceAvoided`, `Bloodied`, `ClockTicked`, `ComplicationHappened`, `ShockDoubled`,
              `ShockTaken`.
    """

    type: Literal["wicked_ones.reduce_consequence"] = "wicked_ones.reduce_consequence"
    consequence: Slug
    how: Lighter = Lighter.LESSER
    kind: Kind = Kind.COMPLICATION
    also: tuple[Kind, ...] = Field(default=(), max_length=3)
    severity: Severity | None = Field(default=None, description="Left out: one step lighter, as it must be.")
    details: Text = ""
    attributes: tuple[Attribute, ...] = Field(default=(), max_length=3)
    trouble: Trouble | None = None
    changes: tuple[Change, ...] = Field(default=(), max_length=10)
    note: Text = Field(default="", description="Why a clock ticks otherwise than the severity makes usual.")


class UseDefense(Described):
    """Avoid a consequence of the type the defense is against. No dice, no stress.

    Needs:    the owner, struck by it; an unused defense.
    Refused:  `defense_missing`, `defense_used`, `wrong_type`, `defense_not_on_cost`, `consequence_unknown`,
              `consequence_settled`, `not_resistible`, `not_yours_to_avoid`, `describe_first`, `reduce_first`,
              `resisted_already`,
              `not_your_character`, `dead`.
    Yields:   `DefenseUsed`, `ConsequenceAvoided`.
    """

    type: Literal["wicked_ones.use_defense"] = "wicked_ones.use_defense"
    defense: Slug
    consequence: Slug


class DemandCost(Command):
    """Let a player pick the price.

    Needs:    the GM.
    Refused:  `only_gm`, `unknown_character`, `dead`, `reason_missing`.
    Yields:   `CostDemanded`.
    """

    type: Literal["wicked_ones.demand_cost"] = "wicked_ones.demand_cost"
    character: Character
    severity: Severity = Severity.FRUSTRATING
    why: Text
    id: Slug | None = Field(
        default=None, description="Its number as offered, so that it keeps it; left out: the next."
    )


class PayCost(Described):
    """Pick the price that suits you best, and pay it.

    Needs:    the owner, or the GM for one who is away; a price that is owed.
    Refused:  `cost_unknown`, `cost_paid`, `cost_too_low`, `changes_unknown`, `describe_first`,
              `not_your_character`.
    Yields:   `CostPaid`; what it takes: `ItemLost`, `GoldLost`, `LootLost`, `MinionsLost`, `ClockTicked`,
              `ClockFilled`, `ShockTaken`, `Bloodied`.
    """

    type: Literal["wicked_ones.pay_cost"] = "wicked_ones.pay_cost"
    cost: Slug
    severity: Severity | None = Field(default=None, description="How heavy it is; left out: as heavy as owed.")
    changes: tuple[Change, ...] = Field(default=(), max_length=10)


class RejectCost(Command):
    """Say that a price is not enough. What was paid stays paid; the rest is owed.

    Needs:    the GM; a price that was paid.
    Refused:  `only_gm`, `cost_unknown`, `cost_owed_already`, `reason_missing`.
    Yields:   `CostRejected`.
    """

    type: Literal["wicked_ones.reject_cost"] = "wicked_ones.reject_cost"
    cost: Slug
    why: Text


class RingDeathKnell(Described):
    """The last action of a dying monster, with a die more for each dark heart.

    Needs:    its player; it has just died with a dark heart at least.
    Refused:  `still_alive`, `no_dark_hearts`, `knell_done`, `intention_missing`, `unknown_action`,
              `gm_cannot_pick_action`, `modifier_without_reason`, `shock_must_count`, `wrong_dice_count`,
              `face_out_of_range`, `describe_first`, `not_your_character`, `unknown_character`, `dead` (a witness).
    Yields:   `DeathKnellRolled`, `ShockCleared`, `DarkHeartsGained` for each ally who sees it.
    """

    type: Literal["wicked_ones.ring_death_knell"] = "wicked_ones.ring_death_knell"
    character: Character
    action: Name = Field(description="One of the nine.")
    intention: Text
    plus: tuple[Modifier, ...] = Field(default=(), max_length=8)
    minus: tuple[Modifier, ...] = Field(default=(), max_length=8)
    witnesses: tuple[Character, ...] = ()
    dice: Counted | None = Field(default=None, description="How many dice the table counts; checked.")
