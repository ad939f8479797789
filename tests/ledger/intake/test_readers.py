"""Readers of chats, logs, captions and transcripts of other tools."""

from pathlib import Path

import pytest

from domain.kernel.logged.played import Grade, LoggedDie, LoggedRoll
from exchange.imports.entries import NOBODY, Moved, NotTaken, Remarked
from exchange.imports.folders import source_at
from exchange.imports.mapping import guessed
from exchange.imports.readers.ccfolia import in_words
from exchange.imports.recognising import format_of
from exchange.imports.recordings import turns
from exchange.imports.rolls import rolled
from exchange.imports.source import Clock, ImportFile, zone_called
from exchange.imports.spool import spooled
from exchange.imports.survey import survey
from tests.support.intake import FILES, entries_of, spool_of
from tests.support.worlds import items_of, said_in

BERLIN = zone_called("Europe/Berlin")


def shown(roll: LoggedRoll) -> tuple[str, list[tuple[int, int]], str, str, str]:
    return roll.formula, [(it.size, it.face) for it in roll.dice], roll.total, roll.label, roll.grade.value


def test_of_fantasy_grounds_sessions_begin_evenings_and_one_die_has_its_face() -> None:
    said = said_in(FILES / "fantasy-grounds.html", Clock(BERLIN))
    assert [(it.evening, it.when) for it in said if it.when] == [
        ("2022-07-21", "2022-07-21T18:16:00.000Z"),
        ("2022-07-28", "2022-07-28T17:58:00.000Z"),
    ]
    assert [shown(roll) for it in said for roll in it.rolls] == [
        ("1d20+2-1", [(20, 14)], "15", "Balance +2", "exact"),
        ("3d10", [], "16", "", "total"),
        ("d10", [(10, 7)], "7", "", "exact"),
    ]
    told = [(it.speaker, it.text) for it in said]
    assert ("Orrin", "(whispering) Slowly now: the stones are wet.") in told
    assert (NOBODY, "On the sign it says: no way back.") in told
    assert told[-1] == ("Sanna", "[1d20 = 20] is what I would like."), "dice that somebody only writes are none"
    assert [it.marks for it in said if it.marks] == [("https://example.org/map",)]


DRAWN = """<!DOCTYPE html><html><head><title>Ccfolia Log</title></head><body><p> </p>
<div class="tab-main user-Wren"><span class="tab-text">main</span><p class="message-user-text"> Wren </p>
<p class="message-content-text">CCB<=60 【Rope】 (1D100<=60) ＞ 44 ＞ 成功</p></div>
<div class="tab-info user-"><span class="tab-text">info</span><p class="message-user-text"> </p>
<p class="message-content-text">The tide<br>turns.</p></div></body></html>"""


def test_of_ccfolia_a_page_that_was_drawn_of_a_log_names_tab_and_speaker_before_the_words(tmp_path: Path) -> None:
    file = tmp_path / "log.html"
    file.write_text(DRAWN, "utf-8")
    said = said_in(file)
    assert [(it.speaker, it.form.value, it.marks) for it in said] == [
        ("Wren", "roll", ("tab: main",)),
        (NOBODY, "story", ("tab: info",)),
    ]
    assert said[1].text == "The tide\nturns."
    assert [shown(roll) for it in said for roll in it.rolls] == [
        ("1D100<=60", [(100, 44)], "44", "CCB<=60 【Rope】", "exact")
    ]


CUT = """<font color="##880000">Sea ruleset v3.3 for Fantasy Grounds&#10;Copyright</font><br />
<font color="#660066">Skill 'Knots: splices' was added.</font><br />
<font color="#660066">Skill 'Knots: hitches' was added.</font><br />
<font color="#660066">Orrin: Row!</font><br />
<font color="#660066">(Orrin): brb</font><br />
<font color="#660066">(Orrin): back</font><br />
<font color="#660066">Orrin: [SKILL] Knots</font> [d20+2 = 9]<br />
"""


def test_of_fantasy_grounds_a_log_without_its_beginning_is_known_and_a_quotation_speaks_for_nobody(
    tmp_path: Path,
) -> None:
    file = tmp_path / "chatlog.html"
    file.write_text(CUT)
    assert format_of(ImportFile(file, file.name)).key == "fantasy-grounds"
    assert [(it.speaker, it.form.value, it.text) for it in said_in(file)] == [
        ("(nobody)", "story", "Sea ruleset v3.3 for Fantasy Grounds\nCopyright"),
        ("(nobody)", "story", "Skill 'Knots: splices' was added."),
        ("(nobody)", "story", "Skill 'Knots: hitches' was added."),
        ("Orrin", "speech", "Row!"),
        ("(Orrin)", "talk", "brb"),
        ("(Orrin)", "talk", "back"),
        ("Orrin", "roll", ""),
    ]
    with spool_of(file) as spool:
        mapping = guessed(spool, survey(spool), "salt", {})
    assert {called: (it.id, it.name) for called, it in mapping.speakers.items() if called != "(nobody)"} == {
        "Orrin": ("orrin", "Orrin"),
        "(Orrin)": ("orrin", "Orrin"),
    }


def test_of_fantasy_grounds_dice_of_odd_sizes_stand_one_by_one(tmp_path: Path) -> None:
    lines = (
        "Gwen: 1d30 [d30=24]</font> [24]",
        "Gwen: 3d22+9 [d22=15] [d22=13] [d22=8]</font> [45]",
        "Gwen: [TABLE] Things in the tide [d7=3] = </font> [3]",
        "Gwen: [TABLE] Old coins [d64=63] [+100] =</font> [163]",
        "Gwen: [TABLE] Salt scrolls [d35=27] = </font> [27 = 27]",
        "Gwen: 1d30 [d30=24]</font> [25]",
        "Gwen: I wrote [d30=24] myself</font> [24]",
        "Gwen: 1d30 [d30=24]</font>",
    )
    file = tmp_path / "chatlog.html"
    head = "<b>Session started at 2022-07-21 / 20:16</b><br />\n"
    file.write_text(head + "".join(f'<font color="#000000">{it}<br />\n' for it in lines), "utf-8")
    said = said_in(file)
    assert [shown(roll) for it in said for roll in it.rolls] == [
        ("1d30", [(30, 24)], "24", "", "exact"),
        ("3d22+9", [(22, 15), (22, 13), (22, 8)], "45", "", "exact"),
        ("1d7", [(7, 3)], "3", "[TABLE] Things in the tide", "exact"),
        ("1d64+100", [(64, 63)], "163", "[TABLE] Old coins", "exact"),
        ("1d35", [(35, 27)], "27", "[TABLE] Salt scrolls", "exact"),
        ("1d30", [(30, 24)], "25", "", "total"),
    ]
    assert [it.text for it in said[-2:]] == ["I wrote [d30=24] myself\n[24]", "1d30 [d30=24]"]


@pytest.mark.parametrize(
    ("head", "when"),
    [
        ("<b>Session started at 2022-07-21 / 20:16</b>", "2022-07-21T20:16:00.000Z"),
        ("<b>Chat log started at 3.5.2015 / 22:24:38</b>", "2015-05-03T22:24:38.000Z"),
        ("<b>Chat log started at 3/5/2015 / 22:24:38</b>", "2015-03-05T22:24:38.000Z"),
    ],
)
def test_each_beginning_of_a_session_is_understood(tmp_path: Path, head: str, when: str) -> None:
    file = tmp_path / "chatlog.html"
    file.write_text(f'{head}<br />\n<font color="#000000">The tide is out.</font><br />\n', "utf-8")
    assert [(it.when, it.text) for it in said_in(file)] == [(when, "The tide is out.")]


def test_of_discord_nothing_that_stood_beside_the_words_is_dropped() -> None:
    said = said_in(FILES / "discord-page.html")
    assert [it.speaker for it in said] == ["Gwen", "Gwen", "Wren", "Wren"], "whoever a bot names rolled"
    assert said[0].text == "The tide is out.\nWho goes first?"
    assert said[0].marks == ("attachment: causeway.png 12 KB https://example.org/causeway.png",)
    assert said[1].marks == ("edited: 4 October 2022 16:02",)
    assert (said[2].answers, said[2].text) == (said[1].id, "I do & take the lamp.")
    assert said[2].marks == ("reaction: 🪔 ×2", "answers: Gwen Nobody?")
    assert [shown(it) for it in said[3].rolls] == [("2d6+3", [(6, 4), (6, 2)], "9", "", "words")]
    assert said[0].when == "2022-10-04T16:48:34.697Z", "an id is its time, whatever the page shows"


def test_of_an_older_discord_page_the_head_of_a_group_says_whose_its_messages_are() -> None:
    said = said_in(FILES / "discord-page-2021.html")
    assert [it.speaker for it in said] == ["Gwen", "Gwen", "Wren", "Wren", "Wren"]
    assert said[0].text == "The tide is out.\nWho goes first?"
    assert said[0].marks == ("attachment: Image attachment https://example.org/causeway.png",)
    assert said[1].marks == ("edited: 04-Oct-21 04:50 PM",)
    assert (said[2].answers, said[2].text) == (said[1].id, "I do & take the lamp.")
    assert said[2].marks == ("answers: Gwen Nobody?",)
    assert (said[3].answers, said[3].marks) == ("", ()), "what is answered belongs to the first of its group"
    assert [shown(it) for it in said[4].rolls] == [("2d6+3", [(6, 4), (6, 2)], "9", "", "words")]


def test_a_message_is_the_same_in_a_page_and_in_json(tmp_path: Path) -> None:
    file = tmp_path / "channel.json"
    words = "The tide is out.\\nWho goes first?"
    message = f'{{"id": "1026898640281600000", "content": "{words}", "author": {{"name": "gwen"}}}}'
    file.write_text(f'{{"guild": {{"id": "1"}}, "messages": [{message}]}}', "utf-8")
    both = source_at([FILES / "discord-page.html", file], Clock())
    with both as source, spooled(source, format_of(source)) as spool:
        assert (spool.entries, spool.twice) == (4, 1)


def test_attachments_replies_and_reactions_of_a_channel_in_json(tmp_path: Path) -> None:
    file = tmp_path / "channel.json"
    file.write_text(
        '{"guild": {"id": "1"}, "channel": {}, "messages": [{"id": "7", "content": "See.", "timestamp": '
        '"2022-10-04T16:00:00+00:00", "timestampEdited": "2022-10-04T16:02:00+00:00", "author": {"name": "gwen", '
        '"nickname": "Gwen"}, "attachments": [{"fileName": "map.png", "fileSizeBytes": 12345, "url": '
        '"https://example.org/map.png"}], "reactions": [{"emoji": {"name": "🪔"}, "count": 2, "users": [{"name": '
        '"wren"}]}], "reference": {"messageId": "5"}}], "messageCount": 1}',
        "utf-8",
    )
    (said,) = said_in(file)
    assert (said.answers, said.text, said.speaker) == ("discord:5", "See.", "Gwen")
    assert said.marks == (
        "attachment: map.png (12,345 bytes) https://example.org/map.png",
        "reaction: 🪔 ×2 wren",
        "edited: 2022-10-04T16:02:00.000Z",
    )


@pytest.mark.parametrize(("name", "zoned"), [("discord.csv", False), ("discord.txt", True)])
def test_tables_and_texts_of_discord(name: str, zoned: bool) -> None:
    said = said_in(FILES / name, Clock(BERLIN, day_first=True))
    assert [it.when for it in said] == [
        f"2022-10-04T{'14' if zoned else '16'}:{minute}:00.000Z" for minute in ("00", "03", "04")
    ]
    assert [it.speaker for it in said] == ["gwen", "wren", "dicebox"]
    assert said[0].text.replace("\n\n", "\n") == "The tide is out.\nWho goes first?"
    assert said[0].marks == ("attachment: https://example.org/causeway.png",)
    assert said[1].marks == ("reaction: lamp (2)",)
    assert said[1].text == ("[softly] I do." if zoned else 'I do, "slowly".')
    assert [shown(it) for it in said[2].rolls] == [("2d6+3", [(6, 4), (6, 2)], "9", "", "words")]


def test_a_text_of_discord_that_breaks_off_says_so(tmp_path: Path) -> None:
    file = tmp_path / "channel.txt"
    file.write_text((FILES / "discord.txt").read_text("utf-8").partition("\n====\n")[0][:420], "utf-8")
    assert [it.broken for it in items_of(file) if isinstance(it, Remarked)] == [True]


def test_copied_chat_is_exact_where_its_sum_agrees() -> None:
    said = entries_of("copied-chat.txt")
    assert [(it.speaker, it.text) for it in said] == [
        ("Gwen", "The tide is out. Beware: the stones are wet."),
        ("Wren", ""),
        ("Wren", "I walk.\nAnd I hold the lamp high."),
        ("Gwen", ""),
        ("Wren", "Somebody: speaks once."),
    ]
    assert [shown(roll) for it in said for roll in it.rolls] == [
        ("1d20+5", [(20, 12)], "17", "", "exact"),
        ("3d6", [(6, 2), (6, 4), (6, 5)], "11", "", "exact"),
        ("2d8+1", [(8, 3), (8, 4)], "9", "", "total"),
    ]
    assert said[0].when == "2020-03-05T21:05:00.000Z"


def test_a_log_of_ccfolia_has_rolls_and_numbers_that_move() -> None:
    said = entries_of("ccfolia.html")
    assert [(it.speaker, it.marks) for it in said[:2]] == [("Gwen", ("tab: main",)), ("Wren", ("tab: main",))]
    assert said[0].text == "潮が引いた。\nThe causeway lies bare."
    assert [shown(roll) for it in said for roll in it.rolls] == [
        ("1D100<=65", [(100, 34)], "34", "CCB<=65 【Balance】", "exact"),
        ("2D6+3", [(6, 3), (6, 4)], "10", "", "exact"),
        ("4B6", [(6, 6), (6, 1), (6, 2), (6, 3)], "", "", "exact"),
    ]
    assert said[3].moves == (Moved("Wren", "SAN", 70, 69),)


def test_messages_of_a_room_of_ccfolia_have_chapters_rolls_and_secrets() -> None:
    said = entries_of("ccfolia.json")
    assert [it.scene for it in said] == ["Below the weir"] * 9 + ["The wheel house"] * 2
    words = {it.place: it.text for it in said}
    assert words["message 2"] == "The water is loud tonight.\nNobody hears you."
    assert words["message 3"] == "CCB<=65 listen at the sluice\n(1D100<=65) ＞ 34 ＞ 成功"
    rolled = [(roll.formula, roll.total, [die.face for die in roll.dice]) for it in said for roll in it.rolls]
    # What somebody types as the dice bot would answer is no roll.
    assert rolled == [("1D100<=65", "34", [34]), ("2D6+1", "8", [3, 4]), ("1D6", "2", [2])]
    assert [it.place for it in said if it.secret] == ["message 5", "message 9"]
    assert [it.when for it in said][:2] == [None, "2026-03-07T19:00:05.120Z"]  # a chapter was added days later
    assert said[5].moves == (Moved("Old Tobe", "HP", 12, 9),)
    assert (said[10].text, said[10].marks) == ("https://rooms.example/wheel.png", ("tab: chatter",))


def test_a_newer_log_of_ccfolia_has_times(tmp_path: Path) -> None:
    file = tmp_path / "log.html"
    file.write_text(
        '<html><body><main><article class="message" data-tab="main"><header><span class="name">Wren</span> <time '
        'datetime="2025-02-01T20:15:00+09:00">20:15</time></header><div class="body">2D6 (2D6) ＞ <span class='
        '"roll-result">7[3,4] ＞ 7</span></div></article></main></body></html>',
        "utf-8",
    )
    (said,) = said_in(file)
    assert (said.speaker, said.when, said.marks) == ("Wren", "2025-02-01T11:15:00.000Z", ("tab: main",))
    assert [shown(it)[1:3] for it in said.rolls] == [([(6, 3), (6, 4)], "7")]


@pytest.mark.parametrize("text", ["(you) ＞ me", "(2D6) ＞", "2D6 ＞ 7", "hello", "(1D6) ＞ 9[9] ＞ 9"])
def test_what_only_looks_like_a_roll_of_bcdice_has_no_face(text: str) -> None:
    assert not any(roll.dice for roll in in_words(text))


def test_of_bonus_dice_each_result_is_told_and_one_counts() -> None:
    (roll,) = in_words("CC-1<=60 [Climb] (1D100<=60) bonus[-1] ＞ 24, 44 ＞ 44 ＞ success")
    assert [(it.size, it.face, it.kept) for it in roll.dice] == [(100, 24, False), (100, 44, True)]
    assert (roll.total, roll.grade) == ("44", Grade.EXACT)


def test_an_arrow_behind_dice_that_are_only_named_is_no_roll() -> None:
    assert in_words("Strike from the dark (10d6) → the guard falls.") == []


@pytest.mark.parametrize(
    "asked",
    ["CC<=(12*5) [Climb] (1D100<=60)", "CC<=60 [Fight(knife)] (1D100<=60)", "1d100<=60 (1D100<=60) bonus[0]"],
)
def test_the_formula_is_the_last_thing_in_parentheses_behind_what_somebody_wrote(asked: str) -> None:
    (roll,) = in_words(f"{asked} ＞ 79 ＞ 79 ＞ failure")
    assert shown(roll)[:3] == ("1D100<=60", [(100, 79)], "79")
    assert roll.grade is Grade.EXACT


@pytest.mark.parametrize("at_once", [1 << 18, 8], ids=["as one value", "turn by turn"])
def test_chunks_that_overlap_have_each_turn_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, at_once: int
) -> None:
    monkeypatch.setattr(turns, "_AT_ONCE", at_once)
    said = entries_of("turns.json")
    assert [(it.speaker, it.text) for it in said] == [
        ("GWEN", "The tide is out. The causeway lies bare."),
        ("WREN & ORRIN", "Then we walk."),
        ("SANNA", "Who carries the lamp?"),
    ]
    numbered = tmp_path / "turns.json"
    chunks = ",".join(
        f'{{"ALIGNMENT": {{"TURN START": {first}}}, "TURNS": [{said_here}]}}'
        for first, said_here in ((0, _turn("Aye.") + "," + _turn("Aye.")), (1, _turn("Aye.") + "," + _turn("No.")))
    )
    numbered.write_text(f"[{chunks}]", "utf-8")
    assert [it.text for it in said_in(numbered)] == ["Aye.", "Aye.", "No."]
    whole = tmp_path / "whole.json"
    whole.write_text(f'{{"TURNS": [{_turn("Aye.")},{_turn("No.")}]}}', "utf-8")
    assert [it.text for it in said_in(whole)] == ["Aye.", "No."]


def _turn(words: str) -> str:
    return f'{{"NAMES": ["WREN"], "UTTERANCES": ["{words}"]}}'


@pytest.mark.parametrize(
    ("name", "content", "says"),
    [
        ("a.html", "<html><body><p>Hello</p></body></html>", "none of the formats"),
        ("a.txt", "Dear diary, nothing was said today.", "none of the formats"),
        (
            "a.js",
            "const week = [\n" + '  {\n  "total": "15 + 5",\n  "sender": "Wren",\n  },\n' * 3,
            "none of the formats",
        ),
        (
            "a.yaml",
            "name: Wren\ntitle: Salt\nname: Bram\ntitle: Rope\nname: Gull\ntitle: Sand\n",
            "none of the formats",
        ),
        ("a.css", "p {\n  color: red;\n  margin: 0;\n}\n" * 3, "none of the formats"),
        ("a.txt", "", "empty"),
        ("a.srt", "1\n00:00:01 -> 00:00:02\nno captions", "none of the formats"),
    ],
)
def test_what_is_no_chat_is_not_taken_for_one(tmp_path: Path, name: str, content: str, says: str) -> None:
    file = tmp_path / name
    file.write_text(content, "utf-8")
    with pytest.raises(NotTaken, match=says):
        format_of(ImportFile(file, name))


def test_a_page_of_discord_that_breaks_off_says_so(tmp_path: Path) -> None:
    file = tmp_path / "channel.html"
    raw = (FILES / "discord-page.html").read_bytes()
    file.write_bytes(raw[: raw.index(b"Dice Box")])
    assert [it.broken for it in items_of(file) if isinstance(it, Remarked)] == [True]


@pytest.mark.parametrize(
    ("formula", "program", "faces", "total", "grade"),
    [
        ("2d6r<3", "foundry", (2, 4, 1), "5", Grade.EXACT),
        ("2d10>7", "roll20", (8, 3), "1", Grade.EXACT),
        ("2d6>=7", "bcdice", (4, 5), "9", Grade.EXACT),
        ("1d6 + 1 + 0.12 + 3", "foundry", (5,), "9.120000000000001", Grade.EXACT),
        ("2d6 / 3", "foundry", (5, 2), "2.3333333333333335", Grade.EXACT),
        ("1d6 + 1 + 0.12", "foundry", (5,), "6.130000000000001", Grade.TOTAL),
        ("1d6 + 1", "foundry", (5,), "6.000000001", Grade.TOTAL),
    ],
)
def test_a_formula_is_read_as_its_own_program_spells_it(
    formula: str, program: str, faces: tuple[int, ...], total: str, grade: Grade
) -> None:
    size = 10 if "d10" in formula else 6
    dice = [LoggedDie(size=size, face=face) for face in faces]
    if len(dice) == 3:
        dice = [dice[0].model_copy(update={"kept": False}), dice[1], dice[2].model_copy(update={"extra": True})]
    assert rolled(formula, dice, total, program=program).grade is grade


def test_a_line_of_a_transcript_says_where_it_stands(tmp_path: Path) -> None:
    file = tmp_path / "talk.jsonl"
    file.write_bytes(
        b'\xef\xbb\xbf{"author": "Ada", "content": "One"}\n\n{"author": "Bo", "content": "Two"}\nbroken\n'
    )
    with spool_of(file) as spool:
        pieces = [spool.source.piece(*it.span) for it in spool if it.span]
    assert pieces == [b'{"author": "Ada", "content": "One"}', b'{"author": "Bo", "content": "Two"}', b"broken"]


def test_a_table_of_discord_from_before_2020_parts_its_fields_otherwise(tmp_path: Path) -> None:
    file = tmp_path / "pier.csv"
    rows = [
        "AuthorID;Author;Date;Content;Attachments;Reactions;",
        '"1";"Gil#0417";"04-Jun-19 12:07 AM";"Who goes?; say it\n\nNow.";"";"lamp (2)";',
        '"2";"Wren#1";"4-Mar-19 01:07 PM";"I, of course.";"https://example.org/lamp.png";"";',
    ]
    file.write_text("\ufeff" + "\n".join(rows), "utf-8")
    assert [(it.speaker, it.when, it.text, it.marks) for it in said_in(file)] == [
        ("Gil", "2019-06-04T00:07:00.000Z", "Who goes?; say it\n\nNow.", ("reaction: lamp (2)",)),
        ("Wren#1", "2019-03-04T13:07:00.000Z", "I, of course.", ("attachment: https://example.org/lamp.png",)),
    ]
