"""Rows, snapshots, keys and files of a campaign that has no record: told by `verify`, taken out by `rebuild`."""

from pathlib import Path

import pytest

from ledger.database.sqlite.driver import sqlite3
from tests.cli.conftest import Campaign
from tests.cli.test_checking import change


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        (
            "INSERT INTO view_people SELECT ?, seen_by, person, name, role, gone FROM view_people",
            "The read models have rows of a campaign of which there is no record",
        ),
        (
            "INSERT INTO ledger_snapshots VALUES (?, 4, 'moment', x'00')",
            "Snapshots are kept of a campaign without a record",
        ),
        ("INSERT INTO ledger_submissions VALUES (?, 'again', 4)", "Keys of submissions are kept of a campaign"),
    ],
    ids=["read models", "snapshots", "keys"],
)
def test_what_is_kept_for_a_campaign_without_a_record_is_told_and_taken_out(
    campaign: Campaign, cave: str, database: Path, statement: str, said: str
) -> None:
    campaign("people")
    assert campaign("verify").status == 0
    change(database, statement, "00000000-0000-4000-8000-000000000001")
    assert campaign("verify", cave).status == 0  # of that campaign nothing is wrong
    ran = campaign("verify")
    assert ran.status == 1
    assert said in ran.err
    assert campaign("rebuild").status == 0
    assert campaign("verify").status == 0


def test_files_of_a_campaign_without_a_record_are_told(campaign: Campaign, cave: str, database: Path) -> None:
    row = "INSERT INTO ledger_files VALUES (?, ?, 3, '2026-01-01T00:00:00.000Z', 1, 1)"
    change(database, row, "00000000-0000-4000-8000-000000000001", "ab" * 32)
    ran = campaign("verify")
    assert ran.status == 1
    assert "Files are kept of a campaign without a record" in ran.err


def test_an_imported_campaign_is_not_taken_to_have_answered_what_no_record_says(
    campaign: Campaign, cave: str, database: Path, tmp_path: Path
) -> None:
    bag = tmp_path / "cave.zip"
    assert campaign("export", cave, str(bag)).status == 0
    with sqlite3.connect(database) as connection:
        ((its_id,),) = connection.execute("SELECT campaign FROM ledger_campaigns").fetchall()
    database.unlink()
    campaign("new", "--game", "open_table", "--title", "Salt", "--gm", "Zoe")
    change(database, "INSERT INTO ledger_submissions VALUES (?, 'again', 3)", its_id)
    assert campaign("import", str(bag)).status == 0
    ran = campaign("verify")
    assert ran.status == 0, ran.err
