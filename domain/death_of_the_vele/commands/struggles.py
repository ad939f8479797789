"""What may be asked before the dice of a struggle fall (VE-51 to VE-58, VE-23, VE-69)."""

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from domain.death_of_the_vele.terms import AttackMode, Die, GoalType, StruggleKind, WagerSource
from domain.kernel.messages import Command
from domain.kernel.terms import Slug, Text


class StartStruggle(Command):
    """State a goal, and whom it is against. A block is set at once; everything else is rolled for.

    Needs:    a component of one's own in the open scene, its turn where initiative runs.
    Refused:  `no_act`, `act_in_setup`, `no_scene`, `no_dice_now`, `struggle_running`,
              `component_unknown`, `virtual_component`, `not_your_component`, `not_in_scene`,
              `cannot_act`, `text_missing`, `not_your_turn`, `acted_already`, `must_skip`, `block_stands`,
              `not_accepted`, `heals_otherwise`, `attack_mode_missing`, `attack_needs_target`,
              `trait_to_aim_at`, `trait_lost_already`, `block_names_action`, `subject_missing`,
              `one_opponent`, `own_side`, `opponent_twice`, `area_missing`, `hidden_kind`,
              `block_unknown`, `block_for_others`, `block_overcome_already`, `extended_missing`,
              `extended_unknown`, `extended_over`, `not_on_a_side`, `resisting_side`,
              `target_out_of_reach`, `attempt_kind`, `overcome_first`, `trait_unknown`, `beyond_dice`,
              `planned_goal`.
    Yields:   `StruggleStarted`; for an attack before it `InitiativeStarted`, `TurnStarted` and
              `ExtendedStruggleStarted`, where they were not running; for a block `BlockSet`,
              `ComponentActed`, `DifficultySet`, `ExtendedSideJoined`.
    """

    type: Literal["death_of_the_vele.start_struggle"] = "death_of_the_vele.start_struggle"
    actor: Slug
    goal_type: GoalType
    goal_text: Text = Field(description="What is tried; for a block, the action it forbids.")
    kind: StruggleKind = StruggleKind.OFFENSIVE_DEFENSIVE
    opponents: tuple[Slug, ...] = Field(default=(), description="Whom it is against; nobody, for the scenery.")
    attack_mode: AttackMode | None = None
    targeted_trait: Slug | None = Field(default=None, description="For an attack on one trait of the opponent.")
    subject: Slug | None = Field(
        default=None, description="What the aspect will be about: a component, a place, `scene` or `story`."
    )
    hidden: bool = Field(default=False, description="The other side rolls unseen; nothing is wagered.")
    extended_id: Slug | None = None
    block: Slug | None = Field(default=None, description="The block to be overcome.")


class StartCounterStruggle(Command):
    """Let a thing that was not overcome strike back.

    Needs:    the last struggle lost against that thing; its player, or the narrator.
    Refused:  `no_scene`, `struggle_running`, `no_lost_struggle`, `not_your_component`, `not_in_scene`,
              `cannot_act`, `text_missing`, `not_accepted`, `attack_mode_missing`, `beyond_dice`.
    Yields:   `StruggleStarted` with `counter_of`.
    """

    type: Literal["death_of_the_vele.start_counter_struggle"] = "death_of_the_vele.start_counter_struggle"
    goal_type: GoalType
    goal_text: Text
    attack_mode: AttackMode | None = None


class WithdrawGoal(Command):
    """Take a goal back before the dice fall. Pushed dice go home; what was paid for effects is gone.

    Needs:    one's own goal, before the roll.
    Refused:  `no_struggle`, `already_rolled`, `not_your_goal`.
    Yields:   `StruggleDieReturned` for each pushed die, `StruggleWithdrawn`.
    """

    type: Literal["death_of_the_vele.withdraw_goal"] = "death_of_the_vele.withdraw_goal"


class JoinAsAlly(Command):
    """Lend a component's traits to a side.

    Needs:    a component of one's own in the scene that helps nobody else; a side that is still pushing.
    Refused:  `no_struggle`, `already_rolled`, `component_unknown`, `not_your_component`, `not_in_scene`,
              `cannot_act`, `side_unknown`, `already_in_struggle`, `two_masters`, `helped_one_defends`,
              `side_ready`, `side_without_main`, `not_accepted`, `beyond_dice`.
    Yields:   `AllyJoined`.
    """

    type: Literal["death_of_the_vele.join_as_ally"] = "death_of_the_vele.join_as_ally"
    component: Slug
    side: Slug = "actor"


class RuleTraitApplies(Command):
    """Rule that a component's d4 trait applies, so that its larger traits are barred from this struggle.

    Needs:    a struggle before the roll; a d4 trait of a component in it.
    Refused:  `no_struggle`, `already_rolled`, `component_unknown`, `not_in_struggle`, `trait_unknown`,
              `not_incompetent`, `applies_already`, `larger_pushed`, `not_accepted`.
    Yields:   `IncompetentTraitApplied`.
    """

    type: Literal["death_of_the_vele.rule_trait_applies"] = "death_of_the_vele.rule_trait_applies"
    component: Slug
    trait: Slug


class SetDifficulty(Command):
    """State a difficulty: 1 difficult, 3 hard, 5 about the most there is.

    Needs:    a struggle before the roll.
    Refused:  `no_struggle`, `already_rolled`, `side_unknown`, `difficulty_bounds`, `dice_pushed`,
              `not_accepted`.
    Yields:   `DifficultySet`.
    """

    type: Literal["death_of_the_vele.set_difficulty"] = "death_of_the_vele.set_difficulty"
    amount: int = Field(ge=-99, le=99, description="Points off the side's result, 1 to 5.")
    reason: Text = ""
    side: Slug = "actor"


class PushDie(Command):
    """Push a die for a trait: one's own, as a wager, or one from the bowl.

    Needs:    a usable trait of a contributing component; a die no larger than the trait.
    Refused:  `no_struggle`, `already_rolled`, `covers_dice`, `component_unknown`, `not_your_component`,
              `not_in_struggle`, `side_ready`, `actor_side_first`, `trait_unknown`, `trait_inactive`,
              `trait_disabled`, `trait_pushed`, `not_accepted`, `one_shot_unused`, `d4_bars`,
              `assist_needs_main`, `assist_too_large`, `die_over_trait`, `bowl_dice_only`, `not_held`,
              `points_not_held`.
    Yields:   `StruggleDiePushed`; `MergingClosed` for dice of others.
    """

    type: Literal["death_of_the_vele.push_die"] = "death_of_the_vele.push_die"
    component: Slug
    trait: Slug
    die: Die
    source: WagerSource = WagerSource.OWN
    assist_of: Slug | None = Field(
        default=None, description="For a trait that fits only partly: the trait it helps, or `average`."
    )


class LaidDie(BaseModel):
    """One die to push: for which trait, and where it comes from."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    trait: Slug
    die: Die
    source: WagerSource = WagerSource.OWN
    component: Slug | None = Field(default=None, description="Left out, whoever of yours has the trait.")
    assist_of: Slug | None = Field(
        default=None, description="For a trait that fits only partly: the trait it helps, or `average`."
    )


class PushDice(Command):
    """Push all dice of a side in one step, with the average die if wanted, and be ready to roll.

    Needs:    what each of them would need alone.
    Refused:  `no_struggle`, `already_rolled`, `covers_dice`, `component_unknown`, `not_your_component`,
              `not_in_struggle`, `side_unknown`, `not_on_side`, `narrator_only`, `side_ready`, `actor_side_first`,
              `trait_unknown`, `trait_of_several`, `trait_inactive`, `trait_disabled`, `trait_pushed`,
              `not_accepted`, `one_shot_unused`, `d4_bars`, `assist_needs_main`, `assist_too_large`,
              `die_over_trait`, `bowl_dice_only`, `not_held`, `points_not_held`, `average_added`, `nothing_pushed`.
    Yields:   `StruggleDiePushed` each, `AverageDieAdded`, `SideReady`; `MergingClosed` for dice of others.
    """

    type: Literal["death_of_the_vele.push_dice"] = "death_of_the_vele.push_dice"
    side: Slug = "actor"
    dice: tuple[LaidDie, ...] = ()
    average: bool = Field(default=False, description="Add the average die.")
    ready: bool = Field(default=True, description="The side is ready to roll then.")


class AddAverageDie(Command):
    """Add the average die: a borrowed d6 that is rolled and neither wagered nor paid for.

    Needs:    a part in the side, before the roll.
    Refused:  `no_struggle`, `already_rolled`, `side_unknown`, `not_on_side`, `side_ready`,
              `actor_side_first`, `average_added`.
    Yields:   `AverageDieAdded`.
    """

    type: Literal["death_of_the_vele.add_average_die"] = "death_of_the_vele.add_average_die"
    side: Slug = "actor"


class FinishPushing(Command):
    """Say that a side has pushed what it will push.

    Needs:    a part in the side.
    Refused:  `no_struggle`, `already_rolled`, `side_unknown`, `not_on_side`, `side_ready`,
              `actor_side_first`, `nothing_pushed`, `narrator_only`.
    Yields:   `SideReady`.
    """

    type: Literal["death_of_the_vele.finish_pushing"] = "death_of_the_vele.finish_pushing"
    side: Slug = "actor"


class RollStruggle(Command):
    """Roll everything: struggle dice, average dice, power dice.

    Needs:    every side ready; to take part, or to narrate.
    Refused:  `no_struggle`, `already_rolled`, `sides_not_ready`, `not_taking_part`, `dice_covered`,
              `area_unpaid`, `range_unpaid`.
    Yields:   `StruggleRolled`; for a hidden roll also `HiddenDiceRolled`.
    """

    type: Literal["death_of_the_vele.roll_struggle"] = "death_of_the_vele.roll_struggle"


class CoverDice(Command):
    """Declare a trait and cover a die for it, in a head-to-head struggle. The die is shown with the others'.

    Needs:    one's turn to declare: the lowest initiative begins, then one each.
    Refused:  as `PushDie`, and `pushes_openly`, `declares_first`, `trait_pushed`.
    Yields:   `TraitDeclared`, `DiceCovered` (sealed).
    """

    type: Literal["death_of_the_vele.cover_dice"] = "death_of_the_vele.cover_dice"
    component: Slug
    trait: Slug
    die: Die
    source: WagerSource = WagerSource.OWN
    assist_of: Slug | None = Field(
        default=None, description="For a trait that fits only partly: the trait it helps, or `average`."
    )


class RevealDice(Command):
    """Show the covered dice of both sides together.

    Needs:    both sides ready.
    Refused:  `no_struggle`, `pushes_openly`, `sides_not_ready`, `dice_shown`, `covered_die_gone`.
    Yields:   `DiceRevealed`, with what left each pool; `MergingClosed` for dice of others.
    """

    type: Literal["death_of_the_vele.reveal_dice"] = "death_of_the_vele.reveal_dice"


COMMANDS: tuple[type[Command], ...] = (
    StartStruggle,
    StartCounterStruggle,
    WithdrawGoal,
    JoinAsAlly,
    RuleTraitApplies,
    SetDifficulty,
    PushDie,
    PushDice,
    AddAverageDie,
    FinishPushing,
    RollStruggle,
    CoverDice,
    RevealDice,
)
