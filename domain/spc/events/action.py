"""What happened to actions outside of a conflict, and to the tracks."""

from typing import Literal

from pydantic import Field

from domain.kernel.messages import Event
from domain.kernel.terms import Character, Slug, Text
from domain.spc.terms import OutcomeSystem, TrackReason


class ActionDeclared(Event):
    """A Character is about to do something, by this outcome system."""

    type: Literal["spc.action_declared.v1"] = "spc.action_declared.v1"
    action: Slug
    character: Character
    outcome_system: OutcomeSystem
    text: Text
    features: tuple[Slug, ...]
    sacrifice: Text
    advance: Text


class ActionWithdrawn(Event):
    """The action was taken back before anything came of it."""

    type: Literal["spc.action_withdrawn.v1"] = "spc.action_withdrawn.v1"
    action: Slug
    character: Character


class ActionNarrated(Event):
    """Nobody opposed it: it happened as described."""

    type: Literal["spc.action_narrated.v1"] = "spc.action_narrated.v1"
    action: Slug
    character: Character


class ActionOpposed(Event):
    """Somebody opposes the action; nothing moves by its system."""

    type: Literal["spc.action_opposed.v1"] = "spc.action_opposed.v1"
    action: Slug
    by: Character


class PurityTrackMoved(Event):
    """A step on the track between Purity and Corruption; up is towards Purity."""

    type: Literal["spc.purity_track_moved.v1"] = "spc.purity_track_moved.v1"
    character: Character
    delta: int
    reason: TrackReason
    purity: int = Field(description="The same step for Purity counted apart, never below 0.")
    corruption: int = Field(description="The same step for Corruption counted apart, never below 0.")


class GoalTrackMovedV1(Event):
    """A step on the track between Goal and Drawback, as told at first: not whether it reached the goal."""

    type: Literal["spc.goal_track_moved.v1"] = "spc.goal_track_moved.v1"
    character: Character
    delta: int
    reason: TrackReason
    goal: int = Field(description="The same step for Goal counted apart, 0 to 4.")
    drawback: int = Field(description="The same step for Drawback counted apart, never below 0.")
    sacrifice: Text = Field(default="", description="For advancement: what was given up.")
    advance: Text = Field(default="", description="For advancement: how it served the goal.")


class GoalTrackMoved(Event):
    """A step on the track between Goal and Drawback; up is towards Goal."""

    type: Literal["spc.goal_track_moved.v2"] = "spc.goal_track_moved.v2"
    character: Character
    delta: int
    reason: TrackReason
    goal: int = Field(description="The same step for Goal counted apart, 0 to 4.")
    drawback: int = Field(description="The same step for Drawback counted apart, never below 0.")
    reached: bool = Field(
        description="In a conflict: the goal came to its end; its scene is granted when the conflict is closed."
    )
    sacrifice: Text = Field(default="", description="For advancement: what was given up.")
    advance: Text = Field(default="", description="For advancement: how it served the goal.")
