"""Condition of a ledger's database: its kind, settings and size, for whoever looks after it. Changes nothing."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypedDict

import sqlalchemy as sql

from ledger.care.inspection import LedgerFault, look_at
from ledger.database import schema
from ledger.database.address import Address
from ledger.database.database import Database
from ledger.database.engine import open_database
from ledger.database.errors import LedgerUnavailable
from ledger.database.sqlite.connections import SAFE_WAL, journal_mode_for
from ledger.database.sqlite.driver import IS_OF_THE_WHEEL, WHEEL, sqlite3
from ledger.database.sqlite.file import is_there
from ledger.files.tables import files

SQLITE_VERSION = sqlite3.sqlite_version + (f" (of {WHEEL})" if IS_OF_THE_WHEEL else "")
"""The SQLite this program runs on."""
IS_SAFE_IN_WAL = sqlite3.sqlite_version_info >= SAFE_WAL
"""True if this SQLite may use its write-ahead log; below, the ledger uses the rollback journal."""
SAFE_SINCE = ".".join(map(str, SAFE_WAL))
NEWEST_FORMAT = schema.FORMAT
"""The newest format of a ledger that this program reads."""

ENCRYPTED, WITHIN, OPEN = "encrypted", "within this computer", "not encrypted"
"""The kinds of network connection to a server."""


@dataclass(frozen=True, slots=True)
class Condition:
    """A database as it was found. `settings` are its own words for how it keeps what it acknowledged."""

    kind: str
    version: str
    exists: bool
    path: Path | None = None
    size: int | None = None
    """In bytes."""
    format: int | None = None
    """None where nothing has been recorded yet."""
    read_only: bool = False
    records: int = 0
    files: int = 0
    """The number of files kept beside them."""
    bytes_of_files: int = 0
    settings: Mapping[str, str] = field(default_factory=dict)
    problems: tuple[LedgerFault, ...] = ()
    """The faults found in it."""
    not_checked: str | None = None
    """The checks that could not be made, in one sentence."""


def condition_of(address: str) -> Condition:
    """Look at the database at an address. Makes nothing. Raises `LedgerUnavailable` when it cannot be opened."""
    known = Address.parse(address)
    if not known.is_sqlite:
        return _server(known)
    file = known.file
    planned = {"journal mode": journal_mode_for(sqlite3.sqlite_version_info), "synchronous": "full"}
    if file is None:
        return Condition("SQLite in memory", SQLITE_VERSION, True, settings={"journal mode": "memory"})
    try:
        there = is_there(file)
    except OSError as error:
        raise LedgerUnavailable(
            f"{file} cannot be reached: {(error.strerror or 'it is refused').lower()}."
        ) from error
    if not there or (file.is_file() and not file.stat().st_size):
        return Condition("SQLite", SQLITE_VERSION, False, file, settings=planned)
    database = open_database(Address(file, read_only=True))
    try:
        with database.reading() as connection:
            found = str(connection.exec_driver_sql("PRAGMA journal_mode").scalar())
        # Only the write-ahead log is a property of the file; any other mode is chosen anew by whoever writes.
        journal = found if found == "wal" else planned["journal mode"]
        return Condition(
            "SQLite",
            SQLITE_VERSION,
            True,
            file,
            file.stat().st_size,
            *_content(database),
            settings={**planned, "journal mode": journal},
            **_wrong(database),
        )
    finally:
        database.close()


def _server(address: Address) -> Condition:
    database = open_database(address)
    try:
        with database.reading() as connection:
            asked = ("server_version", "fsync", "full_page_writes", "synchronous_commit")
            network = _network(connection)
            told = {name: str(connection.exec_driver_sql(f"SHOW {name}").scalar()) for name in asked}
            size = connection.exec_driver_sql("SELECT pg_database_size(current_database())").scalar()
        version = told.pop("server_version")
        if told["synchronous_commit"] == "off":
            told["synchronous_commit"] = "on"  # as every transaction that writes has it, whatever the server says
        told["connection"] = network
        return Condition(
            "PostgreSQL", version, True, None, size, *_content(database), settings=told, **_wrong(database)
        )
    finally:
        database.close()


def _network(connection: sql.Connection) -> str:
    """Say how the traffic to the server travels: encrypted, within this computer, or in the open."""
    driver: Any = connection.connection.driver_connection
    host = driver.pgconn.host.decode()
    if driver.pgconn.ssl_in_use:
        return ENCRYPTED
    return WITHIN if host.startswith(("/", "127.")) or host in ("", "localhost", "::1") else OPEN


class _Wrong(TypedDict):
    problems: tuple[LedgerFault, ...]
    not_checked: str | None


def _wrong(database: Database) -> _Wrong:
    found = look_at(database)
    return {"problems": found.problems, "not_checked": found.not_checked}


def _content(database: Database) -> tuple[int | None, bool, int, int, int]:
    """Format, whether it can only be read, how many records and files there are, and the bytes of these."""
    with database.reading() as connection:
        tables = set(sql.inspect(connection).get_table_names())
        if schema.format_table.name not in tables:
            return None, False, 0, 0, 0
        number = connection.scalar(sql.select(schema.format_table.c.number))
        count = sql.select(sql.func.count()).select_from(schema.events)
        records = connection.scalar(count) if schema.events.name in tables else 0
        asked = sql.select(sql.func.count(), sql.func.sum(files.c.size)).where(files.c.claimed, files.c.whole)
        many, size = connection.execute(asked).one() if files.name in tables else (0, 0)
    return number, False, records or 0, many, int(size or 0)
