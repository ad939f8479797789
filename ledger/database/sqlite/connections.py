"""SQLite: how its connections are made, and how its transactions begin."""

import random
import time
from uuid import uuid4

import sqlalchemy as sa
from sqlalchemy import event, exc

from ledger.database import schema
from ledger.database.address import Address
from ledger.database.database import WAIT_SECONDS, Database
from ledger.database.errors import LedgerUnavailable, library_errors, sqlite_code
from ledger.database.format_marker import write_format
from ledger.database.sqlite.driver import sqlite3
from ledger.database.sqlite.file import OpenMode, examine, make_private
from ledger.database.sqlite.overwritten import FileContents, FileId, PlacedConnection

READ_WAIT_SECONDS = 10.0
SYNCHRONOUS_FULL = 2
SAFE_WAL = (3, 51, 3)
WRITING = "ledger_writing"
_STATEMENTS = 500
"""Statements that a connection keeps compiled. The driver of the wheel keeps the first hundred it meets, which are
those that open a ledger, and would compile those of every ruling anew.
"""
_WAITING = f"PRAGMA busy_timeout={int(READ_WAIT_SECONDS * 1000)}"


def journal_mode_for(version: tuple[int, ...]) -> str:
    """The journal mode that is safe on this version of SQLite.

    Below 3.51.3 the write-ahead log can, rarely, corrupt a file that several connections use. TRUNCATE
    and not DELETE, because with `synchronous=FULL` only the truncation is synced: after a power cut a
    deleted journal could come back and undo a commit that had been acknowledged.
    """
    return "wal" if version >= SAFE_WAL else "truncate"


def open_sqlite(address: Address, journal_mode: str | None = None) -> Database:
    """Open, or make, the ledger in a SQLite file, or in memory if the address names no file.

    Raises `LedgerUnavailable` for a file that is not a ledger, is too new, or cannot be reached.
    """
    path = address.file
    if path is None:
        return _open_in_memory()
    access = examine(path, wants_write=not address.read_only)
    if access is OpenMode.WRITE:
        make_private(path)
    uri = f"{path.as_uri()}?{access.value}"
    journal = journal_mode or journal_mode_for(sqlite3.sqlite_version_info)
    return _database(uri, str(path), read_only=access is not OpenMode.WRITE, journal=journal)


def _open_in_memory() -> Database:
    # A name in SQLite's memory file system, and not `:memory:` on one shared connection: every thread has
    # a connection of its own, and transactions keep out of each other's way as they do in a file.
    uri = f"file:/{uuid4().hex}?vfs=memdb"
    keeper = sqlite3.connect(uri, uri=True, check_same_thread=False)  # The memory lives as long as this does.
    return _database(uri, "The ledger in memory", journal="memory", keeper=keeper)


def _database(
    uri: str,
    name: str,
    *,
    journal: str,
    read_only: bool = False,
    keeper: sqlite3.Connection | None = None,
) -> Database:
    address = [uri]
    contents = None if keeper else FileContents(name, f"{name}-wal" if journal == "wal" else None)

    def connect() -> sqlite3.Connection:
        if contents and address[0] != uri and contents.place() is None:
            raise LedgerUnavailable(
                f"{name} is not there any more: it was moved or deleted, or its disk is away. "
                "Put it back; until then nothing is recorded."
            )
        connection = sqlite3.connect(
            address[0],
            uri=True,
            timeout=READ_WAIT_SECONDS,
            isolation_level=None,
            check_same_thread=False,
            factory=PlacedConnection,
            cached_statements=_STATEMENTS,
        )
        try:
            prepare(connection, name, None if read_only else journal)
            connection.contents, connection.place = contents, contents.place() if contents else None
            connection.has_log = journal == "wal" and not read_only
            connection.rollback_journal = None if keeper or read_only or journal == "wal" else journal
        except BaseException:
            connection.close()
            raise
        # Whoever opens a ledger may make one. Later on, a file that is gone must not be replaced by an empty one.
        address[0] = uri.replace(OpenMode.WRITE.value, "mode=rw")
        return connection

    engine = sa.create_engine(
        "sqlite://", module=sqlite3, creator=connect, poolclass=sa.QueuePool, pool_size=8, max_overflow=24
    )
    event.listen(engine, "begin", _begin)
    event.listen(engine, "checkout", lambda driver, _record, _pooled: _connect_anew(driver, name))

    def identity(look: bool) -> tuple[FileId, int] | None:
        found = contents.stat() if contents else None
        if contents is None or found is None:
            return None
        if look and found[1] != contents.times:
            with library_errors(name):
                engine.raw_connection().close()  # looks, as every connection does before it is used
        return found[0], contents.replacements

    by_driver = ByDriver()
    database = Database(
        engine,
        name=name,
        read_only=read_only,
        reading_options={},
        writing_options={WRITING: True},
        mark=_mark,
        check_place=lambda connection, committed: _check_place(by_driver.driver_of(connection), name, committed),
        place=identity,
        is_replaced=lambda connection: by_driver.driver_of(connection).is_outdated(),
        reads_beside_writes=keeper is None,
        keeps_connections=True,
        transactions=by_driver,
        on_close=keeper.close if keeper else lambda: None,
    )
    with library_errors(name), engine.connect():
        pass  # Whatever is wrong with the file shall be said now and not at the first ruling.
    return database


def _check_place(driver: PlacedConnection, name: str, committed: bool) -> None:
    """SQLite goes on writing into a file that was deleted or moved away, and calls that done."""
    contents = driver.contents
    if contents is None:
        return
    here = driver.has_committed() if committed else contents.place()
    if driver.place not in (None, here):
        raise LedgerUnavailable(
            f"{name} was taken away or replaced while it was in use; nothing was recorded there. "
            "Put it back, or go on with what is there now, by trying again."
        )


def _connect_anew(driver: sqlite3.Connection, name: str) -> None:
    """Have the pool open another connection where this one's file was replaced or written over."""
    if isinstance(driver, PlacedConnection) and driver.is_outdated():
        raise exc.DisconnectionError(f"{name} is another file now.")


def prepare(connection: sqlite3.Connection, name: str, journal: str | None) -> None:
    """Set and check what durability rests on. `journal` is None where nothing is to be written.

    Raises `LedgerUnavailable` if SQLite will not have it so.
    """
    connection.execute("PRAGMA trusted_schema=OFF")  # A file may come from anywhere.
    connection.execute("PRAGMA foreign_keys=ON")
    if journal is None:
        connection.execute("PRAGMA schema_version")  # The first read, which finds out whether there can be one.
        return
    connection.execute("PRAGMA synchronous=FULL")
    in_force = _set_journal_mode(connection, journal)
    (synchronous,) = connection.execute("PRAGMA synchronous").fetchone()
    if in_force != journal or synchronous != SYNCHRONOUS_FULL:
        raise LedgerUnavailable(
            f"{name} cannot be used safely: it needs the journal mode {journal} and has {in_force}. "
            "Close every other program that uses it."
        )


def _set_journal_mode(connection: sqlite3.Connection, journal: str) -> str:
    """Ask for the mode until it is granted: to enter or leave WAL, nobody else may be reading."""
    deadline = time.monotonic() + READ_WAIT_SECONDS
    while True:
        try:
            (mode,) = connection.execute(f"PRAGMA journal_mode={journal}").fetchone()
        except sqlite3.OperationalError as error:
            if sqlite_code(error) != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                raise
        else:
            if mode == journal or time.monotonic() > deadline:
                return str(mode)
        _pause()


class ByDriver:
    """Writing transactions told to the driver: SQLAlchemy's own work on each would cost more than the database's.

    Whoever runs a statement of SQLAlchemy inside has it take note of the transaction, and end it as well.
    """

    def __init__(self) -> None:
        self._last: tuple[sa.Connection, PlacedConnection] | None = None

    def driver_of(self, connection: sa.Connection) -> PlacedConnection:
        """The driver's own connection. That of the last is known: one is used for many transactions."""
        last = self._last
        if last is None or last[0] is not connection:
            last = self._last = connection, _driver_of(connection)
        return last[1]

    def begin(self, connection: sa.Connection) -> None:
        """Take the write lock."""
        _begin_to_write(self.driver_of(connection))

    def commit(self, connection: sa.Connection) -> None:
        """Make it last. Raises the errors of the driver or of SQLAlchemy."""
        if connection.in_transaction():
            connection.commit()
        else:
            connection.dialect.do_commit(connection.connection)

    def roll_back(self, connection: sa.Connection) -> None:
        """Undo it."""
        connection.rollback()  # nothing, where SQLAlchemy knows of none
        if (driver := self.driver_of(connection)).in_transaction:
            driver.execute("ROLLBACK")


def _driver_of(connection: sa.Connection) -> PlacedConnection:
    driver = connection.connection.driver_connection
    assert isinstance(driver, PlacedConnection)
    return driver


def _begin(connection: sa.Connection) -> None:
    driver = _driver_of(connection)
    if not connection.get_execution_options().get(WRITING):
        # A transaction that begins by reading and then writes fails at once, without waiting, if anybody
        # wrote in between. So it may not write at all.
        if not driver.waits:
            driver.execute(_WAITING)
            driver.waits = True
        _let_write(driver, may=False)
        driver.execute("BEGIN")
    elif not driver.in_transaction:
        _begin_to_write(driver)


def _begin_to_write(driver: PlacedConnection) -> None:
    _let_write(driver, may=True)
    _begin_immediate(driver)
    changes = driver.has_begun_to_write()
    if changes != driver.checked_at:  # to turn to another journal is to change the file
        _check_journal(driver)
        driver.checked_at = changes


def _let_write(driver: PlacedConnection, *, may: bool) -> None:
    """Say it only where it was otherwise: SQLite compiles every statement of a connection anew after that."""
    if driver.only_reads is may or driver.only_reads is None:
        driver.execute(f"PRAGMA query_only={'OFF' if may else 'ON'}")
        driver.only_reads = not may


def _check_journal(driver: PlacedConnection) -> None:
    """A program with a newer SQLite may have turned to the write-ahead log while nothing was read here.

    Raises `LedgerUnavailable` where this SQLite is too old for it: the older of the two must not write.
    """
    allowed = driver.rollback_journal
    if allowed is None:
        return
    (in_force,) = driver.execute("PRAGMA journal_mode").fetchone()
    if in_force != allowed:
        driver.execute("ROLLBACK")
        raise LedgerUnavailable(
            f"The ledger is now used by a program with a newer SQLite, in a way that is not safe with the SQLite "
            f"{sqlite3.sqlite_version} of this one. Close one of the two, or run both with the same Python."
        )


def _begin_immediate(driver: PlacedConnection) -> None:
    """Take the write lock. Waiting is done here, because SQLite's own waiting is unfair under load.

    SQLite makes whoever has waited long ask ever more rarely, so newcomers win: one writer of eight has
    been seen to get one turn while another got thousands. Here all who wait ask equally often.

    With a write-ahead log a connection that wrote stays as it is for the next time: its commits wait for nobody.
    With a rollback journal it waits for those who read.
    """
    deadline = time.monotonic() + WAIT_SECONDS
    if driver.waits:
        driver.execute("PRAGMA busy_timeout=0")
        driver.waits = False
    try:
        while True:
            try:
                driver.execute("BEGIN IMMEDIATE")
                return
            except sqlite3.OperationalError as error:
                if sqlite_code(error) != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                    raise
            _pause()
    finally:
        if not driver.has_log:
            driver.execute(_WAITING)
            driver.waits = True


def _pause() -> None:
    time.sleep(random.uniform(0.0005, 0.003))


def _mark(connection: sa.Connection) -> None:
    connection.exec_driver_sql(f"PRAGMA application_id={schema.APPLICATION_ID}")
    write_format(connection)
