"""Statements that put rows into the log on PostgreSQL, each of them one way to the server."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial

import sqlalchemy as sa

from ledger.database import schema
from ledger.database.postgres.append_guard import TAKE_TURN
from ledger.database.prepared import HowChanged, RowsShape

_ONCE_IN = "done WHERE done.many > 0"
"""True for what is written beside the rows once these are in."""


class AppendStatements:
    """The one statement that puts rows in: each more would be a round trip.

    Rows are numbered when the turn has come and they are sorted. The heads wait for the rows: whoever held one of
    theirs before its turn could wait for somebody who waits for it.
    """

    def __init__(self, events: str) -> None:
        self._events = events
        columns = ", ".join(schema.COLUMNS)
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

    def _alone(self, rows: int, beside: Sequence[RowsShape] = ()) -> str:
        """The same for a statement that is a transaction of its own: what is wrong has to be found in it.

        Nothing is put in unless the record before has the seal that it is given. A head that does not move on is a
        division by zero. `beside` are rows of other tables, written with them.
        """
        return self._statement(
            put_in=f"""SELECT %s::text, event.* FROM turn, {_some(rows)}
                WHERE ({self._before("sha256(state)")}) = %s::bytea ORDER BY event.position""",
            heads=f"SELECT %s::text, %s::bigint, %s::text, %s::text FROM {_ONCE_IN}",
            found="""(SELECT count(*) FROM turn),
                1 / greatest((SELECT count(*) FROM moved), 1 - (SELECT many FROM done))""",
            beside=[each for number, shape in enumerate(beside) for each in _beside(number, shape)],
        )

    def _before(self, asked: str) -> str:
        return f"SELECT {asked} FROM {self._events} WHERE originator_id = %s AND originator_version = %s"

    def _statement(self, put_in: str, heads: str, found: str, beside: Sequence[str] = ()) -> str:
        return f"""
            WITH turn AS MATERIALIZED ({TAKE_TURN}),
            put_in AS (INSERT INTO {self._events} ({", ".join(schema.COLUMNS)}) {put_in} RETURNING id),
            done AS (SELECT count(*) AS many FROM put_in),
            moved AS (
                INSERT INTO {schema.heads.name} (campaign, position, seal, tally)
                {heads} {schema.MOVE_ON} RETURNING campaign
            )
            {"".join(f", {each}" for each in beside)}
            SELECT array_agg(id ORDER BY id), {found} FROM put_in"""


def _some(rows: int) -> str:
    values = ", ".join(["(%s::bigint, %s::text, %s::bytea)"] * rows)
    return f"(VALUES {values}) AS event (position, topic, state)"


def _beside(number: int, shape: RowsShape) -> list[str]:
    """The parts of a statement that write rows of other tables, each named; they all see what was there before."""
    moved, changes = shape
    parts, held = [], _ONCE_IN
    if moved is not None:
        becomes = [f"{_quoted(each)} = %s" for each in moved.columns if not each.primary_key]
        was = [f"{moved.name}.{_quoted(each)} = %s" for each in moved.columns]
        held = f"held_{number} WHERE true"
        parts.append(
            f"held_{number} AS (UPDATE {moved.name} SET {', '.join(becomes)}"
            f" FROM {_ONCE_IN} AND {' AND '.join(was)} RETURNING 1)"
        )
    for place, (table, how) in enumerate(changes):
        parts.append(f"rows_{number}_{place} AS ({_CHANGES[how](table, held)})")
    return parts


def _rows_of(table: sa.Table) -> str:
    """Rows in one JSON text, by their columns: a value of its own for each would cost the client twice as much."""
    return f"json_populate_recordset(NULL::{table.name}, %s::json) AS given"


def _insert(table: sa.Table, held: str, *, replacing: bool = False) -> str:
    columns = [_quoted(each) for each in table.columns]
    place, _where, condition = held.partition(" WHERE ")
    statement = (
        f"INSERT INTO {table.name} ({', '.join(columns)})"
        f" SELECT {', '.join(f'given.{each}' for each in columns)}"
        f" FROM {place}, {_rows_of(table)} WHERE {condition}"
    )
    if not replacing:
        return statement
    keys = ", ".join(_quoted(each) for each in table.primary_key.columns)
    others = [_quoted(each) for each in table.columns if not each.primary_key]
    becomes = ", ".join(f"{each} = excluded.{each}" for each in others)
    return f"{statement} ON CONFLICT ({keys}) DO UPDATE SET {becomes}"


def _delete(table: sa.Table, held: str) -> str:
    place, _where, condition = held.partition(" WHERE ")
    keys = [_quoted(each) for each in table.primary_key.columns]
    same = " AND ".join(f"{table.name}.{each} = given.{each}" for each in keys)
    return f"DELETE FROM {table.name} USING {place}, {_rows_of(table)} WHERE {condition} AND {same}"


_CHANGES: Mapping[HowChanged, Callable[[sa.Table, str], str]] = {
    "insert": _insert,
    "replace": partial(_insert, replacing=True),
    "delete": _delete,
}


def _quoted(column: sa.Column[object]) -> str:
    return f'"{column.name}"'
