"""Statements compiled once, and rows sent straight to the driver, where SQLAlchemy's own work would cost more."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias

import sqlalchemy as sa
from msgspec.json import Encoder
from sqlalchemy.dialects import registry, sqlite
from sqlalchemy.sql.compiler import SQLCompiler

from ledger.database.errors import LOST, LedgerUnavailable, translated

if TYPE_CHECKING:
    from sqlalchemy.dialects import postgresql

_DIALECTS: Mapping[str, Callable[[], sa.Dialect]] = {
    # Both with values by place and not by name.
    "sqlite": lambda: sqlite.dialect(paramstyle="qmark"),
    "postgresql": lambda: registry.load("postgresql.psycopg")(paramstyle="format"),
}


def upsert(table: sa.Table, dialect: str) -> "sqlite.Insert | postgresql.Insert":
    """An INSERT for this dialect that can say what becomes of a row whose key is there already."""
    if dialect == "sqlite":
        return sqlite.insert(table)
    from sqlalchemy.dialects import postgresql  # all its drivers come with it, which a file never needs

    return postgresql.insert(table)


class PreparedSelect:
    """A statement made once. On SQLite the driver is asked itself, and its own tuples are the answer."""

    def __init__(self, statement: sa.Select[Any] | sa.CompoundSelect[Any]) -> None:
        self._statement = statement
        self._compiled: tuple[str, Mapping[str, Any], Sequence[str]] | None = None
        """Its text for SQLite, the values that it brings itself, and the order of all of them."""

    def rows(self, connection: sa.Connection, asked: dict[str, Any]) -> list[tuple[Any, ...]]:
        """The rows found, `asked` being the values of the statement's parameters. Raises the driver's errors."""
        if connection.dialect.name != "sqlite":
            return [tuple(row) for row in connection.execute(self._statement, asked)]
        if self._compiled is None:
            made = self._statement.compile(dialect=connection.dialect)
            assert isinstance(made, SQLCompiler)
            self._compiled = made.string, made.params, made.positiontup or ()
        text, own, order = self._compiled
        values = {**own, **asked}
        cursor = connection.connection.cursor()
        found: list[tuple[Any, ...]] = cursor.execute(text, [values[name] for name in order]).fetchall()
        cursor.close()
        return found


def execute_many(connection: sa.Connection, statement: str, rows: Sequence[tuple[Any, ...]]) -> int:
    """Run a statement as the driver is told it, once for each row of values; how many rows it changed.

    On SQLite the driver is asked itself. Raises the errors of either.
    """
    if connection.dialect.name != "sqlite":
        if len(rows) > 1:
            return _in_batches(connection, ((statement, row) for row in rows))
        return connection.exec_driver_sql(statement, list(rows)).rowcount
    cursor = connection.connection.cursor()
    cursor.executemany(statement, rows)
    changed: int = cursor.rowcount
    cursor.close()
    return changed


@contextmanager
def driver_errors(connection: sa.Connection, name: str) -> Iterator[None]:
    """The library's errors for the driver's own, and no further use of connections that are lost."""
    driver: Any = connection.connection.driver_connection
    dbapi: Any = connection.dialect.dbapi
    try:
        yield
    except dbapi.Error as error:
        if driver.closed:
            connection.invalidate()
            connection.engine.dispose()
            raise LedgerUnavailable(LOST.format(name=name)) from error
        raise translated(error, name) from error


def execute_all(connection: sa.Connection, changes: Iterable[tuple[str, Sequence[tuple[Any, ...]]]]) -> None:
    """Run statements one after another as `execute_many` does; on a server, in batches.

    Raises the errors of either, and the library's.
    """
    if connection.dialect.name == "sqlite":
        cursor = connection.connection.cursor()
        for statement, rows in changes:
            cursor.executemany(statement, rows)
        cursor.close()
        return
    _in_batches(connection, ((statement, row) for statement, rows in changes for row in rows))


_BATCH_SIZE = 500
"""Rows whose changes go to a server in one message."""


def _in_batches(connection: sa.Connection, changes: Iterable[tuple[str, tuple[Any, ...]]]) -> int:
    """Run statements on PostgreSQL, many in one message; how many rows they changed.

    A pipeline would be as quick, but whoever is stopped when half of it has gone holds what the first half has
    locked for as long as they are: the server counts its limit for idle transactions from the pipeline's end.
    """
    from psycopg import ClientCursor

    changed = 0
    driver: Any = connection.connection.driver_connection
    with driver_errors(connection, "The ledger"), ClientCursor(driver) as cursor:
        waiting = iter(changes)
        while some := [cursor.mogrify(*each) for each in islice(waiting, _BATCH_SIZE)]:
            cursor.execute(";".join(some))
            changed += cursor.rowcount
            while cursor.nextset():
                changed += cursor.rowcount
    return changed


def compiled_sql(statement: Any, dialect: str, order: Sequence[str]) -> str:
    """The statement as the driver of a database is told it, its values in this order."""
    compiled = statement.compile(dialect=_DIALECTS[dialect](), column_keys=list(order))
    if list(compiled.positiontup or ()) != list(order):
        raise TypeError(f"{compiled} takes its values in another order than {order}")
    return str(compiled)


# --- rows that a statement may take along ----------------------------------------------------------------

Rows: TypeAlias = Sequence[tuple[Any, ...]]
HowChanged: TypeAlias = Literal["insert", "replace", "delete"]
RowsShape: TypeAlias = tuple[sa.Table | None, tuple[tuple[sa.Table, HowChanged], ...]]
"""The table of a row that has to be as it was found, and the tables that are changed, each with how."""

_json = Encoder().encode


class TableChange(NamedTuple):
    """Rows of one table to insert, to put in the place of those with their keys, or, by their keys, to delete."""

    table: sa.Table
    how: HowChanged
    rows: Rows


class RowMove(NamedTuple):
    """A row that has to be as it was found, and the same row as it is from now on, in the order of its columns."""

    table: sa.Table
    old: tuple[Any, ...]
    new: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class GuardedRows:
    """Changes of rows that are made only where the row of `move` is as it was found; without one, always."""

    move: RowMove | None
    changes: Sequence[TableChange]

    @property
    def shape(self) -> RowsShape:
        """The part of the statement that is the same whatever the values."""
        moved = None if self.move is None else self.move.table
        return moved, tuple((change.table, change.how) for change in self.changes)

    @property
    def values(self) -> list[Any]:
        """The values of the statement, in its order: the rows of each table are one JSON text."""
        found: list[Any] = []
        if self.move is not None:
            primary = [column.primary_key for column in self.move.table.columns]
            found += [value for value, key in zip(self.move.new, primary, strict=True) if not key]
            found += self.move.old
        for table, how, rows in self.changes:
            columns = table.primary_key.columns if how == "delete" else table.columns
            names = [column.name for column in columns]
            found.append(_json([dict(zip(names, row, strict=True)) for row in rows]).decode())
        return found


class RowWrite(ABC):
    """A write of an appending transaction that is nothing but rows: one statement may take it along, and it can be
    pickled, to wait on the disk for its transaction.
    """

    __slots__ = ()

    @abstractmethod
    def __call__(self, connection: sa.Connection) -> None:
        """Write the rows in a transaction."""

    @abstractmethod
    def parts(self) -> Sequence[GuardedRows] | None:
        """The rows for a statement that takes them along; None where none can."""


@dataclass(frozen=True, slots=True)
class RowWrites(RowWrite):
    """Several of them, one after the other."""

    each: Sequence[RowWrite]

    def __call__(self, connection: sa.Connection) -> None:
        """Write all of them."""
        for write in self.each:
            write(connection)

    def parts(self) -> Sequence[GuardedRows] | None:
        """The rows of all of them."""
        found: list[GuardedRows] = []
        for write in self.each:
            parts = write.parts()
            if parts is None:
                return None
            found += parts
        return found


def all_of(writes: Sequence[Callable[[sa.Connection], None]]) -> Callable[[sa.Connection], None]:
    """These writes as one, which is nothing but rows where each of them is."""
    of_rows = [each for each in writes if isinstance(each, RowWrite)]
    if len(of_rows) == len(writes):
        return RowWrites(of_rows)

    def by_connection(connection: sa.Connection) -> None:
        for each in writes:
            each(connection)

    return by_connection
