"""Reading records in the order they lie in their table: reading that uses none of the table's indexes.

An index that lost entries, or has stale ones, answers as readily as a sound one. Whoever must be sure reads in
both ways and compares.
"""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import Any

import sqlalchemy as sa

from ledger.database import schema

BATCH = 1_000
_FIRST = -(2**63)


@contextmanager
def without_indexes(connection: sa.Connection) -> Iterator[None]:
    """On PostgreSQL, have tables read from end to end while this lasts. SQLite is told in each question."""
    if connection.dialect.name != "postgresql":
        yield
        return
    switches = ("enable_indexscan", "enable_indexonlyscan", "enable_bitmapscan")
    for switch in switches:
        connection.exec_driver_sql(f"SET LOCAL {switch} = off")
    connection.exec_driver_sql("SET LOCAL enable_seqscan = on")  # or else both are as dear, whoever set it off
    try:
        yield
    finally:
        for switch in switches:
            connection.exec_driver_sql(f"SET LOCAL {switch} = on")


def from_table(connection: sa.Connection, columns: str) -> Iterator[tuple[Any, ...]]:
    """The id and these columns of every record, in the order of their ids, in memory for one batch at a time."""
    table, cursor = schema.events.name, connection.connection.cursor
    if connection.dialect.name == "sqlite":
        asked, last = (
            f"SELECT id, {columns} FROM {table} NOT INDEXED WHERE id > ? ORDER BY id LIMIT {BATCH}",
            _FIRST,
        )
        while batch := cursor().execute(asked, (last,)).fetchall():
            yield from batch
            last = batch[-1][0]
        return
    with without_indexes(connection), closing(cursor("in_table_order")) as rows:
        rows.execute(f"SELECT id, {columns} FROM {table} ORDER BY id")
        while batch := rows.fetchmany(BATCH):
            yield from batch


def places(connection: sa.Connection) -> Iterator[tuple[int, str, object]]:
    """Id, stream and position of every record; on SQLite somebody may have put anything there."""
    yield from from_table(connection, "originator_id, originator_version")
