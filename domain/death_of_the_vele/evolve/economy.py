"""How dice at home change."""

from domain.death_of_the_vele.events import economy as say
from domain.death_of_the_vele.state import Vele
from domain.death_of_the_vele.terms import Dice, Home, Pool

from .fold import evolve, gain, move, must, pay, player_of, put, take

BOWL = Home(pool=Pool.BOWL)


@evolve.on(say.DiceDowngraded)
def _(state: Vele, event: say.DiceDowngraded) -> None:
    exchange(state, event.home, event.gave, event.took)


@evolve.on(say.DiceUpgraded)
def _(state: Vele, event: say.DiceUpgraded) -> None:
    exchange(state, event.home, event.gave, event.took)


def exchange(state: Vele, home: Home, gave: Dice, took: Dice) -> None:
    """Dice for dice of the same points, in one pool."""
    must(gave.points == took.points, "an exchange keeps the points")
    take(state, home, gave)
    put(state, home, took)


@evolve.on(say.DiceSpent)
def _(state: Vele, event: say.DiceSpent) -> None:
    pay(state, event.home, BOWL, event.dice)


@evolve.on(say.DiceGained)
def _(state: Vele, event: say.DiceGained) -> None:
    gain(state, event.home, event.dice)


@evolve.on(say.DiceMoved)
def _(state: Vele, event: say.DiceMoved) -> None:
    if event.taker.pool in (Pool.CHARACTER, Pool.STORY):
        take(state, event.giver, event.dice)
        gain(state, event.taker, event.dice)
    else:
        move(state, event.giver, event.taker, event.dice)


@evolve.on(say.MergingClosed)
def _(state: Vele, event: say.MergingClosed) -> None:
    player_of(state, event.player).just_gained.clear()
