"""Notations of other programs, and what they are in ours."""

import pytest

from domain.kernel.notation import LONGEST, spelled

KNOWN = [
    # Foundry
    ("1d20 + 3 + 2", "foundry", "1d20 + 3 + 2"),
    ("2d20kh + 5[Dexterity]", "foundry", "2d20kh1 + 5"),
    ("sizeRoll(1,8,4) + (3)[Sharp]", "foundry", "1d8 + 3"),
    ("sizeRoll(2, 4, 4, 4) + 1", "foundry", "2d4 + 1"),
    ("4d6dl", "foundry", "4d6dl1"),
    ("4d6d1", "", "4d6dl1"),
    ("2d20kl1 + -1", "foundry", "2d20kl1 + -1"),
    ("1d6x6 + 1d8x", "foundry", "1d6! + 1d8!"),
    ("1d20r1=1 + 4", "foundry", "1d20ro1 + 4"),
    ("d20rr2<3", "foundry", "1d20r<3"),
    ("2d6r2=1kh", "foundry", "2d6ro1kh1"),
    ("1d20r1", "foundry", "1d20ro1"),
    ("3d10x>=9", "foundry", "3d10!>=9"),
    ("5d10cs>=8", "foundry", "5d10>=8"),
    ("5d10cs>7x10", "foundry", "5d10>=8!"),
    ("4d6cs6", "foundry", "4d6>=6"),
    ("3d20cs<=12", "foundry", "3d20cs<=12"),
    ("3d6cs=4", "foundry", "3d6cs4"),
    ("4d6kh3cs<=2", "foundry", "4d6kh3cs<=2"),
    ("6d6cf<=2", "foundry", "6d6cs<=2"),
    ("5d10cs>=8df=1", "foundry", "5d10>=8f1"),
    ("5d10cs>=8df", "foundry", "5d10>=8f1"),
    ("5d10>8f<2", "roll20", "5d10>=8f<=2"),
    ("2d6r<=2", "foundry", "2d6ro<=2"),
    ("2d6rr1", "foundry", "2d6r1"),
    ("1d20min10 + 7", "foundry", "max(1d20, 10) + 7"),
    ("2d20khmin10", "foundry", "max(2d20kh1, 10)"),
    ("max(0,1d8+2)", "foundry", "max(0, 1d8 + 2)"),
    ("(4d8[fire]+5)*1.5", "foundry", "(4d8 + 5) * 1.5"),
    ("(2)d6 + (1 + 1)d8", "foundry", "2d6 + (1 + 1)d8"),
    ("{1d20,1d12}kh", "foundry", "{1d20, 1d12}kh1"),
    ("4df + 2", "foundry", "4dF + 2"),
    ("{1d20 + 4} * (1dc[in the fog])", "foundry", "{1d20 + 4} * (1d2 - 1)"),
    ("3dc", "foundry", "3d2 - 3"),
    ("1d20 + 3 + ", "foundry", "1d20 + 3"),
    ("1d20 +  - 2 + ", "foundry", "1d20 + -2"),
    ("2d4mx2 + 4", "foundry", "2d4 * 2 + 4"),
    ("2d12min5 + 4", "foundry", "(max(1d12, 5) + max(1d12, 5)) + 4"),
    ("3d6max5", "foundry", "min(1d6, 5) + min(1d6, 5) + min(1d6, 5)"),
    ("1d6rerroll1 + 5 + 1", "foundry", "1d6ro1 + 5 + 1"),
    # Roll20
    ("/r 4d6k3", "roll20", "4d6kh3"),
    ("[[1d20+5[STR]]]", "roll20", "1d20 + 5"),
    ("1d20cs>19cf<1 + 4", "roll20", "1d20 + 4"),
    ("8d10>7", "roll20", "8d10>=7"),
    ("5d6<2", "roll20", "5d6cs<=2"),
    ("2d6r<2", "roll20", "2d6r<=2"),
    ("2d6ro<2sd", "roll20", "2d6ro<=2"),
    ("3d6!>5", "roll20", "3d6!>=5"),
    ("5d6!!", "roll20", "5d6!"),
    ("2d6r1r2", "roll20", "2d6r<=2"),
    # Fantasy Grounds, BCDice, copied chats
    ("d20+5", "", "1d20 + 5"),
    ("1D100<=65", "bcdice", "1d100 <= 65"),
    ("１Ｄ１００＜＝６５", "bcdice", "1d100 <= 65"),
    ("CCB<=50", "bcdice", "1d100 <= 50"),
    ("2D6+3>=10", "bcdice", "2d6 + 3 vs 10"),
    ("2D6>=7", "bcdice", "2d6 vs 7"),
    ("s5B6>=4", "bcdice", "5d6>=4"),
    ("rolling 1d20 − 1", "", "1d20 - 1"),
    ("/roll d100", "", "1d100"),
    ("1d00", "", "1d100"),
    ("2W6×2", "", "2d6 * 2"),
    ("1d20+5 # attack", "", "1d20 + 5"),
    ("1d20≥15", "", "1d20>=15"),
]


@pytest.mark.parametrize(("text", "program", "ours"), KNOWN)
def test_a_spelling_of_another_program_is_said_in_ours(text: str, program: str, ours: str) -> None:
    found = spelled(text, program)
    assert found.notation is not None, found.why
    assert str(found.notation) == ours


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("4d6xo", "“xo” behind dice has no counterpart here."),
        ("3d6!p", "“!p” behind dice has no counterpart here."),
        ("3d6x5", "Dice that explode at 5 have no counterpart here."),
        ("3d6df", "“df” behind dice has no counterpart here."),
        ("30d20min10", "“10” at least or at most is asked of several dice."),
        ("5d6cs>=4!!", "Dice that explode into themselves cannot be kept or counted here."),
        ("5b6", "Dice that are neither added up nor counted come to no total."),
        ("2d6r1r3", "These faces are not rerolled together here."),
        ("4dFcs", "These dice cannot be counted."),
        ("?{How many|1}d6", "“?” means nothing here (character 1 of “?{How many|1}d6”)."),
        ("hello", "“h” means nothing here (character 1 of “hello”)."),
        ("2d6 + ", "Here a number, dice or a parenthesis is missing (character 6 of “2d6 +”)."),
        ("", "Here a number, dice or a parenthesis is missing (character 1 of “”)."),
        ("1d6+" * LONGEST, "It is longer than 2,000 characters."),
    ],
)
def test_a_spelling_that_is_not_known_is_said_to_be_so(text: str, why: str) -> None:
    found = spelled(text)
    assert (found.notation, found.why) == (None, why)


def test_dice_of_which_only_some_are_rerolled_are_not_known() -> None:
    found = spelled("2d20r1=1kl + 4", "foundry")
    assert (found.notation, found.why) == (None, "Only some of these dice are thrown again.")


@pytest.mark.parametrize(
    ("text", "ours", "label"),
    [
        ("1d8[fire] + 2d6[Sneak attack]", "1d8 + 2d6", "fire, Sneak attack"),
        ("1d20+5 Attack with the left hand", "1d20 + 5", "Attack with the left hand"),
        ("1D100<=65 【目星】", "1d100 <= 65", "【目星】"),
        ("1d8 damage", "1d8", "damage"),
        ("2d6 fire", "2d6", "fire"),
    ],
)
def test_words_that_are_no_notation_are_kept_as_its_label(text: str, ours: str, label: str) -> None:
    found = spelled(text)
    assert (str(found.notation), found.label) == (ours, label)
