"""Tables of read models that an earlier version of the program made otherwise."""

from threading import Lock

import sqlalchemy as sql

from ledger.database.database import Database
from ledger.database.errors import library_errors
from projections.tables import schema


class MadeTables:
    """The tables of the read models, made wherever the ledger lies now: another file can come to lie there."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._lock = Lock()
        self._made_at: object = object()

    def make(self) -> bool:
        """Make sure that they are there. True if it had to be looked. Raises `LedgerUnavailable`."""
        here = self._database.place()
        if here == self._made_at:
            return False
        with self._lock:
            discard_outdated(self._database)
            self._database.create(*schema.TABLES)
            self._made_at = here
        return True


def discard_outdated(database: Database) -> None:
    """Drop the tables of the read models if one has other columns than today's, for they come back by themselves,
    and those that are no longer kept.

    Does nothing to a ledger that is only read. Raises `LedgerUnavailable`.
    """
    if database.read_only:
        return
    with database.reading() as connection:
        inspector = sql.inspect(connection)
        present = set(inspector.get_table_names())
        outdated = any(
            {column["name"] for column in inspector.get_columns(table.name)} != set(table.columns.keys())
            for table in schema.TABLES
            if table.name in present
        )
        former = present.intersection(schema.FORMER)
    if outdated or former:
        with database.writing() as connection, library_errors(database.name):
            for name in sorted(former):
                sql.Table(name, sql.MetaData()).drop(connection, checkfirst=True)
            for table in schema.TABLES if outdated else ():
                table.drop(connection, checkfirst=True)
