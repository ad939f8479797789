"""Insertion of events through the driver itself.

Nothing is asked of a ledger more often, and a statement of SQLAlchemy costs more than the database's part of it.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from hashlib import sha256
from typing import Any, TypeAlias

import sqlalchemy as sa
from eventsourcing.persistence import IntegrityError, StoredEvent

from ledger.database import schema
from ledger.database.errors import LedgerUnavailable
from ledger.database.postgres.append_guard import TAKE_TURN
from ledger.database.prepared import driver_errors
from ledger.log import tally
from ledger.log.record import seal_of

Row: TypeAlias = tuple[str, int, str, bytes]
"""Stream, position, topic and state of one event, as it is stored."""

COLUMNS = ("originator_id", "originator_version", "topic", "state")


def as_rows(stored_events: Sequence[StoredEvent]) -> list[Row]:
    """The events as their table's rows."""
    return [(str(it.originator_id), it.originator_version, it.topic, it.state) for it in stored_events]


_BATCH_SIZE = 100
"""Rows of one statement on SQLite, whose older versions take no more than 999 values."""

_MOST_OF_ONE_STREAM = 16
"""Rows of one stream for which PostgreSQL has a statement of their number: hardly a ruling has more."""
_DIVISION_BY_ZERO = "22012"

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
    return seal_of(state) if isinstance(state, bytes) else sha256(str(state).encode()).hexdigest()


class _PostgresInsert:
    """The one statement that puts rows in on PostgreSQL: each more would be a round trip.

    Rows are numbered when the turn has come and they are sorted. The heads wait for the rows: whoever held one of
    theirs before its turn could wait for somebody who waits for it.
    """

    def __init__(self, events: str) -> None:
        self._events = events
        columns = ", ".join(COLUMNS)
        self.any_number = self._statement(
            put_in=f"""SELECT {columns} FROM turn, unnest(%s::text[], %s::bigint[], %s::text[], %s::bytea[])
                WITH ORDINALITY AS event ({columns}, place) ORDER BY place""",
            heads="SELECT head.* FROM done, unnest(%s::text[], %s::bigint[], %s::text[], %s::text[]) AS head",
            found=f"({self._before('state')}), (SELECT count(*) FROM moved)",
        )
        """For rows of any streams: one text, whatever their number."""
        self.of_one = cache(self._one_stream)
        self.alone = cache(self._alone)

    def _one_stream(self, rows: int) -> str:
        """For so many rows of one stream: values by themselves cost half of what arrays do."""
        return self._statement(
            put_in=f"SELECT %s::text, event.* FROM turn, {_some(rows)} ORDER BY event.position",
            heads="SELECT %s::text, %s::bigint, %s::text, %s::text FROM done",
            found=f"({self._before('state')}), (SELECT count(*) FROM moved)",
        )

    def _alone(self, rows: int) -> str:
        """The same for a statement that is a transaction of its own: what is wrong has to be found in it.

        Nothing is put in unless the record before has the seal that it is given. A head that does not move on is a
        division by zero.
        """
        return self._statement(
            put_in=f"""SELECT %s::text, event.* FROM turn, {_some(rows)}
                WHERE ({self._before("sha256(state)")}) = %s::bytea ORDER BY event.position""",
            heads="SELECT %s::text, %s::bigint, %s::text, %s::text FROM done WHERE done.many > 0",
            found="""(SELECT count(*) FROM turn),
                1 / greatest((SELECT count(*) FROM moved), 1 - (SELECT many FROM done))""",
        )

    def _before(self, asked: str) -> str:
        return f"SELECT {asked} FROM {self._events} WHERE originator_id = %s AND originator_version = %s"

    def _statement(self, put_in: str, heads: str, found: str) -> str:
        return f"""
            WITH turn AS MATERIALIZED ({TAKE_TURN}),
            put_in AS (INSERT INTO {self._events} ({", ".join(COLUMNS)}) {put_in} RETURNING id),
            done AS (SELECT count(*) AS many FROM put_in),
            moved AS (
                INSERT INTO {_HEADS} (campaign, position, seal, tally) {heads} {_MOVE_ON} RETURNING campaign
            )
            SELECT array_agg(id ORDER BY id), {found} FROM put_in"""


def _some(rows: int) -> str:
    values = ", ".join(["(%s::bigint, %s::text, %s::bytea)"] * rows)
    return f"(VALUES {values}) AS event (position, topic, state)"


class RowInserter:
    """Puts rows into one table of numbered events, and moves the heads of their streams, on whichever database
    it is given.
    """

    def __init__(self, table: sa.Table) -> None:
        name, columns = table.name, ", ".join(COLUMNS)
        state = f"SELECT state FROM {name} WHERE originator_id = {{0}} AND originator_version = {{0}}"
        self._together = f"INSERT INTO {name} ({columns}) VALUES "
        self._before = state.format("?")
        self._head = f"INSERT INTO {_HEADS} (campaign, position, seal, tally) VALUES (?, ?, ?, ?) {_MOVE_ON}"
        self._postgres_insert = _PostgresInsert(name)

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
            statement, values = self._postgres_insert.of_one(len(rows)), [*_values_of(rows), *heads[0]]
        else:
            statement = self._postgres_insert.any_number
            values = [list(column) for part in (rows, heads) for column in zip(*part, strict=True)]
        with driver_errors(connection, name):
            ids, before, moved = driver.execute(statement, (*values, *_place_before(rows))).fetchone()
        if ids is None:
            raise _no_turn(name)
        _check_moved(len(heads), moved)
        return ids, before

    def alone(self, driver: Any, name: str, rows: Sequence[Row], follows: str) -> bool:
        """Put rows of one stream in by a statement that is a transaction of its own, on PostgreSQL's driver.

        `follows` is the seal of the record before them. False, and nothing done, for more rows than one takes so.
        Raises the driver's errors, and `IntegrityError` where they do not follow.
        """
        heads = heads_after(rows)
        if len(heads) != 1 or len(rows) > _MOST_OF_ONE_STREAM:
            return False
        values = (*_values_of(rows), *_place_before(rows), bytes.fromhex(follows), *heads[0])
        try:
            ids, turn, _moved = driver.execute(self._postgres_insert.alone(len(rows)), values).fetchone()
        except driver.DataError as error:
            if error.sqlstate == _DIVISION_BY_ZERO:
                _check_moved(1, 0)
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
