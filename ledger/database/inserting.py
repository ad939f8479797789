"""Putting events in, said to the driver itself.

Nothing is asked of a ledger more often, and a statement of SQLAlchemy costs more than the database's part of it.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from hashlib import sha256
from typing import Any, TypeAlias

import sqlalchemy as sa
from eventsourcing.persistence import IntegrityError, StoredEvent

from ledger.database import schema
from ledger.database.errors import LedgerUnavailable, translated
from ledger.database.postgres.guarding import TAKE_TURN
from ledger.log import tally

Row: TypeAlias = tuple[str, int, str, bytes]
"""Stream, position, topic and state of one event, as it is stored."""

Follows: TypeAlias = Callable[[bytes | None], None]
"""A check that is given the state of the event before those put in, None where there is none, and raises if it
is wrong.
"""

COLUMNS = ("originator_id", "originator_version", "topic", "state")


def as_rows(stored_events: Sequence[StoredEvent]) -> list[Row]:
    """The events as their table's rows."""
    return [(str(it.originator_id), it.originator_version, it.topic, it.state) for it in stored_events]


_TOGETHER = 100
"""Rows of one statement on SQLite, whose older versions take no more than 999 values."""

_HEADS = schema.heads.name
_MOVE_ON = f"""
    ON CONFLICT (campaign) DO UPDATE SET position = excluded.position, seal = excluded.seal, tally = excluded.tally
    WHERE {_HEADS}.position < excluded.position"""
"""A head only ever moves on: where a position is taken, though an index that lost it says otherwise, it cannot."""


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
    return sha256(state if isinstance(state, bytes) else str(state).encode()).hexdigest()


class Inserting:
    """Puts rows into one table of numbered events, and moves the heads of their streams, on whichever database
    it is given.
    """

    def __init__(self, table: sa.Table) -> None:
        name, columns = table.name, ", ".join(COLUMNS)
        state = f"SELECT state FROM {name} WHERE originator_id = {{0}} AND originator_version = {{0}}"
        self._together = f"INSERT INTO {name} ({columns}) VALUES "
        self._before = state.format("?")
        self._head = f"INSERT INTO {_HEADS} (campaign, position, seal, tally) VALUES (?, ?, ?, ?) {_MOVE_ON}"
        # On PostgreSQL one statement, for each more is a way to the server and back. Rows are numbered when the
        # turn has come and they are sorted, and one text does for any number of them. The heads wait for the rows:
        # whoever held one of theirs before its turn could wait for somebody who waits for it.
        self._at_once = f"""
            WITH turn AS MATERIALIZED ({TAKE_TURN}),
            put_in AS (
                INSERT INTO {name} ({columns}) SELECT {columns}
                FROM turn, unnest(%s::text[], %s::bigint[], %s::text[], %s::bytea[])
                    WITH ORDINALITY AS event ({columns}, place)
                ORDER BY place RETURNING id
            ),
            moved AS (
                INSERT INTO {_HEADS} (campaign, position, seal, tally)
                SELECT head.* FROM (SELECT count(*) FROM put_in) AS done,
                    unnest(%s::text[], %s::bigint[], %s::text[], %s::text[]) AS head
                {_MOVE_ON} RETURNING campaign
            )
            SELECT array_agg(id ORDER BY id), ({state.format("%s")}), (SELECT count(*) FROM moved) FROM put_in"""

    def __call__(
        self, connection: sa.Connection, name: str, rows: Sequence[Row], follows: Follows | None
    ) -> list[int]:
        """The ids given to the rows, in their order. `name` is the ledger's, for what can go wrong.

        Raises the library's errors, and what `follows` raises.
        """
        put_in = self._on_postgres if connection.dialect.name == "postgresql" else self._on_sqlite
        ids, before = put_in(connection, name, rows)
        if follows is not None:
            follows(before)
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
        columns = (list(column) for part in (rows, heads) for column in zip(*part, strict=True))
        with _driver_errors(connection, name):
            found = driver.execute(self._at_once, (*columns, *_place_before(rows))).fetchone()
        ids, before, moved = found
        if ids is None:
            raise LedgerUnavailable(f"{name} has lost the row that whoever appends has to lock: nothing was kept.")
        _check_moved(len(heads), moved)
        return ids, before


def _parts(rows: Sequence[Row]) -> Iterator[Sequence[Row]]:
    """The rows in parts that one statement can take."""
    for begin in range(0, len(rows), _TOGETHER):
        yield rows[begin : begin + _TOGETHER]


def _check_moved(heads: int, moved: int) -> None:
    if moved != heads:
        raise IntegrityError("A stream has come this far or further already, whatever its index says")


def _place_before(rows: Sequence[Row]) -> tuple[str, int]:
    stream, position = rows[0][:2]
    return stream, position - 1


@contextmanager
def _driver_errors(connection: sa.Connection, name: str) -> Iterator[None]:
    """The library's errors for the driver's own, and no further use of connections that are lost."""
    driver: Any = connection.connection.driver_connection
    dbapi: Any = connection.dialect.dbapi
    try:
        yield
    except dbapi.Error as error:
        if driver.closed:
            connection.invalidate()
            connection.engine.dispose()
            raise LedgerUnavailable(f"The connection to {name} was lost.") from error
        raise translated(error, name) from error
