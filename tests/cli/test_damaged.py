"""Reading a campaign whose records are damaged: what is sound is shown, and what is asked beyond is not."""

import json
from pathlib import Path

import pytest

from ledger.database.sqlite.driver import sqlite3
from tests.cli.conftest import Campaign

WHY = "Record 8 is broken"
BEYOND = "Up to record 7 everything can be looked at (--at 7); `campaign repair the-old-cave` leads on."


@pytest.fixture(params=["lost", "garbage"])
def damaged(campaign: Campaign, cave: str, database: Path, request: pytest.FixtureRequest) -> str:
    """The sample campaign of 12 records, of which those from the eighth on are lost, or are none."""
    with sqlite3.connect(database) as connection:
        connection.execute("DELETE FROM ledger_snapshots")
        harm = {
            "lost": "DELETE FROM ledger_events WHERE originator_version > 7",
            "garbage": "UPDATE ledger_events SET state = x'6767' WHERE originator_version > 7",
        }
        connection.execute(harm[str(request.param)])
    return cave


@pytest.mark.parametrize(
    "words",
    [
        ("state", "--at", "7"),
        ("sheet", "--at", "7"),
        ("sheet", "--at", "6", "--as", "reader"),
        ("log", "--to", "7"),
        ("log", "--to", "5", "--as", "reader"),
        ("log", "--line", "7", "--about", "Wren"),
        ("map", "--at", "7"),
        ("luck", "--at", "7"),
        ("economy", "--at", "7"),
        ("advancement", "--at", "7"),
        ("recheck", "--at", "7"),
    ],
    ids=" ".join,
)
def test_what_asks_about_what_is_sound_is_answered(
    campaign: Campaign, damaged: str, words: tuple[str, ...]
) -> None:
    ran = campaign(words[0], damaged, *words[1:])
    assert ran.status == 0, ran.err
    assert ran.out.strip()
    if words[0] == "log":
        assert WHY in ran.err
        assert "Everything up to record 7 is sound." in ran.err


@pytest.mark.parametrize(
    "words",
    [
        ("state",),
        ("state", "--at", "8"),
        ("sheet",),
        ("log",),
        ("log", "--to", "8"),
        ("log", "--line", "8"),
        ("recap",),
        ("chronicle",),
        ("chronicle", "--session", "1"),
        ("chronicle", "--session", "7"),
        ("undo",),
    ],
    ids=" ".join,
)
def test_what_asks_for_more_is_told_why_and_what_leads_on(
    campaign: Campaign, damaged: str, words: tuple[str, ...]
) -> None:
    ran = campaign(words[0], damaged, *words[1:])
    assert ran.status == 1, ran.out
    assert WHY in ran.err
    assert BEYOND in ran.err
    assert ran.out == ""


@pytest.mark.parametrize("words", ["lines", "disputes", "reversals"])
def test_what_has_no_position_to_ask_about_shows_what_is_sound_and_does_not_pass_for_all(
    campaign: Campaign, damaged: str, words: str
) -> None:
    ran = campaign(words, damaged)
    assert (ran.status, WHY in ran.err) == (1, True)
    assert ran.out.strip()


def test_where_nothing_is_sound_a_backup_is_named(campaign: Campaign, cave: str, database: Path) -> None:
    with sqlite3.connect(database) as connection:
        connection.execute("DELETE FROM ledger_snapshots")
        connection.execute("UPDATE ledger_events SET state = x'6767' WHERE originator_version = 1")
    for words in (["state"], ["log", "--to", "1"], ["lines"], ["sheet", "--at", "1", "--as", "reader"]):
        ran = campaign(words[0], cave, *words[1:])
        assert ran.status == 1, words
        assert "only a backup helps: `campaign repair --from BACKUP`" in ran.err


def test_setting_records_aside_is_for_repair_alone(campaign: Campaign, cave: str) -> None:
    records = [{"position": 3, "seal": "0" * 64, "why": "I do not like it."}]
    ran = campaign("rule", cave, json.dumps({"type": "journal.set_records_aside", "records": records}))
    assert ran.status == 3
    assert ran.json["refused"] == "repair_alone"
    assert ran.json["message"] == "Records are set aside by `campaign repair`, which looks at each of them first."
    assert campaign("verify", cave, "--json").json["records"] == 12
