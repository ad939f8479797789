"""What may be asked about an action outside of a conflict."""

from typing import Literal

from pydantic import Field

from domain.kernel.messages import Command
from domain.kernel.terms import Character, Slug, Text
from domain.spc.terms import OutcomeSystem


class DeclareAction(Command):
    """Say what your Character does, and by which of the six outcome systems. It then waits for opposition.

    Needs:    your own Character, present in the open scene; no conflict; no other action waiting.
    Refused:  `not_playing`, `adventure_over`, `no_scene`, `scene_not_open`, `conflict_open`, `goal_scene_pending`,
              `character_unknown`, `players_act`, `not_your_character`, `character_absent`, `action_waiting`,
              `system_missing`, `words_missing`, `feature_unknown`, `sacrifice_missing`, `advance_missing`,
              `goal_at_its_end`, `track_at_limit`, `goons_do_not_act`.
    Yields:   `ActionDeclared`.
    """

    type: Literal["spc.declare_action"] = "spc.declare_action"
    character: Character
    outcome_system: OutcomeSystem | None = None
    text: Text
    features: tuple[Slug, ...] = Field(
        default=(), description="Powers, weaknesses, rituals, gadgets or talents of your own that are used in it."
    )
    sacrifice: Text = Field(default="", description="For advancement: what is given up.")
    advance: Text = Field(default="", description="For advancement: how it serves the goal.")


class SettleAction(Command):
    """It happens as described, since nobody opposes it. Its track moves by one where its system says so.

    Needs:    your own action, waiting, by systems one to five.
    Refused:  `not_playing`, `adventure_over`, `no_action`, `action_settled`, `action_opposed`,
              `not_your_character`, `nobody_opposes`, `track_at_limit`.
    Yields:   `ActionNarrated`; then `PurityTrackMoved` or `GoalTrackMoved`, and `GoalAccomplished`,
              `GoalSceneGranted` when the goal comes to its end.
    """

    type: Literal["spc.settle_action"] = "spc.settle_action"


class WithdrawAction(Command):
    """Take back an action that still waits, to choose another system or another action.

    Needs:    your own action, or any for the Mastermind; it waits.
    Refused:  `not_playing`, `adventure_over`, `no_action`, `action_settled`, `action_opposed`,
              `not_your_character`.
    Yields:   `ActionWithdrawn`.
    """

    type: Literal["spc.withdraw_action"] = "spc.withdraw_action"


class OpposeAction(Command):
    """Oppose the action that waits: it becomes a conflict, and no track moves.

    Needs:    somebody of your own, present in the scene.
    Refused:  `not_playing`, `adventure_over`, `no_action`, `action_settled`, `action_opposed`,
              `goons_do_not_act`, `character_unknown`, `not_your_character`, `mastermind_only`,
              `character_absent`, `opposes_itself`.
    Yields:   `ActionOpposed`, `ConflictOpened`, `ParticipantEntered` for both, `OppositionDeclared`.
    """

    type: Literal["spc.oppose_action"] = "spc.oppose_action"
    by: Character
