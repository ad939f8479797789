"""Chat that was copied out of a window, as browsers copy it."""

from pathlib import Path

import pytest

from domain.kernel.journal.earlier import EntryForm
from domain.kernel.logged.played import Grade
from exchange.imports.entries import NOBODY, Said
from exchange.imports.folders import source_at
from exchange.imports.recognising import format_of
from exchange.imports.source import Clock
from exchange.imports.spool import spooled
from tests.support.worlds import said_in

UNDER_ONE_ANOTHER = """Gwen (GM): The tide is out.
rolling 5d4 + 2
(
1
+
4
+
4
+
2
+
3
)+2
= 16
Wren: rolling 1d20
(
12
)
= 12
Gwen (GM): Well met.
"""


CARDS = """Wren:
14
LISTENING (3)
Orrin of Salt:
9
LISTENING (-1)
Gwen (GM):The lamp is out.
(From Gwen (GM)): You alone hear the bell.
(To GM): I keep still.
Wren:
Call of the Tide
Range: 60 feet
Lasts: until dawn
Ebb:
7
CLIMBING (2)
Throw for luck
Throw 1:6
Orrin of Salt:rolling 1d20+2
(
12
)+2
=14
Gwen (GM):Range: far, I fear.
"""


def copied(folder: Path, text: str) -> list[Said]:
    file = folder / "chat.txt"
    file.write_text(text, "utf-8")
    return said_in(file)


def fallen(said: list[Said]) -> list[tuple[str, str, list[tuple[int, int]], str, str]]:
    return [
        (it.speaker, roll.formula, [(each.size, each.face) for each in roll.dice], roll.total, roll.grade.value)
        for it in said
        for roll in it.rolls
    ]


def test_each_die_may_stand_on_a_line_of_its_own(tmp_path: Path) -> None:
    said = copied(tmp_path, UNDER_ONE_ANOTHER)
    assert fallen(said) == [
        ("Gwen", "5d4 + 2", [(4, 1), (4, 4), (4, 4), (4, 2), (4, 3)], "16", "exact"),
        ("Wren", "1d20", [(20, 12)], "12", "exact"),  # whoever rolls is somebody, though they speak only once
    ]
    assert [it.text for it in said] == ["The tide is out.", "", "Well met."]


def test_a_roll_of_many_lines_is_not_cut_in_two(tmp_path: Path) -> None:
    dice = "\n+\n".join("1" for _ in range(900))
    words = "\n".join("a line" for _ in range(300))
    said = copied(
        tmp_path,
        f"Wren: rolling 1d6\n(2)\n=2\n{words}\nrolling 900d6\n(\n{dice}\n)\n= 900\n{words}\nWren: There.\n",
    )
    assert [(len(dice), total, grade) for _who, _asked, dice, total, grade in fallen(said)] == [
        (1, "2", "exact"),
        (900, "900", "exact"),
    ]


@pytest.mark.parametrize("size", [1_000_000_000, 2**31, 12_147_483_648])
def test_a_die_of_very_many_faces_keeps_its_size(tmp_path: Path, size: int) -> None:
    said = copied(tmp_path, f"Wren: rolling 1d{size}\n(1407557)\n=1407557\n")
    assert fallen(said) == [("Wren", f"1d{size}", [(size, 1_407_557)], "1407557", "exact")]


@pytest.mark.parametrize("formula", ["1d2.5", "1000d6", "1d12345678901234567890"])
def test_what_is_no_such_die_has_no_faces(tmp_path: Path, formula: str) -> None:
    assert [it[2] for it in fallen(copied(tmp_path, f"Wren: rolling {formula}\n(1)\n=1\n"))] == [[]]


def test_more_dice_than_a_roll_can_hold_stay_in_words(tmp_path: Path) -> None:
    faces = [str(it) for it in range(1, 1_200)]
    said = copied(tmp_path, f"Wren: rolling 1199d2000\n({'+'.join(faces)})\n=719400\n")
    assert fallen(said) == [("Wren", "1199d2000", [], "719400", "total")]
    assert said[0].text == f"({'+'.join(faces)})"


@pytest.mark.parametrize("formula", ["1d4 +", "2d6+3 (+2 in the rain)"])
def test_what_the_program_passes_over_in_a_formula_makes_no_other_total(tmp_path: Path, formula: str) -> None:
    shown = "(3)+\n=3" if formula == "1d4 +" else "(6+2)+3 (+2 in the rain)\n=11"
    assert [it[4] for it in fallen(copied(tmp_path, f"Wren: rolling {formula}\n{shown}\n"))] == ["exact"]


def test_somebody_who_is_told_to_say_something_is_nobody_else(tmp_path: Path) -> None:
    said = copied(
        tmp_path,
        'Wren of the Lamp: I walk.\nWren of the Lamp says: "No."\nWren of the Lamp says: "Never."\n'
        "Wren of the Lamp: So.\nOrrin: Well.\nOrrin: Then.\n",
    )
    assert [(it.speaker, it.form, it.text) for it in said][1:4] == [
        ("Wren of the Lamp", EntryForm.EMOTE, 'says: "No."'),
        ("Wren of the Lamp", EntryForm.EMOTE, 'says: "Never."'),
        ("Wren of the Lamp", EntryForm.SPEECH, "So."),
    ]


def test_what_stands_before_a_blank_is_a_label_where_names_stand_over_words(tmp_path: Path) -> None:
    said = copied(tmp_path, CARDS)
    assert [(it.speaker, it.secret, it.text) for it in said] == [
        ("Wren", False, "14\nLISTENING (3)"),
        ("Orrin of Salt", False, "9\nLISTENING (-1)"),
        ("Gwen", False, "The lamp is out."),
        ("Gwen", True, "You alone hear the bell."),
        (NOBODY, True, "(To GM) I keep still."),
        ("Wren", False, "Call of the Tide\nRange: 60 feet\nLasts: until dawn"),
        ("Ebb", False, "7\nCLIMBING (2)\nThrow for luck\nThrow 1:6"),
        ("Orrin of Salt", False, ""),
        ("Gwen", False, "Range: far, I fear."),
    ]
    assert fallen(said) == [("Orrin of Salt", "1d20+2", [(20, 12)], "14", "exact")]


def test_a_chat_in_korean_is_read_in_its_encoding(tmp_path: Path) -> None:
    said = "\uc9c0\ud61c: \ubb38\uc744 \uc5f4\uace0 \ub4e4\uc5b4\uac11\ub2c8\ub2e4.\n"
    also = "\ubbfc\uc218: rolling 1d20+5\n(12)+5\n=17\n\uc9c0\ud61c: \uc88b\uc544\uc694, \uac11\uc2dc\ub2e4.\n"
    file = tmp_path / "chat.txt"
    file.write_bytes((said + also).encode("cp949"))
    speakers = ["\uc9c0\ud61c", "\ubbfc\uc218", "\uc9c0\ud61c"]
    assert [it.speaker for it in said_in(file)] == speakers
    assert said_in(file)[0].text == said.strip().partition(": ")[2]


@pytest.mark.parametrize(
    ("name", "said", "of_both"),
    [
        ("Stats.md", "Night falls.\n", ["Night falls.", "Night falls."]),
        (
            "chat.txt",
            "Wren: Aye.\nGwen: Row.\nWren: Aye.\nGwen: Row on.\n",
            ["Aye.", "Row.", "Aye.", "Row on."] * 2,
        ),
        ("chat.txt", "[3/5/2024 20:15] Wren: Aye.\n[3/5/2024 20:16] Wren: Row.\n", ["Aye.", "Row."]),
    ],
    ids=["notes", "without times", "the same time"],
)
def test_two_files_of_one_name_that_say_the_same_are_two(
    tmp_path: Path, name: str, said: str, of_both: list[str]
) -> None:
    for folder in ("first", "second"):
        (tmp_path / "play" / folder).mkdir(parents=True)
        (tmp_path / "play" / folder / name).write_text(said, "utf-8")
    (tmp_path / "play" / "third.md").write_text("Day breaks.\n", "utf-8")
    with source_at(tmp_path / "play", Clock()) as source, spooled(source, format_of(source)) as spool:
        assert sorted(it.text for it in spool) == sorted([*of_both, "Day breaks."])


@pytest.mark.parametrize("encoding", ["utf-8", "shift_jis", "utf-16-le", "utf-16-be"])
def test_a_wide_colon_stands_right_before_the_words_in_whatever_encoding(tmp_path: Path, encoding: str) -> None:
    """Before it was mended, such a log was no format, and one in UTF-16 without a mark no text."""
    said = "灯台守：潮が引いた。 The tide is out, tonight\n渡し守：CCB<=65 (1D100<=65) ＞ 34 ＞ 成功\n" * 4
    file = tmp_path / "tide.txt"
    file.write_bytes(said.encode(encoding))
    found = said_in(file)
    assert [it.speaker for it in found] == ["灯台守", "渡し守"] * 4
    assert found[0].text == "潮が引いた。 The tide is out, tonight"
    assert [(die.size, die.face) for die in found[1].rolls[0].dice] == [(100, 34)]


OLD_WINDOW = """Gwen (GM): rolling 1d20
(
12
)
= 12
Wren: Call of the Tide
Effect: The water rises.
Target: Each of them.
Range: Near

Gil waves at Wren.
Effect: He is wet.
Target: Nobody

Wren Ferry steers for the reef 14 vs AC
Gil: rolling 1d20+4 vs Reflex
(
9
)+4
= 13
Gil: Aye.
Wren Ferry: rolling d8 + 2 damage to the mast
(
3
)+2
= 5
Wren: rolling d6
(
2
)
= 2

Gil sits down.
"""


def test_labels_of_cards_are_nobody_and_what_somebody_does_is_theirs(tmp_path: Path) -> None:
    said = copied(tmp_path, OLD_WINDOW)
    assert [(it.speaker, it.form, it.text) for it in said] == [
        ("Gwen", EntryForm.ROLL, ""),
        (
            "Wren",
            EntryForm.SPEECH,
            "Call of the Tide\nEffect: The water rises.\nTarget: Each of them.\nRange: Near",
        ),
        ("Gil", EntryForm.EMOTE, "waves at Wren.\nEffect: He is wet.\nTarget: Nobody"),
        ("Wren Ferry", EntryForm.EMOTE, "steers for the reef 14 vs AC"),
        ("Gil", EntryForm.ROLL, ""),
        ("Gil", EntryForm.SPEECH, "Aye."),
        ("Wren Ferry", EntryForm.ROLL, ""),
        ("Wren", EntryForm.ROLL, ""),
        ("Gil", EntryForm.EMOTE, "sits down."),
    ]


def test_words_behind_a_formula_say_what_it_is_for(tmp_path: Path) -> None:
    rolls = [roll for it in copied(tmp_path, OLD_WINDOW) for roll in it.rolls]
    assert [(it.formula, it.notation, it.total, it.grade) for it in rolls] == [
        ("1d20", "1d20", "12", Grade.EXACT),
        ("1d20+4 vs Reflex", "1d20 + 4", "13", Grade.EXACT),
        ("d8 + 2 damage to the mast", "1d8 + 2", "5", Grade.EXACT),
        ("d6", "1d6", "2", Grade.EXACT),
    ]


def test_words_behind_a_formula_prove_nothing_that_does_not_add_up(tmp_path: Path) -> None:
    wrong = OLD_WINDOW.replace(")+4\n= 13", ")+4\n= 12")
    rolls = [roll for it in copied(tmp_path, wrong) for roll in it.rolls]
    assert (rolls[1].notation, rolls[1].grade) == ("", Grade.TOTAL)


def test_a_label_is_a_name_where_its_bearer_rolls(tmp_path: Path) -> None:
    played = "Target: rolling 1d6\n(\n4\n)\n= 4\nGil: Well?\nTarget: Four.\nGil: Ah.\n"
    assert [it.speaker for it in copied(tmp_path, played)] == ["Target", "Gil", "Target", "Gil"]


def test_a_shortened_name_speaks_also_once_and_another_word_before_a_colon_does_not(tmp_path: Path) -> None:
    said = copied(tmp_path, "Mara F. (GM): rolling 1d20\n(\n12\n)\n= 12\nIlo K.: Well met.\nAside: they wait.\n")
    assert [(it.speaker, it.text) for it in said] == [("Mara F.", ""), ("Ilo K.", "Well met.\nAside: they wait.")]
