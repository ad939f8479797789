"""The full-text index on SQLite: one FTS5 table, whose row numbers say where a text is from."""

from collections.abc import Iterator, Sequence

import sqlalchemy as sql

from ledger.database.sqlite.driver import sqlite3
from projections.tables.search.index import Text
from projections.tables.search.query import Phrase, SearchWords

_PLACE_BITS = 11
"""A record is known in at most so many ways: one for each person at the table, and the GM's."""
_POSITION_BITS = 32
_CAMPAIGN_BITS = _PLACE_BITS + _POSITION_BITS
_LAST_POSITION = (1 << _POSITION_BITS) - 1
_LAST_PLACE = (1 << _PLACE_BITS) - 1


class SqliteIndex:
    """Terms are cut before they come here, so the plainest tokenizer will do: it parts them at the spaces."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._words = sql.table(name, sql.column("rowid", sql.BigInteger), sql.column("terms", sql.Text))

    def create(self, connection: sql.Connection) -> None:
        """Make the table. A row's number holds the campaign's number, the position and the place, in its bits."""
        connection.execute(
            sql.text(f"CREATE VIRTUAL TABLE IF NOT EXISTS {self._name} USING fts5(terms, tokenize='ascii')")
        )

    def add(self, connection: sql.Connection, number: int, texts: Sequence[Text]) -> None:
        """Insert one row a text."""
        rows = [
            {"rowid": number << _CAMPAIGN_BITS | position << _PLACE_BITS | place, "terms": terms}
            for position, place, terms in texts
        ]
        if rows:
            connection.execute(sql.insert(self._words), rows)

    def remove(self, connection: sql.Connection, number: int, after: int = 0) -> None:
        """Delete the rows of a campaign after a position: their numbers follow each other."""
        first, last = _rows_of(number)
        first += (after + 1) << _PLACE_BITS if after else 0
        connection.execute(sql.delete(self._words).where(self._words.c.rowid.between(first, last)))

    def places(self, connection: sql.Connection, number: int) -> Iterator[tuple[int, int]]:
        """Read from the numbers of the rows."""
        row = self._words.c.rowid
        for it in connection.scalars(sql.select(row).where(row.between(*_rows_of(number))).order_by(row)):
            yield it >> _PLACE_BITS & _LAST_POSITION, it & _LAST_PLACE

    def kept(self, terms: str) -> str:
        """All of them."""
        return terms

    def count(self, connection: sql.Connection, number: int, term: str) -> int:
        """Asked of the index, and not of the texts that it keeps."""
        asked = f"SELECT count(*) FROM {self._name} WHERE {self._name} MATCH ? AND rowid BETWEEN ? AND ?"
        return int(connection.exec_driver_sql(asked, (f'"{term}"', *_rows_of(number))).scalar_one())

    def empty(self, connection: sql.Connection) -> None:
        """Make the table anew: of one that is damaged, rows cannot be deleted."""
        connection.execute(sql.text(f"DROP TABLE IF EXISTS {self._name}"))
        self.create(connection)

    def purge(self, connection: sql.Connection) -> None:
        """Merge the index into one piece: in the older pieces, what was deleted still stands."""
        connection.execute(sql.text(f"INSERT INTO {self._name}({self._name}) VALUES ('optimize')"))

    def hits(self, words: SearchWords, numbers: Sequence[int] | None) -> sql.Subquery:
        """Select the matches, ranked by BM25."""
        row = self._words.c.rowid
        query = sql.select(
            row.op(">>")(_CAMPAIGN_BITS).label("number"),
            row.op(">>")(_PLACE_BITS).op("&")(_LAST_POSITION).label("position"),
            row.op("&")(_LAST_PLACE).label("place"),
            sql.literal_column(f"bm25({self._name})", sql.Float).label("rank"),
        ).where(sql.text(f"{self._name} MATCH :typed").bindparams(typed=_expression(words)))
        if numbers is not None and len(numbers) == 1:
            query = query.where(row.between(*_rows_of(numbers[0])))
        elif numbers is not None:
            query = query.where(row.op(">>")(_CAMPAIGN_BITS).in_(numbers))
        return query.subquery("hits")


def has_fts5() -> bool:
    """True if this SQLite was built with full-text search."""
    connection = sqlite3.connect(":memory:")
    try:
        return bool(connection.execute("SELECT 1 FROM pragma_module_list WHERE name = 'fts5'").fetchone())
    except sqlite3.OperationalError:
        return False  # one so old that it cannot say what it has
    finally:
        connection.close()


def _rows_of(number: int) -> tuple[int, int]:
    return number << _CAMPAIGN_BITS, ((number + 1) << _CAMPAIGN_BITS) - 1


def _expression(words: SearchWords) -> str:
    """The words in the language of FTS5. A term holds nothing that means something to it, and stands in quotes."""
    wanted = " AND ".join(map(_phrase, words.phrases))
    return " NOT ".join((f"({wanted})", *map(_phrase, words.without)))


def _phrase(phrase: Phrase) -> str:
    return f'"{" ".join(phrase.terms)}"{" *" if phrase.begins else ""}'
