"""Extended struggles (VE-84 to VE-88)."""

from typing import Literal

from pydantic import Field

from domain.death_of_the_vele.terms import ExtendedKind
from domain.kernel.messages import Command
from domain.kernel.terms import Name, Slug, Text


class StartExtendedStruggle(Command):
    """Begin a series of struggles for one goal.

    Needs:    a component of one's own on one of its sides.
    Refused:  `no_act`, `act_in_setup`, `no_scene`, `no_dice_now`, `text_missing`, `sides_missing`,
              `component_unknown`, `on_both_sides`, `none_of_yours`, `three_or_open`, `never_planned`,
              `beyond_dice`, `goals_for_each`.
    Yields:   `ExtendedStruggleStarted`; `AttemptGoalsPlanned`.
    """

    type: Literal["death_of_the_vele.start_extended_struggle"] = "death_of_the_vele.start_extended_struggle"
    kind: ExtendedKind
    goal: Text
    actor: tuple[Slug, ...] = Field(description="The side that tries; in an opposed one the only one that does.")
    opponent: tuple[Slug, ...] = ()
    planned: int | None = Field(default=None, description="3 attempts; left out, it is open.")
    goals: tuple[Name, ...] = Field(
        default=(), description="What each planned attempt is for, in any order; left out, it shows as they come."
    )


class EndExtendedStruggle(Command):
    """End an open extended struggle whose goal is reached, or which comes to nothing.

    Needs:    no struggle under way; an open one that may end so.
    Refused:  `extended_unknown`, `extended_over`, `struggle_running`, `lead_too_small`, `nobody_gave_up`,
              `goal_not_reached`, `plan_unfinished`, `none_of_yours`.
    Yields:   `ExtendedStruggleEnded`.
    """

    type: Literal["death_of_the_vele.end_extended_struggle"] = "death_of_the_vele.end_extended_struggle"
    extended: Slug


class Surrender(Command):
    """Give up an extended struggle for a side.

    Needs:    a component of one's own on that side; no struggle under way.
    Refused:  `extended_unknown`, `extended_over`, `side_unknown`, `none_of_yours`, `struggle_running`.
    Yields:   `SideSurrendered`, `ExtendedStruggleEnded`, `ControlMarksCleared`.
    """

    type: Literal["death_of_the_vele.surrender"] = "death_of_the_vele.surrender"
    extended: Slug
    side: Slug


COMMANDS: tuple[type[Command], ...] = (StartExtendedStruggle, EndExtendedStruggle, Surrender)
