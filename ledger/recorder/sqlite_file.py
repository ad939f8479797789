"""Looking at a SQLite file before it is opened for writing, so that nobody else's is ever touched."""

import os
import sqlite3
from pathlib import Path

from ledger.recorder import schema
from ledger.recorder.errors import LedgerUnavailable, library_errors
from ledger.recorder.marks import refuse_newer

MAGIC = b"SQLite format 3\x00"


def examine(path: Path, *, wants_write: bool) -> bool:
    """Whether the file at `path` can only be read. A missing folder is made if the file is to be written.

    Raises `LedgerUnavailable`, leaving the file as it was, if the file is no ledger or too new a one, if
    it cannot be reached, or if it is to be read only and holds nothing.
    """
    try:
        if wants_write:
            path.parent.mkdir(parents=True, exist_ok=True)
        filled = path.exists() and _holds_something(path)
    except OSError as error:
        raise LedgerUnavailable(f"{path} cannot be reached: {_reason(error)}.") from error
    read_only = not (
        wants_write and os.access(path.parent, os.W_OK) and (not path.exists() or os.access(path, os.W_OK))
    )
    if not filled:
        if read_only:
            raise LedgerUnavailable(
                f"{path} holds no ledger, and none can be made there without the right to write."
            )
        return False
    with library_errors(str(path)):
        _refuse_foreign(path)
    return read_only


def _holds_something(path: Path) -> bool:
    if not path.is_file():
        raise LedgerUnavailable(f"{path} is not a file.")
    with path.open("rb") as file:
        start = file.read(len(MAGIC))
    if start and start != MAGIC:
        raise LedgerUnavailable(f"{path} is not a ledger but some other file. Nothing was changed.")
    return bool(start)


def _refuse_foreign(path: Path) -> None:
    connection = _look_into(path)
    try:
        (owner,) = connection.execute("PRAGMA application_id").fetchone()
        tables = {
            name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        }
        if owner == 0 and not tables:
            return  # A database that nobody has put anything into: as good as no file.
        if owner != schema.APPLICATION_ID:
            raise LedgerUnavailable(f"{path} is a database of another program. Nothing was changed.")
        row = None
        if schema.format_table.name in tables:
            row = connection.execute(f"SELECT number FROM {schema.format_table.name}").fetchone()
        refuse_newer(row[0] if row else None, str(path))
    finally:
        connection.close()


def _look_into(path: Path) -> sqlite3.Connection:
    """A connection for reading. Only if what a crashed writer left must be put right, one that may do so."""
    try:
        connection = sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True, timeout=10)
        try:
            connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
        except BaseException:
            connection.close()
            raise
    except sqlite3.OperationalError:
        return sqlite3.connect(f"{path.as_uri()}?mode=rw", uri=True, timeout=10)
    return connection


def _reason(error: OSError) -> str:
    return (error.strerror or "the system refuses").lower()
