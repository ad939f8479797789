"""What can happen to dice at home: exchanged, spent, gained."""

from typing import Literal

from domain.death_of_the_vele.terms import Dice, Home, UpgradeWindow
from domain.kernel.messages import Event
from domain.kernel.terms import Person, Points, Text


class DiceDowngraded(Event):
    """Dice were broken into smaller ones (VE-14)."""

    type: Literal["death_of_the_vele.dice_downgraded.v1"] = "death_of_the_vele.dice_downgraded.v1"
    home: Home
    gave: Dice
    took: Dice


class DiceUpgraded(Event):
    """Dice were merged into larger ones (VE-15)."""

    type: Literal["death_of_the_vele.dice_upgraded.v1"] = "death_of_the_vele.dice_upgraded.v1"
    home: Home
    gave: Dice
    took: Dice
    window: UpgradeWindow


class DiceSpent(Event):
    """Dice were paid for something and lie in the bowl (VE-17)."""

    type: Literal["death_of_the_vele.dice_spent.v1"] = "death_of_the_vele.dice_spent.v1"
    home: Home
    dice: Dice
    points: Points
    purpose: Text


class DiceGained(Event):
    """Dice came from the bowl into a pool."""

    type: Literal["death_of_the_vele.dice_gained.v1"] = "death_of_the_vele.dice_gained.v1"
    home: Home
    dice: Dice
    reason: Text


class DiceMoved(Event):
    """Dice went from one pool to another."""

    type: Literal["death_of_the_vele.dice_moved.v1"] = "death_of_the_vele.dice_moved.v1"
    giver: Home
    taker: Home
    dice: Dice
    reason: Text


class MergingClosed(Event):
    """A player pushed, spent or bought with dice of others: what they had just gained stays as it is (VE-15)."""

    type: Literal["death_of_the_vele.merging_closed.v1"] = "death_of_the_vele.merging_closed.v1"
    player: Person


EVENTS: tuple[type[Event], ...] = (
    DiceDowngraded,
    DiceUpgraded,
    DiceSpent,
    DiceGained,
    DiceMoved,
    MergingClosed,
)
