"""SQLite under strain: what is promised to survive a crash, a full disk and many hands, and by what."""

import signal
import subprocess
import sys
from pathlib import Path
from threading import Thread

import pytest
import sqlalchemy as sa
from eventsourcing.persistence import StoredEvent

from ledger.database.address import Address
from ledger.database.errors import LedgerUnavailable
from ledger.database.events import SqlAlchemyApplicationRecorder
from ledger.database.sqlite.connections import SYNCHRONOUS_FULL, journal_mode_for, open_sqlite
from ledger.database.sqlite.driver import sqlite3
from tests.support.appending import append_all, fill, open_recorder
from tests.support.disks import small_disk

FULL_AT_KILOBYTES = 512


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
    url = Address.parse(f"sqlite:///{path}")
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
    url = Address.parse(f"sqlite:///{path}")
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


def test_a_writing_transaction_has_the_write_lock_from_its_first_moment(path: Path) -> None:
    fill(path)
    recorder = open_recorder(f"sqlite:///{path}")
    other = sqlite3.connect(path, isolation_level=None, timeout=0)
    with recorder.database.writing() as connection:
        connection.scalar(sa.select(sa.func.count()).select_from(recorder.table))
        with pytest.raises(sqlite3.OperationalError, match="locked"):
            other.execute("BEGIN IMMEDIATE")
    other.execute("BEGIN IMMEDIATE")
    other.close()
    recorder.database.close()


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
from ledger.database.events import SqlAlchemyApplicationRecorder
from eventsourcing.persistence import StoredEvent
from tests.support.appending import fill, open_recorder
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
    log = next(it for end in ("-journal", "-wal") if (it := path.with_name(path.name + end)).exists())
    for entry in (path, log):
        (crashed.parent / entry.name).write_bytes(entry.read_bytes())
    torn.close()
    recorder = open_recorder(f"sqlite:///{crashed}")
    assert list(recorder.stream("campaign")) == [(position, "topic", b"state") for position in (1, 2, 3)]
    recorder.database.close()
