"""Chat with a line of name and time before each message, as windows are copied and archives of chats are kept."""

from pathlib import Path

import pytest

from domain.kernel.journal.earlier import EntryForm
from exchange.imports.entries import NOBODY
from exchange.imports.folders import source_at
from exchange.imports.recognising import format_of
from exchange.imports.source import Clock
from exchange.imports.spool import spooled
from tests.support.intake import entries_of
from tests.support.worlds import said_in


def test_a_window_of_discord_tells_who_spoke_and_when() -> None:
    said = entries_of("discord-window.txt")
    assert [(it.speaker, it.when, it.form, it.marks) for it in said] == [
        ("Gwen (Mara)", "2024-03-05T21:05:00.000Z", EntryForm.TALK, ()),
        ("Wren (Ilo)", "2024-03-05T21:06:00.000Z", EntryForm.ROLL, ()),
        ("Wren (Ilo)", "2024-03-06T00:10:00.000Z", EntryForm.TALK, ()),
        ("Gwen (Mara)", None, EntryForm.TALK, ("at Yesterday at 6:29 PM",)),
    ]
    assert said[0].text.endswith("Action: the bell is silent.\nImage")
    assert [(it.total, [die.face for die in it.dice]) for it in said[1].rolls] == [("15", [12]), ("3", [3, 4])]
    assert said[-1].text == "Mind the gap — it is 3 feet wide."


@pytest.mark.parametrize(
    ("text", "speaker", "when"),
    [
        ("Gil | Ferry, [05.03.2024 21:07]\nWho goes?\n\nWren, [05.03.2024 21:08]\nI.", "Gil | Ferry", "21:07:00"),
        (
            "**Gil #4** [GM] (2024-03-05 21:07:09):\nWho goes?\n\n**Wren** (2024-03-05 21:08:00):\nI.",
            "Gil #4",
            "21:07:09",
        ),
        ("[05/03/2024, 21:07:01] Gil: Who goes?\n[13/03/2024, 21:08:01] Wren: I.", "Gil", "2024-03-05T21:07:01"),
        ("3/5/24 9:07 p. m. - Gil: Who goes?\n3/5/24 9:08 p. m. - Wren: I.", "Gil", "2024-03-05T21:07:00"),
        ("05/03/2024 à 21:07 - Gil: Who goes?\n13/03/2024 à 21:08 - Wren: I.", "Gil", "2024-03-05T21:07:00"),
        ("05.03.24 um 21:07 - Gil: Who goes?\n13.03.24 um 21:08 - Wren: I.", "Gil", "2024-03-05T21:07:00"),
        ("3/5/24, 9:07\u202fPM - Gil: Who goes?\n3/5/24, 9:08\u202fPM - Wren: I.", "Gil", "2024-03-05T21:07:00"),
        (
            "[PL] Gil 3/5/2024 9:07:00 PM\nWho goes?\n\nWren 3/5/2024 9:08:00 PM\nI.",
            "[PL] Gil",
            "2024-03-05T21:07:00",
        ),
        ("Gil — 2024-03-05 21:07\nWho goes?\nWren — 21:08\nI.", "Gil", "21:07:00"),
    ],
)
def test_other_heads(tmp_path: Path, text: str, speaker: str, when: str) -> None:
    file = tmp_path / "chat.txt"
    file.write_text(text, "utf-8")
    first, second = said_in(file)
    assert (first.speaker, first.text, second.speaker, second.text) == (speaker, "Who goes?", "Wren", "I.")
    assert when in (first.when or "")


def test_what_is_longer_than_a_message_is_parted_and_keeps_its_rolls(tmp_path: Path) -> None:
    lines = [f"1d20 ({number % 20 + 1}) + 1 = {number % 20 + 2} for the {number}th rope" for number in range(300)]
    (tmp_path / "chat.txt").write_text("Bot — 3/5/2024 9:05 PM\n" + "\n".join(lines), "utf-8")
    said = said_in(tmp_path / "chat.txt")
    assert sum(len(it.rolls) for it in said) == 300
    assert "\n".join(it.text for it in said) == "\n".join(lines)
    assert {it.speaker for it in said} == {"Bot"}


def test_a_folder_of_such_chats_in_markdown_is_no_folder_of_notes(tmp_path: Path) -> None:
    for month in ("2024-03", "2024-04"):
        chat = f"# Ferry\n\n**Gil** [GM] ({month}-05 21:07:00):\nWho?\n\n**Wren** ({month}-05 21:08:00):\nI.\n"
        (tmp_path / f"{month}.md").write_text(chat, "utf-8")
    with source_at(tmp_path, Clock()) as source, spooled(source, format_of(source)) as spool:
        said = [(it.speaker, it.when is None) for it in spool]
    assert sorted(said) == [*[(NOBODY, True)] * 2, *[("Gil", False)] * 2, *[("Wren", False)] * 2]


OLDEST = [
    ("7/8/12, 3:20:08 PM: Gil: Who goes?\r\r\n7/14/12, 3:21:00 PM: Wren: I.\r\r\n", "2012-07-08T15:20:08.000Z"),
    ("08/10/13 14:07:41: Gil: Who goes?\n14/10/13 14:08:00: Wren: I.\n", "2013-10-08T14:07:41.000Z"),
]


@pytest.mark.parametrize(("text", "when"), OLDEST)
def test_the_oldest_exports_of_whatsapp_have_a_colon_behind_the_time(tmp_path: Path, text: str, when: str) -> None:
    file = tmp_path / "_chat.txt"
    file.write_text(text, "utf-8", newline="")
    said = said_in(file)
    assert [(it.speaker, it.text) for it in said] == [("Gil", "Who goes?"), ("Wren", "I.")]
    assert said[0].when == when


GROUP = (
    "[13/03/2024, 21:00:00] Low Tide: \u200eMessages here are between the four of us alone.\n"
    "[13/03/2024, 21:00:01] \u200eGil made this group\n"
    "[13/03/2024, 21:00:02] Low Tide: \u200e\u200e~\u202fGil was added by Gil\n"
    "[13/03/2024, 21:01:00] \u202a+1 555 0100\u202c: Who goes?\n"
    "[13/03/2024, 21:02:00] Wren:\n"
    "[13/03/2024, 21:03:00] Wren: \u200e<attached: lamp.jpg>\n"
    "[13/03/2024, 21:04:00] Gil: \u200eimage omitted\n"
)


def test_what_whatsapp_says_itself_is_said_by_nobody_and_nothing_else_is(tmp_path: Path) -> None:
    file = tmp_path / "_chat.txt"
    file.write_text(GROUP, "utf-8")
    assert [(it.speaker, it.text, it.form) for it in said_in(file)] == [
        (NOBODY, "Messages here are between the four of us alone.", EntryForm.STORY),
        (NOBODY, "Gil made this group", EntryForm.STORY),
        (NOBODY, "~\u202fGil was added by Gil", EntryForm.STORY),
        ("+1 555 0100", "Who goes?", EntryForm.TALK),
        ("Wren", "[13/03/2024, 21:02:00] Wren", EntryForm.VERBATIM),
        ("Wren", "<attached: lamp.jpg>", EntryForm.TALK),
        ("Gil", "image omitted", EntryForm.TALK),
    ]


def test_a_long_message_of_whatsapp_is_one(tmp_path: Path) -> None:
    file = tmp_path / "_chat.txt"
    tale = "\n".join(f"Verse {n}: the tide comes in and it goes out.\n" for n in range(400))
    file.write_text(f"[13/03/2024, 21:00:00] Gil: {tale}\n[13/03/2024, 21:01:00] Wren: Enough.\n", "utf-8")
    said = said_in(file)
    assert [it.speaker for it in said] == ["Gil", "Wren"]
    assert said[0].text.endswith("Verse 399: the tide comes in and it goes out.")
