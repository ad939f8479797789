"""What can happen to narration, and how acts and stories end."""

from typing import Literal

from pydantic import Field

from domain.death_of_the_vele.terms import ChangeReason
from domain.kernel.messages import Event
from domain.kernel.terms import Person, Text


class NarratorChanged(Event):
    """Another player narrates. `offers`: who was asked, in order (VE-42, VE-43)."""

    type: Literal["death_of_the_vele.narrator_changed.v1"] = "death_of_the_vele.narrator_changed.v1"
    was: Person
    now: Person
    reason: ChangeReason
    offers: tuple[Person, ...] = ()


class NarrationLent(Event):
    """The narrator lent narration."""

    type: Literal["death_of_the_vele.narration_lent.v1"] = "death_of_the_vele.narration_lent.v1"
    narrator: Person
    to: Person


class NarrationReclaimed(Event):
    """The narrator took it back."""

    type: Literal["death_of_the_vele.narration_reclaimed.v1"] = "death_of_the_vele.narration_reclaimed.v1"
    narrator: Person


class FocusChosen(Event):
    """The next narrator of a relay laid out what it will be about."""

    type: Literal["death_of_the_vele.focus_chosen.v1"] = "death_of_the_vele.focus_chosen.v1"
    player: Person
    text: Text
    act_objective: bool


class ActEnded(Event):
    """The act is told."""

    type: Literal["death_of_the_vele.act_ended.v1"] = "death_of_the_vele.act_ended.v1"
    act: int
    outcome: Text


class StoryEnded(Event):
    """The story is told."""

    type: Literal["death_of_the_vele.story_ended.v1"] = "death_of_the_vele.story_ended.v1"
    outcome: Text


class TwistAwarded(Event):
    """The table rewarded a twist (VE-49)."""

    type: Literal["death_of_the_vele.twist_awarded.v1"] = "death_of_the_vele.twist_awarded.v1"
    narrator: Person
    text: Text
    over_guide: bool = Field(default=False, description="It is not the first of its act.")


EVENTS: tuple[type[Event], ...] = (
    NarratorChanged,
    NarrationLent,
    NarrationReclaimed,
    FocusChosen,
    ActEnded,
    StoryEnded,
    TwistAwarded,
)
