"""Dice notation: what it reads, rolls, works out and refuses."""

from collections.abc import Mapping
from fractions import Fraction

import pytest

from domain.kernel.decisions import CommandRefused
from domain.kernel.dice import DiceRefused, TypedDice
from domain.kernel.notation import (
    LONGEST,
    MOST_DICE,
    WORDING,
    NotationWrong,
    Number,
    dice_in,
    first_sizes,
    named_in,
    number_written,
    parse,
    parse_formula,
    resolve,
    roll,
    work_out,
)
from domain.kernel.wording.sentences import say_refusal

MINE: Mapping[str, Number] = {"str": 3, "low": -1, "skill": 55, "dots": 5, "die": 8, "half": Fraction(1, 2)}


@pytest.mark.parametrize(
    ("text", "faces", "total", "kept"),
    [
        ("3d6 + 2", (1, 4, 6), 13, (1, 4, 6)),
        ("2d20kh1 + @str", (4, 17), 20, (17,)),
        ("2d20kl + @low", (4, 17), 3, (4,)),
        ("4d6dl1", (1, 4, 1, 6), 11, (1, 4, 6)),
        ("4d6dh2", (6, 4, 1, 6), 5, (4, 1)),
        ("4dF", (1, 2, 3, 3), 1, (1, 2, 3, 3)),
        ("d%", (70,), 70, (70,)),
        ("(@dots)d10>=8", (7, 8, 9, 10, 1), 3, (7, 8, 9, 10, 1)),
        ("@dots d6kh", (1, 2, 3, 4, 5), 5, (5,)),
        ("3d20cs<=12", (12, 13, 1), 2, (12, 13, 1)),
        ("4d6cs6", (6, 6, 5, 1), 2, (6, 6, 5, 1)),
        ("5d10>=6f1", (6, 1, 9, 1, 1), -1, (6, 1, 9, 1, 1)),
        ("3d6kl2cs<=2f6", (6, 1, 2), 2, (1, 2)),
        ("(@dots)d10f<=2>=8!", (8, 2, 10, 5, 1, 9), 1, (8, 2, 10, 5, 1, 9)),
        ("{1d4, 1d6}cs<=2f6", (2, 6), 0, (2, 6)),
        ("3d10>=8!", (10, 8, 1, 9), 3, (10, 8, 1, 9)),
        ("1d6!", (6, 6, 2), 14, (6, 6, 2)),
        ("2d6!>=5", (5, 6, 1, 5, 2), 19, (5, 6, 1, 5, 2)),
        ("2d6r", (1, 3, 1, 4), 7, (3, 4)),
        ("2d6ro<=2", (1, 3, 1), 4, (3, 1)),
        ("1d6r>4", (5, 6, 2), 2, (2,)),
        ("1d6ro1!", (1, 6, 3), 9, (6, 3)),
        ("1d(@die)", (8,), 8, (8,)),
        ("{1d8!, 1d6!}kh1", (8, 5, 1), 9, (8, 1)),
        ("{2d4, 1d8}kl1 - 1", (4, 4, 6), 5, (6,)),
        ("{1d4, 1d6, 1d8}>=4", (4, 3, 5), 2, (4, 3, 5)),
        ("max(1d4, 1d8) - min(2, 3)", (3, 2), 1, (3, 2)),
        ("floor(1d6 / 2)", (5,), 2, (5,)),
        ("ceil(1d6 / 2)", (5,), 3, (5,)),
        ("round(1d6 / 2)", (5,), 3, (5,)),
        ("round(0 - 1d6 / 2)", (5,), -2, (5,)),
        ("abs(1d6 - 6)", (2,), 4, (2,)),
        ("(4d8 + 5) * 1.5", (1, 2, 3, 4), Fraction(45, 2), (1, 2, 3, 4)),
        ("1d6 / 3 * 3", (4,), 4, (4,)),
        ("-1d6 - -2", (4,), -2, (4,)),
        ("1d6 * @half", (3,), Fraction(3, 2), (3,)),
        ("0d6kh1 + 1", (), 1, ()),
        ("2 + 2 * 2", (), 6, ()),
    ],
)
def test_a_notation_comes_to_what_its_dice_say(
    text: str, faces: tuple[int, ...], total: Number, kept: tuple[int, ...]
) -> None:
    dice = TypedDice(faces)
    rolled = roll(parse(text), dice, MINE)
    assert rolled.total == total
    assert tuple(die.face for die in rolled.dice if die.kept) == kept
    assert tuple((die.size, die.face) for die in rolled.dice) == tuple(dice.drawn)
    assert not dice.unread


@pytest.mark.parametrize(
    ("text", "face", "met", "margin"),
    [
        ("1d20 + 5 vs 15", 10, True, 0),
        ("1d20 + 5 >= 15", 9, False, -1),
        ("1d100<=@skill", 55, True, 0),
        ("1d100 <= @skill", 60, False, -5),
        ("1d6 > 3", 3, False, 0),
        ("1d6 < 3", 1, True, 2),
        ("1d6 = 3", 3, True, 0),
        ("1d6! >= 4", 5, True, 1),
    ],
)
def test_a_notation_says_whether_what_it_compares_holds(text: str, face: int, met: bool, margin: int) -> None:
    rolled = roll(parse(text), TypedDice((face,)), MINE)
    assert (rolled.met, rolled.margin) == (met, margin)


def test_behind_dice_at_least_counts_them_and_after_a_space_it_tests_their_total() -> None:
    counted, tested = (roll(parse(text), TypedDice((4, 5))) for text in ("2d6>=5", "2d6 >=5"))
    assert (counted.total, counted.met, counted.margin) == (1, None, None)
    assert (tested.total, tested.met) == (9, True)


def test_a_roll_keeps_what_was_asked_and_what_it_came_to_with_numbers_put_in() -> None:
    rolled = roll(parse("1d20 + @low - @str vs 2d6"), TypedDice((12, 3, 4)), MINE, asked="attack")
    assert (rolled.asked, rolled.resolved, rolled.target) == ("attack", "1d20 - 1 - 3 vs 2d6", 7)
    assert [die.term for die in rolled.dice] == [0, 1, 1]


def test_dice_thrown_because_of_others_are_marked() -> None:
    rolled = roll(parse("2d6ro1!"), TypedDice((1, 6, 3, 6, 2)))
    assert [(it.face, it.kept, it.extra) for it in rolled.dice] == [
        *((1, False, False), (6, True, False), (3, True, True), (6, True, True), (2, True, True)),
    ]
    assert rolled.total == 17


def test_first_dice_are_asked_for_together_and_each_wave_after_them() -> None:
    notation = parse("{1d8!, 1d6}kh1 + 2d4")
    assert first_sizes(resolve(notation)) == (8, 6, 4, 4)
    with pytest.raises(DiceRefused) as wrong:
        roll(notation, TypedDice((8, 1, 1, 1)), purpose="Ann's trait")
    assert wrong.value.refusal.code == "dice_missing"
    assert dict(wrong.value.refusal.params)["sizes"] == [8]
    assert dict(wrong.value.refusal.params)["asked"] == "1d8 for Ann's trait"


def test_a_formula_is_worked_out_of_numbers() -> None:
    assert work_out(parse_formula("floor((@str - 10) / 2)"), {"str": 15}) == 2
    assert work_out(parse_formula("max(@a.b, 1.5)"), {"a.b": 1}) == Fraction(3, 2)
    assert named_in(parse("(@dots)d(@die)kh(@many) + max(@str, 2) vs @aim")) == {
        *("dots", "die", "many", "str", "aim"),
    }
    assert len(dice_in(parse("1d6 + {2d8, 3}"))) == 2


@pytest.mark.parametrize(
    ("text", "problem", "column"),
    [
        ("", "Here a number, dice or a parenthesis is missing", 1),
        ("1 + ", "Here a number, dice or a parenthesis is missing", 5),
        ("1d6 1", "“1” cannot follow here", 5),
        ("1d6 # x", "“#” means nothing here", 5),
        ("²d6", "“²” means nothing here", 1),
        ("2d", "After d comes how many faces the die has", 3),
        ("(1d6)d6", "How many dice are rolled cannot itself be rolled", 1),
        ("2d(1d6)", "Dice cannot stand in what says how dice are rolled", 3),
        ("1d6kh1kl1", "“kl” says a second time what was said before", 7),
        ("1d6!!", "“!” says a second time what was said before", 5),
        ("max(", "Here a number, dice or a parenthesis is missing", 5),
        ("max 1", "After max comes a parenthesis", 5),
        ("abs(1, 2)", "abs takes one value", 4),
        ("(1", "Here “)” is missing", 3),
        ("{1", "Here “}” is missing", 3),
        ("1d6>=", "After >= comes a number", 6),
        ("1d6r<", "Here a number is missing", 6),
        ("(" * 1_000, "At most 40 parentheses stand within each other", 42),
        ("1" * LONGEST + "1", "A notation has at most 2,000 characters", LONGEST + 1),
        ("1 + 1234567890123456", "A number has at most 15 digits", 5),
        ("1 > 2 > 3", "“>” cannot follow here", 7),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_place(text: str, problem: str, column: int) -> None:
    with pytest.raises(NotationWrong) as wrong:
        parse(text)
    assert (wrong.value.problem, wrong.value.column) == (problem, column)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("1d6 + 1001d6", "How many dice are rolled is a whole number from 0 to 1,000, not 1001 (character 7)."),
        ("600d6 + 600d8", "At most 1,000 dice are rolled at once (character 9)."),
        ("1d1001", "How many faces a die has is a whole number from 1 to 1,000, not 1001 (character 1)."),
        ("(@low)d6", "How many dice are rolled is a whole number from 0 to 1,000, not -1 (character 1)."),
        ("(@half)d6", "How many dice are rolled is a whole number from 0 to 1,000, not 0.5 (character 1)."),
        ("1d6kh(@half)", "How many are kept or dropped is a whole number from 0 to 1,000, not 0.5 (character 1)."),
        ("1d1!", "Every face of these dice is thrown again, for ever (character 1)."),
        ("1d6r<=6", "Every face of these dice is thrown again, for ever (character 1)."),
        ("2d6r<=3!>=4", "Every face of these dice is thrown again, for ever (character 1)."),
        ("6 / (@str - 3)", "This divides by nothing (character 3)."),
        ("1d6 / 0", "This divides by nothing (character 5)."),
        ("1d6 + @wisdom", "There is no number called wisdom (character 7)."),
        (" * ".join(["99999999"] * 9), "This comes to a number beyond all bounds (character 10)."),
    ],
)
def test_what_cannot_be_rolled_is_refused_in_words(text: str, said: str) -> None:
    with pytest.raises(CommandRefused) as wrong:
        roll(parse(text), TypedDice((1, 1)), MINE)
    assert say_refusal(WORDING, wrong.value.refusal.code, wrong.value.refusal.params, {}) == said


def test_formulas_have_no_dice_and_compare_nothing() -> None:
    for text, column in (("1 + 2d6", 5), ("1 > 2", 1)):
        with pytest.raises(NotationWrong) as wrong:
            parse_formula(text)
        assert wrong.value.column == column
    with pytest.raises(NotationWrong, match="notation_wrong"):
        work_out(parse("1d6"))


def test_dice_that_never_come_to_rest_are_given_up() -> None:
    with pytest.raises(NotationWrong) as wrong:
        roll(parse("1d2!"), TypedDice((2,) * 200))
    assert wrong.value.problem == "These dice were thrown again too often"
    with pytest.raises(NotationWrong):
        roll(parse(f"{MOST_DICE}d6!"), TypedDice((6,) * 3_000))


def test_long_sums_and_many_signs_are_read() -> None:
    assert work_out(parse("+".join(["1"] * 999))) == 999
    assert work_out(parse("-" * 1_998 + "1")) == 1
    assert str(parse("1" + "-1" * 900)).count("-") == 900


@pytest.mark.parametrize(
    ("value", "said"),
    [(3, "3"), (-12, "-12"), (Fraction(5, 2), "2.5"), (Fraction(-1, 8), "-0.125"), (Fraction(1, 3), "1/3")],
)
def test_numbers_are_written_as_people_write_them(value: Number, said: str) -> None:
    assert number_written(value) == said


@pytest.mark.parametrize("text", ["1d6 / 0", "1d6 / (2 - 2)", "1d6 + 3 / @coins", "max(1d6 / @coins, 2)"])
def test_what_divides_by_nothing_however_they_fall_is_refused_before_a_die_is_drawn(text: str) -> None:
    dice = TypedDice((3,))
    with pytest.raises(NotationWrong) as wrong:
        roll(parse(text), dice, {"coins": 0})
    assert wrong.value.problem == "This divides by nothing"
    assert dice.unread
