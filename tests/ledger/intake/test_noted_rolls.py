"""Dice that people write into notes are rolls where notation and result stand together and alone."""

from pathlib import Path

import pytest

from domain.kernel.logged.chapters.entries import EntryLogged
from exchange.imports.entries import Remarked
from exchange.imports.iron_vault.noted_rolls import NotedRolls
from ledger.ledger import Ledger
from tests.support.intake import entries_of, taken_in
from tests.support.worlds import items_of, said_in

Told = list[tuple[str, list[tuple[int, int]], str, str]]


def told(text: str) -> Told:
    return [
        (it.formula, [(die.size, die.face) for die in it.dice], it.total, it.grade.value)
        for it in NotedRolls().rolls_in(text)
    ]


@pytest.mark.parametrize(
    ("text", "rolls"),
    [
        ("2d6 = 7", [("2d6", [], "7", "total")]),
        ("- **Balance: 2d6+1 = 9** vs 8", [("2d6+1", [], "9", "total")]),
        ("1d20+3: 15", [("1d20+3", [], "15", "total")]),
        ("Is the lamp lit? (50/50) d100 = 43 → Yes", [("d100", [(100, 43)], "43", "words")]),
        ("-> No, but the tide is out (d6=4)", [("d6", [(6, 4)], "4", "words")]),
        ("d: Balance d20+Ropes=17 vs 15 -> dry feet", [("d20+Ropes", [], "17", "total")]),
        ("d: 4d6=6,5,4,2 (highest=6)", [("4d6", [(6, 6), (6, 5), (6, 4), (6, 2)], "", "words")]),
        ("d: 1d8+4=9 of the hull", [("1d8+4", [], "9", "total")]),
        ("gen: Ferry d8=3,d10=7", [("d8", [(8, 3)], "3", "words"), ("d10", [(10, 7)], "7", "words")]),
        ("4D6: 14 ( 4 3 1 6 )", [("4D6", [(6, 4), (6, 3), (6, 1), (6, 6)], "14", "words")]),
        ("1d20+3 = 12+3 = 15", [("1d20+3", [(20, 12)], "15", "words")]),
        ("1d20 = 15 + 3 = 18", [("1d20+3", [(20, 15)], "18", "words")]),
        ("Row: 1d6+2 = 6 vs 2d10: 3, 8", [("1d6+2", [], "6", "total"), ("2d10", [(10, 3), (10, 8)], "", "words")]),
        ("```\n2d6 = 7\n```", [("2d6", [], "7", "total")]),
        ("2d6 = 9 + 2 = 11", [("2d6+2", [], "11", "total")]),
        ("2d6 = 1 + 4 = 5", [("2d6", [(6, 1), (6, 4)], "5", "words")]),
        ("Row: 1d20+3 (adv) = 18", [("1d20+3 (adv)", [], "18", "total")]),
        ("d20 with disadvantage: 4", [("d20 with disadvantage", [], "4", "total")]),
        ("1d20+3 (adv) = 12, 15", [("2d20kh1+3", [(20, 12), (20, 15)], "18", "words")]),
        ("1d20 (disadv): 12, 15 = 12", [("2d20kl1", [(20, 12), (20, 15)], "12", "words")]),
    ],
)
def test_notation_and_result_together_are_a_roll(text: str, rolls: Told) -> None:
    assert told(text) == rolls


@pytest.mark.parametrize(
    "text",
    [
        *("2d6 = 13", "1d6 = 0", "1d6: 3 gulls", "Hit: 5 (1d8 + 1) damage", "The mean of the net (2d6 = 7)"),
        *("a fall of 2d6 = 7 on the stairs", "I rolled 2d6 = 7.", "2d6 = 5 + 2 = 7", "1d4: 1. gull 2. crab"),
        *("- **d6**: 1–4 = sand; 5–6 = rock", "| 2d6 = 7 |", "```python\nd20 = 15\n```", "d: 1d8=9", "d: 2d6=4-6"),
        *("2d6 = 7.5", "1d20 = 13 + 2", "d: d100=78 + 11 -> gulls", "d6: 4, 2", "If 2d6 = 12, the net tears"),
        *("1d20+3 (adv) = 30", "2d6 (adv) = 7", "1d20 (adv): 12, 15 = 12", "1d20 (adv) = 12 + 3 = 15"),
    ],
)
def test_prose_tables_and_what_no_such_dice_come_to_are_none(text: str) -> None:
    assert told(text) == []


def test_a_note_tells_its_dice_once(salt: Ledger, tmp_path: Path) -> None:
    file = tmp_path / "2024-03-05.md"
    file.write_text("Out to the causeway.\n\nBalance: 2d6 = 7\n\nd: d20=15 -> dry feet\n", "utf-8")
    assert [len(it.rolls) for it in entries_of(file)] == [0, 1, 1]
    taken_in(salt, file)
    said = [it.retelling.headline for it in salt.open("salt").told() if isinstance(it.record.event, EntryLogged)]
    assert said == ["Out to the causeway.", "Balance: 2d6 = 7", "d: d20=15 -> dry feet"]


RULES = "# Rowing\n\nRoll two dice.\n\n1d20+3: 15\n\n2d6 = 7\n"


def test_examples_in_a_folder_of_rules_are_no_play_unless_that_is_said(tmp_path: Path) -> None:
    """Before it was mended, six hundred examples of a folder of rules came in as rolls."""
    notes = {
        "rules/Rowing.md": RULES,
        "Journal/Tide.md": "2d6 = 8\n",
        "Wreck.md": "---\ntags: [solo, journal]\n---\n2d6 = 9\n",
        "rules/Signs.md": "d: 2d6=4 -> wet\n",
        "2024-03-05.md": "2d6 = 5\n",
    }
    for name, text in notes.items():
        file = tmp_path / "vault" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")

    def totals(**how: bool) -> list[str]:
        return sorted(roll.total for it in said_in(tmp_path / "vault", **how) for roll in it.rolls)

    assert totals() == ["4", "5", "8", "9"]
    assert totals(undated=True) == ["15", "4", "5", "7", "8", "9"]
    (told,) = [
        it.what for it in items_of(tmp_path / "vault") if isinstance(it, Remarked) and "--undated" in it.what
    ]
    assert told.startswith("2 results of dice in a note without date or number stay words")
    assert "Rowing" in told
    alone = said_in(tmp_path / "vault" / "rules" / "Rowing.md")  # whoever names one note says that it is play
    assert sum(len(it.rolls) for it in alone) == 2
