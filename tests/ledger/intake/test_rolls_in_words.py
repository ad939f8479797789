"""A roll is read out of words only where its faces, its notation and its total agree."""

import json
from pathlib import Path

import pytest

from exchange.imports.readers.worded_rolls import in_words
from tests.support.intake import entries_of

Faces = list[tuple[int, int, bool]]


def told(text: str) -> list[tuple[str, Faces, str]]:
    return [(it.notation, [(die.size, die.face, die.kept) for die in it.dice], it.total) for it in in_words(text)]


@pytest.mark.parametrize(
    ("text", "notation", "faces", "total"),
    [
        ("**Result**: 1d20 (**20**) + 3\n**Total**: 23", "1d20 + 3", [(20, 20, True)], "23"),
        ("2d20kh1 (~~3~~, 13) - 1 = `12`", "2d20kh1 - 1", [(20, 3, False), (20, 13, True)], "12"),
        ("1d8 (5) [fire] + 1d6 (3) + 3 [cold] = `11`", "1d8 + 1d6 + 3", [(8, 5, True), (6, 3, True)], "11"),
        ("Request: `[2d6+3]` Roll: `[4, 2]` Result: `9`", "2d6 + 3", [(6, 4, True), (6, 2, True)], "9"),
        ("@Wren, 5 ⟵ [3, 2]2d6", "2d6", [(6, 3, True), (6, 2, True)], "5"),
        ("1d20+5: `[12]+5` = 17", "1d20 + 5", [(20, 12, True)], "17"),
        ("2d6! (6, 4, 3) = 13", "2d6!", [(6, 6, True), (6, 4, True), (6, 3, True)], "13"),
    ],
)
def test_what_bots_write_is_a_roll(text: str, notation: str, faces: Faces, total: str) -> None:
    assert told(text) == [(notation, faces, total)]


def test_each_line_of_a_bot_may_be_a_roll() -> None:
    assert [total for _, _, total in told("1d20 (13) + 5 = `18`\n1d20 (3) + 5 = `8`\n26 total.")] == ["18", "8"]


@pytest.mark.parametrize(
    "text",
    [
        "1d12 (6) slashing damage on a hit",
        "The trap deals 2d6 damage (3, 4) rounds later",
        "Roll 1d20 on the table (12) = Forest",
        "1. 1d6 (2) coins = 5 silver each",
        "2d6 (4, 2) = 9",
        "2d6 (1,2,3,4,5,6) = 21",
        "2d6 (3, 4) / 2 = 3",
        "Somebody rolled 1d20 (13) once, and later = 13 + 2",
        "Hit: 5 (1d8 + 1) damage",
    ],
)
def test_what_only_looks_like_a_roll_is_none(text: str) -> None:
    assert told(text) == []


def _inline(title: str, total: int) -> str:
    return f'<span class="inlinerollresult" title="{title}">{total}</span>'


def test_of_roll20_a_number_of_a_sheet_is_no_roll_and_a_mark_hides_none(tmp_path: Path) -> None:
    face = "(<span class=&quot;basicdiceroll&quot;>7</span>)"
    shown = (
        _inline(f"<img src=&quot;/q.png&quot;> Rolling 1d20cs&gt;20 + 2[SKILL] = {face}+2", 9),
        _inline("Rolling 9 [1d20 + 2] = (7) + 2 = 9", 9),
        _inline("Rolling 2[SKILL] = 2", 2),
    )
    file = tmp_path / "chat.html"
    said = (
        f'<div class="message general" data-messageid="-M5Jk2EJ5b67gJYW5ON{n}">{it}</div>'
        for n, it in enumerate(shown)
    )
    file.write_text(f'<div id="textchat" class="roll20">{"".join(said)}</div>', "utf-8")
    read = [
        [(it.notation, len(it.dice), it.total, it.grade.value) for it in said.rolls] for said in entries_of(file)
    ]
    assert read == [[("1d20 + 2", 1, "9", "exact")], [("1d20 + 2", 1, "9", "words")], []]


def test_of_roll20_a_sum_without_dice_is_talk(tmp_path: Path) -> None:
    drawn = '<div class="formula">rolling 5+3</div><strong>=</strong><div class="rolled">8</div>'
    page = tmp_path / "chat.html"
    page.write_text(
        f'<div id="textchat" class="roll20"><div class="message rollresult">{drawn}</div></div>', "utf-8"
    )
    plain = {"type": "M", "expr": "5+3"}
    rolled = {"type": "rollresult", "who": "Wren", "playerid": "p", "origRoll": "5+3", "content": ""}
    rolled["content"] = json.dumps({"type": "V", "rolls": [plain], "total": 8})
    archive = tmp_path / "chat_archive.json"
    archive.write_text(json.dumps([{"-M5Jk2EJ5b67gJYW5ONA": rolled}]), "utf-8")
    for file, words in ((page, "rolling 5+3\n=\n8"), (archive, "5+3 = 8")):
        assert [(it.text, it.form.value, it.rolls) for it in entries_of(file)] == [(words, "talk", ())]


def test_a_sentence_in_a_log_of_foundry_is_no_roll(tmp_path: Path) -> None:
    file = tmp_path / "fvtt-log.txt"
    heads = [f"[3/5/2020, 9:0{minute}:00 PM] Wren" for minute in (5, 6)]
    said = ("2d6 doors = two doors each = 4", "1d20 + 5[rope] = 13 + 5 = 18")
    file.write_text(f"\n{'-' * 27}\n".join(f"{head}\nSalt\n{it}" for head, it in zip(heads, said, strict=True)))
    assert [[it.total for it in said.rolls] for said in entries_of(file)] == [[], ["18"]]


def test_in_copied_chat_what_stands_in_parentheses_may_be_no_face(tmp_path: Path) -> None:
    file = tmp_path / "chat.txt"
    file.write_text(
        "Gwen:\nRolling 3 barrels down the hill\n= 3\nWren:\nrolling 1d20 to hit\n(12)\n=17\n"
        "Wren:\nrolling 2d20kh1+5\n(12+3)+5\n=17\nGwen: Good.\n"
    )
    read = [[(it.formula, len(it.dice), it.grade.value) for it in said.rolls] for said in entries_of(file)]
    assert read == [[], [("1d20 to hit", 0, "total")], [("2d20kh1+5", 2, "exact")], []]


def test_of_fantasy_grounds_a_language_is_no_part_of_a_name(tmp_path: Path) -> None:
    file = tmp_path / "chatlog.html"
    said = (
        "Sanna [Tidal]: Slowly.",
        "Sanna: I walk.",
        "Effect ['WET: 2'] -> [to Sanna]",
        "Effect ['WET: 3'] -> [to Sanna]",
    )
    lines = (f'<font color="#000000">{it}</font><br />\n' for it in said)
    file.write_text(f"<b>Session started at 2022-07-21 / 20:16</b>\n{''.join(lines)}", "utf-8")
    read = [(it.speaker, it.text) for it in entries_of(file)]
    assert read[:2] == [("Sanna", "[Tidal] Slowly."), ("Sanna", "I walk.")]
    assert {speaker for speaker, _ in read[2:]} == {"(nobody)"}
