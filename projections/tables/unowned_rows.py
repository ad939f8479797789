"""Rows of campaigns that the ledger has no record of: named by a check, taken out before anything is counted."""

from collections.abc import Iterable

import sqlalchemy as sql

from ledger.database.database import Database
from ledger.database.errors import library_errors
from ledger.ledger import Ledger
from projections.tables import schema
from projections.tables.search.finder import Finder
from projections.tables.table_rows import delete_campaign
from projections.transcripts.projector import SpokenProjector
from projections.transcripts.tables import TRANSCRIPTS


class UnownedRows:
    """The rows that belong to nothing: nobody makes them, and whatever asks across campaigns would count them."""

    def __init__(self, ledger: Ledger, database: Database, finder: Finder, spoken: SpokenProjector) -> None:
        self._ledger = ledger
        self._database = database
        self._finder = finder
        self._spoken = spoken

    def campaigns(self) -> list[str]:
        """The ids that rows of any table have, and no record. Raises `LedgerUnavailable`."""
        known = {str(entry.id) for entry in self._ledger.campaigns()}
        with self._database.reading() as connection, library_errors(self._database.name):
            there = set(sql.inspect(connection).get_table_names())
            columns = [it.c.campaign for it in (*schema.TABLES, TRANSCRIPTS) if it.name in there]
            found = {each for column in columns for each in connection.scalars(sql.select(column).distinct())}
        return [each for each in sorted(found - known) if self._is_unowned(each)]

    def take_out(self, campaigns: Iterable[str]) -> None:
        """Delete every row of those of them that have no record. Raises `LedgerUnavailable`."""
        for each in campaigns:
            if not self._is_unowned(each):
                continue  # its records are there, though it is not listed: that is repaired otherwise
            with self._database.writing() as connection, library_errors(self._database.name):
                delete_campaign(connection, each, (*schema.ROWS, schema.FOLLOWED))
                self._finder.forget(connection, each)
                self._spoken.forget(connection, each)
                connection.execute(sql.delete(schema.INDEXED).where(schema.INDEXED.c.campaign == each))

    def _is_unowned(self, campaign: str) -> bool:
        return self._ledger.store.reading.last(campaign) is None
