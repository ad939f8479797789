"""Healing and repair."""

from typing import Literal

from domain.death_of_the_vele.terms import Die, Payment, Wound
from domain.kernel.messages import Event
from domain.kernel.terms import Person, Points, Slug


class HealingAttempted(Event):
    """Somebody set out to heal so many traits (VE-83). `wounds`: the damaged traits, which resist.

    `paid`: whose dice are spent on it; they come home if the table takes the attempt back.
    """

    type: Literal["death_of_the_vele.healing_attempted.v1"] = "death_of_the_vele.healing_attempted.v1"
    struggle: Slug
    player: Person
    healer: Slug
    trait: Slug
    patient: Slug
    count: Points
    paid: tuple[Payment, ...] = ()
    die: Die
    wounds: tuple[Wound, ...]
    takes_action: bool


class HealingRead(Event):
    """What the attempt came to: later healers go on from here."""

    type: Literal["death_of_the_vele.healing_read.v1"] = "death_of_the_vele.healing_read.v1"
    struggle: Slug
    patient: Slug
    result: int
    opposition: int
    paid: Points


class HealingJoined(Event):
    """A later healer joined the attempt: another die, and more points (VE-83)."""

    type: Literal["death_of_the_vele.healing_joined.v1"] = "death_of_the_vele.healing_joined.v1"
    patient: Slug
    healer: Slug
    trait: Slug
    count: Points
    die: Die
    value: int
    result: int


class TraitHealed(Event):
    """A damaged trait is whole. `points`: what it took of the score."""

    type: Literal["death_of_the_vele.trait_healed.v1"] = "death_of_the_vele.trait_healed.v1"
    component: Slug
    trait: Slug
    points: Points


class CastSlept(Event):
    """Time for wounds: everybody may be treated once more."""

    type: Literal["death_of_the_vele.cast_slept.v1"] = "death_of_the_vele.cast_slept.v1"


EVENTS: tuple[type[Event], ...] = (HealingAttempted, HealingRead, HealingJoined, TraitHealed, CastSlept)
