"""Experience earned and spent, and what it brings (VE-113 to VE-115)."""

from typing import Literal

from pydantic import Field

from domain.death_of_the_vele.terms import Dice, Die, XpReason
from domain.kernel.messages import Event
from domain.kernel.terms import Person, Points, Text


class ExperienceAwarded(Event):
    """A player earned XP. `source` says by what: a component, an aspect, a struggle."""

    type: Literal["death_of_the_vele.experience_awarded.v1"] = "death_of_the_vele.experience_awarded.v1"
    player: Person
    amount: Points
    reason: XpReason
    source: Text = ""
    apart: bool = Field(default=False, description="True when it counts for no level.")


class ExperienceSpent(Event):
    """A player paid XP off the balance; what was earned stays earned."""

    type: Literal["death_of_the_vele.experience_spent.v1"] = "death_of_the_vele.experience_spent.v1"
    player: Person
    amount: Points
    reason: XpReason
    source: Text = ""


class LevelDieGained(Event):
    """A step of 20 XP within a level brought a die (VE-114). `dice`: as the pool holds it."""

    type: Literal["death_of_the_vele.level_die_gained.v1"] = "death_of_the_vele.level_die_gained.v1"
    player: Person
    threshold: int
    die: Die
    dice: Dice


class LevelGained(Event):
    """Another hundred XP brought a level, with a slot for an aspect or for a trait (VE-115)."""

    type: Literal["death_of_the_vele.level_gained.v1"] = "death_of_the_vele.level_gained.v1"
    player: Person
    level: int
    aspect_slots: int
    trait_slots: int


EVENTS: tuple[type[Event], ...] = (ExperienceAwarded, ExperienceSpent, LevelDieGained, LevelGained)
