"""Chats of Messenger and Instagram, as a download of one's information has them."""

import json
from pathlib import Path

import pytest

from domain.kernel.journal.earlier import EntryForm
from exchange.imports.entries import NOBODY, About, Remarked, Said
from exchange.imports.folders import source_at
from exchange.imports.recognising import format_of
from exchange.imports.source import Clock
from tests.support.intake import FILES, entries_of
from tests.support.worlds import items_of, said_in


def key_of(file: Path) -> str:
    with source_at(file, Clock()) as source:
        return format_of(source).key


def test_it_is_who_said_what_and_when_in_the_order_of_time() -> None:
    said = entries_of("messenger.json")
    assert [(it.speaker, it.when, it.form, it.text, it.marks) for it in said[:-1]] == [
        ("Mira Ván", "2024-03-05T20:05:00.000Z", EntryForm.TALK, "The tide — it is out.", ("reaction: ❤ Gil",)),
        (
            "Gil",
            "2024-03-05T20:07:00.000Z",
            EntryForm.TALK,
            "Look at this\nThe pier\nhttps://example.org/pier",
            (),
        ),
        ("Mira Ván", "2024-03-05T20:08:00.000Z", EntryForm.ROLL, "I roll: 1d20 (12) + 3 = 15", ()),
        (
            "Gil",
            "2024-03-05T20:09:00.000Z",
            EntryForm.TALK,
            "[attachment: messages/inbox/lowtide/photos/lamp.jpg]",
            ("attachment: messages/inbox/lowtide/photos/lamp.jpg",),
        ),
    ]
    assert [(it.total, it.dice[0].face) for it in said[2].rolls] == [("15", 12)]
    assert (said[-1].form, said[-1].why) == (EntryForm.VERBATIM, "a message without words")
    assert not any("192.0.2.7" in f"{it.text} {it.marks}" for it in said)
    assert About("Low tide") in items_of(FILES / "messenger.json")


def test_a_chat_that_is_encrypted_from_end_to_end_has_other_names_for_the_same(tmp_path: Path) -> None:
    file = tmp_path / "Gil_1.json"
    messages = [
        {"isUnsent": False, "media": [], "senderName": "Gil", "text": "Ván — I.", "timestamp": 1709669160000},
        {"isUnsent": True, "media": [], "senderName": "Gil", "text": "", "timestamp": 1709669161000},
        {"media": [{"uri": "./media/lamp.jpg"}], "senderName": None, "text": "", "timestamp": "never"},
    ]
    whole = {"participants": ["Gil", "Wren"], "threadName": "Gil_1", "messages": messages}
    file.write_text(json.dumps(whole), "utf-8")
    assert key_of(file) == "messenger"
    assert [(it.speaker, it.text if it.why == "" else it.why, it.when) for it in said_in(file)] == [
        ("Gil", "Ván — I.", "2024-03-05T20:06:00.000Z"),
        ("Gil", "a message that was taken back there", "2024-03-05T20:06:01.000Z"),
        (NOBODY, "[attachment: ./media/lamp.jpg]", None),
    ]


@pytest.mark.parametrize("more", ["", '{"name": "Wren", "level": 3}', '"words"'])
def test_a_file_that_breaks_off_or_goes_on_with_something_else_says_so(tmp_path: Path, more: str) -> None:
    text = (FILES / "messenger.json").read_text("utf-8")
    at = text.index('    {"sender_name": "Mira V')
    file = tmp_path / "message_1.json"
    file.write_text(text[:at] + more, "utf-8")
    items = items_of(file)
    assert [it.broken for it in items if isinstance(it, Remarked)] == [True]
    assert len([it for it in items if isinstance(it, Said)]) == 2
