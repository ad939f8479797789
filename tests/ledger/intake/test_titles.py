"""Titles of campaigns and evenings that are founded for a file."""

import shutil
from pathlib import Path

import pytest

from exchange.imports.folders import source_at
from exchange.imports.readers.titles import title_in
from exchange.imports.recognising import format_of
from exchange.imports.source import Clock, ImportFile
from exchange.imports.spool import spooled
from exchange.imports.survey import UNTITLED, survey
from tests.support.intake import FILES


@pytest.mark.parametrize(
    "file",
    [
        *("chatlog.html", "chatlog (1).html", "messages.db", "chat_archive.json", "fvtt-log-Tue-Jan-05-2021.txt"),
        *(
            "[main]logs.html",
            "transcript.en.vtt",
            "2019-03-02.log",
            "Session 12.vtt",
            "log",
            "C:\\games\\chatlog.html",
        ),
    ],
)
def test_a_name_that_programs_give_to_every_file_is_no_title(file: str) -> None:
    assert title_in(file) == ""


@pytest.mark.parametrize(
    ("file", "title"),
    [
        ("Low Water.zip", "Low Water"),
        ("tide.jsonl", "tide"),
        ("Chat Log for The Hollow Coast.html", "The Hollow Coast"),
        ("Evening.of.Ash.en.vtt", "Evening.of.Ash"),
        ("海辺の夜.html", "海辺の夜"),
        ("Salt Gate - at-the-table [112233445566].json", "Salt Gate - at-the-table"),
    ],
)
def test_any_other_name_is_one(file: str, title: str) -> None:
    assert title_in(file) == title


@pytest.mark.parametrize(
    ("file", "title"),
    [
        ("roll20-drawn.html", "The Hollow"),
        ("discord-page.html", "The Causeway - table"),
        ("discord.json", "Low Water - table"),
        ("discord.txt", "The Causeway - table"),
        ("copied-chat.txt", ""),
        ("fantasy-grounds.html", ""),
    ],
)
def test_a_file_that_names_its_game_gives_its_title(tmp_path: Path, file: str, title: str) -> None:
    source = tmp_path / f"chatlog{Path(file).suffix}"
    shutil.copyfile(FILES / file, source)
    read = ImportFile(source, source.name)
    with spooled(read, format_of(read)) as spool:
        assert spool.title == title


@pytest.mark.parametrize("packed", [False, True])
def test_the_one_log_in_a_folder_has_the_title_of_the_folder(tmp_path: Path, packed: bool) -> None:
    folder = tmp_path / "The Salt Gate"
    folder.mkdir()
    shutil.copy(FILES / "fantasy-grounds.html", folder / "chatlog.html")
    asked = Path(shutil.make_archive(str(folder), "zip", folder)) if packed else folder
    with source_at(asked, Clock()) as source, spooled(source, format_of(source)) as spool:
        assert spool.title == "The Salt Gate"


def test_an_evening_without_a_time_and_a_title_is_called_logged_play(tmp_path: Path) -> None:
    file = tmp_path / "log.txt"
    file.write_text("Wren: I walk.\nGwen: No.\nWren: Yes.\nGwen: Well.\nWren: Now.\n", "utf-8")
    read = ImportFile(file, file.name)
    with spooled(read, format_of(read)) as spool:
        assert [it.title for it in survey(spool).evenings] == [UNTITLED]
