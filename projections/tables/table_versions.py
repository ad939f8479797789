"""Tables of read models that an earlier version of the program made otherwise."""

from collections.abc import Set

import sqlalchemy as sql

from ledger.database.database import Database
from ledger.database.ensured_tables import EnsuredTables
from ledger.database.errors import library_errors
from projections.tables import schema

_NAMES = frozenset(table.name for table in schema.TABLES)


class MadeTables:
    """The tables of the read models, made wherever the ledger lies now: another file can come to lie there."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._ensured = EnsuredTables(database.place)

    def make(self) -> bool:
        """Make sure that they are there. True if it had to be looked. Raises `LedgerUnavailable`."""
        return self._ensured.ensure(_NAMES, self._make)

    def _make(self, _known: Set[str]) -> Set[str]:
        discard_outdated(self._database)
        self._database.create(*schema.TABLES)
        return _NAMES


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
        today = {table.name: set(table.columns.keys()) for table in schema.TABLES if table.name in present}
        # Asked for at once: one by one, each is a question to the server of its own.
        columns = inspector.get_multi_columns(filter_names=[*today]) if today else {}
        outdated = any({it["name"] for it in found} != today[name] for (_, name), found in columns.items())
        former = present.intersection(schema.FORMER)
    if outdated or former:
        with database.writing() as connection, library_errors(database.name):
            for name in sorted(former):
                sql.Table(name, sql.MetaData()).drop(connection, checkfirst=True)
            for table in schema.TABLES if outdated else ():
                table.drop(connection, checkfirst=True)
