"""Folders: of JSON files, as Foundry's command line unpacks them, and those that cannot be taken in."""

import json
from pathlib import Path

import pytest

from exchange.imports.entries import NotTaken
from exchange.imports.folders import FROM_THE_WORLD, source_at
from exchange.imports.recognising import format_of
from exchange.imports.source import Clock
from exchange.imports.spool import spooled


def a_message(number: int, content: str) -> dict[str, object]:
    known = f"m{number:015}"
    return {
        "_id": known,
        "_key": f"!messages!{known}",
        "author": "uGwen00000000001",
        "content": f"<p>{content}</p>",
        "rolls": [],
        "speaker": {"alias": "Gwen"},
        "style": 2,
        "timestamp": 1_700_000_000_000 - number,
    }


def test_one_file_a_message_is_read_in_the_order_of_time(tmp_path: Path) -> None:
    for number, content in enumerate(("last", "middle", "first")):
        file = tmp_path / f"{content}_m{number}.json"
        file.write_text(json.dumps(a_message(number, content), indent=2), "utf-8")
    (tmp_path / "torn_m9.json").write_text('{"_id": "m9",\n"content": "cut', "utf-8")
    (tmp_path / "notes.txt").write_text("not a message", "utf-8")
    with source_at(tmp_path, Clock()) as source:
        assert source.name == tmp_path.name
        with spooled(source, format_of(source)) as spool:
            assert spool.format.key == "foundry-nedb"
            said = list(spool)
    assert [it.text for it in said if not it.why] == ["first", "middle", "last"]
    assert [it.text for it in said if it.why] == ['{"_id": "m9", "content": "cut']


def test_a_leveldb_folder_says_how_foundry_exports_it(tmp_path: Path) -> None:
    (tmp_path / "CURRENT").write_text("MANIFEST-000004\n")
    (tmp_path / "000005.ldb").write_bytes(b"\x00")
    with pytest.raises(NotTaken, match="press F12 and type: ") as told, source_at(tmp_path, Clock()):
        pass
    assert "fvtt package unpack messages" in str(told.value)
    page = Path(__file__).parents[3] / "docs" / "howto" / "take-in.md"
    assert f"\n{FROM_THE_WORLD}\n" in page.read_text("utf-8"), "the page says the same"


def test_a_folder_of_something_else_is_said_to_be_one(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("not a message", "utf-8")
    with pytest.raises(NotTaken, match="holds no JSON files"), source_at(tmp_path, Clock()):
        pass
