"""Finds words in every campaign of a database: picks its index, keeps it in step, and asks it."""

from collections.abc import Callable, Sequence

import sqlalchemy as sql

from domain.kernel.terms import PersonId
from ledger.database.database import Database
from ledger.database.ensured_tables import EnsuredTables
from ledger.database.errors import library_errors
from projections.tables.schema import INDEXED
from projections.tables.search.index import SearchIndex, catch_up, numbers_of, problems
from projections.tables.search.query import Wanted
from projections.tables.search.scope import SearchReach, reach_of
from projections.tables.search.searching import Found, Searching
from projections.tables.search.sqlite_index import SqliteIndex, has_fts5

PLAIN = (
    "This SQLite has no full-text search (FTS5): every text is read through instead. That is slower, finds "
    "accents only as they are typed, and ranks nothing. `campaign doctor` says which SQLite this is."
)


WORDS = "view_words"
"""The index of all that was recorded."""


class Finder:
    """The search of one database. Safe to share between threads."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._index = index_for(database, WORDS)
        self._ensured = EnsuredTables(database.place)

    @property
    def remark(self) -> str:
        """The remark for somebody who searches here; usually none."""
        return "" if self._index else PLAIN

    def find(
        self,
        wanted: Wanted,
        looks: SearchReach | PersonId,
        campaigns: Sequence[str],
        limit: int,
        offset: int,
        progress: Callable[[int], None],
    ) -> Found:
        """Find the texts wanted, with all of them put into the index first. Raises `LedgerUnavailable`."""
        if self._index is not None:
            self.prepare()
            catch_up(self._database, self._index, campaigns, progress)
        with self._database.reading() as connection:
            reach = looks if isinstance(looks, SearchReach) else reach_of(connection, looks)
            return Searching(connection, self._index, reach).find(wanted, limit, offset)

    def make_anew(self) -> None:
        """Empty the index: what it held is put in again before it is asked. Raises `LedgerUnavailable`."""
        if self._index is not None:
            self.prepare()
            with self._database.writing() as connection, library_errors(self._database.name):
                self._index.empty(connection)
                connection.execute(sql.update(INDEXED).values(position=0))

    def problems(self, campaign: str) -> list[str]:
        """Differences of the index from the texts of a campaign, one sentence each. Raises `LedgerUnavailable`."""
        if self._index is None:
            return []
        self.prepare()
        return problems(self._database, self._index, campaign)

    def forget(self, connection: sql.Connection, campaign: str) -> None:
        """Take every text of a campaign out of the index, so that nothing of it is left in the database."""
        if self._index is not None and sql.inspect(connection).has_table(WORDS):
            for number in numbers_of(connection, [campaign]):
                self._index.remove(connection, number)
            self._index.purge(connection)

    def prepare(self) -> None:
        """Make the index if it is not there. Whoever may only write rows relies on its having been made before."""
        if (index := self._index) is not None:
            self._ensured.ensure({WORDS}, lambda _known: self._make(index))

    def _make(self, index: SearchIndex) -> set[str]:
        with self._database.reading() as connection:
            there = sql.inspect(connection).has_table(WORDS)
        if not there:
            with self._database.writing() as connection, library_errors(self._database.name):
                index.create(connection)
                connection.execute(sql.update(INDEXED).values(position=0))  # of one that was here and is gone
        return {WORDS}


def index_for(database: Database, name: str) -> SearchIndex | None:
    """The full-text index of this name, as this database has one; None where it has none."""
    if database.engine.dialect.name == "postgresql":
        # Not before: its types bring every driver of PostgreSQL with them.
        from projections.tables.search.postgres_index import PostgresIndex

        return PostgresIndex(name)
    return SqliteIndex(name) if has_fts5() else None
