"""A disk that is full, or a file that may not grow: the one sentence names the file that somebody asked for."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from random import Random

import pytest

from ledger.database.sqlite.driver import sqlite3
from tests.cli.conftest import Campaign
from tests.support.disks import no_file_beyond, small_disk

NOTE = '{"type": "journal.write_note", "text": "%s"}'
HEADER = 100
"""Bytes at a file's start that tell how it is used, such as by a write-ahead log, which a repair ends."""


@contextmanager
def little_room(folder: Path) -> Iterator[str]:
    """A folder with little room, and what the program says of it."""
    with small_disk(folder, 100) as mounted:
        if mounted:
            yield "is full"
        else:
            with no_file_beyond(100_000):
                yield "reports an error"


@pytest.mark.parametrize("options", [[], ["--as-is"]], ids=["backup", "backup as is"])
def test_a_backup_that_does_not_fit_names_the_backup(
    campaign: Campaign, cave: str, database: Path, tmp_path: Path, options: list[str]
) -> None:
    disk = tmp_path / "small"
    with little_room(disk) as said:
        ran = campaign("backup", str(disk / "copy.sqlite3"), *options)
        assert ran.status == 1
        assert ran.err.startswith(f"The disk that holds {disk / 'copy.sqlite3'} {said}"), ran.err
        assert len(ran.err.splitlines()) == 1
        assert str(database) not in ran.err
        assert ".part" not in ran.err
        assert "nothing was recorded" not in ran.err
        assert list(disk.iterdir()) == []
    assert campaign("verify").status == 0


def test_a_backup_that_may_not_grow_names_the_backup(
    campaign: Campaign, cave: str, database: Path, tmp_path: Path
) -> None:
    for options in ([], ["--as-is"]):
        with no_file_beyond(60_000):
            ran = campaign("backup", str(tmp_path / "copy.sqlite3"), *options)
        assert ran.status == 1
        assert str(tmp_path / "copy.sqlite3") in ran.err
        assert ".part" not in ran.err
        assert not list(tmp_path.glob("*copy*"))


def test_a_ruling_that_does_not_fit_names_the_ledger(campaign: Campaign, cave: str, database: Path) -> None:
    before = campaign("verify", cave, "--json").json["records"]
    with no_file_beyond(40_000):
        ran = campaign("rule", cave, NOTE % ("many words " * 900))
    assert ran.status == 1
    assert ran.err.startswith(f"The disk that holds {database} ")
    assert len(ran.err.splitlines()) == 1
    assert campaign("verify", cave, "--json").json["records"] == before
    assert campaign("rule", cave, NOTE % "On").status == 0


def test_a_repair_that_does_not_fit_names_the_ledger_and_leaves_it(
    campaign: Campaign, cave: str, database: Path
) -> None:
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("DELETE FROM ledger_heads")
    before = database.read_bytes()
    with no_file_beyond(60_000):
        ran = campaign("repair")
    assert ran.status == 1
    assert str(database) in ran.err
    assert ".part" not in ran.err
    assert database.read_bytes()[HEADER:] == before[HEADER:]
    assert [it.name for it in database.parent.iterdir() if it.suffix == ".part"] == []
    assert campaign("repair").status == 0
    assert campaign("verify").status == 0


def test_wherever_a_repair_runs_out_of_room_the_ledger_stays_as_it_was(
    campaign: Campaign, cave: str, database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(12):
        assert campaign("rule", cave, NOTE % f"Note {number}. {'many words ' * 200}").status == 0
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("DELETE FROM ledger_heads")
    harmed, sentences = database.read_bytes(), set()
    for spare in range(0, 4_000, 40):
        folder = tmp_path / f"small-{spare}"
        with small_disk(folder, len(harmed) // 1024 + 8 + spare) as mounted:
            if not mounted:
                pytest.skip("the right to mount a disk is needed")
            ledger = folder / "campaigns.sqlite3"
            ledger.write_bytes(harmed)
            monkeypatch.setenv("CAMPAIGN_DATABASE", str(ledger))
            ran = campaign("repair")
            if ran.status == 0:
                break
            sentences.add(ran.err)
            assert ledger.read_bytes()[HEADER:] == harmed[HEADER:]
            # SQLite leaves an empty journal there, or the shared memory of a write-ahead log.
            left = [it for it in folder.iterdir() if it != ledger and it.suffix != ".sqlite3-shm"]
            assert [it.name for it in left if it.stat().st_size] == []
    else:
        pytest.fail("there never was room enough")
    assert spare > 100, "it ran out of room more than once"
    for said in sentences:
        assert said.count("\n") == 1, said
        assert ".part" not in said, said
        if "cannot be read, and nothing was changed. (disk I/O error)" in said:
            continue  # a write-ahead log takes room even for reading
        assert said.startswith(f"The disk that holds {tmp_path}/small-"), said
        assert "nothing was repaired" in said, said


def test_a_file_that_does_not_fit_is_not_attached_by_halves(
    campaign: Campaign, cave: str, database: Path, tmp_path: Path
) -> None:
    letter = tmp_path / "letter.txt"
    letter.write_text(Random(5).randbytes(600_000).hex(), "utf-8")  # nothing packs it much below half
    before = campaign("verify", cave, "--json").json["records"]
    for room in (0, 40_000, 300_000, 500_000):
        with no_file_beyond(database.stat().st_size + room):
            ran = campaign("attach", cave, str(letter), "--to", "record 1")
        assert ran.status == 1
        assert ran.err.startswith(f"The disk that holds {database} "), ran.err
        assert len(ran.err.splitlines()) == 1
        assert campaign("files", cave, "--json").json["files"] == []
        assert campaign("verify", cave, "--json").json["records"] == before
    assert campaign("attach", cave, str(letter), "--to", "record 1").status == 0
    assert campaign("files", cave, "1", "-o", str(tmp_path / "back.txt")).status == 0
    assert (tmp_path / "back.txt").read_bytes() == letter.read_bytes()
    assert campaign("verify").status == 0
