"""Extended struggles."""

from typing import Literal

from pydantic import Field

from domain.death_of_the_vele.terms import ExtendedEnd, ExtendedKind, Winner
from domain.kernel.messages import Event
from domain.kernel.terms import Name, Slug, Text


class ExtendedStruggleStarted(Event):
    """A series of struggles began (VE-84). `planned` None: it is open."""

    type: Literal["death_of_the_vele.extended_struggle_started.v1"] = (
        "death_of_the_vele.extended_struggle_started.v1"
    )
    extended: Slug
    kind: ExtendedKind
    goal: Text
    sides: dict[Slug, tuple[Slug, ...]]
    planned: int | None
    control: bool = Field(default=False, description="It is for control of the other side, by house rule.")


class AttemptGoalsPlanned(Event):
    """What each planned attempt of a series is for, in any order (VE-120)."""

    type: Literal["death_of_the_vele.attempt_goals_planned.v1"] = "death_of_the_vele.attempt_goals_planned.v1"
    extended: Slug
    goals: tuple[Name, ...]


class ExtendedSideJoined(Event):
    """A component takes part on a side from here on."""

    type: Literal["death_of_the_vele.extended_side_joined.v1"] = "death_of_the_vele.extended_side_joined.v1"
    extended: Slug
    side: Slug
    component: Slug


class ExtendedAttemptRecorded(Event):
    """An attempt was made. `side` tried; `succeeded` says how it came out (VE-85 to VE-87)."""

    type: Literal["death_of_the_vele.extended_attempt_recorded.v1"] = (
        "death_of_the_vele.extended_attempt_recorded.v1"
    )
    extended: Slug
    struggle: Slug
    side: Slug
    succeeded: bool


class SideSurrendered(Event):
    """A side gave up (VE-88)."""

    type: Literal["death_of_the_vele.side_surrendered.v1"] = "death_of_the_vele.side_surrendered.v1"
    extended: Slug
    side: Slug


class ExtendedStruggleEnded(Event):
    """A series is over; narration changes hands (VE-42, VE-84)."""

    type: Literal["death_of_the_vele.extended_struggle_ended.v1"] = "death_of_the_vele.extended_struggle_ended.v1"
    extended: Slug
    winner: Winner
    reason: ExtendedEnd


EVENTS: tuple[type[Event], ...] = (
    ExtendedStruggleStarted,
    AttemptGoalsPlanned,
    ExtendedSideJoined,
    ExtendedAttemptRecorded,
    SideSurrendered,
    ExtendedStruggleEnded,
)
