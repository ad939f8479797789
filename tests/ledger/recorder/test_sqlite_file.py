"""Opening a SQLite file: what is taken, and what is refused and left alone."""

import hashlib
import re
from pathlib import Path

import pytest
import sqlalchemy as sa
from eventsourcing.persistence import PersistenceError, StoredEvent

from ledger.database import schema
from ledger.database.address import Address
from ledger.database.engine import open_database
from ledger.database.errors import LedgerUnavailable
from ledger.database.sqlite.connections import open_sqlite
from ledger.database.sqlite.driver import sqlite3
from tests.support.appending import fill, open_recorder
from tests.support.disks import write_protected

FULL_AT_KILOBYTES = 512


def folder_state(path: Path) -> dict[str, str]:
    """The files of a folder, but for the empty write-ahead log that a mere reader may leave, and its map."""
    log = path.with_name(path.name + "-wal")
    passing = {log, path.with_name(path.name + "-shm")} if log.exists() and not log.stat().st_size else set()
    left = (entry for entry in path.parent.iterdir() if entry not in passing)
    return {entry.name: hashlib.sha256(entry.read_bytes()).hexdigest() for entry in left}


def assert_refused(path: Path, sentence: str, query: str = "") -> None:
    """The file is refused in one sentence or two, and neither it nor its folder has changed."""
    before = folder_state(path)
    with pytest.raises(LedgerUnavailable, match=sentence) as refusal:
        open_database(f"sqlite:///{path}{query}")
    assert folder_state(path) == before
    assert re.fullmatch(r"[^\n]+\.", str(refusal.value))
    assert str(path) in str(refusal.value)


def test_a_missing_folder_is_made(tmp_path: Path) -> None:
    path = tmp_path / "not" / "there" / "ledger.sqlite3"
    fill(path)
    assert path.exists()


def test_a_path_with_signs_that_mean_something_in_an_address_is_taken_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "50% of #1 & ä.sqlite3"
    address = sa.URL.create("sqlite", database=str(path)).render_as_string()
    open_recorder(address).database.close()
    assert {entry.name.removesuffix("-journal") for entry in tmp_path.iterdir()} == {path.name}


def test_an_empty_file_and_an_empty_database_are_as_good_as_none(path: Path) -> None:
    path.touch()
    fill(path)
    other = path.with_name("other.sqlite3")
    connection = sqlite3.connect(other)
    connection.executescript("CREATE TABLE t (x); DROP TABLE t; VACUUM")
    connection.close()
    fill(other)


def test_a_file_that_is_no_database_is_refused(path: Path) -> None:
    path.write_bytes(b"Dear diary, today we lost the sabre.\n" * 200)
    assert_refused(path, "is not a ledger but some other file")


def test_a_database_of_another_program_is_refused(path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE bookmarks (url)")
    connection.close()
    assert_refused(path, "is a database of another program")


def test_a_database_of_another_program_with_its_own_write_ahead_log_is_refused(path: Path) -> None:
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("CREATE TABLE bookmarks (url)")
    with pytest.raises(LedgerUnavailable, match="another program"):
        open_database(f"sqlite:///{path}")
    connection.execute("INSERT INTO bookmarks VALUES ('x')")
    connection.close()


def test_a_newer_ledger_is_refused_by_both_numbers(path: Path) -> None:
    fill(path)
    connection = sqlite3.connect(path)
    connection.execute("UPDATE ledger_format SET number = 7")
    connection.commit()
    connection.close()
    assert_refused(path, f"format 7, and this program knows formats up to {schema.FORMAT}")


def test_a_ledger_that_does_not_say_its_format_is_refused(path: Path) -> None:
    fill(path)
    connection = sqlite3.connect(path)
    connection.execute("DROP TABLE ledger_format")
    connection.close()
    assert_refused(path, "does not say in which format")


def test_a_folder_is_refused(path: Path) -> None:
    path.mkdir()
    with pytest.raises(LedgerUnavailable, match="is not a file"):
        open_database(f"sqlite:///{path}")
    assert list(path.iterdir()) == []


def test_a_file_in_the_way_of_a_folder_is_named(path: Path) -> None:
    path.write_bytes(b"")
    with pytest.raises(LedgerUnavailable, match="cannot be reached: "):
        open_database(f"sqlite:///{path}/deeper/ledger.sqlite3")


def test_a_damaged_ledger_is_said_to_be_damaged(path: Path) -> None:
    fill(path)
    content = bytearray(path.read_bytes())
    content[4096:] = b"\xaa" * (len(content) - 4096)
    path.write_bytes(content)
    with pytest.raises(LedgerUnavailable, match=r"damaged|format") as refusal:
        open_recorder(f"sqlite:///{path}").last("campaign")
    assert str(path) in str(refusal.value)


@pytest.mark.parametrize("journal", ["truncate", "wal"])
def test_a_write_protected_ledger_can_be_read(path: Path, journal: str) -> None:
    open_sqlite(Address.parse(f"sqlite:///{path}"), journal).close()
    fill(path)
    url = Address.parse(f"sqlite:///{path}")
    open_sqlite(url, journal).close()
    with write_protected(path.parent):
        recorder = open_recorder(f"sqlite:///{path}")
        assert recorder.database.read_only
        assert [position for position, _, _ in recorder.stream("campaign")] == [1, 2, 3]
        with pytest.raises(LedgerUnavailable, match="can be read but not written"):
            recorder.insert_events([StoredEvent("campaign", 4, "topic", b"state")])
        recorder.database.close()


def test_a_ledger_opened_for_reading_is_not_written(path: Path) -> None:
    fill(path)
    before = folder_state(path)
    recorder = open_recorder(f"sqlite:///{path}?mode=ro")
    assert recorder.last("campaign") == (3, "topic", b"state")
    with pytest.raises(LedgerUnavailable, match="can be read but not written"):
        recorder.insert_events([StoredEvent("campaign", 4, "topic", b"state")])
    recorder.database.close()
    assert folder_state(path) == before


def test_reading_only_what_is_not_there_is_refused_and_makes_nothing(tmp_path: Path) -> None:
    with pytest.raises(LedgerUnavailable, match="holds no ledger"):
        open_database(f"sqlite:///{tmp_path}/missing/ledger.sqlite3?mode=ro")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "address", ["sqlite:///x?cache=shared", "mysql://host/x", "nonsense", "sqlite:///x?mode=memory"]
)
def test_an_address_that_is_not_understood_is_refused(address: str) -> None:
    with pytest.raises(LedgerUnavailable):
        open_database(address)


def test_two_ledgers_in_memory_are_two() -> None:
    one, two = open_recorder("sqlite://"), open_recorder("sqlite:///:memory:")
    one.insert_events([StoredEvent("campaign", 1, "topic", b"state")])
    assert two.last("campaign") is None
    assert one.last("campaign") == (1, "topic", b"state")
    with pytest.raises(PersistenceError, match="in memory"):
        one.insert_events(
            [StoredEvent("campaign", 2, "topic", b"state")], within=lambda _: one.last("campaign") and None
        )
    for recorder in (one, two):
        recorder.database.close()
