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
        ("Bot", "2024-03-05T21:06:00.000Z", EntryForm.ROLL, ()),
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
