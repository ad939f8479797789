"""Formats of other tools as they are read: words, speakers, times, faces, numbers that moved, secrets."""

import json
from pathlib import Path

import pytest

from domain.kernel.journal.earlier import EntryForm
from exchange.imports.entries import NOBODY, Moved, NotTaken, Said
from exchange.imports.recognising import format_of
from exchange.imports.roll20.chat import time_of
from exchange.imports.source import Clock, ImportFile, zone_called
from exchange.imports.spool import spooled
from exchange.imports.survey import survey
from tests.support.intake import FILES, SAMPLES, entries_of, spool_of
from tests.support.mangling import SECRETS
from tests.support.worlds import said_in


def faces(said: Said) -> list[list[tuple[int, int, bool]]]:
    return [[(die.size, die.face, die.kept) for die in roll.dice] for roll in said.rolls]


@pytest.mark.parametrize(
    ("name", "key", "kinds"),
    [
        (
            "foundry-messages.db",
            "foundry-nedb",
            {"story": 2, "roll": 2, "whisper": 2, "speech": 1, "emote": 1, "talk": 1, "verbatim": 1},
        ),
        ("foundry-messages.json", "foundry-json", {"speech": 1, "roll": 2, "talk": 1}),
        ("foundry-world.json", "foundry-json", {"speech": 1, "roll": 2, "talk": 1}),
        ("fvtt-log-Tue-Jan-05-2021.txt", "foundry-log", {"story": 1, "roll": 2, "verbatim": 2}),
        (
            "roll20-chat_archive.json",
            "roll20-json",
            {"speech": 1, "roll": 3, "whisper": 1, "story": 1, "emote": 1, "verbatim": 1},
        ),
        (
            "roll20-embedded.html",
            "roll20-page",
            {"speech": 1, "roll": 3, "whisper": 1, "story": 1, "emote": 1, "verbatim": 1},
        ),
        ("roll20-drawn.html", "roll20-page", {"speech": 3, "roll": 1, "whisper": 1, "story": 1}),
        ("discord.json", "discord", {"talk": 3, "roll": 2, "verbatim": 1}),
        ("iron-vault-journal.md", "iron-vault", {"story": 6, "roll": 5, "change": 3, "verbatim": 1}),
        ("transcript.jsonl", "jsonl", {"talk": 3, "roll": 1, "verbatim": 2}),
        ("fantasy-grounds.html", "fantasy-grounds", {"story": 6, "speech": 3, "roll": 3}),
        ("discord-page.html", "discord-page", {"talk": 3, "roll": 1}),
        ("discord.csv", "discord-csv", {"talk": 2, "roll": 1}),
        ("discord.txt", "discord-text", {"talk": 2, "roll": 1}),
        ("copied-chat.txt", "copied", {"speech": 2, "roll": 3}),
        ("qq-bot.txt", "qq", {"talk": 4, "roll": 3}),
        ("irc.log", "irc", {"talk": 3, "emote": 1, "roll": 1, "story": 2}),
        ("captions.vtt", "captions", {"talk": 4}),
        ("captions.srt", "captions", {"talk": 2}),
        ("ccfolia.html", "ccfolia", {"speech": 1, "roll": 3, "change": 1}),
        ("ccfolia.json", "ccfolia-json", {"story": 2, "speech": 5, "roll": 3, "change": 1}),
        ("maptool.html", "maptool", {"speech": 3, "emote": 1, "story": 1}),
        ("turns.json", "turns", {"talk": 3}),
        ("messenger.json", "messenger", {"talk": 3, "roll": 1, "verbatim": 1}),
        ("whisper.json", "segments", {"talk": 4}),
        ("recording.txt", "timed-text", {"talk": 3}),
    ],
)
def test_each_sample_is_recognised_and_read(name: str, key: str, kinds: dict[str, int]) -> None:
    with spool_of(FILES / name) as spool:
        assert spool.format.key == key
        assert spool.broken is None
        assert {kind.value: count for kind, count in survey(spool).kinds.items()} == kinds


def test_every_sample_is_tried() -> None:
    assert len(SAMPLES) == 29


def test_foundry_keeps_the_last_line_of_an_id_and_drops_the_deleted() -> None:
    said = entries_of("foundry-messages.db")
    assert [it.id.partition(":")[2] for it in said if "Sanna000002" in it.id] == ["fSanna000002AA"]
    rolled = next(it for it in said if "Sanna000002" in it.id)
    assert rolled.rolls[0].label == "Shadow (with the lantern)"
    assert faces(rolled) == [[(10, 7, True), (10, 3, False)]]
    assert (rolled.rolls[0].total, rolled.when) == ("9", "2021-01-05T20:02:00.000Z")
    assert not any("Never said" in it.text for it in said)
    assert [it.when for it in said] == sorted(it.when or "" for it in said)


def test_foundry_whispers_and_blind_rolls_are_secret() -> None:
    secret = [it for it in entries_of("foundry-messages.db") if it.secret]
    assert {it.form for it in secret} == {EntryForm.WHISPER, EntryForm.VERBATIM}
    assert [faces(it) for it in secret if it.rolls] == [[[(20, 14, True)]]]


def test_a_blind_roll_is_heard_by_nobody_not_even_by_whoever_rolled_it(tmp_path: Path) -> None:
    users = {"$$users": [{"_id": "u1", "name": "Gwen"}, {"_id": "u2", "name": "Ada"}]}
    seen = {"_id": "m1", "timestamp": 1, "user": "u2", "content": "14", "whisper": ["u1"], "blind": False}
    file = tmp_path / "chat.db"
    file.write_text(
        "\n".join(json.dumps(it) for it in (users, seen, seen | {"_id": "m2", "blind": True})), "utf-8"
    )
    assert [(it.secret, it.heard_by) for it in said_in(file)] == [(True, ("Gwen",)), (True, ())]


def test_a_roll_that_stands_only_in_a_card_has_its_faces() -> None:
    card = next(it for it in entries_of("foundry-messages.db") if it.speaker == "Orrin" and it.rolls)
    assert (card.text, faces(card)) == ("Old Sabre", [[(6, 4, True), (6, 1, True)]])


def test_a_roll_within_a_sentence_has_its_faces() -> None:
    said = entries_of("foundry-messages.json")[2]
    assert (said.text, faces(said)) == ("She takes 5 harm.", [[(6, 5, True)]])


def test_of_accounts_only_the_name_is_read() -> None:
    with pytest.raises(NotTaken, match="passwords"):
        format_of(ImportFile(FILES / "foundry-users.db", "foundry-users.db"))
    said = entries_of("foundry-world.json")
    assert said[3].speaker == "Ben"
    assert not any(secret in repr(said) for secret in SECRETS)


def test_the_text_log_is_read_by_the_clock_of_its_table() -> None:
    path = FILES / "fvtt-log-Tue-Jan-05-2021.txt"
    source = ImportFile(path, path.name, Clock(zone_called("Europe/Berlin")))
    with spooled(source, format_of(source)) as spool:
        first, second, third, *rest = spool
    assert first.when == "2021-01-05T19:01:00.000Z"
    assert faces(second) == [[(10, 7, True)]]
    assert faces(third) == [[(4, 3, True)]], "the sum of two dice is no face"
    assert [it.form for it in rest] == [EntryForm.VERBATIM, EntryForm.VERBATIM]
    assert Clock(day_first=True).stamp(2021, 5, 1, 20, 0, 0) == "2021-05-01T20:00:00.000Z"


def test_a_push_id_tells_its_time_and_only_a_push_id_does() -> None:
    assert time_of("-M5Ja3TVa-----------") == "2020-04-19T22:39:00.000Z"
    assert time_of("-M5Ja3TVa") is None
    assert time_of("§M5Ja3TVa-----------") is None


@pytest.mark.parametrize("name", ["roll20-chat_archive.json", "roll20-embedded.html"])
def test_roll20_rolls_have_their_faces_and_secrets_stay_secret(name: str) -> None:
    said = entries_of(name)
    assert faces(said[1]) == [[(6, 4, True), (6, 2, True)]]
    assert faces(said[2]) == [[(20, 17, True)]]
    assert "r1: 22" in said[2].text
    assert [it.secret for it in said] == [False, False, False, True, True, False, False, True]
    assert said[3].speaker == "Gil"


def test_a_drawn_page_carries_speakers_forward() -> None:
    said = entries_of("roll20-drawn.html")
    assert [it.speaker for it in said] == ["Wren", "Wren", "Wren", "Gil", "Wren", NOBODY]
    assert said[1].when == "2020-04-19T22:39:05.000Z"
    assert faces(said[2]) == [[(6, 4, True), (6, 2, False)]]
    assert faces(said[3]) == [[(20, 13, True)]]
    assert said[4].secret
    assert said[4].text == "(To Gil) The floor is hollow."


@pytest.mark.parametrize(
    ("classes", "words", "speaker"),
    [
        ("general", "And the rope is cut.", "Orla"),
        ("emote", "Quill Weaver steps back.", NOBODY),
        ("emote", "Orlando steps back.", NOBODY),
        ("emote", "Orla steps back.", "Orla"),
        ("emote", "Orla Venn steps back.", "Orla Venn"),
        ("general you", "Nobody hears it.", "Ric"),
    ],
)
def test_a_message_without_a_name_is_not_ascribed_to_whoever_spoke_before_where_it_shows_another(
    tmp_path: Path, classes: str, words: str, speaker: str
) -> None:
    named = (("general you", "Ric (GM)", "Yes?"), ("general", "Orla Venn", "No."), ("general", "Orla", "Lost."))
    lines = [
        *(f'<div class="message {it}"><span class="by">{by}:</span> {said}</div>' for it, by, said in named),
        f'<div class="message {classes}"><div class="spacer"></div>{words}</div>',
    ]
    file = tmp_path / "chat.html"
    file.write_text('<div id="textchat"><div class="content">' + "\n".join(lines) + "</div></div>")
    with spool_of(file) as spool:
        assert [it.speaker for it in spool if isinstance(it, Said)] == ["Ric", "Orla Venn", "Orla", speaker]


def test_whoever_asked_a_bot_is_who_rolled() -> None:
    said = entries_of("discord.json")
    assert (said[2].speaker, faces(said[2]), said[2].rolls[0].total) == (
        "Tess",
        [[(6, 4, True), (6, 1, True)]],
        "7",
    )
    assert (faces(said[3]), said[3].rolls[0].total) == ([[(20, 13, True)]], "18")
    assert said[4].text == "[map.png]"


WREN = {"name": "wren_1", "nickname": "Wren"}


@pytest.mark.parametrize(
    ("words", "more", "who"),
    [
        ("@Wren  🎲\n**Result**: 1d20 (**12**) + 5\n**Total**: 17", {"mentions": [WREN]}, "Wren"),
        ("**Orrin** Request: `[2d6+3]` Roll: `[4, 2]` Result: `9`", {}, "Orrin"),
        ("Orrina Request: `[2d6+3]` Roll: `[4, 2]` Result: `9`", {}, "Bones"),
        ("1d20 (12) + 5 = 17", {"reference": {"messageId": "1"}}, "Orrin"),
        ("Bram of Salt makes a Stealth check!\n1d20 (12) + 5 = `17`", {}, "Bram of Salt"),
        ("1d20 (12) + 5 = 17", {}, "Bones"),
    ],
)
def test_a_roll_is_of_whom_the_bot_names(tmp_path: Path, words: str, more: dict[str, object], who: str) -> None:
    asked = {"id": "1", "timestamp": "2023-03-04T19:00:11+00:00", "content": "!r", "author": {"name": "Orrin"}}
    told = {"id": "2", "timestamp": "2023-03-04T19:00:12+00:00", "content": words} | more
    told |= {"author": {"name": "Bones", "isBot": True}}
    file = tmp_path / "channel.json"
    file.write_text(json.dumps({"guild": {}, "channel": {"name": "salt"}, "messages": [asked, told]}), "utf-8")
    (_asks, said) = said_in(file)
    assert (said.speaker, said.user, len(said.rolls)) == (who, "Bones", 1)


def test_iron_vault_rolls_and_numbers() -> None:
    said = entries_of("iron-vault-journal.md")
    kestra = next(it for it in said if it.speaker == "Kestra")
    assert faces(kestra) == [[(6, 4, True), (10, 5, True), (10, 9, True)]]
    assert kestra.moves == (Moved("Kestra", "Momentum", 9, 2), Moved("Kestra", "Health", 4, 3))
    moves = [move for it in said for move in it.moves]
    assert Moved("Reach the pass", "Progress", 8, 16) in moves
    assert Moved("The hunters close in", "Clock", 2, 3) in moves
    assert Moved("The Long Road", "Momentum", 5, 6) in moves
    kept = next(it for it in said if it.form is EntryForm.VERBATIM)
    assert (kept.text, kept.place) == ('weather-shift "north" strength=3', "line 22")
    assert any("Harrow" in it.text and "[[" not in it.text for it in said)


def test_a_transcript_understands_seconds_and_zones() -> None:
    when = {it.text: it.when for it in entries_of("transcript.jsonl")}
    assert when["Ha!"] == "2022-10-01T16:03:00.000Z"
    assert when["I roll for it: 2d6+1 (3, 6) = 10"] == "2022-10-01T18:01:00.000Z"
    assert when["(no clock in the hold)"] is None


def test_a_message_too_long_for_one_entry_comes_in_several(tmp_path: Path) -> None:
    long = "word " * 50_000
    file = tmp_path / "long.jsonl"
    file.write_text(json.dumps({"ts": "2020-01-01T00:00:00Z", "author": "A", "content": long}))
    said = entries_of(file)
    assert len(said) == 3
    assert "".join(it.text for it in said) == long


def test_wide_files_and_marks_at_their_beginning_are_read(tmp_path: Path) -> None:
    text = (FILES / "transcript.jsonl").read_text("utf-8")
    for encoding in ("utf-8-sig", "utf-16"):
        file = tmp_path / f"{encoding}.jsonl"
        file.write_text(text, encoding=encoding)
        assert [it.text for it in entries_of(file)] == [it.text for it in entries_of("transcript.jsonl")]
    marked = tmp_path / "marked.db"
    marked.write_text((FILES / "foundry-messages.db").read_text("utf-8"), encoding="utf-8-sig")
    assert [it.text for it in entries_of(marked)] == [it.text for it in entries_of("foundry-messages.db")]


@pytest.mark.parametrize(
    ("name", "content", "says"),
    [
        ("x.zip", b"PK\x03\x04....", "zip"),
        ("x.json", b"", "empty"),
        ("x.bin", b"\x00\x01\x02", "no text"),
        ("000005.ldb", b"\x00\x12!messages!0aB" + bytes(9), "Name the folder that it lies in"),
        ("000007.ldb", b"\x00\x01" + 0xDB4775248B80FB57.to_bytes(8, "little"), "LevelDB folder"),
        ("MANIFEST-000004", b"\x56\xf9\x01\x1aleveldb.BytewiseComparator", "LevelDB"),
        ("CURRENT", b"MANIFEST-000004\n", "LevelDB"),
        ("x.csv", b"a,b,c\n1,2,3\n", "none of the formats"),
        ("x.json", b'{"a": [1, 2, 3]}', "none of the formats"),
        ("x.html", b"<html><body>Hello</body></html>", "none of the formats"),
        ("x.json", b'{"about": "All", "chats": {"list": [{"messages": []}]}}', "a whole account of Telegram"),
        (
            "x.html",
            b'<div class="page_wrap"><div class="message default"><div class="from_name">Wren</div></div></div>',
            "a web page that Telegram exported",
        ),
    ],
)
def test_a_foreign_file_is_told_apart(tmp_path: Path, name: str, content: bytes, says: str) -> None:
    file = tmp_path / name
    file.write_bytes(content)
    with pytest.raises(NotTaken, match=says):
        format_of(ImportFile(file, name))


def test_one_message_that_stands_twice_is_told_of_in_the_singular() -> None:
    with spool_of(FILES / "foundry-messages.db") as spool:
        told = next(it.what for it in spool.remarks if "more than once" in it.what)
        assert told.startswith("1 message stands in it more than once: the last counts")


@pytest.mark.parametrize("turns_first", [False, True])
def test_turns_in_the_file_of_a_channel_are_told_of(tmp_path: Path, turns_first: bool) -> None:
    channel = (FILES / "discord.json").read_text("utf-8")
    turns = json.dumps([{"TURNS": [{"NAMES": ["WREN"], "UTTERANCES": ["Low tide."]}]}])
    # Behind so many words that nothing of the second document stands in the part that tells a file's format.
    long = channel.replace(
        '"messages": [', '"messages": [' + '{"id": "1", "content": "' + "x " * 40_000 + '"},', 1
    )
    file = tmp_path / "both.json"
    file.write_text(f"{channel}\n{turns}" if turns_first else f"{long}\n{turns}", "utf-8")
    with spool_of(file) as spool:
        assert spool.format.key == ("turns" if turns_first else "discord")
        assert spool.broken is not None
        assert "give it as a file of its own" in spool.broken.what
