"""System files: the ones that come with the program, and every way in which one can be off."""

import pytest
from pydantic import ValidationError

from domain.kernel.messages import CHOSEN
from domain.open_table.house_rules import BLANK, OpenTableHouseRules
from domain.open_table.shipped import shipped
from domain.open_table.system.differences import differences
from domain.open_table.system.faults import choose_system
from domain.open_table.system.reading import MOST_BYTES, SystemProblem, read_system
from domain.registry import games
from wiring.samples import samples

HEAD = 'format = 1\ntitle = "A game"\n'
NAMES = ("blank", "aspects-4df", "d20-degrees", "d20-fantasy", "moves-2d6", "oracle-momentum", "percentile-horror")


def test_ten_come_with_the_program_and_each_can_be_read() -> None:
    assert len(shipped()) == 10
    assert set(NAMES) < set(shipped())
    assert next(iter(shipped())) == "blank"
    assert shipped()["blank"] == BLANK
    for text in shipped().values():
        assert choose_system(text).file.blurb


def test_each_has_an_evening_that_is_played_by_it() -> None:
    played = {
        str(it.script.script.header.house_rules["system"])
        for it in samples({"open_table": games()["open_table"]})
        if "system" in it.script.script.header.house_rules
    }
    assert played == set(shipped().values())


@pytest.mark.parametrize(
    ("text", "place", "words"),
    [
        ("", (1, 1), "write format = 1"),
        ("format = 2\ntitle = 'x'\n", (1, 1), "write format = 1"),
        ("format = 1\ntitle = 'x'\nnumber.hp = {\n", (3, 14), "this is not TOML"),
        (f"{HEAD}number.hp = {{ hihg = 3 }}\n", (3, 15), "nothing of this name"),
        (f"{HEAD}[number]\nhp = {{ label = 'HP' }}\nhp = {{ }}\n", (5, 9), "this is not TOML"),
        (f"{HEAD}[monsters]\n", (3, 1), "nothing of this name"),
        (f"{HEAD}number.Hp = {{}}\n", (3, 1), "small letters"),
        (f"{HEAD}number.hp = {{ low = 1.5 }}\n", (3, 15), ""),
        (f"{HEAD}number.hp = {{ low = 3, high = 2 }}\n", (3, 24), "below the low"),
        (f"{HEAD}number.hp = {{ start = -1 }}\n", (3, 15), "out of its own bounds"),
        (f"{HEAD}number.hp = {{ form = 'clock' }}\n", (3, 15), "give it a high"),
        (f"{HEAD}number.hp = {{ high = '@most' }}\n", (3, 15), "no number called most"),
        (f"{HEAD}number.hp = {{ high = '2 +' }}\n", (3, 15), "character 4"),
        (f"{HEAD}number.hp = {{ high = '1d6' }}\n", (3, 15), "dice"),
        (f"{HEAD}number.hp = {{}}\ntext.hp = {{}}\n", (4, 1), "declared already"),
        (f"{HEAD}number.table = {{}}\n", (3, 1), "nothing can be called table"),
        (f"{HEAD}derived.a = {{ is = '@b' }}\nderived.b = {{ is = '@a + 1' }}\n", (3, 1), "a comes of b comes"),
        (f"{HEAD}number.a = {{ start = '@a' }}\n", (3, 1), "a circle"),
        (f"{HEAD}number.a = {{}}\nnumber.t = {{ of = 'table', high = '@a' }}\n", (4, 28), "the table has none"),
        (f"{HEAD}roll.x = {{ dice = '1d6 + {{edge}}' }}\n", (3, 12), "has no ask.edge"),
        (f"{HEAD}roll.x = {{ dice = '1d6', ask.edge = ['1'] }}\n", (3, 30), "has a place for {edge}"),
        (f"{HEAD}roll.x = {{ dice = '1d6 + {{e}}', ask.e = ['@y'] }}\n", (3, 12), "no number called y"),
        (f"{HEAD}roll.x = {{ dice = '1d' }}\n", (3, 12), "filled in as 1d"),
        (f"{HEAD}roll.x = {{ dice = '1d6', each = '1d6', against = true }}\n", (3, 40), "either against a number"),
        (f"{HEAD}advance.x = {{ counts = 'xp' }}\n", (3, 15), "no number called xp"),
        (f"{HEAD}advance.x = {{ needs = 3 }}\n", (3, 15), "say what it counts"),
        (f"{HEAD}derived.a = {{ is = '{'1+' * 2_000}1' }}\n", (3, 15), "derived.a.is: that is too long"),
        (f"{HEAD}number.a = {{ low = '{'1+' * 2_000}1' }}\n", (3, 14), "number.a.low: that is too long"),
        (f"{HEAD}number.a = {{ low = [1] }}\n", (3, 14), "number.a.low: a whole number is wanted"),
    ],
)
def test_what_is_off_is_said_in_one_sentence_with_its_place(text: str, place: tuple[int, int], words: str) -> None:
    with pytest.raises(SystemProblem) as caught:
        read_system(text)
    problem = caught.value
    assert words in problem.problem
    assert "\n" not in problem.problem
    assert (problem.line, problem.column) == place
    assert str(problem).startswith(f"line {place[0]}, column {place[1]}: ")


@pytest.mark.parametrize(
    ("text", "place", "words"),
    [
        ("derived.a = { is = '6 / 0' }", (3, 15), "this divides by nothing (character 3 of it)"),
        ("number.n = {}\nderived.a = { is = '@n / (2 - 2)' }", (4, 15), "this divides by nothing"),
        ("number.n = {}\nderived.z = { is = '3 - 3' }\nnumber.a = { high = '@n / @z' }", (5, 14), "by nothing"),
        (
            "derived.y = { is = '@z * 2' }\nderived.z = { is = '0' }\n"
            "advance.a = { counts = 'n', needs = '1/@y' }\nnumber.n = {}",
            (5, 29),
            "by nothing",
        ),
        ("roll.r = { dice = '1d6 / {by}', ask.by = ['2', '0'] }", (3, 12), "filled in as 1d6 / 0: this divides"),
        ("number.hp = { high = '@hp' }", (3, 15), "hp is bounded by itself: name another number as its high"),
        ("number.hp = { low = '@hp - 1' }", (3, 15), "name another number as its low"),
        ("number.n = {}\nroll.r = { dice = '5000d6 + @n' }", (4, 12), "a whole number from 0 to 1,000, not 5000"),
        ("roll.r = { dice = '1d5000' }", (3, 12), "how many faces a die has"),
        ("roll.r = { dice = '2d6!>=1' }", (3, 12), "thrown again, for ever"),
        (
            "number.hp = { high = '@most' }\n"
            "derived.most = { is = '@half + 2' }\nderived.half = { is = '@hp / 2' }",
            (3, 15),
            "bounded by itself",
        ),
    ],
)
def test_what_can_never_come_to_a_number_is_refused_where_a_file_is_chosen(
    text: str, place: tuple[int, int], words: str
) -> None:
    read_system(HEAD + text)  # a table that plays by it plays on
    with pytest.raises(SystemProblem) as caught:
        choose_system(HEAD + text)
    assert words in caught.value.problem
    assert (caught.value.line, caught.value.column) == place
    wrong = {"system": HEAD + text}
    with pytest.raises(ValidationError, match="line"):
        OpenTableHouseRules.model_validate(wrong, context=CHOSEN)
    assert OpenTableHouseRules.model_validate(wrong).system == HEAD + text


@pytest.mark.parametrize(
    "text",
    [
        "number.n = {}\nderived.a = { is = '6 / @n' }",
        "derived.a = { is = '6 / 2' }\nroll.r = { dice = '12 / 1d6' }",
        "number.hp = { high = '@most' }\nnumber.most = { low = '@hp' }",
        "number.n = {}\nroll.r = { dice = '(@n)d6 + 1000d6' }",
    ],
)
def test_what_may_come_to_a_number_is_not(text: str) -> None:
    assert choose_system(HEAD + text) is read_system(HEAD + text)


@pytest.mark.parametrize(
    "text",
    [
        HEAD + "# " + "x" * MOST_BYTES,
        HEAD + "[" * 5_000,
        HEAD + "blurb = " + "{a=" * 3_000,
        HEAD + f"number.a = {{ high = '{'(' * 900}1' }}",
        HEAD + f"roll.x = {{ dice = '{'1d6+' * 490}1' }}x",
        HEAD + "".join(f"derived.k{n} = {{ is = '@k{n + 1}' }}\n" for n in range(300)) + "number.k300 = {}\n",
        HEAD + "".join(f"number.k{n} = {{}}\n" for n in range(500)),
        "\0",
        'format = 1\ntitle = "x\\u0007"\n',
    ],
    ids=["large", "lists", "tables", "parentheses", "long notation", "chain", "many", "null", "bell"],
)
def test_a_hostile_file_is_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(SystemProblem) as caught:
        read_system(text)
    assert len(caught.value.problem) < 400


def test_what_came_went_and_changed_is_told() -> None:
    before = read_system(HEAD + "number.hp = { label = 'Health' }\nnumber.mp = {}\nroll.x = { dice = '1d6' }\n")
    after = read_system(
        HEAD + "number.hp = { label = 'Health', high = 9 }\ntext.goal = {}\nroll.x = { dice = '1d6' }\n"
    )
    assert differences(before, after) == (
        "the number Health changed",
        "the number Mp is gone",
        "the text Goal is new",
    )
    renamed = read_system(HEAD + "number.hp = { label = 'Wounds' }\nnumber.mp = {}\nroll.x = { dice = '1d6' }\n")
    assert differences(before, renamed) == ("the number Health is now called Wounds",)
    assert differences(before, before) == ()
