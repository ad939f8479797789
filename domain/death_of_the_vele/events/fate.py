"""Fate used, and free tags."""

from typing import Literal

from pydantic import BaseModel, ConfigDict

from domain.death_of_the_vele.terms import Die, FateUse
from domain.kernel.messages import Event
from domain.kernel.terms import Person, Slug, Text


class Reroll(BaseModel):
    """A die thrown again: whose trait pushed it (nobody's for the average die)."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    component: Slug | None = None
    trait: Slug | None = None
    die: Die
    old: int
    new: int


class FateUsed(Event):
    """A player used fate (VE-106)."""

    type: Literal["death_of_the_vele.fate_used.v1"] = "death_of_the_vele.fate_used.v1"
    player: Person
    use: FateUse
    aspect: Slug | None = None
    struggle: Slug | None = None
    side: Slug | None = None
    bonus: int = 0
    reroll: Reroll | None = None
    text: Text = ""


class FreeTagUsed(Event):
    """Somebody used the free tag of an aspect (VE-107)."""

    type: Literal["death_of_the_vele.free_tag_used.v1"] = "death_of_the_vele.free_tag_used.v1"
    player: Person
    use: FateUse
    aspect: Slug
    struggle: Slug | None = None
    side: Slug | None = None
    bonus: int = 0
    reroll: Reroll | None = None
    text: Text = ""


EVENTS: tuple[type[Event], ...] = (FateUsed, FreeTagUsed)
