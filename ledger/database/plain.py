"""Questions asked so often that SQLAlchemy's own work on each would cost more than the answer."""

from typing import Any

import sqlalchemy as sa
from sqlalchemy.sql.compiler import SQLCompiler


class Plain:
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
