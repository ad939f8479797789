"""What may be asked of one participant in one turn of a conflict."""

from typing import Literal

from pydantic import Field

from domain.kernel.messages import Command
from domain.kernel.terms import Character, Slug, Text
from domain.spc.terms import ActionType, CostedPrinted, DieId, IntentionKind, Slot


class DeclareActionType(Command):
    """Choose one of the eighteen action types for this turn, with what it needs named.

    Needs:    a participant of your own; every antagonist has chosen before any Character does.
    Refused:  `not_playing`, `adventure_over`, `no_conflict`, `no_turn`, `goons_do_not_act`, `not_a_participant`,
              `is_taken_out`, `not_your_character`, `mastermind_only`, `type_fixed`, `type_declared`,
              `antagonists_first`, `type_missing`, `choice_missing`, `choice_not_here`, `talent_unknown`,
              `power_unknown`, `ritual_unknown`, `gadget_unknown`, `no_tracks`, `costs_differ`, `power_owned`,
              `weakness_owned`, `id_empty`, `track_at_limit`, `target_unknown`, `weakness_of_ally`,
              `weakness_unknown`, `nothing_at_that_end`, `goal_at_its_end`, `ward_self`, `ward_defended`,
              `ward_unknown`, `words_missing`, `pool_missing`, `feature_named_twice`.
    Yields:   `ActionTypeDeclared`; then by type `PowerActivated`, `RitualInvoked`, `GadgetActivated`,
              `PowerManifested`, `WeaknessGained`, `PurityTrackMoved`, `WeaknessExploited`, `IntentionChanged`.
    """

    type: Literal["spc.declare_action_type"] = "spc.declare_action_type"
    participant: Character
    action_type: ActionType | None = None
    talent: Slug | None = Field(default=None, description="Action: the talent it is done with.")
    power: Slug | None = Field(default=None, description="Overpower: the power.")
    ritual: Slug | None = Field(default=None, description="Invoke: the ritual.")
    gadget: Slug | None = Field(default=None, description="Activate: the gadget.")
    new_power: CostedPrinted | None = Field(default=None, description="Manifest: the power that is new.")
    new_weakness: CostedPrinted | None = Field(
        default=None, description="Manifest: the weakness that pays for it."
    )
    use_now: bool = Field(default=False, description="Manifest: whether the power acts this turn already.")
    target: Character | None = Field(default=None, description="Exploit: whose weakness.")
    weakness: Slug | None = Field(default=None, description="Exploit: the weakness.")
    ward: Character | None = Field(default=None, description="Defend: who is to be spared Abuse.")
    intention: Text | None = Field(default=None, description="Ambush: the new intention.")
    kind: IntentionKind | None = Field(default=None, description="Ambush: its kind; left out, it is free.")
    pool: Slot | None = Field(default=None, description="Ambush, advance_pool: which pool is to grow.")


class ThrowDice(Command):
    """Throw: three dice, or what the action type says, and one more for each bonus and each penalty die.

    Needs:    a participant of your own; every action type declared, every target number set.
    Refused:  `not_playing`, `adventure_over`, `no_conflict`, `no_turn`, `goons_do_not_act`,
              `not_a_participant`, `is_taken_out`, `not_your_character`, `mastermind_only`, `types_first`,
              `itn_missing`, `rituals_throw_nothing`, `already_thrown`.
    Yields:   `DicePoolCounted`, `DiceThrown`; then `PenaltyDieUsed` where one waited for the throw.
    """

    type: Literal["spc.throw_dice"] = "spc.throw_dice"
    participant: Character


class KeepDice(Command):
    """Keep three dice of the throw, two beside a gadget. Each penalty die forces one of the lowest in.

    Needs:    your own throw.
    Refused:  `not_playing`, `adventure_over`, `no_conflict`, `no_turn`, `not_a_participant`,
              `not_your_character`, `mastermind_only`, `throw_first`, `already_kept`, `die_not_thrown`,
              `die_twice`, `keep_how_many`, `lowest_must_stay`, `goons_do_not_act`.
    Yields:   `DiceKept`.
    """

    type: Literal["spc.keep_dice"] = "spc.keep_dice"
    participant: Character
    die_ids: tuple[DieId, ...]


class IncreaseDie(Command):
    """Pure, corrupt, selfish or inspired act: add that end of the track to one kept die; then it falls by one.

    Needs:    your own throw, kept and not assigned, after such an act.
    Refused:  `not_playing`, `adventure_over`, `no_conflict`, `no_turn`, `not_a_participant`,
              `not_your_character`, `mastermind_only`, `no_act`, `keep_first`, `already_assigned`,
              `increased_already`, `die_not_kept`, `goons_do_not_act`.
    Yields:   `DieIncreased`, then `PurityTrackMoved` or `GoalTrackMoved` or both.
    """

    type: Literal["spc.increase_die"] = "spc.increase_die"
    participant: Character
    die_id: DieId


class AssignDice(Command):
    """Assign one kept die to each slot. Beside a gadget its own slot is left out.

    Needs:    your own throw, kept, increased where the act asks for it; antagonists first.
    Refused:  `not_playing`, `adventure_over`, `no_conflict`, `no_turn`, `not_a_participant`,
              `not_your_character`, `mastermind_only`, `keep_first`, `increase_first`, `already_assigned`,
              `antagonists_assign_first`, `slot_of_the_gadget`, `slot_empty`, `die_not_kept`, `die_twice`,
              `goons_do_not_act`.
    Yields:   `DiceAssigned`.
    """

    type: Literal["spc.assign_dice"] = "spc.assign_dice"
    participant: Character
    ambition: DieId | None = None
    cunning: DieId | None = None
    vigilance: DieId | None = None


class ApplyModifiers(Command):
    """Apply what the action type adds to the dice. There is nothing to choose in it.

    Needs:    your own dice; everybody has assigned; antagonists first.
    Refused:  `not_playing`, `adventure_over`, `no_conflict`, `no_turn`, `not_a_participant`,
              `not_your_character`, `mastermind_only`, `assign_first`, `no_modifiers`, `modified_already`,
              `antagonists_modify_first`, `goons_do_not_act`.
    Yields:   `DieModifierApplied` for each slot it touches.
    """

    type: Literal["spc.apply_modifiers"] = "spc.apply_modifiers"
    participant: Character
