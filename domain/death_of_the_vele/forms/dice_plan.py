"""Dice a purchase takes out of a pool, and the one exchange that makes them fit (VE-14, VE-15, VE-17)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from domain.death_of_the_vele.state.vele import Vele
from domain.death_of_the_vele.terms.dice import Dice, Die


@dataclass(frozen=True, slots=True)
class DicePlan:
    """The exchange to make first, if any, and the dice that pay each price."""

    gave: Dice
    took: Dice
    payments: tuple[Dice, ...]


def dice_plan_for(state: Vele, held: Dice, traits: Iterable[Die], prices: Sequence[int]) -> DicePlan:
    """Dice for these traits, one of its own size each, and for these prices, out of what is held.

    Where the points do not reach, nothing is exchanged: the rules say what is missing.
    """
    if state.house_rules.points_pools:
        return DicePlan(Dice(), Dice(), tuple(Dice(d4=price) for price in prices))
    rest, lacking, payments = list(held.each()), [], []
    for die in traits:
        if die in rest:
            rest.remove(die)
        else:
            lacking.append(die)
    for price in prices:
        dice = worth_exactly(rest, price)
        if dice is None:
            dice = list(Dice.worth(price).each())
            lacking += dice
        else:
            without(rest, dice)
        payments.append(Dice.of(dice))
    need = sum(die.points for die in lacking)
    gave = cheapest(rest, need) if need else []
    change = sum(die.points for die in gave) - need
    took = Dice.of(lacking) + Dice.worth(change) if gave else Dice()
    return DicePlan(Dice.of(gave), took, tuple(payments))


def without(dice: list[Die], gone: Iterable[Die]) -> None:
    """Take dice out of a handful."""
    for die in gone:
        dice.remove(die)


def worth_exactly(dice: Sequence[Die], points: int) -> list[Die] | None:
    """The fewest of these dice that are worth so much; None if no handful is."""
    best: dict[int, list[Die]] = {0: []}
    for die in sorted(dice, key=lambda each: -each.points):
        for there, used in list(best.items()):
            reached = there + die.points
            if reached <= points and len(used) + 1 < len(best.get(reached, [*used, die, die])):
                best[reached] = [*used, die]
    return best.get(points)


def cheapest(dice: Sequence[Die], points: int) -> list[Die]:
    """The handful of these dice that is worth so much, or as little more as can be; none, if they do not reach."""
    total = sum(die.points for die in dice)
    handfuls = (worth_exactly(dice, wanted) for wanted in range(points, total + 1))
    return next((found for found in handfuls if found is not None), [])
