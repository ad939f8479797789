"""Opening a SQLite file: what is set, what is refused and left alone, and what a full or locked disk does."""

import hashlib
import re
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path
from threading import Thread

import pytest
import sqlalchemy as sa
from eventsourcing.persistence import PersistenceError, StoredEvent

from ledger.recorder import schema
from ledger.recorder.engine import open_database
from ledger.recorder.errors import LedgerUnavailable
from ledger.recorder.events import SqlAlchemyApplicationRecorder
from ledger.recorder.sqlite import SYNCHRONOUS_FULL, journal_mode_for, open_sqlite
from tests.support.appending import append_all, open_recorder
from tests.support.disks import small_disk, write_protected

FULL_AT_KILOBYTES = 512


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "ledger.sqlite3"


def fill(path: Path, events: int = 3) -> None:
    recorder = open_recorder(f"sqlite:///{path}")
    for position in range(1, events + 1):
        recorder.insert_events([StoredEvent("campaign", position, "topic", b"state")])
    recorder.database.close()


def folder_state(path: Path) -> dict[str, str]:
    return {entry.name: hashlib.sha256(entry.read_bytes()).hexdigest() for entry in path.parent.iterdir()}


def assert_refused(path: Path, sentence: str, query: str = "") -> None:
    """The file is refused in one sentence or two, and neither it nor its folder has changed."""
    before = folder_state(path)
    with pytest.raises(LedgerUnavailable, match=sentence) as refusal:
        open_database(f"sqlite:///{path}{query}")
    assert folder_state(path) == before
    assert re.fullmatch(r"[^\n]+\.", str(refusal.value))
    assert str(path) in str(refusal.value)


def pragmas(connection: sa.Connection) -> tuple[str, int]:
    journal = connection.exec_driver_sql("PRAGMA journal_mode").scalar()
    synchronous = connection.exec_driver_sql("PRAGMA synchronous").scalar()
    assert isinstance(journal, str)
    assert isinstance(synchronous, int)
    return journal, synchronous


@pytest.mark.parametrize(
    ("version", "mode"),
    [
        ((3, 31, 1), "truncate"),
        ((3, 51, 2), "truncate"),
        ((3, 51, 3), "wal"),
        ((3, 52, 0), "wal"),
        ((4, 0, 0), "wal"),
    ],
)
def test_the_write_ahead_log_is_used_only_where_it_is_sound(version: tuple[int, ...], mode: str) -> None:
    assert journal_mode_for(version) == mode


def test_every_connection_writes_through_to_the_disk(path: Path) -> None:
    recorder = open_recorder(f"sqlite:///{path}")
    expected = (journal_mode_for(sqlite3.sqlite_version_info), SYNCHRONOUS_FULL)
    with recorder.database.reading() as one, recorder.database.reading() as two:
        assert pragmas(one) == pragmas(two) == expected
    with recorder.database.writing() as writer:
        assert pragmas(writer) == expected
    recorder.database.close()


def test_a_file_changes_between_the_journal_modes_when_nobody_else_uses_it(path: Path) -> None:
    fill(path)
    url = sa.make_url(f"sqlite:///{path}")
    for mode in ("wal", "truncate", "wal"):
        recorder = SqlAlchemyApplicationRecorder(open_sqlite(url, mode), originator_id_type="text")
        with recorder.database.reading() as connection:
            assert pragmas(connection) == (mode, SYNCHRONOUS_FULL)
        append_all(recorder, "campaign", mode, 2)
        recorder.database.close()
    recorder = open_recorder(f"sqlite:///{path}")
    assert [position for position, _, _ in recorder.stream("campaign")] == list(range(1, 3 + 3 * 2 * 3 + 1))
    recorder.database.close()


def test_writers_with_the_write_ahead_log_lose_nothing(path: Path) -> None:
    url = sa.make_url(f"sqlite:///{path}")
    recorders = [SqlAlchemyApplicationRecorder(open_sqlite(url, "wal")) for _ in range(3)]
    recorders[0].create_table()
    threads = [
        Thread(target=append_all, args=(recorder, "campaign", str(number), 20))
        for number, recorder in enumerate(recorders)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [position for position, _, _ in recorders[0].stream("campaign")] == list(range(1, 3 * 20 * 3 + 1))
    for recorder in recorders:
        recorder.database.close()


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
    open_sqlite(sa.make_url(f"sqlite:///{path}"), journal).close()
    fill(path)
    url = sa.make_url(f"sqlite:///{path}")
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


def test_reading_takes_no_write_lock(path: Path) -> None:
    fill(path)
    recorder = open_recorder(f"sqlite:///{path}")
    writer = sqlite3.connect(path, isolation_level=None)
    writer.execute("BEGIN IMMEDIATE")
    assert recorder.last("campaign") == (3, "topic", b"state")
    assert len(recorder.select_notifications(None, 10)) == 3
    again = open_recorder(f"sqlite:///{path}")
    assert again.max_notification_id() == 3
    writer.close()
    for reader in (recorder, again):
        reader.database.close()


def append_pairs(recorder: SqlAlchemyApplicationRecorder, acknowledged: list[int]) -> None:
    for position in range(1, FULL_AT_KILOBYTES, 2):
        pair = [position, position + 1]
        recorder.insert_events([StoredEvent("campaign", found, "topic", bytes(8000)) for found in pair])
        acknowledged += pair


def test_a_full_disk_stores_nothing_by_halves_and_the_ledger_goes_on_when_there_is_room(
    tmp_path: Path,
) -> None:
    disk = tmp_path / "disk"
    with small_disk(disk, FULL_AT_KILOBYTES) as mounted:
        ballast = disk / "ballast"
        ballast.write_bytes(bytes(100 * 1024))
        recorder = open_recorder(f"sqlite:///{disk}/ledger.sqlite3")
        if not mounted:
            # The same answer of SQLite's, for want of a disk that is really full.
            pages = f"PRAGMA max_page_count={FULL_AT_KILOBYTES // 4 - 25}"
            limit = sa.event.listens_for(recorder.engine, "checkout")
            limit(lambda driver, *_: driver.execute(pages if ballast.exists() else "PRAGMA max_page_count=9999"))
        acknowledged: list[int] = []
        with pytest.raises(LedgerUnavailable, match="is full; nothing was recorded"):
            append_pairs(recorder, acknowledged)
        assert [position for position, _, _ in recorder.stream("campaign")] == acknowledged
        ballast.unlink()
        recorder.insert_events([StoredEvent("campaign", len(acknowledged) + 1, "topic", bytes(8000))])
        assert recorder.last("campaign") == (len(acknowledged) + 1, "topic", bytes(8000))
        recorder.database.close()


KILLED = """
import sys
from ledger.recorder.events import SqlAlchemyApplicationRecorder
from eventsourcing.persistence import StoredEvent
from tests.support.appending import open_recorder
recorder = open_recorder(sys.argv[1])
position = 1
while True:
    events = [StoredEvent("campaign", position + step, "topic", bytes(3000)) for step in range(3)]
    recorder.insert_events(events)
    position += 3
    print(position - 1, flush=True)
"""


def test_what_was_acknowledged_survives_the_death_of_its_writer(path: Path) -> None:
    command = [sys.executable, "-c", KILLED, f"sqlite:///{path}"]
    acknowledged = 0
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as writer:
        assert writer.stdout is not None
        while acknowledged < 60:
            acknowledged = int(writer.stdout.readline())
        writer.send_signal(signal.SIGKILL)
        acknowledged = int(([acknowledged, *writer.stdout.read().split()])[-1])
    recorder = open_recorder(f"sqlite:///{path}")
    positions = [position for position, _, _ in recorder.stream("campaign")]
    assert positions == list(range(1, len(positions) + 1))
    assert len(positions) in {acknowledged, acknowledged + 3}
    recorder.database.close()


def test_what_a_crash_left_half_done_is_put_right_at_the_next_opening(path: Path, tmp_path: Path) -> None:
    fill(path)
    torn = sqlite3.connect(path, isolation_level=None)
    torn.execute("PRAGMA cache_size=1")
    torn.execute("BEGIN IMMEDIATE")
    torn.execute("UPDATE ledger_events SET state = zeroblob(300000)")  # Too much for memory: it spills.
    crashed = tmp_path / "crashed" / path.name
    crashed.parent.mkdir()
    for entry in (path, path.with_name(path.name + "-journal")):
        (crashed.parent / entry.name).write_bytes(entry.read_bytes())
    torn.close()
    recorder = open_recorder(f"sqlite:///{crashed}")
    assert list(recorder.stream("campaign")) == [(position, "topic", b"state") for position in (1, 2, 3)]
    recorder.database.close()


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
