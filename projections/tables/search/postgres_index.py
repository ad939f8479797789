"""The full-text index on PostgreSQL: a table of text search vectors under a GIN index."""

from collections.abc import Iterator, Sequence

import sqlalchemy as sql
from sqlalchemy.dialects.postgresql import REGCONFIG, TSVECTOR

from projections.tables.search.index import Text
from projections.tables.search.query import Phrase, SearchWords

_SIMPLE = sql.cast(sql.literal_column("'simple'"), REGCONFIG)
"""No language: a campaign is written in any, and the names in it in none."""
_LONGEST_TERM = 500
"""PostgreSQL refuses terms of 2,048 bytes and more."""
_LONGEST_TEXT = 200_000
"""It also refuses vectors of more than a megabyte: so many letters of one text can be searched for."""


class PostgresIndex:
    """Terms are cut before they come here; the simple configuration takes them as they are."""

    def __init__(self, name: str) -> None:
        self._vectors = sql.Table(
            name,
            sql.MetaData(),
            sql.Column("number", sql.BigInteger, primary_key=True, autoincrement=False),
            sql.Column("position", sql.BigInteger, primary_key=True, autoincrement=False),
            sql.Column("place", sql.Integer, primary_key=True, autoincrement=False),
            sql.Column("terms", TSVECTOR, nullable=False),
            sql.Index(f"{name}_terms", "terms", postgresql_using="gin"),
        )

    def create(self, connection: sql.Connection) -> None:
        """Make the table and its index."""
        self._vectors.create(connection, checkfirst=True)

    def add(self, connection: sql.Connection, number: int, texts: Sequence[Text]) -> None:
        """Insert one row a text."""
        rows = [
            {"number": number, "position": position, "place": place, "text": _shortened(terms)}
            for position, place, terms in texts
        ]
        if rows:
            vector = sql.func.to_tsvector(_SIMPLE, sql.bindparam("text", type_=sql.Text))
            connection.execute(sql.insert(self._vectors).values(terms=vector), rows)

    def remove(self, connection: sql.Connection, number: int, after: int = 0) -> None:
        """Delete the rows of a campaign after a position."""
        here = self._vectors.c
        connection.execute(sql.delete(self._vectors).where(here.number == number, here.position > after))

    def places(self, connection: sql.Connection, number: int) -> Iterator[tuple[int, int]]:
        """Read from the table."""
        here = self._vectors.c
        asked = sql.select(here.position, here.place).where(here.number == number)
        for row in connection.execute(asked.order_by(here.position, here.place)):
            yield row.position, row.place

    def kept(self, terms: str) -> str:
        """The beginnings of long ones, and of a very long text its beginning."""
        return _shortened(terms)

    def count(self, connection: sql.Connection, number: int, term: str) -> int:
        """Asked of the vectors."""
        here, asked = self._vectors.c, sql.func.to_tsquery(_SIMPLE, sql.literal(f"'{term}'", sql.Text))
        query = sql.select(sql.func.count()).where(here.number == number, here.terms.op("@@")(asked))
        return int(connection.execute(query).scalar_one())

    def empty(self, connection: sql.Connection) -> None:
        """Delete the rows: making the table anew is for its owner."""
        connection.execute(sql.delete(self._vectors))

    def purge(self, connection: sql.Connection) -> None:
        """Nothing to do: the server's own vacuum takes away what was deleted, here as in every table."""

    def hits(self, words: SearchWords, numbers: Sequence[int] | None) -> sql.Subquery:
        """Select the matches, ranked by how often and how close together the terms stand."""
        asked = sql.func.to_tsquery(_SIMPLE, sql.literal(_expression(words), sql.Text))
        rank = -sql.func.ts_rank(
            self._vectors.c.terms, asked, 1
        )  # 1: the longer the text, the less a word in it says
        query = sql.select(
            self._vectors.c.number, self._vectors.c.position, self._vectors.c.place, rank.label("rank")
        )
        query = query.where(self._vectors.c.terms.op("@@")(asked))
        if numbers is not None:
            query = query.where(self._vectors.c.number.in_(numbers))
        return query.subquery("hits")


def _shortened(terms: str) -> str:
    if len(terms) <= _LONGEST_TERM:
        return terms
    return " ".join(term[:_LONGEST_TERM] for term in terms[:_LONGEST_TEXT].split(" "))


def _expression(words: SearchWords) -> str:
    """The words in the language of `to_tsquery`. A term holds no sign of that language, and stands in quotes."""
    wanted = " & ".join(map(_phrase, words.phrases))
    return " & !".join((f"({wanted})", *map(_phrase, words.without)))


def _phrase(phrase: Phrase) -> str:
    terms = [f"'{term[:_LONGEST_TERM]}'" for term in phrase.terms]
    return f"({' <-> '.join(terms)}{':*' if phrase.begins else ''})"
