"""Struggle dice that go back where they came from, with nothing won or lost (VE-63, VE-65)."""

from domain.death_of_the_vele.events import outcomes as say
from domain.death_of_the_vele.state import PushedDie, Struggle, Vele
from domain.death_of_the_vele.terms import Dice
from domain.kernel.messages import Event

from .pools import as_held, single


def held_dice(state: Vele, die: PushedDie) -> Dice:
    """A pushed die as its home holds it."""
    return single(die.die) if die.borrowed else as_held(state, single(die.die))


def returned(state: Vele, struggle: Struggle, die: PushedDie) -> Event:
    """One die goes home."""
    return say.StruggleDieReturned(
        struggle=struggle.id,
        component=die.component,
        trait=die.trait,
        die=die.die,
        source=die.source,
        dice=held_dice(state, die),
    )


def dice_home(state: Vele) -> list[Event]:
    """Every die still on the table goes home."""
    struggle = state.struggle
    if struggle is None:
        return []
    return [
        returned(state, struggle, die)
        for side in struggle.sides.values()
        for die in side.pushed.values()
        if not die.home
    ]
