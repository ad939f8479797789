"""Chats of Telegram and KakaoTalk, as their own programs save them."""

import json
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from domain.kernel.journal.earlier import EntryForm
from exchange.imports.entries import NOBODY, Remarked, Said
from exchange.imports.folders import source_at
from exchange.imports.readers import telegram
from exchange.imports.recognising import format_of
from exchange.imports.source import Clock
from tests.support.worlds import said_in

EVENING = "2024-03-05T21:05:00", "1709669100"


def message(number: int, text: object, **more: Any) -> dict[str, Any]:
    date, second = EVENING
    told = {"id": number, "type": "message", "date": date, "date_unixtime": second, "from": "Wren", "text": text}
    return told | more


def chat(folder: Path, *messages: dict[str, Any], **more: Any) -> Path:
    file = folder / "result.json"
    whole = {"name": "Low tide", "type": "private_group", "id": 77, "messages": list(messages)} | more
    file.write_text(json.dumps(whole, ensure_ascii=False), "utf-8")
    return file


def key_of(file: Path) -> str:
    with source_at(file, Clock()) as source:
        return format_of(source).key


def test_a_chat_of_telegram_is_who_said_what_and_when(tmp_path: Path) -> None:
    pieces = [
        "Who ",
        {"type": "bold", "text": "goes"},
        {"type": "text_link", "text": "?", "href": "https://a.example"},
    ]
    file = chat(
        tmp_path,
        message(1, "The tide is out."),
        message(2, pieces, **{"from": "Gil", "reply_to_message_id": 1, "edited_unixtime": "1709669160"}),
        message(3, "1d20 (12) + 3 = 15", **{"from": "Bones", "via_bot": "@bones"}),
        message(4, "", photo="photos/1.jpg", location_information={"latitude": 1.5, "longitude": 2.5}),
        message(5, "", **{"from": None, "media_type": "sticker", "sticker_emoji": "🌊", "file": "s.webp"}),
    )
    assert key_of(file) == "telegram"
    said = said_in(file)
    assert [(it.speaker, it.text) for it in said] == [
        ("Wren", "The tide is out."),
        ("Gil", "Who goes? (https://a.example)"),
        ("Bones", "1d20 (12) + 3 = 15"),
        ("Wren", "[photo]\n[place]"),
        ("Deleted account", "[sticker 🌊]"),
    ]
    assert {it.when for it in said} == {"2024-03-05T20:05:00.000Z"}
    assert [it.id for it in said] == [f"telegram:77/{number}" for number in range(1, 6)]
    assert said[1].answers == said[0].id
    assert said[1].marks == ("edited: 2024-03-05T20:06:00.000Z",)
    assert (said[2].form, [die.face for die in said[2].rolls[0].dice]) == (EntryForm.ROLL, [12])
    assert all("1.5" not in it.text and "1.5" not in "".join(it.marks) for it in said)


def test_a_roll_that_answers_a_command_is_of_whoever_gave_it(tmp_path: Path) -> None:
    bones = {"from": "Bones", "reply_to_message_id": 1}
    file = chat(
        tmp_path,
        message(1, "/roll 1d20+3", **{"from": "Gil"}),
        message(2, "1d20 (12) + 3 = 15", **bones),
        message(3, "Ask with a formula.", **bones),
        message(4, "1d20 (2) + 3 = 5", **{"from": "Gil", "reply_to_message_id": 3}),
    )
    assert [(it.speaker, it.user) for it in said_in(file)] == [
        ("Gil", "Gil"),
        ("Gil", "Bones"),
        ("Bones", "Bones"),
        ("Gil", "Gil"),
    ]


def test_what_telegram_itself_says_and_what_it_writes_amiss(tmp_path: Path) -> None:
    joined = message(1, "", type="service", actor="Gil", action="invite_members", members=["Ash"])
    del joined["from"]
    file = chat(tmp_path, joined, message(2, "one"), message(3, "two"))
    raw = file.read_bytes().replace(b'"one"', b'"one\\x1b"').replace(b'"two"', b'"a \\\\x41 road"')
    file.write_bytes(raw)
    service, one, two = said_in(file)
    assert (service.speaker, service.form, service.text) == ("Gil", EntryForm.VERBATIM, "invite members: Ash")
    assert (one.text, two.text) == ("one␛", "a \\x41 road")


@pytest.mark.parametrize(("date", "when"), [("2024-03-05T21:05:00", "20:05"), ("2024-03-05T21:05:00Z", "21:05")])
def test_an_older_export_tells_the_time_of_a_clock_on_a_wall(tmp_path: Path, date: str, when: str) -> None:
    bare = message(1, "Low tide.", date=date, edited="1970-01-01T01:00:00")
    del bare["date_unixtime"]
    with source_at(chat(tmp_path, bare), Clock(zone=ZoneInfo("Europe/Berlin"))) as source:
        items = list(telegram.read(source))
    (said,) = (it for it in items if isinstance(it, Said))
    assert (said.when, said.marks) == (f"2024-03-05T{when}:00.000Z", ())
    assert any(isinstance(it, Remarked) and "--zone" in it.what for it in items)


def test_the_same_words_twelve_hours_later_are_another_message(tmp_path: Path) -> None:
    day, early, late = (
        "----- 2024년 3월 5일 화요일 -----",
        "[Wren] [오전 9:05] Low tide.",
        "[Wren] [오후 9:05] Low tide.",
    )
    both, one = tmp_path / "both.txt", tmp_path / "one.txt"
    both.write_text(f"{day}\n{early}\n{late}\n", "utf-8")
    one.write_text(f"{day}\n{late}\n", "utf-8")
    assert said_in(both)[1].id == said_in(one)[0].id, "wherever an export begins"


DESKTOP = """\
Low tide 님과 카카오톡 대화
저장한 날짜 : 2024-03-07 12:00:00

--------------- 2024년 3월 5일 화요일 ---------------
Gil님이 들어왔습니다.
[Wren] [오후 9:05] The tide is out.
So we wait.
[Gil] [오후 9:06] 1d20 (12) + 3 = 15
--------------- 2024년 3월 6일 수요일 ---------------
[Gil] [오전 12:10] Good night.
"""
ENGLISH = """\
KakaoTalk Chats with Low tide
Date Saved : 2024-03-07 12:00:00

--------------- Tuesday, March 5, 2024 ---------------
Gil님이 들어왔습니다.
[Wren] [9:05 PM] The tide is out.
So we wait.
[Gil] [9:06 PM] 1d20 (12) + 3 = 15
--------------- Wednesday, March 6, 2024 ---------------
[Gil] [12:10 AM] Good night.
"""
TELEPHONE = """\
Low tide 님과 카카오톡 대화
저장한 날짜 : 2024년 3월 7일 오후 12:00

2024년 3월 5일 오후 9:04
2024년 3월 5일 오후 9:04, Gil님이 들어왔습니다.
2024년 3월 5일 오후 9:05, Wren : The tide is out.
So we wait.
2024. 3. 5. 오후 9:06, Gil : 1d20 (12) + 3 = 15
2024년 3월 6일 오전 12:10, Gil : Good night.
"""


@pytest.mark.parametrize("encoding", ["utf-8-sig", "cp949"])
@pytest.mark.parametrize("text", [DESKTOP, ENGLISH, TELEPHONE])
def test_a_chat_of_kakaotalk_is_who_said_what_and_when(tmp_path: Path, text: str, encoding: str) -> None:
    file = tmp_path / "chat.txt"
    file.write_text(text, encoding)
    assert key_of(file) == "kakaotalk"
    said = said_in(file)
    assert [(it.speaker, it.when, it.text) for it in said[1:]] == [
        ("Wren", "2024-03-05T21:05:00.000Z", "The tide is out.\nSo we wait."),
        ("Gil", "2024-03-05T21:06:00.000Z", "1d20 (12) + 3 = 15"),
        ("Gil", "2024-03-06T00:10:00.000Z", "Good night."),
    ]
    assert (said[0].speaker, said[0].text) == (NOBODY, "Gil님이 들어왔습니다.")
    assert [die.face for die in said[2].rolls[0].dice] == [12]
