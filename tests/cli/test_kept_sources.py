"""The file that play came from: kept, shown, exported, and taken out with words that stand in it."""

import json
import shutil
from contextlib import closing
from pathlib import Path

import pytest

from ledger.database.sqlite.driver import sqlite3
from tests.cli.conftest import Campaign
from tests.docs.test_verify import ALONE

FILES = Path(__file__).parents[1] / "ledger/intake/files"


@pytest.fixture
def chat(tmp_path: Path) -> Path:
    return Path(shutil.copy(FILES / "discord.json", tmp_path / "chat.json"))


@pytest.fixture
def low(campaign: Campaign, chat: Path) -> str:
    """A campaign taken in from a chat, whose file is not there any more."""
    ran = campaign("take-in", str(chat), "--new", "Low", "--game", "delve")
    assert ran.status == 0, ran.err
    chat.unlink()
    return "low"


def entry(campaign: Campaign, slug: str) -> int:
    """A record of something that was said."""
    log = campaign("log", slug, "--json", "--as", "gm").json
    return next(it["position"] for it in log if it["type"].startswith("logged.entry_logged"))


def on_disk(database: Path) -> bytes:
    return b"".join(path.read_bytes() for path in database.parent.glob(f"{database.name}*"))


def test_the_piece_of_an_entry_is_shown_without_the_file(campaign: Campaign, low: str) -> None:
    shown = campaign("source", low, str(entry(campaign, low)), "--json")
    assert shown.status == 0, shown.err
    assert shown.json["kept"] is True
    assert f"discord:{json.loads(shown.json['piece'])['id']}" == shown.json["id"]
    (found,) = campaign("verify", low, "--json").json["files"]
    assert (found["digest"], found["state"]) == (shown.json["sum"], "sound")
    assert campaign("doctor", "--json").json["files"] == 1


def test_a_kept_file_that_was_changed_is_not_shown_as_the_source(
    campaign: Campaign, database: Path, low: str
) -> None:
    at = entry(campaign, low)
    with closing(sqlite3.connect(database)) as connection, connection:
        (part,) = connection.execute("SELECT bytes FROM ledger_file_parts").fetchone()
        connection.execute("UPDATE ledger_file_parts SET bytes = ?", (part.replace(b"tide", b"tine"),))
    shown = campaign("source", low, str(at))
    assert (shown.status, shown.out) == (1, "")
    assert "The file that is kept here is not what was taken in" in " ".join(shown.err.split())


def test_several_files_are_kept_together_but_no_accounts(
    campaign: Campaign, database: Path, tmp_path: Path, chat: Path
) -> None:
    users = shutil.copy(FILES / "foundry-users.db", tmp_path / "users.db")
    notes = shutil.copy(FILES / "captions.vtt", tmp_path / "notes.vtt")
    campaign("new", "--game", "delve", "--title", "Low", "--id", "low")
    ran = campaign("take-in", "low", str(chat), "--also", str(notes), "--also", str(users), "--guess")
    assert ran.status == 0, ran.err
    pieces = [campaign("source", "low", str(at), "--json").json for at in entries(campaign, "low")]
    assert {it["place"].partition(", ")[0] for it in pieces} == {"chat.json", "notes.vtt"}
    assert [it for it in pieces if not (it["kept"] and it["piece"])] == []
    assert b"passwordSalt" not in on_disk(database)


def entries(campaign: Campaign, slug: str) -> list[int]:
    log = campaign("log", slug, "--json", "--as", "gm").json
    return [it["position"] for it in log if it["type"].startswith("logged.entry_logged")]


@pytest.mark.parametrize(
    ("words", "changed"),
    [("The tide is out", True), ("GuildTextChat", False), ("nowhere in it", None)],
    ids=["in a record and the file", "in the file alone", "nowhere"],
)
def test_a_removal_reaches_the_file(
    campaign: Campaign, database: Path, low: str, tmp_path: Path, words: str, changed: bool | None
) -> None:
    asked = ("remove", low, "--text", words, "--reason", "Asked to", "--json")
    shown = campaign(*asked)
    if changed is None:
        assert shown.status == 2
        assert b"The tide is out" in on_disk(database)
        return
    assert [len(it["records"]) for it in shown.json["files"]] == [1]
    assert b"GuildTextChat" in on_disk(database)
    done = campaign(*asked, "--confirm", shown.json["confirm"])
    assert (done.status, done.json["files_taken_out"]) == (0, list(shown.json["files"][0]["records"])), done.err
    assert bool(done.json["changed"]) is changed
    for gone in (words.encode(), b"GuildTextChat", b'"discriminator"'):
        assert gone not in on_disk(database)
    checked = campaign("verify", low, "--json")
    assert (checked.status, [it["state"] for it in checked.json["files"]]) == (0, ["removed"])
    assert campaign("source", low, str(entry(campaign, low)), "--json").json["piece"] is None
    assert campaign("export", low, str(tmp_path / "bag")).status == 0
    assert list(ALONE.checked(tmp_path / "bag")["named"].values()) == ["removed"]
    there = f"sqlite:///{tmp_path}/there.sqlite3"
    assert campaign("import", str(tmp_path / "bag"), "--database", there).status == 0
    assert campaign("verify", low, "--database", there).status == 0
    assert campaign("backup", str(tmp_path / "copy.sqlite3")).status == 0


@pytest.mark.parametrize("harm", ["no game", "broken records"])
def test_a_list_shows_a_campaign_with_play_taken_in_that_cannot_be_read(
    campaign: Campaign, low: str, database: Path, harm: str
) -> None:
    assert campaign("list").status == 0
    statements = {
        "no game": "UPDATE ledger_campaigns SET game = 'nowhere'",
        "broken records": "UPDATE ledger_events SET state = x'6767' WHERE topic LIKE 'logged.%'",
    }
    with sqlite3.connect(database) as connection:
        connection.execute(statements[harm])
    ran = campaign("list")
    assert ran.status == 0, ran.err
    assert low in ran.out
