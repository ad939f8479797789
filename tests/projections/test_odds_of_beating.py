"""The odds of one total against each of several dice, and of rolls that are to stay low, in words."""

from fractions import Fraction
from itertools import product

import pytest

from dashboard.ui.drawing.luck import likely
from domain.kernel.facts import DiceRolled, Die
from projections.views.odds import likelihood
from tests.projections.test_odds_of_system_files import EVENINGS, rolls
from tests.support.scripts import script_at


def against(face: int, *beaten: tuple[int, int]) -> DiceRolled:
    dice = (Die("d1", 6, face), *(Die(f"d{n}", *it, against=True) for n, it in enumerate(beaten, start=2)))
    return DiceRolled(roller="wren", purpose="Strive", dice=dice, notation="1d6 + 2")


@pytest.mark.parametrize("beaten", [((10, 3), (10, 4)), ((10, 9), (4, 1)), ((10, 10), (10, 10)), ((10, 1),)])
def test_beating_dice_is_as_likely_as_every_way_they_can_fall(beaten: tuple[tuple[int, int], ...]) -> None:
    ways = [
        sum(own + 2 > it for it in others)
        for own in range(1, 7)
        for others in product(*(range(1, size + 1) for size, _ in beaten))
    ]
    found = likelihood(against(4, *beaten))
    assert found is not None
    assert found.outcome == sum(face < 6 for _, face in beaten)
    assert found.exactly == pytest.approx(float(Fraction(ways.count(int(found.outcome)), len(ways))))
    assert found.as_high == pytest.approx(sum(it >= found.outcome for it in ways) / len(ways))
    assert found.as_low == pytest.approx(sum(it <= found.outcome for it in ways) / len(ways))


def test_how_many_were_beaten_is_told() -> None:
    said = {face: likely(found) for face in (1, 2, 6) if (found := likelihood(against(face, (10, 3), (10, 7))))}
    assert said[1].startswith("Beats 0 of 2 dice with 1d6 + 2: ")
    assert said[2].startswith("Beats 1 of 2 dice or more with 1d6 + 2: ")
    assert said[6].startswith("Beats 2 of 2 dice with 1d6 + 2: ")


def test_a_roll_that_is_to_stay_low_is_told_by_that() -> None:
    (evening,) = (it for it in EVENINGS if it.stem == "house-with-nine-clocks")
    told = [likely(found) for roll in rolls(script_at(evening)) if (found := likelihood(roll)) and found.compares]
    assert told
    assert all(" or less with " in it and "at most " in it for it in told)
