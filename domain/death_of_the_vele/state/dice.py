"""A bag of dice: counts by size, changed only inside a fold."""

from dataclasses import dataclass

from domain.death_of_the_vele.terms.dice import Dice, Die


@dataclass(slots=True)
class DiceBag:
    """Dice at home somewhere. Counts never fall below zero: taking what is not there raises `ValueError`."""

    d4: int = 0
    d6: int = 0
    d8: int = 0
    d10: int = 0
    d12: int = 0

    @property
    def dice(self) -> Dice:
        """Its dice, as messages write them."""
        return Dice(d4=self.d4, d6=self.d6, d8=self.d8, d10=self.d10, d12=self.d12)

    @property
    def points(self) -> int:
        """Its worth in d4s."""
        return self.d4 + 2 * self.d6 + 3 * self.d8 + 4 * self.d10 + 5 * self.d12

    def count(self, die: Die) -> int:
        """The number of dice of one size."""
        return int(getattr(self, die.value))

    def lacks(self, dice: Dice) -> Die | None:
        """The smallest size of which there are too few, or None."""
        return next((die for die in Die if self.count(die) < dice.count(die)), None)

    def put(self, dice: Dice) -> None:
        """Add dice."""
        for die in Die:
            setattr(self, die.value, self.count(die) + dice.count(die))

    def take(self, dice: Dice) -> None:
        """Remove dice. Raises `ValueError` when they are not there."""
        if self.lacks(dice) is not None:
            raise ValueError(f"the bag holds no {dice.said({})}")
        for die in Die:
            setattr(self, die.value, self.count(die) - dice.count(die))
