"""Reading whatever can be read of a damaged SQLite file, and putting a new file in its place."""

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path

from ledger.care.partial_files import errors_naming_target, partial_file, publish, sync
from ledger.database import schema
from ledger.database.errors import LedgerUnavailable, sqlite_code, translated
from ledger.database.sqlite.driver import sqlite3

Lying = tuple[int, object, object]
"""Id, stream and position of a row."""
_WAIT = 10.0
_AT_ONCE = 1_000
_COLUMNS = ("id", "originator_id", "originator_version", "topic", "state")


@contextmanager
def alone_with(path: Path) -> Iterator[sqlite3.Connection]:
    """A connection while nobody else can use the file, of which it changes no byte. Raises `LedgerUnavailable`."""
    try:
        opened = sqlite3.connect(f"{path.as_uri()}?mode=rw", uri=True, timeout=_WAIT, isolation_level=None)
    except sqlite3.Error as error:
        raise LedgerUnavailable(f"{path} cannot be opened, and nothing was changed. ({error})") from error
    with closing(opened) as one:
        try:
            # Said before the first look: with a write-ahead log an exclusive transaction alone lets others read.
            one.execute("PRAGMA locking_mode=EXCLUSIVE")
            _open_all_the_same(one)
            one.execute("BEGIN EXCLUSIVE")
        except sqlite3.Error as error:
            if sqlite_code(error) in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
                raise LedgerUnavailable(
                    f"{path} cannot be repaired while another program uses it: close every other one. ({error})"
                ) from error
            raise LedgerUnavailable(f"{path} cannot be read, and nothing was changed. ({error})") from error
        try:
            yield one
        finally:
            with suppress(sqlite3.Error):
                one.execute("ROLLBACK")


def _open_all_the_same(connection: sqlite3.Connection) -> None:
    """Let SQLite open a file whose end or whose list of tables is damaged, with the tables that it still finds.

    Elsewhere it refuses such a file. Raises `sqlite3.Error` where it is busy.
    """
    try:
        connection.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchone()
    except sqlite3.DatabaseError as error:
        if sqlite_code(error) in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            raise
        connection.execute("PRAGMA writable_schema=ON")


class Salvaged:
    """The rows of a damaged file's table of records, each read by its id if need be."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self.unreadable: list[str] = []
        if connection.execute("PRAGMA writable_schema").fetchone()[0]:
            self.unreadable.append("The end of the file, or its list of tables, is lost or damaged.")
        self._ids = list(self._find())

    def places(self) -> list[Lying]:
        """Every row that can be found."""
        return self._ids

    def content(self, row: int) -> tuple[object, object] | None:
        """The topic and state of a row, None where they cannot be read."""
        try:
            found: tuple[object, object] | None = self._connection.execute(
                f"SELECT topic, state FROM {schema.events.name} NOT INDEXED WHERE id = ?", (row,)
            ).fetchone()
        except (sqlite3.Error, UnicodeError):
            with suppress(sqlite3.Error):
                found = self._connection.execute(
                    f"SELECT CAST(topic AS BLOB), CAST(state AS BLOB) FROM {schema.events.name} NOT INDEXED "
                    "WHERE id = ?",
                    (row,),
                ).fetchone()
                return found
            return None
        return found

    def others(self, table: str, columns: str) -> list[tuple[object, ...]]:
        """The rows of another table, as many of them as can be read."""
        found: list[tuple[object, ...]] = []
        try:
            found.extend(self._connection.execute(f"SELECT {columns} FROM {table} NOT INDEXED"))
        except sqlite3.Error as error:
            if "no such table" not in str(error):
                self.unreadable.append(f"Not all of {table} could be read: {error}.")
        return found

    def copy(self, target: sqlite3.Connection, table: str, columns: Sequence[str]) -> None:
        """Put every row of another table that can be read into the same table of a new file, one by one."""
        named, marks, lost = ", ".join(columns), ", ".join("?" * len(columns)), 0
        for (row,) in self.others(table, "rowid"):
            try:
                asked = f"SELECT {named} FROM {table} NOT INDEXED WHERE rowid = ?"
                found = self._connection.execute(asked, (row,)).fetchone()
                target.execute(f"INSERT INTO {table} ({named}) VALUES ({marks})", found)
            except (sqlite3.Error, UnicodeError, ValueError):
                lost += 1
        if lost:
            self.unreadable.append(f"Of {table} {'1 row' if lost == 1 else f'{lost} rows'} could not be read.")

    def _find(self) -> Iterator[Lying]:
        last = -(2**63)
        asked = (
            f"SELECT id, originator_id, originator_version FROM {schema.events.name} NOT INDEXED "
            f"WHERE id > ? ORDER BY id LIMIT {_AT_ONCE}"
        )
        while True:
            try:
                batch = self._connection.execute(asked, (last,)).fetchall()
            except (sqlite3.Error, UnicodeError) as error:
                if "no such table" in str(error):
                    raise LedgerUnavailable(
                        "The table of the records cannot be found in the file, so nothing can be repaired: bring "
                        "the ledger back from a backup with `campaign restore`."
                    ) from error
                self.unreadable.append(f"Not every page of the records could be read: {error}.")
                yield from self._one_by_one(max(last, 0))
                return
            yield from batch
            if len(batch) < _AT_ONCE:
                return
            last = batch[-1][0]

    def _one_by_one(self, after: int) -> Iterator[Lying]:
        """Each row by its id, up to the greatest that SQLite gave to any."""
        greatest = after + 1_000_000
        with suppress(sqlite3.Error, TypeError):
            (greatest,) = self._connection.execute(
                "SELECT seq FROM sqlite_sequence WHERE name = ?", (schema.events.name,)
            ).fetchone()
        asked = f"SELECT id, originator_id, originator_version FROM {schema.events.name} NOT INDEXED WHERE id = ?"
        for row in range(after + 1, greatest + 1):
            with suppress(sqlite3.Error, UnicodeError):
                found = self._connection.execute(asked, (row,)).fetchone()
                if found is not None:
                    yield found


@contextmanager
def new_copy(file: Path) -> Iterator[Callable[[tuple[object, ...]], None]]:
    """A new file with nothing but a table of records in it; what is given puts one row there, id first.

    It gets its name when all of it is there. Raises `LedgerUnavailable`, naming the file.
    """
    columns = "id INTEGER PRIMARY KEY AUTOINCREMENT, originator_id, originator_version, topic, state"
    with partial_file(file) as work, errors_naming_target(work, file, "nothing was repaired"):
        try:
            work.touch(mode=0o600)
            with closing(sqlite3.connect(work, isolation_level=None)) as target:
                target.execute("BEGIN")
                target.execute(f"CREATE TABLE {schema.events.name} ({columns})")

                def put(row: tuple[object, ...]) -> None:
                    target.execute(f"INSERT INTO {schema.events.name} VALUES (?, ?, ?, ?, ?)", row)

                yield put
                target.execute("COMMIT")
        except sqlite3.Error as error:
            raise translated(error, str(work)) from error
        publish(work, file)


def put_in_place(old: sqlite3.Connection, new: Path, path: Path) -> Path:
    """Put a new file in the place of a ledger's, and say where the old one lies now. Both survive a power cut.

    `old` is the connection that has the ledger's file for itself. Raises `LedgerUnavailable` and leaves the file
    where it is, if what its write-ahead log holds cannot be put into it.
    """
    kept = name_of_copy(path)
    _without_log(old, path)
    os.link(path, kept)
    sync(new)
    os.replace(new, path)
    sync(path.parent)
    return kept


def _without_log(old: sqlite3.Connection, path: Path) -> None:
    """Have everything of a file in the file itself: its log has the name of the place, not of the file."""
    try:
        old.execute("ROLLBACK")
        if old.execute("PRAGMA journal_mode").fetchone()[0] == "wal":
            old.execute("PRAGMA journal_mode=DELETE")
    except sqlite3.Error as error:
        raise LedgerUnavailable(f"{path} cannot be moved, and nothing was changed. ({error})") from error


def name_of_copy(path: Path, ending: str = "") -> Path:
    """A name beside `path` that nothing has, for the ledger as it was before its repair.

    The time in it is that of this computer's clock, which may have stood there before.
    """
    begins = f"{path.name}.before-repair-{datetime.now(UTC).strftime('%Y%m%d-%H%M%S')}"
    names = (f"{begins}{number}{ending}" for number in ("", *(f"-{number}" for number in range(1, 1000))))
    return next(it for name in names if not (it := path.with_name(name)).exists())
