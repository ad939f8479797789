"""Exact odds against counting every way the dice can fall."""

from itertools import product

import pytest

from domain.kernel.facts import DiceRolled, Die, Reads
from projections.views.odds import likelihood
from projections.views.odds_of_sums import MOST_EXACT, counted, expected, spread, tail


def ways(sizes: tuple[int, ...]) -> list[tuple[int, ...]]:
    return list(product(*(range(1, size + 1) for size in sizes)))


@pytest.mark.parametrize("sizes", [(6,), (6, 6), (4, 6, 8), (8, 8, 2, 3)])
def test_a_sum_lies_where_counting_puts_it(sizes: tuple[int, ...]) -> None:
    every = [sum(faces) for faces in ways(sizes)]
    for total in range(len(sizes), sum(sizes) + 1):
        found = tail(counted(sizes), total)
        assert found.as_high == pytest.approx(sum(it >= total for it in every) / len(every))
        assert found.as_low == pytest.approx(sum(it <= total for it in every) / len(every))
    mean = sum(every) / len(every)
    assert expected(counted(sizes)) == pytest.approx(mean)
    assert spread(counted(sizes)) ** 2 == pytest.approx(sum((it - mean) ** 2 for it in every) / len(every))


def test_beyond_what_is_exact_the_curve_is_right_to_a_thousandth() -> None:
    dice = ((6, MOST_EXACT),)
    more = ((6, MOST_EXACT + 1),)
    for total in range(300, 401, 4):
        # The sum with one die more, worked out from the exact sums with one die fewer.
        exactly = sum(tail(dice, total - face).as_high for face in range(1, 7)) / 6
        assert tail(more, total).as_high == pytest.approx(exactly, abs=0.001)


def rolled(reads: Reads, faces: tuple[int, ...], counts_from: int = 0, extra: int = 0) -> DiceRolled:
    dice = [Die(f"d-{n}", 6, face) for n, face in enumerate(faces)]
    dice += [Die(f"x-{n}", 6, 6, extra=True) for n in range(extra)]
    return DiceRolled(roller="ann", purpose="try", dice=tuple(dice), reads=reads, counts_from=counts_from)


@pytest.mark.parametrize(
    ("reads", "faces", "looks"),
    [
        (Reads.HIGHEST, (2, 5, 3), max),
        (Reads.LOWEST, (2, 5), min),
        (Reads.COUNT, (4, 6, 1, 1), lambda faces: sum(face >= 4 for face in faces)),
    ],
)
def test_a_roll_is_as_likely_as_counting_says(reads: Reads, faces: tuple[int, ...], looks: object) -> None:
    assert callable(looks)
    every = [looks(it) for it in ways((6,) * len(faces))]
    found = likelihood(rolled(reads, faces, 4 if reads is Reads.COUNT else 0))
    assert found is not None
    assert found.outcome == looks(faces)
    assert found.as_high == pytest.approx(sum(it >= found.outcome for it in every) / len(every))
    assert found.as_low == pytest.approx(sum(it <= found.outcome for it in every) / len(every))
    assert found.exactly == pytest.approx(every.count(found.outcome) / len(every))


def test_dice_thrown_on_because_of_others_do_not_count() -> None:
    assert likelihood(rolled(Reads.COUNT, (6, 2), 4, extra=3)) == likelihood(rolled(Reads.COUNT, (6, 2), 4))


@pytest.mark.parametrize("reads", [Reads.UNSAID, Reads.DRAWN])
def test_where_no_one_number_is_looked_at_nothing_is_said(reads: Reads) -> None:
    assert likelihood(rolled(reads, (3, 4))) is None


def test_faces_no_die_has_are_nothing_to_judge() -> None:
    assert likelihood(rolled(Reads.HIGHEST, (9,))) is None
    assert likelihood(rolled(Reads.HIGHEST, ())) is None
