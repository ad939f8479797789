"""One open database: reading, writing and closing it."""

from collections import deque
from collections.abc import Callable, Iterator, Mapping, Set
from contextlib import contextmanager, suppress
from threading import local
from typing import Any, Protocol

import sqlalchemy as sa
from eventsourcing.persistence import InterfaceError, ProgrammingError
from sqlalchemy import exc

from ledger.database import schema
from ledger.database.ensured_tables import EnsuredTables
from ledger.database.errors import (
    LOST,
    LedgerUnavailable,
    commit_failure,
    library_errors,
    outcome_unknown,
    translated,
)
from ledger.database.fair_lock import FairLock
from ledger.database.format_marker import format_of
from ledger.database.missing_tables import refuse_missing_tables
from ledger.database.postgres.append_guard import grant_files, owns_tables
from ledger.database.sqlite.driver import sqlite3
from ledger.database.unexpected_schema import faults
from ledger.database.upgrading import to_newest

_OF_HEADS = 2
"""The format since which a ledger notes where its logs end."""
WAIT_SECONDS = 30.0
"""Seconds that a writer waits for the others before it says that the ledger is busy."""


class Transactions(Protocol):
    """Begins and ends the transactions that write to one database."""

    def begin(self, connection: sa.Connection) -> None:
        """Begin one. Raises the errors of the driver or of SQLAlchemy."""
        ...

    def commit(self, connection: sa.Connection) -> None:
        """Make it last. Raises the same."""
        ...

    def roll_back(self, connection: sa.Connection) -> None:
        """Undo it. Raises the same."""
        ...


class _BySqlAlchemy:
    """By SQLAlchemy's own means."""

    def begin(self, connection: sa.Connection) -> None:
        connection.begin()

    def commit(self, connection: sa.Connection) -> None:
        connection.commit()

    def roll_back(self, connection: sa.Connection) -> None:
        connection.rollback()


BY_SQLALCHEMY: Transactions = _BySqlAlchemy()


class Database:
    """An engine together with what its users must not get wrong.

    Reads and writes go through `reading` and `writing`; a write on any other connection of the
    engine is refused on SQLite, where it could fail for reasons no waiting can cure.
    """

    def __init__(
        self,
        engine: sa.Engine,
        *,
        name: str,
        read_only: bool,
        reading_options: Mapping[str, Any],
        writing_options: Mapping[str, Any],
        mark: Callable[[sa.Connection], None],
        check_place: Callable[[sa.Connection, bool], None] = lambda _connection, _committed: None,
        place: Callable[[bool], object] = lambda _look: None,
        is_replaced: Callable[[sa.Connection], bool] = lambda _connection: False,
        reads_beside_writes: bool = True,
        reads_within_writes: bool = False,
        keeps_connections: bool = False,
        commits_alone: Callable[[Any], bool] | None = None,
        transactions: Transactions = BY_SQLALCHEMY,
        on_close: Callable[[], None] = lambda: None,
    ) -> None:
        self.engine = engine
        self.name = name
        self.read_only = read_only
        self._readers = engine.execution_options(**reading_options)
        self._writers = engine.execution_options(**writing_options)
        self._mark = mark
        self._check_place = check_place
        self._is_replaced = is_replaced
        self._place = place
        self._reads_beside_writes = reads_beside_writes
        self._reads_within_writes = reads_within_writes
        self._on_close = on_close
        self._keeps_connections = keeps_connections
        self._commits_alone = commits_alone
        self._transactions = transactions
        self._writer: sa.Connection | None = None
        """The connection of the last transaction that wrote, where it is kept for the next."""
        self._readers_kept = deque[sa.Connection]()
        """The same of the last that read, hardly ever several: whoever takes one out has it alone."""
        self._turns = FairLock()
        self._here = local()
        self._ensured = EnsuredTables(self.place)
        self._closed = False
        self._format: int | None = None
        self.has_heads = True
        """False for a ledger of format 1 that is only read."""

    @contextmanager
    def reading(self) -> Iterator[sa.Connection]:
        """A connection that sees one moment, takes no write lock and cannot write.

        Inside a transaction of this thread it may be that transaction's own, which sees what was written in it.
        Raises the library's errors, also for what the body does; `LedgerUnavailable` among them.
        """
        self._check_open()
        if self._is_writing and not self._reads_beside_writes:
            raise ProgrammingError("Inside a transaction, read a ledger in memory by the connection it gave you.")
        if self._is_writing and self._reads_within_writes:
            with library_errors(self.name):
                yield self._here.connection
            return
        with library_errors(self.name):
            connection = self._reading_connection()
            try:
                yield connection
                self._keep_reader(connection)
            except BaseException:
                connection.close()
                raise

    def _reading_connection(self) -> sa.Connection:
        """The connection that is kept for reading, or another one. Raises the driver's errors."""
        try:
            kept = self._readers_kept.pop()
        except IndexError:
            return self._readers.connect()
        try:
            if not self._is_replaced(kept):
                return kept
        except BaseException:
            kept.close()
            raise
        kept.close()  # other content lies there now, and the next connection reads that
        return self._readers.connect()

    def _keep_reader(self, connection: sa.Connection) -> None:
        """Keep a connection that has read, if none is kept by now: to take one from the pool costs as much as most
        questions.
        """
        if not self._keeps_connections or self._closed or self._readers_kept:
            connection.close()
            return
        if connection.in_transaction():
            connection.rollback()
        self._readers_kept.append(connection)

    @contextmanager
    def writing(self) -> Iterator[sa.Connection]:
        """A connection in a writing transaction, committed at the end and rolled back if the body raises.

        What the body raises comes out as it is. Beginning and committing raise the library's errors:
        `LedgerUnavailable` if the ledger is read-only, busy or gone, `OutcomeUnknown` if the commit
        broke off. After a failed commit every connection is dropped, and the next use starts afresh.
        """
        self._check_open()
        if self.read_only:
            raise LedgerUnavailable(f"{self.name} can be read but not written.")
        if self._is_writing:
            raise ProgrammingError("A transaction is already open in this thread: use its connection.")
        if not self._turns.take(WAIT_SECONDS):
            raise LedgerUnavailable(f"{self.name} is busy: other writers have been at it for too long. Try again.")
        here = self._here
        here.writing = True
        try:
            connection = self._begun()
            try:
                self._still_there(connection)
                here.connection = connection
                try:
                    yield connection
                except BaseException:
                    with suppress(exc.SQLAlchemyError, sqlite3.Error):
                        self._transactions.roll_back(connection)
                    raise
                self._commit(connection)
                self._still_there(connection, committed=True)
            except BaseException:
                connection.close()
                raise
            if self._keeps_connections and not self._closed:
                self._writer = connection  # nothing went wrong with it: it is kept for the next
            else:
                connection.close()
        finally:
            here.writing, here.connection = False, None
            self._turns.give_back()

    @property
    def takes_statements(self) -> bool:
        """True if some of its connections may have a statement that is a transaction of its own."""
        return self._commits_alone is not None

    @contextmanager
    def statement(self) -> Iterator[Any]:
        """The driver's own connection, on which a statement is a transaction of its own; None where there is none.

        For one statement that writes: its beginning and its end are no ways to the server. Raises as `writing`.
        """
        self._check_open()
        commits_alone = self._commits_alone
        if commits_alone is None or self.read_only or self._is_writing or not self._turns.take(WAIT_SECONDS):
            yield None  # `writing` says what is wrong
            return
        self._here.writing = True
        try:
            try:
                with library_errors(self.name):
                    pooled = self.engine.raw_connection()
            except self.engine.dialect.loaded_dbapi.Error:
                yield None  # it is not to be reached
                return
            try:
                driver: Any = pooled.driver_connection
                if not commits_alone(pooled):
                    yield None
                    return
                try:
                    driver.set_autocommit(True)
                    yield driver
                except driver.Error as error:
                    if driver.closed:
                        self._start_afresh()
                        raise outcome_unknown(LOST.format(name=self.name)) from error
                    raise commit_failure(error, self.name) from error
                finally:
                    if driver.info.transaction_status.name == "IDLE":
                        driver.set_autocommit(False)
                    else:
                        pooled.invalidate()  # lost, or interrupted in its midst
            finally:
                pooled.close()
        finally:
            self._here.writing = False
            self._turns.give_back()

    def _begun(self) -> sa.Connection:
        """A connection in a transaction, the one kept for it if there is one. Raises the library's errors."""
        connection, self._writer = self._writer, None
        try:
            if connection is not None and self._is_replaced(connection):
                connection.close()  # other content lies there now, and the next connection reads that
                connection = None
            connection = connection or self._writers.connect()
            self._transactions.begin(connection)
        except BaseException as error:
            if connection is not None:
                connection.close()
            if isinstance(error, exc.SQLAlchemyError | sqlite3.Error):
                raise translated(error, self.name) from error
            raise
        return connection

    def close_kept(self) -> None:
        """Give back the connections that are kept: the next transaction takes another."""
        kept, self._writer = self._writer, None
        if kept is not None:
            kept.close()
        while self._readers_kept:
            self._readers_kept.pop().close()

    def _start_afresh(self) -> None:
        """Drop every connection: what it knows may no longer be what is on the disk."""
        self.close_kept()
        self.engine.dispose()

    def place(self) -> object:
        """The identity of the file that lies here now, and of what others than the database put into it.

        None where there is none. Raises the library's errors.
        """
        return self._place(not self._is_writing and not self._closed)

    def create(self, *tables: sa.Table) -> None:
        """Make sure that the ledger's own tables and `tables` exist; on a read-only ledger, only look.

        Brings a ledger of an earlier format to today's. Raises `LedgerUnavailable` if they can neither be found
        nor made, or were there once and are lost.
        """
        wanted = {table.name: table for table in (*schema.metadata.tables.values(), *tables)}
        self._ensured.ensure(wanted.keys(), lambda known: self._create(wanted, known))

    def _create(self, wanted: dict[str, sa.Table], known: Set[str]) -> Set[str]:
        """Create the tables wanted, beside those known to be there. Returns the names of those that are there."""
        with self.reading() as connection:
            present = set(sa.inspect(connection).get_table_names())
            if not known:
                self._format = format_of(connection, present)
            number = self._format
            refuse_missing_tables(connection, number, present, wanted.keys(), self.name)
            if number is not None and not known and not self.read_only:
                self._refuse_faults(connection)
            left = number == _OF_HEADS and not self.read_only and not owns_tables(connection)
        outdated = number is not None and number < schema.FORMAT and not left
        self.has_heads = not self.read_only or number is None or number >= _OF_HEADS
        for later in schema.FILE_TABLES if left else ():
            wanted.pop(later, None)  # its owner makes them; until then it can be played on without files
        if not self.read_only and (outdated or not present >= wanted.keys()):
            with self.writing() as connection, library_errors(self.name):
                self._mark(connection)
                if outdated and number is not None:
                    to_newest(connection, number)
                for table in wanted.values():
                    table.create(connection, checkfirst=True)
                if number is not None and not present.issuperset(schema.FILE_TABLES):
                    grant_files(connection, wanted.keys())
                self._format = schema.FORMAT if outdated else number
        return wanted.keys()

    def _refuse_faults(self, connection: sa.Connection) -> None:
        found = faults(connection)
        if found:
            raise LedgerUnavailable(f"{self.name} cannot be used safely. {found[0]} `campaign repair` mends it.")

    def close(self) -> None:
        """Release every connection. Using the database afterwards raises the library's `InterfaceError`."""
        self._closed = True
        self._start_afresh()
        self._on_close()

    @property
    def _is_writing(self) -> bool:
        return getattr(self._here, "writing", False)

    def _check_open(self) -> None:
        if self._closed:
            raise InterfaceError(f"{self.name} has been closed.")

    def _still_there(self, connection: sa.Connection, *, committed: bool = False) -> None:
        """Raises `LedgerUnavailable` when what this connection writes to is no longer where the ledger is."""
        try:
            self._check_place(connection, committed)
        except LedgerUnavailable:
            connection.invalidate()
            self._start_afresh()
            raise

    def _commit(self, connection: sa.Connection) -> None:
        try:
            self._transactions.commit(connection)
        except (exc.DBAPIError, sqlite3.Error) as error:
            # What this process holds in memory may no longer be what is on the disk.
            connection.invalidate()
            self._start_afresh()
            raise commit_failure(error, self.name) from error
