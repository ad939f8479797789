"""Dice that fell elsewhere, held against their notation and total."""

import pytest

from domain.kernel.notation import GivenDie, feed, parse


def given(*shown: int, size: int | None = None) -> list[GivenDie]:
    return [GivenDie(it, size) for it in shown]


@pytest.mark.parametrize(
    ("text", "dice", "total"),
    [
        ("2d20kh1 + 3", given(4, 17, size=20), 20),
        ("1d20 + 1d6 + 2", [GivenDie(3, 6), GivenDie(18, 20)], 23),
        ("1d6 + 1d6", [GivenDie(3, 6, term=1), GivenDie(5, 6, term=0)], 8),
        ("2d6!", given(6, 3, 5), 14),
        ("2d6r1", [GivenDie(1, 6, False), GivenDie(4, 6), GivenDie(5, 6)], 9),
        ("4dF + 1", given(1, 0, -1, 1, size=3), 2),
        ("2d6", [GivenDie(1, 6, False), GivenDie(4, 6), GivenDie(5, 6)], 9),
        ("4d6dl1", [GivenDie(1, 6), GivenDie(2, 6, False), GivenDie(3, 6), GivenDie(4, 6)], 8),
        ("1d20", given(20), None),
        ("1d6 + 1d6! + 2d6", given(2, 6, 5, 3, 4), 20),
        ("{1d6, 3d6dh1 - 1, 2d6 + 1d6!, 2d6}", given(2, 4, 6, 6, 2, 4, 6, 5, 3, 6), 37),
    ],
)
def test_dice_agree_that_come_to_their_total(text: str, dice: list[GivenDie], total: int | None) -> None:
    found = feed(parse(text), dice, total)
    assert (found.agrees, found.why) == (True, "")
    assert found.rolled is not None
    assert sorted(it.shows for it in found.rolled.dice) == sorted(it.shows for it in dice)


def test_dice_that_the_source_dropped_are_dropped_where_only_that_comes_to_its_total() -> None:
    found = feed(parse("2d6"), [GivenDie(1, 6, False), GivenDie(4, 6), GivenDie(5, 6)], 9)
    assert found.rolled is not None
    assert [(it.face, it.kept, it.extra) for it in found.rolled.dice] == [
        *((1, False, False), (4, True, False), (5, True, True)),
    ]


@pytest.mark.parametrize(
    ("text", "dice", "total", "why"),
    [
        ("2d20kh1 + 3", given(4, 17), 21, "It comes to 20, not to 21."),
        ("2d6", given(4), 4, "A die with 6 faces is missing."),
        ("2d6", given(4, 5, 6), 15, "1 of these dice was not thrown for it."),
        ("2d6", given(4, 5, 6, 6), 15, "2 of these dice were not thrown for it."),
        ("2d6", given(4, 7), 11, "No die with 6 faces shows 7."),
        ("2d6", given(4, 3, size=8), 7, "A die with 6 faces is missing."),
        ("2d6", [GivenDie(4, 6), GivenDie(4, 8, False)], 4, "A die with 6 faces is missing."),
        ("1d6 + @str", given(4), 7, "There is no number called str."),
        ("1d6 / 0", given(4), 7, "This divides by nothing."),
        ("1001d6", [], 7, "How many dice are rolled is a whole number from 0 to 1,000, not 1001."),
    ],
)
def test_dice_that_do_not_agree_are_said_to_differ(text: str, dice: list[GivenDie], total: int, why: str) -> None:
    found = feed(parse(text), dice, total)
    assert (found.agrees, found.why) == (False, why)


def test_what_differs_is_the_sum_of_the_notation_where_flags_do_not_help() -> None:
    found = feed(parse("2d6"), [GivenDie(1, 6, False), GivenDie(4, 6)], 7)
    assert (found.agrees, found.why) == (False, "It comes to 5, not to 7.")
