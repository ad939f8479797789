"""Looking at a SQLite file before it is opened for writing, so that nobody else's is ever touched."""

import os
from contextlib import suppress
from enum import Enum
from pathlib import Path

from ledger.database import schema
from ledger.database.errors import LedgerUnavailable, library_errors
from ledger.database.format_marker import refuse_newer
from ledger.database.sqlite.driver import sqlite3

MAGIC = b"SQLite format 3\x00"


class OpenMode(Enum):
    """Ways to open a file; the value is what SQLite's own address for it says."""

    WRITE = "mode=rwc"
    READ = "mode=ro"
    READ_FROZEN = "mode=ro&immutable=1"


def examine(path: Path, *, wants_write: bool) -> OpenMode:
    """Find the way to open the file at `path`. A missing folder is made if the file is to be written.

    Raises `LedgerUnavailable`, leaving the file as it was, if the file is no ledger or too new a one, if
    it cannot be reached, or if it can only be read and holds nothing.
    """
    try:
        if wants_write:
            make_folder(path.parent)
        filled = is_there(path) and _holds_something(path)
        refuse_in_the_way(path)
    except OSError as error:
        raise LedgerUnavailable(f"{path} cannot be reached: {_reason(error)}.") from error
    access = _access(path, wants_write=wants_write)
    if filled:
        with library_errors(str(path)):
            _refuse_foreign(path, access)
    elif access is not OpenMode.WRITE:
        raise LedgerUnavailable(f"{path} holds no ledger, and none can be made there without the right to write.")
    return access


def make_folder(folder: Path) -> None:
    """Make a folder and those above it, for its owner alone, where there is none. Raises `OSError`."""
    for missing in reversed([it for it in (folder, *folder.parents) if not it.exists()]):
        missing.mkdir(mode=0o700, exist_ok=True)


def make_private(path: Path) -> None:
    """Make an empty file that only its owner may read, where there is none.

    SQLite gives its journal the same rights. Whatever keeps it from being made, SQLite will say.
    """
    with suppress(OSError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))


def _access(path: Path, *, wants_write: bool) -> OpenMode:
    beside = os.access(path.parent, os.W_OK)  # SQLite keeps its journal beside the file.
    if wants_write and beside and (os.access(path, os.W_OK) or not path.exists()):
        return OpenMode.WRITE
    if beside or any(path.with_name(path.name + end).exists() for end in ("-wal", "-shm")):
        return OpenMode.READ
    # A file last used with a write-ahead log needs files beside it even for reading, unless SQLite is told
    # that nobody changes it; and whoever did would have left such files.
    return OpenMode.READ_FROZEN if path.exists() and _uses_wal(path) else OpenMode.READ


def _uses_wal(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(20)[18:] == b"\x02\x02"


def is_there(path: Path) -> bool:
    """True if something stands at this path. Raises `OSError` where nobody can tell, as in a circle of links."""
    try:
        path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return path.is_symlink()
    return True


def refuse_in_the_way(path: Path) -> None:
    """Raises `LedgerUnavailable` for what is no file where SQLite keeps files of its own beside this one.

    SQLite would open it, and wait for as long as nobody writes into a pipe.
    """
    for end in ("-journal", "-wal", "-shm"):
        place = path.with_name(path.name + end)
        if is_there(place) and not place.is_file():
            raise LedgerUnavailable(f"{place} is no file, and SQLite keeps one of its own there: move it away.")


def _holds_something(path: Path) -> bool:
    if not path.is_file():
        raise LedgerUnavailable(f"{path} is not a file that could hold a ledger.")
    with path.open("rb") as file:
        start = file.read(len(MAGIC))
    if start and start != MAGIC:
        raise LedgerUnavailable(f"{path} is not a ledger but some other file. Nothing was changed.")
    return bool(start)


def _refuse_foreign(path: Path, access: OpenMode) -> None:
    connection = _look_into(path, access)
    try:
        (owner,) = connection.execute("PRAGMA application_id").fetchone()
        tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
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


def _look_into(path: Path, access: OpenMode) -> sqlite3.Connection:
    """A connection for reading. Only if what a crashed writer left must be put right, one that may do so."""
    reading = OpenMode.READ if access is OpenMode.WRITE else access
    try:
        return _connected(path, reading.value)
    except sqlite3.OperationalError:
        if access is not OpenMode.WRITE:
            raise
        return _connected(path, "mode=rw")


def _connected(path: Path, options: str) -> sqlite3.Connection:
    connection = sqlite3.connect(f"{path.as_uri()}?{options}", uri=True, timeout=10)
    try:
        connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    except BaseException:
        connection.close()
        raise
    return connection


def _reason(error: OSError) -> str:
    return (error.strerror or "the system refuses").lower()
