"""Dice at home retold."""

from collections.abc import Iterable

from domain.death_of_the_vele.events import economy as say
from domain.death_of_the_vele.state import Vele
from domain.death_of_the_vele.terms import Dice, Home, Pool
from domain.kernel import facts
from domain.kernel.facts import Fact

from .telling import BOWL, POOL_LABELS, dice_moved, tells

AT_THE_BOWL = Home(pool=Pool.BOWL)


def exchanged(home: Home, gave: Dice, took: Dice, why: str) -> Iterable[Fact]:
    """Dice for dice of the same points, so that no number changes."""
    yield facts.DiceMoved(
        giver=home.owner or BOWL, giver_pool=POOL_LABELS[home.pool], taker=BOWL,
        taker_pool=POOL_LABELS[Pool.BOWL], dice=gave.pairs, why=why,
    )  # fmt: skip
    yield facts.DiceMoved(
        giver=BOWL, giver_pool=POOL_LABELS[Pool.BOWL], taker=home.owner or BOWL,
        taker_pool=POOL_LABELS[home.pool], dice=took.pairs, why=why,
    )  # fmt: skip


@tells(say.DiceDowngraded)
def _(state: Vele, event: say.DiceDowngraded) -> Iterable[Fact]:
    yield from exchanged(event.home, event.gave, event.took, "broken down")


@tells(say.DiceUpgraded)
def _(state: Vele, event: say.DiceUpgraded) -> Iterable[Fact]:
    yield from exchanged(event.home, event.gave, event.took, "merged")


@tells(say.DiceSpent)
def _(state: Vele, event: say.DiceSpent) -> Iterable[Fact]:
    yield from dice_moved(state, event.home, AT_THE_BOWL, event.dice, event.purpose)


@tells(say.DiceGained)
def _(state: Vele, event: say.DiceGained) -> Iterable[Fact]:
    yield from dice_moved(state, AT_THE_BOWL, event.home, event.dice, event.reason)


@tells(say.DiceMoved)
def _(state: Vele, event: say.DiceMoved) -> Iterable[Fact]:
    yield from dice_moved(state, event.giver, event.taker, event.dice, event.reason)


@tells(say.MergingClosed)
def _(state: Vele, event: say.MergingClosed) -> Iterable[Fact]:
    return ()
