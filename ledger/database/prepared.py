"""Statements compiled once, and rows sent straight to the driver, where SQLAlchemy's own work would cost more."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import islice
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects import registry, sqlite
from sqlalchemy.sql.compiler import SQLCompiler

from ledger.database.errors import LOST, LedgerUnavailable, translated

_DIALECTS: Mapping[str, Callable[[], sa.Dialect]] = {
    # Both with values by place and not by name.
    "sqlite": lambda: sqlite.dialect(paramstyle="qmark"),
    "postgresql": lambda: registry.load("postgresql.psycopg")(paramstyle="format"),
}


class PreparedSelect:
    """A statement made once. On SQLite the driver is asked itself, and its own tuples are the answer."""

    def __init__(self, statement: sa.Select[Any] | sa.CompoundSelect[Any]) -> None:
        self._statement = statement
        self._compiled: SQLCompiler | None = None

    def rows(self, connection: sa.Connection, asked: dict[str, Any]) -> list[tuple[Any, ...]]:
        """The rows found, `asked` being the values of the statement's parameters. Raises the driver's errors."""
        if connection.dialect.name != "sqlite":
            return [tuple(row) for row in connection.execute(self._statement, asked)]
        if self._compiled is None:
            self._compiled = self._statement.compile(dialect=connection.dialect)
        values = {**self._compiled.params, **asked}
        cursor = connection.connection.cursor()
        found: list[tuple[Any, ...]] = cursor.execute(
            self._compiled.string, [values[name] for name in self._compiled.positiontup or ()]
        ).fetchall()
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
