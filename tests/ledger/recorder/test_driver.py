"""The choice of a SQLite, and two of them on one ledger."""

import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from eventsourcing.persistence import StoredEvent
from sqlalchemy import event

from ledger.database.address import Address
from ledger.database.errors import LedgerUnavailable
from ledger.database.events import SqlAlchemyApplicationRecorder
from ledger.database.sqlite.connections import open_sqlite
from ledger.database.sqlite.driver import WHEEL, newest, sqlite3
from tests.support.appending import fill


@pytest.mark.parametrize(("version", "chosen"), [((99, 0, 0), True), ((3, 0, 0), False), (None, False)])
def test_the_newer_of_the_two_libraries_is_used(
    version: tuple[int, ...] | None, chosen: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    wheel = None if version is None else SimpleNamespace(sqlite_version_info=version)
    monkeypatch.setitem(sys.modules, f"{WHEEL}.dbapi2", wheel)  # type: ignore[arg-type]
    assert (newest() is wheel) is chosen
    if not chosen:
        assert newest().__name__ == "sqlite3"


def put(recorder: SqlAlchemyApplicationRecorder, position: int) -> None:
    recorder.insert_events([StoredEvent("campaign", position, "topic", b"state")])


def test_a_ledger_that_a_newer_library_uses_is_not_written_by_an_older_one(path: Path) -> None:
    fill(path)
    older = SqlAlchemyApplicationRecorder(
        open_sqlite(Address.parse(f"sqlite:///{path}"), "truncate"), originator_id_type="text"
    )
    put(older, 4)
    newer = sqlite3.connect(path, isolation_level=None)
    assert newer.execute("PRAGMA journal_mode=wal").fetchone() == ("wal",)
    with pytest.raises(LedgerUnavailable, match="a program with a newer SQLite"):
        put(older, 5)
    assert newer.execute("SELECT max(originator_version) FROM ledger_events").fetchone() == (4,)
    older.database.engine.dispose()
    assert newer.execute("PRAGMA journal_mode=truncate").fetchone() == ("truncate",)
    newer.close()
    put(older, 5)
    older.database.close()


@pytest.mark.parametrize("journal", ["truncate", None])
def test_what_a_connection_has_compiled_serves_the_next_transaction(path: Path, journal: str | None) -> None:
    """A pragma that SQLite takes as a change of its settings, said at each, would have all compiled anew."""
    database = open_sqlite(Address.parse(f"sqlite:///{path}"), journal)
    recorder = SqlAlchemyApplicationRecorder(database, originator_id_type="text")
    recorder.create_table()
    compiled: list[tuple[int, str]] = []

    def watch(driver: sqlite3.Connection, *_: object) -> None:
        driver.set_authorizer(lambda action, what, *_: compiled.append((action, what)) or sqlite3.SQLITE_OK)

    event.listen(database.engine, "connect", watch)
    database.engine.dispose()
    database.close_kept()
    for position in (1, 2, 3):
        put(recorder, position)
        assert recorder.last("campaign") == (position, "topic", b"state")
        if position < 3:
            compiled.clear()
    assert (sqlite3.SQLITE_INSERT, "ledger_events") not in compiled
    assert (sqlite3.SQLITE_PRAGMA, "query_only") not in compiled
    database.close()
