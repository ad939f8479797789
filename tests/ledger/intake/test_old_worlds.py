"""Worlds of Foundry that were kept for long: an older chat beside a newer one, people who have left, and files
that only bear the name of a chat.
"""

import json
import shutil
import sqlite3
from pathlib import Path

import pytest

from exchange.imports.entries import NotTaken, Said
from tests.support.worlds import TIDEWAY, items_of, said_in


def a_message(number: int, content: str) -> dict[str, object]:
    known = f"m{number:015}"
    made = {"_id": known, "user": "uGwen00000000001", "content": f"<p>{content}</p>", "type": 2}
    return made | {"speaker": {"alias": "Gwen"}, "timestamp": 1_700_000_000_000 - number}


def lines(*documents: object) -> str:
    return "".join(json.dumps(it) + "\n" for it in documents)


def test_who_has_left_since_keeps_the_name_in_an_older_file_beside_the_folder(tmp_path: Path) -> None:
    """Before it was mended, everybody whom the newer folder of users did not know any more was unnamed."""
    world = tmp_path / "tideway"
    shutil.copytree(TIDEWAY, world)
    left = a_message(901, "I was here before you.") | {"user": "uOrrin0000000009", "speaker": {}}
    (world / "data" / "messages.db").write_text(lines(left), "utf-8")
    users = ({"_id": "uOrrin0000000009", "name": "Orrin"}, {"_id": "uGwen00000000001", "name": "Gwen of old"})
    (world / "data" / "users.db").write_text(lines(*users), "utf-8")
    said = said_in(world, both=True)
    assert [it.speaker for it in said if "before you" in it.text] == ["Orrin"]
    assert "Gwen of old" not in {it.user for it in said}  # the newer name counts


def test_a_world_whose_chat_is_a_database_of_another_kind_is_no_world(tmp_path: Path) -> None:
    """Before it was mended, such a file came in as a dozen broken messages."""
    with sqlite3.connect(tmp_path / "messages.db") as database:
        database.execute("CREATE TABLE message (sender TEXT, words TEXT)")
    database.close()
    (tmp_path / "users.db").write_text(lines({"_id": "uGwen00000000001", "name": "Gwen"}), "utf-8")
    with pytest.raises(NotTaken, match="is no chat of Foundry: it is a SQLite database"):
        items_of(tmp_path)


def test_a_world_that_was_emptied_says_that_an_older_chat_lies_beside_it(tmp_path: Path) -> None:
    """Before it was mended, it only had nothing to take in."""
    old, newer = tmp_path / "chat.db", tmp_path / "messages.db"
    said = [a_message(1, "Row!"), a_message(2, "Row on!")]
    old.write_text(lines(*said), "utf-8")
    newer.write_text(lines(*said, *({"_id": it["_id"], "$$deleted": True} for it in said)), "utf-8")
    (tmp_path / "users.db").write_text(lines({"_id": "uGwen00000000001", "name": "Gwen"}), "utf-8")
    told = r"an older chat\.db with 2 messages and a newer messages\.db in which all of them were deleted. Copy"
    with pytest.raises(NotTaken, match=told):
        items_of(tmp_path)
    both = [it for it in items_of(tmp_path, both=True, deleted=True) if isinstance(it, Said)]
    assert [(it.text, it.deleted, it.secret) for it in both] == [("Row on!", True, True), ("Row!", True, True)]
    (tmp_path / "kept").mkdir()
    alone = shutil.copy(old, tmp_path / "kept")
    assert [it.text for it in said_in(Path(alone))] == ["Row on!", "Row!"]
