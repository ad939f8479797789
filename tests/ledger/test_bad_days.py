"""A ledger in use and a disk, a server or a careless hand that fails it: one plain sentence, and nothing lost."""

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy import event

from ledger.answers import Ruled, Submission
from ledger.care.verify import verify
from ledger.database.errors import LedgerUnavailable, OutcomeUnknown
from ledger.database.inserting import RowInserter
from ledger.database.sqlite.connections import journal_mode_for
from ledger.database.sqlite.driver import sqlite3
from ledger.ledger import Ledger
from projections.read_models import ReadModels
from tests.support.killing import begun_tower, opened
from tests.support.postgres import PostgresServer
from tests.support.tower import LayStones

FOUNDING = 2
"""Records of a founding: the campaign, and its GM's seat."""


def lay(ledger: Ledger, face: int = 1, key: str | None = None) -> Ruled:
    ruled = ledger.rule("babel", Submission(command=LayStones(), faces=(face,), key=key))
    assert isinstance(ruled, Ruled)
    return ruled


def lay_until_it_fails(ledger: Ledger) -> None:
    for _ in range(2_000):
        lay(ledger)


def assert_whole(ledger: Ledger, height: int) -> None:
    assert verify(ledger, "babel").sound
    views = ledger.followers[-1]
    assert isinstance(views, ReadModels)
    assert views.problems("babel") == []
    assert ledger.moment("babel", from_start=True).game.height == height


def assert_one_sentence(error: pytest.ExceptionInfo[LedgerUnavailable]) -> None:
    text = str(error.value)
    assert text.endswith(".")
    assert "\n" not in text
    assert "sqlite3." not in text and "psycopg" not in text  # noqa: PT018 - one thought


FULL = """
import resource, sys
from tests.ledger.test_bad_days import begun_tower, lay
from ledger.database.inserting import RowInserter
from ledger.database.errors import LedgerUnavailable
path = sys.argv[1]
ledger = begun_tower(f"sqlite:///{path}")
import os
limit = os.path.getsize(path) + 60_000
resource.setrlimit(resource.RLIMIT_FSIZE, (limit, resource.RLIM_INFINITY))
height = 0
try:
    while True:
        lay(ledger)
        height += 1
except LedgerUnavailable as error:
    print(error)
resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
lay(ledger)  # the same process goes on as soon as it can
print(height + 1)
"""


def test_an_io_error_while_writing_loses_nothing(tmp_path: Path) -> None:
    """The system refuses to write beyond some length: to SQLite that is a disk that fails."""
    path = tmp_path / "babel.sqlite3"
    done = subprocess.run([sys.executable, "-c", FULL, str(path)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    sentence, height = done.stdout.splitlines()
    assert sentence.startswith(f"The disk that holds {path} reports an error.")
    ledger = opened(f"sqlite:///{path}")
    assert_whole(ledger, int(height))
    ledger.close()


def test_a_full_disk_loses_nothing(sqlite_address: str) -> None:
    ledger = begun_tower(sqlite_address)
    assert ledger.store.database
    database, pages = ledger.store.database, [60]

    def limit(driver: sqlite3.Connection, *_: object) -> None:
        driver.execute(f"PRAGMA max_page_count={pages[0]}")

    event.listen(database.engine, "checkout", limit)
    database.close_kept()  # the connection that wrote is kept for the next ruling
    with pytest.raises(LedgerUnavailable, match="is full; nothing was recorded") as error:
        lay_until_it_fails(ledger)
    assert_one_sentence(error)
    height = ledger.head("babel") - FOUNDING
    assert height > 0
    assert_whole(ledger, height)
    pages[0] = 100_000
    lay(ledger)
    assert_whole(ledger, height + 1)
    ledger.close()


@pytest.mark.parametrize("how", ["deleted", "moved away"])
def test_a_file_taken_away_is_noticed_and_nothing_is_written_into_the_void(tmp_path: Path, how: str) -> None:
    path = tmp_path / "babel.sqlite3"
    ledger = begun_tower(f"sqlite:///{path}")
    lay(ledger, 2)
    lay(ledger, 3)
    aside = tmp_path / "aside.sqlite3"
    path.rename(aside)
    if how == "deleted":
        aside.unlink()
    for _ in range(2):
        with pytest.raises(LedgerUnavailable, match="is not there any more") as error:
            lay(ledger, 4)
        assert_one_sentence(error)
        # What was opened before could still be read: nobody would hear that it is not the ledger any more.
        with pytest.raises(LedgerUnavailable, match="is not there any more") as error:
            ledger.soundness("babel")
        assert_one_sentence(error)
    assert not path.exists(), "an empty file in its place would hide that the ledger is gone"
    if how == "moved away":
        aside.rename(path)
        assert ledger.soundness("babel").position == ledger.head("babel")
        lay(ledger, 5)
        assert_whole(ledger, 10)
    ledger.close()


def test_an_older_copy_written_over_the_file_in_use_is_noticed(tmp_path: Path) -> None:
    path = tmp_path / "babel.sqlite3"
    ledger = begun_tower(f"sqlite:///{path}")
    lay(ledger, 2)
    older = path.read_bytes()
    for _ in range(3):
        lay(ledger, 3)
    path.write_bytes(older)  # the very same file, with what it held before
    lay(ledger, 4)
    # With a write-ahead log all that was recorded since lies in the log still, and is read from there.
    logged = journal_mode_for(sqlite3.sqlite_version_info) == "wal"
    assert_whole(ledger, 15 if logged else 6)
    assert ledger.head("babel") == (7 if logged else 4)
    ledger.close()


@pytest.mark.postgres
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGQUIT])
def test_a_server_stopped_and_started_in_mid_flight(postgres_server: PostgresServer, how: signal.Signals) -> None:
    ledger = begun_tower(postgres_server.fresh_database())
    lay(ledger, 1)
    postgres_server.stop(how)
    try:
        with pytest.raises(LedgerUnavailable) as error:
            lay(ledger, 2)
        assert_one_sentence(error)
    finally:
        postgres_server.start()
    lay(ledger, 3)
    assert_whole(ledger, 4)
    ledger.close()


@pytest.mark.postgres
def test_a_server_that_falls_in_the_middle_of_a_transaction(postgres_server: PostgresServer) -> None:
    ledger = begun_tower(postgres_server.fresh_database())
    lay(ledger, 1)
    assert ledger.store.database

    def fall(_connection: sa.Connection) -> None:
        postgres_server.stop(signal.SIGQUIT)
        postgres_server.start()

    event.listen(ledger.store.database.engine, "commit", fall, once=True)
    two = [Submission(command=LayStones(), faces=(face,), key=key) for face, key in ((2, "once"), (1, None))]
    with pytest.raises(OutcomeUnknown, match="not known whether the last records were kept") as error:
        ledger.rule_all("babel", two)  # one alone is a statement, and no transaction of several
    assert_one_sentence(error)
    assert not lay(ledger, 2, key="once").repeated
    assert_whole(ledger, 3)
    ledger.close()


def with_a_lost_answer(ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    """The next commit counts, and the connection breaks before that is said."""
    assert ledger.store.database
    dialect = ledger.store.database.engine.dialect
    commit, alone = dialect.do_commit, RowInserter.alone

    def append_and_break(self: RowInserter, driver: Any, *more: Any) -> bool:
        assert alone(self, driver, *more), "the ruling was no statement of its own"
        monkeypatch.undo()
        driver.close()
        raise dialect.loaded_dbapi.OperationalError("server closed the connection unexpectedly")

    def commit_and_break(driver: object) -> None:
        commit(driver)
        monkeypatch.setattr(dialect, "do_commit", commit)
        driver.dbapi_connection.close()  # type: ignore[attr-defined]
        raise dialect.loaded_dbapi.OperationalError("server closed the connection unexpectedly")

    monkeypatch.setattr(dialect, "do_commit", commit_and_break)
    monkeypatch.setattr(RowInserter, "alone", append_and_break)


def test_a_commit_whose_answer_got_lost_is_found_to_have_counted(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    ledger = begun_tower(address)
    with_a_lost_answer(ledger, monkeypatch)
    ruled = lay(ledger, 2, key="once")
    assert RowInserter.alone.__name__ == "alone" or address.startswith("sqlite"), "no answer got lost"
    assert not ruled.repeated
    assert ruled.told[0].record.position == 3
    again = lay(ledger, 2, key="once")
    assert again.repeated
    assert_whole(ledger, 2)
    ledger.close()


def test_where_nobody_can_look_the_question_stays_open_and_the_key_settles_it(
    sqlite_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    ledger = begun_tower(sqlite_address)
    with_a_lost_answer(ledger, monkeypatch)
    path = Path(sqlite_address.removeprefix("sqlite:///"))
    hidden = path.with_suffix(".hidden")
    assert ledger.store.database
    dispose = ledger.store.database.engine.dispose

    def hide() -> None:
        dispose()
        os.replace(path, hidden)

    monkeypatch.setattr(ledger.store.database.engine, "dispose", hide)
    with pytest.raises(OutcomeUnknown) as error:
        lay(ledger, 2, key="once")
    assert_one_sentence(error)
    monkeypatch.setattr(ledger.store.database.engine, "dispose", dispose)
    os.replace(hidden, path)
    assert lay(ledger, 2, key="once").repeated
    assert_whole(ledger, 2)
    ledger.close()
