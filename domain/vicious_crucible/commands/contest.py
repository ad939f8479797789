"""What may be asked of a contest, and of Heat outside of one."""

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from domain.kernel.messages import Command
from domain.kernel.terms import Character, Delta, Name, Slug, Text
from domain.vicious_crucible.terms import DieId, ElementRef, HeatReason, Purpose, SideId, Stance, WinnersChoice


class DeclareContest(Command):
    """Take exception to what the GM narrates and pick up dice. The character becomes the first side.

    Needs:    the player for their own character, present in an open scene; no open contest.
    Refused:  `only_players_open`, `not_playing`, `no_scene`, `contest_open`, `character_unknown`,
              `npcs_gain_nothing`, `not_your_character`, `character_absent`, `aim_missing`, `target_missing`,
              `tool_missing`, `tool_not_denied`, `element_elsewhere`, `element_not_hard`, `already_softened`,
              `nothing_to_roll`.
    Yields:   `ContestDeclared`.
    """

    type: Literal["vicious_crucible.declare_contest"] = "vicious_crucible.declare_contest"
    character: Character
    aim: Text = Field(description="What the character wants to change.")
    purpose: Purpose = Purpose.GENERAL
    purpose_target: Slug | None = Field(
        default=None, description="The tool to win back, or the hard element to soften."
    )


class JoinContest(Command):
    """Become a side of the declared contest.

    Needs:    nobody has rolled; the GM for `gm`, a player for their own character, present in the scene.
    Refused:  `no_contest`, `already_rolled`, `already_a_side`, `gm_only`, `character_unknown`,
              `npcs_gain_nothing`, `not_your_character`, `character_absent`, `nothing_to_roll`.
    Yields:   `ContestSideJoined`.
    """

    type: Literal["vicious_crucible.join_contest"] = "vicious_crucible.join_contest"
    side: SideId


class InvokeRulesheet(Command):
    """Extend the contest by a rulesheet of your own, such as Combat.

    Needs:    a side of the contest; nobody has rolled.
    Refused:  `no_contest`, `rulesheet_too_late`, `not_a_side`, `gm_only`, `not_your_character`,
              `rulesheet_already`.
    Yields:   `RulesheetInvoked`.
    """

    type: Literal["vicious_crucible.invoke_rulesheet"] = "vicious_crucible.invoke_rulesheet"
    side: SideId
    rulesheet: Name


class Pick(BaseModel):
    """One element to roll: whose, why, and how it helps or hinders."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    element: ElementRef = Field(description="Its slug; for the GM also as owner.element.")
    owner: Slug | None = Field(
        default=None, description="For the GM: the NPC or the place, where several have such an element."
    )
    stance: Stance = Field(default=Stance.UNDECIDED, description="Undecided counts as a hindrance.")
    tool: Slug | None = Field(default=None, description="With stance tool: the tool that goes with the element.")
    description: Text = Field(description="How it helps or hinders.")
    faces: int | None = Field(default=None, description="The die in your hand, if it is to be checked.")


class ChooseElements(Command):
    """Choose three elements and say of each how it helps or hinders. The dice follow from that.

    Needs:    a side that has not rolled; once dice are on the table a choice made stands.
    Refused:  `no_contest`, `already_rolled`, `elements_chosen`, `not_a_side`, `gm_only`,
              `not_your_character`, `three_elements`, `element_twice`, `element_unknown`, `element_not_yours`,
              `element_locked`, `element_sacrificed`, `element_of_a_pc`, `element_of_the_absent`,
              `character_benched`, `element_elsewhere`, `owner_missing`, `description_missing`,
              `tool_missing`, `tool_for_element_missing`, `tool_denied`, `tool_not_in_contests`,
              `tool_used_in_hand`, `die_fixed`, `stance_wrong`, `die_size_wrong`, `character_unknown`.
    Yields:   `ElementsChosen`.
    """

    type: Literal["vicious_crucible.choose_elements"] = "vicious_crucible.choose_elements"
    side: SideId
    picks: tuple[Pick, ...]


class RollContestDice(Command):
    """Roll the hand: one die for each element, in the order they were chosen.

    Needs:    two sides or more; this side has chosen and not rolled.
    Refused:  `no_contest`, `two_sides`, `not_a_side`, `gm_only`, `not_your_character`, `elements_not_chosen`,
              `hand_rolled`.
    Yields:   `ContestDiceRolled`, then for a player character `HeatGained` for each d4, `HeatSpent`.
    """

    type: Literal["vicious_crucible.roll_contest_dice"] = "vicious_crucible.roll_contest_dice"
    side: SideId


class PresentDie(Command):
    """Put your highest die forward.

    Needs:    every side has rolled.
    Refused:  `no_contest`, `not_a_side`, `gm_only`, `not_your_character`, `not_rolled`, `sides_still_to_roll`,
              `already_presented`, `die_not_in_hand`, `highest_die`, `die_pinned`.
    Yields:   `DiePresented`.
    """

    type: Literal["vicious_crucible.present_die"] = "vicious_crucible.present_die"
    side: SideId
    die_id: DieId


class UseRerollSpark(Command):
    """Reroll one die of your own hand by a spark.

    Needs:    you have presented; nobody has won; the spark is usable; its cost in Heat (none for the GM).
    Refused:  as every spark (`present_first`, `too_little_heat`, `spark_unknown`, `spark_wrong_kind`,
              `spark_locked`, `spark_sacrificed`, `tool_denied`, `tie_first`, `contest_won`, `spark_not_in_hand`,
              `spark_used`, `presented_die_only`, `npc_not_in_hand`), and `die_not_in_hand`,
              `die_already_rerolled`.
    Yields:   `HeatSpent`, `DieRerolled`, `DiePresented` if another die is now the highest, `HeatGained`.
    """

    type: Literal["vicious_crucible.use_reroll_spark"] = "vicious_crucible.use_reroll_spark"
    side: SideId
    die_id: DieId
    spark: Slug
    source: Slug | None = Field(default=None, description="The element or tool it is printed on, if two have it.")
    owner: Slug | None = Field(default=None, description="For the GM: the NPC whose spark it is.")


class Move(BaseModel):
    """One point from one die of a hand to another."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    from_die: DieId
    to_die: DieId


class UseShiftSpark(Command):
    """Turn one die of your hand down and another up, by so many points for each move; all of them or none.

    Needs:    as every spark; Heat for each point.
    Refused:  as every spark, and `no_points`, `die_not_in_hand`, `shift_same_die`, `shift_below_one`,
              `shift_above_faces`, `presented_die_only`, `too_little_heat`.
    Yields:   `HeatSpent`, `PointsShifted`, `DiePresented` if another die is now the highest.
    """

    type: Literal["vicious_crucible.use_shift_spark"] = "vicious_crucible.use_shift_spark"
    side: SideId
    moves: tuple[Move, ...]
    points: int = Field(default=1, ge=1, le=7, description="How many points each of these moves shifts.")
    spark: Slug
    source: Slug | None = Field(default=None, description="The element or tool it is printed on, if two have it.")
    owner: Slug | None = Field(default=None, description="For the GM: the NPC whose spark it is.")


class UseRulesheetSpark(Command):
    """Use a spark that works with the invoked rulesheet, and say what it did.

    Needs:    as every spark; its rulesheet is invoked in this contest.
    Refused:  as every spark, and `no_rulesheet`, `rulesheet_not_invoked`, `effect_missing`, `too_little_heat`,
              `tool_denied`.
    Yields:   `HeatSpent`, `RulesheetSparkUsed`.
    """

    type: Literal["vicious_crucible.use_rulesheet_spark"] = "vicious_crucible.use_rulesheet_spark"
    side: SideId
    spark: Slug
    effect: Text = Field(description="Such as: two wounds instead of one.")
    source: Slug | None = Field(default=None, description="The element or tool it is printed on, if two have it.")
    owner: Slug | None = Field(default=None, description="For the GM: the NPC whose spark it is.")


class RollModuleDice(Command):
    """Roll dice that the invoked rulesheet asks for.

    Needs:    a side of a contest with that rulesheet invoked.
    Refused:  `no_contest`, `not_a_side`, `gm_only`, `not_your_character`, `rulesheet_not_invoked`, `no_dice`.
    Yields:   `ModuleDiceRolled`.
    """

    type: Literal["vicious_crucible.roll_module_dice"] = "vicious_crucible.roll_module_dice"
    side: SideId
    rulesheet: Name
    sizes: tuple[int, ...] = Field(description="The dice to roll, by size: 2 to 100 sides, twenty at the most.")


class PassSparks(Command):
    """Use no spark, or no more. When every side has passed in a row, the highest die wins.

    Needs:    this side has presented.
    Refused:  `no_contest`, `not_a_side`, `gm_only`, `not_your_character`, `present_first`, `already_passed`,
              `contest_won`.
    Yields:   `SparksPassed`; when all have passed and one die is highest `ContestWon`, then `ToolRecovered` or
              `HardPlaceSoftened` if that was the purpose and the opener won.
    """

    type: Literal["vicious_crucible.pass_sparks"] = "vicious_crucible.pass_sparks"
    side: SideId


class RerollTie(Command):
    """Reroll the die you presented, because it ties for highest, and present it again.

    Needs:    every side has passed; this side ties for highest and has not rerolled.
    Refused:  `no_contest`, `not_a_side`, `gm_only`, `not_your_character`, `contest_won`, `sides_still_to_pass`,
              `not_tied`, `tie_die_fixed`.
    Yields:   `TieRerolled`.
    """

    type: Literal["vicious_crucible.reroll_tie"] = "vicious_crucible.reroll_tie"
    side: SideId
    die_id: DieId | None = Field(default=None, description="Always the presented die; may be left out.")


class ChooseOutcome(Command):
    """Say what winning does to one loser.

    Needs:    the winner asks; this loser has no outcome yet.
    Refused:  `no_contest`, `contest_not_won`, `contest_closed`, `not_the_winner`, `not_a_loser`,
              `outcome_chosen`, `outcome_missing`, `gm_holds_no_heat`, `tool_to_deny_missing`, `tool_missing`,
              `npc_tool_missing`, `tool_denied`,
              `npc_not_in_hand`, `purpose_was_the_outcome`.
    Yields:   `OutcomeChosen`, then `HeatGained` for prepare or `ToolDenied` for deny.
    """

    type: Literal["vicious_crucible.choose_outcome"] = "vicious_crucible.choose_outcome"
    loser: SideId
    outcome: WinnersChoice
    tool: Slug | None = Field(default=None, description="For deny: the tool.")
    owner: Slug | None = Field(default=None, description="For deny against the GM: the NPC who has it.")


class AnswerConvince(Command):
    """Take the bribe and play along, or pay to stand firm.

    Needs:    the loser asks; convince was chosen and not answered.
    Refused:  `no_contest`, `contest_not_won`, `contest_closed`, `not_a_loser`, `gm_only`, `not_your_character`,
              `not_convinced`, `answered_already`, `gm_cannot_refuse`, `heat_to_refuse`, `element_missing`,
              `element_unknown`, `element_locked`, `element_sacrificed`, `element_not_yours`,
              `description_missing`.
    Yields:   `ConvinceAccepted`, `HeatGained`; or `ConvinceRefused`, `HeatTransferred`.
    """

    type: Literal["vicious_crucible.answer_convince"] = "vicious_crucible.answer_convince"
    loser: SideId
    accept: bool
    element: Slug | None = Field(default=None, description="To refuse: the element that lets you.")
    owner: Slug | None = Field(default=None, description="For the GM, where the house lets the GM refuse.")
    description: Text = Field(default="", description="To refuse: how it lets you.")


class CloseContest(Command):
    """End the contest; outcomes not chosen are let go.

    Needs:    the winner asks; every convince is answered.
    Refused:  `no_contest`, `contest_not_won`, `contest_closed`, `not_the_winner`, `convince_unanswered`.
    Yields:   `HeatGained` where the house delays it for d4s, `ContestClosed`.
    """

    type: Literal["vicious_crucible.close_contest"] = "vicious_crucible.close_contest"


class AwardHeat(Command):
    """Give Heat to a player character played as imperfect or vulnerable.

    Needs:    the GM; play.
    Refused:  `award_by_gm`, `not_playing`, `heat_by_itself`, `character_unknown`, `npc_has_no_heat`,
              `reason_missing`.
    Yields:   `HeatGained`.
    """

    type: Literal["vicious_crucible.award_heat"] = "vicious_crucible.award_heat"
    character: SideId
    note: Text = Field(description="How the character was imperfect or vulnerable.")
    reason: HeatReason = Field(
        default=HeatReason.VULNERABILITY, description="Only this one: all other Heat comes by itself."
    )


class SpendHeat(Command):
    """Pay Heat for a technique of a rulesheet.

    Needs:    the player for their own character; the Heat.
    Refused:  `not_playing`, `character_unknown`, `npc_has_no_heat`, `not_your_character`, `rulesheet_missing`,
              `amount_too_small`, `too_little_heat`.
    Yields:   `HeatSpent`.
    """

    type: Literal["vicious_crucible.spend_heat"] = "vicious_crucible.spend_heat"
    character: SideId
    amount: Delta
    rulesheet: Text
    note: Text = ""
