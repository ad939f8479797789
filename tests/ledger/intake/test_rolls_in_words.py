"""A roll is read out of words only where its faces, its notation and its total agree."""

import json
from pathlib import Path

import pytest

from domain.kernel.facts import Told
from domain.kernel.logged.chapters.entries import EntryLogged
from domain.kernel.logged.played import LoggedDie, LoggedRoll
from exchange.imports.readers.worded_rolls import in_words
from ledger.ledger import Ledger
from projections.story.logged.entries import entry_lines
from tests.support.intake import FILES, entries_of, taken_in

Faces = list[tuple[int, int, bool]]


def told(text: str) -> list[tuple[str, Faces, str]]:
    return [(it.notation, [(die.size, die.face, die.kept) for die in it.dice], it.total) for it in in_words(text)]


@pytest.mark.parametrize(
    ("text", "notation", "faces", "total"),
    [
        ("**Result**: 1d20 (**20**) + 3\n**Total**: 23", "1d20 + 3", [(20, 20, True)], "23"),
        ("2d20kh1 (3, 13) - 1 = 12", "2d20kh1 - 1", [(20, 3, False), (20, 13, True)], "12"),
        ("2d20kh1 (~~3~~, 13) - 1 = `12`", "2d20kh1 - 1", [(20, 3, False), (20, 13, True)], "12"),
        ("1d8 (5) [fire] + 1d6 (3) + 3 [cold] = `11`", "1d8 + 1d6 + 3", [(8, 5, True), (6, 3, True)], "11"),
        ("Request: `[2d6+3]` Roll: `[4, 2]` Result: `9`", "2d6 + 3", [(6, 4, True), (6, 2, True)], "9"),
        ("@Wren, 5 ⟵ [3, 2]2d6", "2d6", [(6, 3, True), (6, 2, True)], "5"),
        ("1d20+5: `[12]+5` = 17", "1d20 + 5", [(20, 12, True)], "17"),
        ("Healing: -(1d4 (3) + 2) [kind] = -5", "-(1d4 + 2)", [(4, 3, True)], "-5"),
        ("(2d4 (3, 4) [cold]) * 0 = `0`", "2d4 * 0", [(4, 3, True), (4, 4, True)], "0"),
        ("(1d8 (2) + 8) [fire] + (1d6 (3)) [cold] = 13", "(1d8 + 8) + 1d6", [(8, 2, True), (6, 3, True)], "13"),
        ("2d6 (3, 4) / 2 [fire] = `3`", "floor(2d6 / 2)", [(6, 3, True), (6, 4, True)], "3"),
        ("2d6! (6, 4, 3) = 13", "2d6!", [(6, 6, True), (6, 4, True), (6, 3, True)], "13"),
        ("Wren [1d20=13] for the rope", "1d20", [(20, 13, True)], "13"),
        ("[1d20=4]+3 = 7", "1d20 + 3", [(20, 4, True)], "7"),
        ("[2d6=3, 4]", "2d6", [(6, 3, True), (6, 4, True)], ""),
        ("[2d6=9] + 2 = 11", "2d6 + 2", [], "11"),
        ("Wren rolls a d20+3 to swim and gets 12.", "1d20 + 3", [], "12"),
        ("Wren rolled 1d20 and got 7", "1d20", [(20, 7, True)], "7"),
    ],
)
def test_what_bots_write_is_a_roll(text: str, notation: str, faces: Faces, total: str) -> None:
    assert told(text) == [(notation, faces, total)]


def test_each_line_of_a_bot_may_be_a_roll() -> None:
    assert [total for _, _, total in told("Wren rolls 2#d6+1 and gets 2, 7.")] == ["2", "7"]
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
        "2d6 (3, 4) / 2 = 2",
        "Somebody rolled 1d20 (13) once, and later = 13 + 2",
        "Hit: 5 (1d8 + 1) damage",
        *("[1d20=4]+3 = 8", "[1d20=21]", "[2d6=13]", "[2d8=9]+5+[3d6=9] = 23", "[1d20=4]+3"),
        *("Wren rolls a d6 and gets 5 gulls", "Wren rolls a d6 and gets 7.", "Wren rolls 2#d6 and gets 2."),
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


COLOURED = """
[ATTACK (M)] Oar [ADV] [DROPPED 11]</font> [1g20+4 = 18]
[SAVE] Balance [DIS] [-2] [DROPPED 13]</font> [r20-1 = 8]
[SKILL] Knots [DIS]</font> [1r20+1 = 5]
[ATTACK (M)] Oar [EFFECTS 1d4] [ADV] [DROPPED 2]</font> [1g20+1p4+5 = 11]
[ATTACK (M)] Oar [EFFECTS -1d4]</font> [1d20+1p4+5 = 14]
[DAMAGE (M)] Oar [CRITICAL] [TYPE: wood (1d8+4=12)] [TYPE: wood,hit (1d8=1)]</font> [1d8+1g8+4 = 13]
[DAMAGE (R)] Stone [TYPE: stone (2d6+3=10)] [TYPE: salt (1d6=2)]</font> [2d6+1p6+3 = 12]
[DAMAGE (M)] Oar [MAX] [TYPE: wood (1d8+6=7)]</font> [1b8+6 = 14]
Falling</font> [m8 = -3]
Library</font> [d100+2t100 = 20]
Everything</font> [2d6 = 12]
"""


def test_of_fantasy_grounds_dice_in_colours_are_dice(tmp_path: Path) -> None:
    file = tmp_path / "chatlog.html"
    lines = "".join(f'<font color="#660066">Wren: {it}<br />\n' for it in COLOURED.strip().split("\n"))
    file.write_text(f"<b>Session started at 2022-07-21 / 20:16</b><br />\n{lines}", "utf-8")
    read = []
    for it in (said.rolls[0] for said in entries_of(file)):
        faces = [(die.size, die.face, die.kept) for die in it.dice]
        read.append((it.formula, it.notation, faces, it.grade.value))
    assert read == [
        ("1g20+4", "2d20kh1 + 4", [(20, 14, True), (20, 11, False)], "exact"),
        ("r20-1", "2d20kl1 - 1", [(20, 9, True), (20, 13, False)], "exact"),
        ("1r20+1", "2d20kl1 + 1", [], "total"),
        ("1g20+1p4+5", "2d20kh1 + 1d4 + 5", [], "total"),
        ("1d20+1p4+5", "", [], "total"),
        ("1d8+1g8+4", "1d8 + 1d8 + 4", [(8, 8, True), (8, 1, True)], "exact"),
        ("2d6+1p6+3", "2d6 + 1d6 + 3", [], "total"),
        ("1b8+6", "", [], "total"),
        ("m8", "-1d8", [(8, 3, True)], "exact"),
        ("d100+2t100", "", [], "total"),
        ("2d6", "2d6", [], "total"),
    ]


@pytest.mark.parametrize(
    ("said", "headlines"),
    [
        ("qq-bot.txt", ['Wren: <Wren> "Listen" 检定结果为: D100=10/70', "Wren: <Wren>: 2D6+3=8[2D6=5+3]+3=11"]),
        ("irc.log", ["Wren: Then we walk. [2d6+3] Roll: [4, 2] Result: 9"]),
        ("ccfolia.html", ["Wren: CCB<=65 【Balance】 (1D100<=65) ＞ 34 ＞ 成功 · tab: main"]),
        ("Wren rolls for the lamp!", ["Gwen · Wren rolls for the lamp! 1d10: 6"]),
        ("Gwen rolls for the lamp!", ["Gwen rolls for the lamp! 1d10: 6"]),
        ("Lamp, by 1d10", ["Gwen rolls Lamp, by 1d10, 1d10: 6"]),
    ],
)
def test_a_sentence_tells_its_dice_once(salt: Ledger, tmp_path: Path, said: str, headlines: list[str]) -> None:
    file = FILES / said
    if not file.is_file():
        file = tmp_path / "messages.db"
        die = {"class": "Die", "number": 1, "faces": 10, "results": [{"result": 6, "active": True}]}
        roll = json.dumps({"class": "Roll", "formula": "1d10", "total": 6, "terms": [die]})
        message = {"_id": "a", "content": "6", "flavor": said, "speaker": {"alias": "Gwen"}, "rolls": [roll]}
        file.write_text(json.dumps({**message, "type": 5, "timestamp": 1_700_000_000_000}), "utf-8")
    taken_in(salt, file)
    told = [it.retelling.headline for it in salt.open("salt").told() if isinstance(it.record.event, EntryLogged)]
    assert set(headlines) <= set(told)


@pytest.mark.parametrize(
    ("label", "said", "alone"),
    [
        ("Draws a result from the table of looks", "Draws a result from the table of looks, 1d45: 44", True),
        ("Pay the price / Pay the price", "Pay the price, 1d45: 44", False),
        ("Names / Of ships", "Names / Of ships, 1d45: 44", False),
    ],
)
def test_a_label_says_once_what_was_rolled_for(label: str, said: str, alone: bool) -> None:
    roll = LoggedRoll(formula="1d45", dice=(LoggedDie(size=45, face=44),), total="44", label=label)
    assert (roll.said({}), roll.says_rolls) == (said, alone)


def test_what_is_done_with_dice_is_no_face_of_them() -> None:
    """Before it was mended, an entry with `1d6kl1` in its words did not tell that this had come to 1."""
    roll = LoggedRoll(formula="1d6kl1", dice=(LoggedDie(size=6, face=1),), total="1")
    assert not roll.is_told_in("The hull is hit\n1d6kl1\nIt holds.")
    assert roll.is_told_in("1d6kl1: 1")
    assert LoggedRoll(formula="1d6", dice=(LoggedDie(size=6, face=1),), total="1").is_told_in("1d6 (1)")


def test_an_entry_that_begins_with_what_was_rolled_for_says_it_once(salt: Ledger, tmp_path: Path) -> None:
    """Before it was mended, a card was told with its heading once more in its roll."""
    file = tmp_path / "messages.db"
    die = {"class": "Die", "number": 1, "faces": 20, "results": [{"result": 6, "active": True}]}
    roll = json.dumps({"class": "Roll", "formula": "1d20", "total": 6, "terms": [die]})
    lines = []
    for number, content in enumerate(("<h4>Rowing</h4><p>Arms +3</p>", "<p>Against the tide</p>")):
        message = {"_id": f"{number}", "content": content, "flavor": "Rowing  Arms +3", "rolls": [roll], "type": 5}
        said = {**message, "speaker": {"alias": "Gwen"}, "timestamp": 1_700_000_000_000 + number}
        lines.append(json.dumps(said))
    file.write_text("\n".join(lines), "utf-8")
    taken_in(salt, file)
    told = [it.retelling.headline for it in salt.open("salt").told() if isinstance(it.record.event, EntryLogged)]
    assert [it.split("\n")[-1] for it in told] == ["Arms +3 rolls 1d20: 6", "Against the tide rolls 1d20: 6"]


def test_a_sentence_has_the_words_of_its_marks_and_the_story_their_emphasis(salt: Ledger, tmp_path: Path) -> None:
    """Before it was mended, Replay, logs and Find told `**stars**` that the Story showed as bold."""
    file = tmp_path / "channel.jsonl"
    words = "**Hold!** the [[Long Pier|pier]]\n2 * 3 * 4"
    said = {"content": words, "author": "Ada", "ts": "2024-01-01T20:00:00Z"}
    file.write_text(json.dumps(said) + "\n", "utf-8")
    taken_in(salt, file)
    entry = next(it for it in salt.open("salt").told() if isinstance(it.record.event, EntryLogged))
    assert entry.retelling.headline == "Ada: Hold! the pier\n2 * 3 * 4"
    assert entry_lines(entry.record.event, entry.retelling.headline) == words
    assert [fact.text for fact in entry.retelling.facts if isinstance(fact, Told)] == ["Hold! the pier\n2 * 3 * 4"]
