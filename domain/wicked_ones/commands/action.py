"""What may be asked about an action roll, from the intention to its ticks."""

from typing import Annotated, Literal

from pydantic import Field

from domain.kernel.messages import ASKED, Command
from domain.kernel.terms import Character, Name, Slug, Text
from domain.wicked_ones.shapes import Circumstance, Counted, Modifier
from domain.wicked_ones.terms import Bonus, Effect, Position, Result

from .described import Described


class ProposeAction(Described):
    """Say what you want, and which action you go about it with.

    Needs:    an open scene; your own living monster; something at risk.
    Refused:  `scene_missing`, `intention_missing`, `describe_first`, `gm_cannot_pick_action`, `unknown_action`,
              `nothing_at_risk`, `not_your_character`, `unknown_character`, `dead`, `consequence_pending`.
    Yields:   `ActionProposed`.
    """

    type: Literal["wicked_ones.propose_action"] = "wicked_ones.propose_action"
    character: Character
    intention: Text
    action: Name = Field(description="One of the nine.")
    risk: Text = Field(default="", description="What could go wrong.", json_schema_extra=ASKED)
    id: Slug | None = Field(
        default=None, description="Its number as offered, so that it keeps it; left out: the next."
    )


class NarrateWithoutRoll(Described):
    """Tell what happens where nothing is at risk.

    Needs:    an open scene; your own living monster, or the GM for it.
    Refused:  `scene_missing`, `describe_first`, `not_your_character`, `unknown_character`, `dead`.
    Yields:   `NarratedWithoutRoll`.
    """

    type: Literal["wicked_ones.narrate_without_roll"] = "wicked_ones.narrate_without_roll"
    character: Character


class FrameAction(Command):
    """Say how bad it may get and how much it may do. Asked again before the dice fall, it frames anew.

    Needs:    the GM; an action that was proposed.
    Refused:  `only_gm`, `only_action_rolls`, `already_rolled`, `circumstance_missing`, `deadly_required`.
    Yields:   `ActionFramed`; `DeadlyAnnounced` when death is at stake.
    """

    type: Literal["wicked_ones.frame_action"] = "wicked_ones.frame_action"
    roll: Slug
    position: Position | None = Field(default=None, description="Left out: how the monster stands in the scene.")
    effect: Effect | None = Field(default=None, description="Left out: where it starts, by the footing.")
    circumstances: tuple[Circumstance, ...] = Field(default=(), max_length=12)
    risks_harm: bool = Field(default=False, description="Whether the body is at risk.")


class WithdrawAction(Command):
    """Back off before the dice fall. It costs nothing.

    Needs:    the player of the monster, or the GM for one who is away; the dice have not fallen.
    Refused:  `roll_unknown`, `already_rolled`, `not_your_character`.
    Yields:   `ActionWithdrawn`.
    """

    type: Literal["wicked_ones.withdraw_action"] = "wicked_ones.withdraw_action"
    roll: Slug


class RollAction(Command):
    """Roll: the rating, less what hinders, never below none, and then more for what helps.

    Needs:    the player of the monster; a framed action.
    Refused:  `roll_unknown`, `gm_cannot_pick_action`, `not_your_character`, `not_framed`, `already_rolled`,
              `no_roll_possible_dead`, `modifier_without_reason`, `shock_must_count`, `wrong_dice_count`,
              `face_out_of_range`, `deadly_required`.
    Yields:   `ActionRolled`; `ShockCleared` and `BloodiedEnded` where shock is shaken off.
    """

    type: Literal["wicked_ones.roll_action"] = "wicked_ones.roll_action"
    roll: Slug
    plus: tuple[Modifier, ...] = Field(default=(), max_length=8)
    minus: tuple[Modifier, ...] = Field(default=(), max_length=8)
    dice: Counted | None = Field(default=None, description="How many dice the table counts; checked.")


class TakeCriticalBonus(Command):
    """Say what a critical brings beyond success.

    Needs:    the player of the monster, or the GM; a critical without its bonus.
    Refused:  `roll_unknown`, `not_critical`, `bonus_taken`, `not_your_character`.
    Yields:   `CriticalBonusTaken`.
    """

    type: Literal["wicked_ones.take_critical_bonus"] = "wicked_ones.take_critical_bonus"
    roll: Slug
    bonus: Bonus
    text: Text = ""


class TickFromRoll(Command):
    """Put a roll's ticks on a clock, or slash an adventurer's hearts with them.

    Needs:    the GM; a roll whose dice fell and that has not ticked yet.
    Refused:  `only_gm`, `roll_unknown`, `not_rolled`, `ticks_used`, `zero_effect`, `ticks_mismatch`,
              `too_few_ticks_for_critical`, `result_mismatch`, `clock_missing`, `clock_full`,
              `adventurer_defeated`.
    Yields:   `ClockTicked`, `ClockFilled`; or `HeartsSlashed`, `AdventurerDefeated`.
    """

    type: Literal["wicked_ones.tick_from_roll"] = "wicked_ones.tick_from_roll"
    roll: Slug
    onto: Slug = Field(description="A clock, or an adventurer.")
    ticks: Annotated[int, Field(ge=0, le=100)] | None = Field(
        default=None, description="Left out: what the result ticks; a critical ticks three or more."
    )
    result: Result | None = Field(default=None, description="How the table read the dice; checked.")
