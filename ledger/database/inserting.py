"""Insertion of events through the driver itself.

Nothing is asked of a ledger more often, and a statement of SQLAlchemy costs more than the database's part of it.
"""

from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import Any, TypeAlias

import sqlalchemy as sa
from eventsourcing.persistence import IntegrityError, StoredEvent

from ledger.database import schema
from ledger.database.errors import LedgerUnavailable
from ledger.database.postgres.append_statement import AppendStatements
from ledger.database.prepared import GuardedRows, driver_errors
from ledger.log import tally
from ledger.log.record import seal_of

Row: TypeAlias = tuple[str, int, str, bytes]
"""Stream, position, topic and state of one event, as it is stored."""


def as_rows(stored_events: Sequence[StoredEvent]) -> list[Row]:
    """The events as their table's rows."""
    return [(str(it.originator_id), it.originator_version, it.topic, it.state) for it in stored_events]


_BATCH_SIZE = 100
"""Rows of one statement on SQLite, whose older versions take no more than 999 values."""

_MOST_OF_ONE_STREAM = 16
"""Rows of one stream for which PostgreSQL has a statement of their number: hardly a ruling has more."""
_DIVISION_BY_ZERO = "22012"


def heads_after(rows: Sequence[Row]) -> list[tuple[str, int, str, str | None]]:
    """The end of each stream once these rows are in: stream, position, seal and tally."""
    last = {row[0]: row for row in rows}
    return [(stream, row[1], seal_of_stored(row[3]), tally_after(row[3])) for stream, row in last.items()]


def tally_after(state: object) -> str | None:
    """The tally that the record after one with this state carries; None where its own is unknown."""
    try:
        return tally.after(state) if isinstance(state, bytes) else None
    except (ValueError, TypeError, AttributeError, RecursionError):  # whatever it is, it is no record
        return None


def seal_of_stored(state: bytes | str) -> str:
    """The seal of a record with this state; SQLite may hold a text there, if somebody put one."""
    return seal_of(state) if isinstance(state, bytes) else sha256(str(state).encode()).hexdigest()


class RowInserter:
    """Puts rows into one table of numbered events, and moves the heads of their streams, on whichever database
    it is given.
    """

    def __init__(self, table: sa.Table) -> None:
        name, columns = table.name, ", ".join(schema.COLUMNS)
        state = f"SELECT state FROM {name} WHERE originator_id = {{0}} AND originator_version = {{0}}"
        self._together = f"INSERT INTO {name} ({columns}) VALUES "
        self._before = state.format("?")
        heads = f"INSERT INTO {schema.heads.name} (campaign, position, seal, tally)"
        self._head = f"{heads} VALUES (?, ?, ?, ?) {schema.MOVE_ON}"
        self._on_server = AppendStatements(name)

    def __call__(
        self, connection: sa.Connection, name: str, rows: Sequence[Row], follows: str | None
    ) -> list[int]:
        """The ids given to the rows, in their order. `name` is the ledger's, for what can go wrong.

        `follows` is the seal that the record before them was known by: it is another one after somebody put an
        older copy of the ledger in its place. Raises the library's errors, `IntegrityError` for that.
        """
        put_in = self._on_postgres if connection.dialect.name == "postgresql" else self._on_sqlite
        ids, before = put_in(connection, name, rows)
        if follows is not None and (before is None or seal_of(before) != follows):
            raise _other_before(rows)
        return ids

    def _on_sqlite(
        self, connection: sa.Connection, _name: str, rows: Sequence[Row]
    ) -> tuple[list[int], bytes | None]:
        cursor = connection.connection.cursor()
        last = 0
        # One writer at a time, so the ids of one call follow each other, and the last of them tells all.
        # A statement of many rows costs less than one for each.
        for some in _parts(rows):
            values = ", ".join(["(?, ?, ?, ?)"] * len(some))
            last = cursor.execute(self._together + values, [each for row in some for each in row]).lastrowid
        for head in heads_after(rows):
            _check_moved(1, cursor.execute(self._head, head).rowcount)
        before = cursor.execute(self._before, _place_before(rows)).fetchone()
        cursor.close()
        return list(range(last - len(rows) + 1, last + 1)), before and before[0]

    def _on_postgres(
        self, connection: sa.Connection, name: str, rows: Sequence[Row]
    ) -> tuple[list[int], bytes | None]:
        driver: Any = connection.connection.driver_connection
        heads = heads_after(rows)
        if len(heads) == 1 and len(rows) <= _MOST_OF_ONE_STREAM:
            statement, values = self._on_server.of_one(len(rows)), [*_values_of(rows), *heads[0]]
        else:
            statement = self._on_server.any_number
            values = [list(column) for part in (rows, heads) for column in zip(*part, strict=True)]
        with driver_errors(connection, name):
            ids, before, moved = driver.execute(statement, (*values, *_place_before(rows))).fetchone()
        if ids is None:
            raise _no_turn(name)
        _check_moved(len(heads), moved)
        return ids, before

    def alone(
        self, driver: Any, name: str, rows: Sequence[Row], follows: str, beside: Sequence[GuardedRows] = ()
    ) -> bool:
        """Put rows of one stream in by a statement that is a transaction of its own, on PostgreSQL's driver.

        `follows` is the seal of the record before them, `beside` what is written with them. False, and nothing
        done, for more rows than one takes so, and where the server does not take what is beside them: it is said
        then by whoever writes it in another way. Raises the driver's errors, and `IntegrityError` where they do
        not follow.
        """
        heads = heads_after(rows)
        if len(heads) != 1 or len(rows) > _MOST_OF_ONE_STREAM:
            return False
        statement = self._on_server.alone(len(rows), tuple(part.shape for part in beside))
        values = (*_values_of(rows), *_place_before(rows), bytes.fromhex(follows), *heads[0])
        try:
            ids, turn, _moved = driver.execute(
                statement, [*values, *(value for part in beside for value in part.values)]
            ).fetchone()
        except driver.DataError as error:
            if error.sqlstate == _DIVISION_BY_ZERO:
                _check_moved(1, 0)
            if beside:
                return False
            raise
        except driver.ProgrammingError:
            if beside:
                return False
            raise
        if not turn:
            raise _no_turn(name)
        if ids is None:
            raise _other_before(rows)
        return True


def _parts(rows: Sequence[Row]) -> Iterator[Sequence[Row]]:
    """The rows in parts that one statement can take."""
    for begin in range(0, len(rows), _BATCH_SIZE):
        yield rows[begin : begin + _BATCH_SIZE]


def _values_of(rows: Sequence[Row]) -> list[Any]:
    """The values of rows of one stream: it, then each row without it."""
    return [rows[0][0], *(value for row in rows for value in row[1:])]


def _no_turn(name: str) -> LedgerUnavailable:
    return LedgerUnavailable(f"{name} has lost the row that whoever appends has to lock: nothing was kept.")


def _other_before(rows: Sequence[Row]) -> IntegrityError:
    return IntegrityError(f"Record {rows[0][1] - 1} is not the one that was known")


def _check_moved(heads: int, moved: int) -> None:
    if moved != heads:
        raise IntegrityError("A stream has come this far or further already, whatever its index says")


def _place_before(rows: Sequence[Row]) -> tuple[str, int]:
    stream, position = rows[0][:2]
    return stream, position - 1
