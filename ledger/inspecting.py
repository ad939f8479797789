"""What is wrong with a ledger as a whole: with its file, its tables, and what belongs to no campaign."""

import sqlite3
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import sqlalchemy as sql

from ledger.index import TABLES
from ledger.ledger import Ledger
from ledger.recorder import schema
from ledger.recorder.database import Database
from ledger.recorder.errors import library_errors
from ledger.recorder.quarantine import greatest_id
from ledger.recorder.shape import faults
from ledger.two_roads import by_table, strays

MOST = 20
"""So many sentences of the database about itself are passed on; who has more knows enough."""


@dataclass(frozen=True, slots=True)
class Inspected:
    """What was found, one sentence each; and what could not be looked at, if anything."""

    problems: tuple[str, ...]
    not_checked: str | None = None


def inspect(ledger: Ledger, *, every_campaign: bool) -> Inspected:
    """Look at a ledger without looking into its records. Raises `LedgerUnavailable` where it cannot be read.

    With `every_campaign` also for records of campaigns that are not listed, and for those listed without any.
    """
    database = ledger.store.database
    if database is None:
        return Inspected((), "The database module of this ledger is another's: only the records are checked.")
    found, not_checked = integrity(database)
    with database.reading() as connection, library_errors(database.name):
        found += faults(connection, *TABLES)
        found += _sequence(connection)
    if every_campaign:
        found += strays(ledger, by_table(database))
    return Inspected(tuple(found), not_checked)


def integrity(database: Database) -> tuple[list[str], str | None]:
    """What the database says of itself, and what it cannot say."""
    with database.reading() as connection, library_errors(database.name):
        if connection.dialect.name == "sqlite":
            try:
                rows = connection.exec_driver_sql(f"PRAGMA integrity_check({MOST})").scalars().all()
            except sql.exc.DatabaseError as error:
                if not isinstance(error.orig, sqlite3.DatabaseError):
                    raise
                rows = [str(error.orig)]
            return [f"SQLite says of the file: {row}." for row in rows if row != "ok"], None
        if not connection.scalar(sql.text("SELECT count(*) FROM pg_extension WHERE extname = 'amcheck'")):
            return [], (
                "The indexes were not compared with their tables by the server itself: its extension amcheck is "
                "not installed. The records were read without them."
            )
        indexes = connection.exec_driver_sql(_INDEXES).scalars().all()
    return list(_by_amcheck(database, indexes)), None


_INDEXES = """
    SELECT i.indexrelid::regclass::text FROM pg_index i
    JOIN pg_class c ON c.oid = i.indrelid JOIN pg_class x ON x.oid = i.indexrelid JOIN pg_am a ON a.oid = x.relam
    WHERE a.amname = 'btree' AND c.relname ~ '^ledger_' AND pg_table_is_visible(c.oid) ORDER BY 1
"""


def _by_amcheck(database: Database, indexes: Iterable[str]) -> Iterator[str]:
    for index in indexes:
        with database.reading() as connection:
            try:
                connection.exec_driver_sql("SELECT bt_index_check(%s::regclass, true)", (index,))
            except sql.exc.DatabaseError as error:
                yield f"The server says of the index {index}: {str(error.orig).splitlines()[0]}."


def _sequence(connection: sql.Connection) -> list[str]:
    """Whether rows were cut off the end of the table: SQLite counts all that it ever numbered."""
    if connection.dialect.name != "sqlite":
        return []
    counted = connection.exec_driver_sql(
        "SELECT seq FROM sqlite_sequence WHERE name = ?", (schema.events.name,)
    ).scalar()
    last = greatest_id(connection)
    if (counted or 0) == last:
        return []
    return [
        f"The last record stored was number {counted or 0} of the ledger, and number {last} is the last there is."
    ]
