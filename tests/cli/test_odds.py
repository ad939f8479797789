"""`campaign odds`: the odds of a notation, for people and for programs."""

import pytest

from tests.cli.conftest import Campaign


def test_odds_are_a_table_with_a_bar_for_each_total(campaign: Campaign) -> None:
    ran = campaign("odds", "2d6 + @str vs 9", "--number", "str=2")
    assert ran.status == 0
    assert ran.out.startswith(
        "2d6 + 2 vs 9\nOn average 9.00, with a standard deviation of 2.42.\nIt holds 58 % of the time.\n"
    )
    rows = [line.split() for line in ran.out.splitlines()[6:] if line]
    assert [row[0] for row in rows] == [str(total) for total in range(4, 15)]
    assert rows[5] == ["9", "17", "%", "58", "%", "58", "%", "█" * 30]


def test_many_totals_are_taken_together(campaign: Campaign) -> None:
    ran = campaign("odds", "1d100")
    rows = [line.split("%") for line in ran.out.splitlines()[5:] if line]
    assert [row[0].split() for row in rows[:2]] == [["1", "to", "3", "3.0"], ["4", "to", "6", "3.0"]]
    assert len(rows) == 34


def test_odds_are_one_document_for_programs(campaign: Campaign) -> None:
    found = campaign("odds", "1d4! / 2", "--json").json
    assert (found["notation"], found["complete"], found["holds"]) == ("1d4! / 2", False, None)
    assert found["mean"] == pytest.approx(5 / 3)
    quarter = pytest.approx(0.25)
    assert found["chances"][0] == {"total": 0.5, "exactly": quarter, "at_least": 1.0, "at_most": quarter}
    assert found["chances"][1]["total"] == 1


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("2d",), "After d comes how many faces the die has (character 3)."),
        (("1d6 + @str",), "There is no number called str (character 7)."),
        (("1d6 + @str", "--number", "str=high"), "'str=high' is no number: write --number strength=3."),
        (("1d6", "--number", "str"), "'str' is no number: write --number strength=3."),
        (("1000d1000",), "These dice can fall in too many ways to work out their odds. Ask for fewer of them."),
        (("1 / 0",), "This divides by nothing (character 3)."),
    ],
)
def test_what_has_no_odds_is_said_in_one_sentence(campaign: Campaign, words: tuple[str, ...], said: str) -> None:
    ran = campaign("odds", *words)
    assert (ran.status, ran.out, " ".join(ran.err.split())) == (2, "", said)
