"""Words in nine scripts, taken in from logs: every letter is in each document, or is named as missing."""

import json
import re
from collections.abc import Callable
from html import unescape
from pathlib import Path
from zipfile import ZipFile

import pytest
from pypdf import PdfReader

from tests.cli.conftest import Campaign
from tests.support.many_scripts import EMOJI, HELD, NINE, letters

LINES = (*NINE, EMOJI)
WHO = ("Žofie", "Νίκη", "Юра", "דנה", "سلمى", "राधा", "ชัย", "花", "지우", "Ana")


def discord() -> str:
    """A channel as DiscordChatExporter writes it."""
    messages = [
        {
            "id": str(9000 + at),
            "type": "Default",
            "timestamp": f"2023-03-04T19:{at:02}:11.123+00:00",
            "content": line,
            "author": {"id": str(100 + at), "name": f"user{at}", "nickname": WHO[at], "isBot": False},
            "attachments": [],
            "embeds": [],
        }
        for at, line in enumerate(LINES)
    ]
    return json.dumps({"guild": {"name": "Низкая вода"}, "channel": {"name": "стол"}, "messages": messages})


def foundry() -> str:
    """The messages of a Foundry world, as its export for one file writes them."""
    found = [
        {
            "_id": f"message{at:09}",
            "type": 2,
            "timestamp": 1_677_956_400_000 + 60_000 * at,
            "user": f"user{at}",
            "speaker": {"alias": WHO[at]},
            "content": f"<p>{line}</p>",
        }
        for at, line in enumerate(LINES)
    ]
    return json.dumps(found)


def captions() -> str:
    """The words as a WebVTT transcript."""
    said = (f"00:0{at}:01.000 --> 00:0{at}:05.000\n<v {WHO[at]}>{line}\n" for at, line in enumerate(LINES))
    return "WEBVTT\n\n" + "\n".join(said)


def notes() -> str:
    """A page of notes in Markdown."""
    return "# Вечер 1\n\n" + "\n\n".join(f"{WHO[at]}: {line}" for at, line in enumerate(LINES)) + "\n"


@pytest.mark.parametrize(
    ("name", "written"),
    [("table.json", discord), ("messages.json", foundry), ("evening.vtt", captions), ("evening.md", notes)],
)
def test_every_letter_of_a_log_is_in_every_document(
    campaign: Campaign, tmp_path: Path, name: str, written: Callable[[], str]
) -> None:
    log = tmp_path / name
    log.write_text(written(), "utf-8")
    ran = campaign("take-in", "--new", "Tide", str(log))
    assert ran.status == 0, ran.err
    kept = json.dumps(campaign("log", "tide", "--json").json, ensure_ascii=False)
    assert [line for line in LINES if line not in kept] == []

    def made(ending: str) -> tuple[Path, str]:
        file = tmp_path / f"tale.{ending}"
        printed = campaign("chronicle", "tide", "-o", str(file))
        assert printed.status == 0, printed.err
        return file, printed.out + printed.err

    for ending in ("md", "html"):
        text = unescape(made(ending)[0].read_text("utf-8"))
        for line in LINES:
            assert letters(line) <= letters(text), (ending, line)
            assert line in re.sub(r"\s+", " ", text), (ending, line)
    with ZipFile(made("epub")[0]) as archive:
        pages = [archive.read(it).decode() for it in archive.namelist() if it.endswith("html")]
    book = re.sub(r"\s+", " ", unescape(" ".join(pages)))
    for line in LINES:
        assert line in book, line
    file, told = made("pdf")
    there = letters("".join(page.extract_text() for page in PdfReader(file).pages))
    for line in NINE[:HELD]:
        assert letters(line) <= there, line
    if not letters("".join(NINE[HELD:])) <= there:  # this computer has no fonts for them
        assert "Chinese, Japanese and Korean" in told
