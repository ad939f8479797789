"""The full-text index beside the texts: one interface, an index of SQLite or PostgreSQL behind it, or none.

The texts are rows like any others, written with the ruling they belong to. The index is brought to where they end
before it is asked, as the other read models are: so recording never waits for it, a rebuild need not think of it,
and a ledger can be carried from a program that has such an index to one that has none, and back.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import zip_longest
from typing import Any, Protocol, TypeAlias

import sqlalchemy as sql

from ledger.database.database import Database
from ledger.database.errors import library_errors
from projections.tables.schema import ASIDES, ENTRIES, FOLLOWED, INDEXED
from projections.tables.search import terms
from projections.tables.search.query import SearchWords
from projections.tables.selection import text_in

TEXTS_AT_ONCE = 5_000

Text: TypeAlias = tuple[int, int, str]
"""Position, place, and the terms, with a space between them."""


class SearchIndex(Protocol):
    """The operations a database must offer to be searched by terms."""

    def create(self, connection: sql.Connection) -> None:
        """Make it if it is not there."""

    def add(self, connection: sql.Connection, number: int, texts: Sequence[Text]) -> None:
        """Take in texts of the campaign with this number."""

    def remove(self, connection: sql.Connection, number: int, after: int = 0) -> None:
        """Take out the texts of a campaign after a position."""

    def empty(self, connection: sql.Connection) -> None:
        """Take out all that is in it, damaged as it may be."""

    def purge(self, connection: sql.Connection) -> None:
        """Let nothing remain in the index of what was taken out of it."""

    def places(self, connection: sql.Connection, number: int) -> Iterator[tuple[int, int]]:
        """Position and place of each text of a campaign that is here, in their order."""

    def kept(self, terms: str) -> str:
        """The terms of a text, of those given, that can be found."""

    def count(self, connection: sql.Connection, number: int, term: str) -> int:
        """The number of texts of a campaign in which a term is found."""

    def hits(self, words: SearchWords, numbers: Sequence[int] | None) -> sql.Subquery:
        """Select the places of the words: campaign's number, position, place, and a rank, the least being the
        best.

        There is at least one phrase. `numbers` are the only campaigns wanted, or None for all.
        """


def catch_up(
    database: Database,
    index: SearchIndex,
    campaigns: Iterable[str],
    progress: Callable[[int], None] = lambda done: None,
) -> None:
    """Bring the index to the end of the texts of these campaigns. `progress` is told how many texts were read."""
    done = 0
    wanted = set(campaigns)
    left = [campaign for campaign in _behind(database) if campaign in wanted]
    while left:
        enough = done + TEXTS_AT_ONCE
        with database.writing() as connection, library_errors(database.name):
            while left and done < enough:
                read = _take_in(connection, index, left[-1])
                done += read
                if not read:
                    left.pop()
        progress(done)


def problems(database: Database, index: SearchIndex, campaign: str) -> list[str]:
    """Differences of the index from the texts of a campaign, as far as it says that it has come.

    Each text must be in it, and no other, and each word be found as often as texts have it. Where the index is yet
    to be made, or to be made anew, there are none.
    """
    with database.reading() as connection, library_errors(database.name):
        here = connection.execute(sql.select(INDEXED).where(INDEXED.c.campaign == campaign)).first()
        followed = connection.execute(sql.select(FOLLOWED).where(FOLLOWED.c.campaign == campaign)).first()
        if here is None or followed is None or here.version != _version(followed.version):
            return []
        if not 0 < here.position <= followed.position:
            return []
        said: Counter[str] = Counter()
        there = index.places(connection, here.number)
        for text, place in zip_longest(_terms(connection, campaign, 0, here.position), there):
            if text is None or text[:2] != place:
                at = min(it[0] for it in (text, place) if it is not None)
                return [f"The index for finding does not hold the texts of record {at} as they are. {_REMEDY}"]
            said.update(set(index.kept(text[2]).split()))
        lost = [term for term, texts in said.items() if index.count(connection, here.number, term) < texts]
    if not lost:
        return []
    return [f"The index for finding has lost where {len(lost)} of {len(said)} words stand. {_REMEDY}"]


_REMEDY = "`campaign rebuild` makes it anew."


def numbers_of(connection: sql.Connection, campaigns: Iterable[str]) -> list[int]:
    """The numbers under which these campaigns are indexed."""
    known = {row.campaign: row.number for row in connection.execute(sql.select(INDEXED))}
    return [known[campaign] for campaign in campaigns if campaign in known]


def _version(followed: str) -> str:
    return f"{followed} terms={terms.VERSION}"


def _behind(database: Database) -> list[str]:
    """The campaigns whose texts are not all in the index."""
    query = sql.select(
        FOLLOWED.c.campaign, FOLLOWED.c.position, FOLLOWED.c.version, INDEXED.c.position.label("here")
    )
    query = query.add_columns(INDEXED.c.version.label("by"))
    query = query.outerjoin(INDEXED, INDEXED.c.campaign == FOLLOWED.c.campaign)
    with database.reading() as connection:
        return [
            row.campaign
            for row in connection.execute(query)
            if (row.here, row.by) != (row.position, _version(row.version))
        ]


def _take_in(connection: sql.Connection, index: SearchIndex, campaign: str) -> int:
    """Take in the next texts of a campaign, and say how many there were; 0 when all are in."""
    if connection.dialect.name == "postgresql":  # on SQLite, whoever writes is alone already
        connection.execute(sql.text(f"LOCK TABLE {INDEXED.name} IN SHARE ROW EXCLUSIVE MODE"))
    here = connection.execute(sql.select(INDEXED).where(INDEXED.c.campaign == campaign)).first()
    if here is None:
        connection.execute(sql.insert(INDEXED).values(campaign=campaign, position=0, version=""))
        here = connection.execute(sql.select(INDEXED).where(INDEXED.c.campaign == campaign)).one()
    followed = connection.execute(sql.select(FOLLOWED).where(FOLLOWED.c.campaign == campaign)).first()
    if followed is None:
        return 0
    version, after = _version(followed.version), here.position
    if after == 0 or here.version != version or after > followed.position:
        after = 0
    if after == followed.position:
        return 0
    index.remove(connection, here.number, after)  # what an index that has lost its place holds of later texts
    last = min(after + TEXTS_AT_ONCE, followed.position)
    found = list(_terms(connection, campaign, after, last))
    index.add(connection, here.number, found)
    there = sql.update(INDEXED).where(INDEXED.c.number == here.number).values(position=last, version=version)
    connection.execute(there)
    return max(1, len(found))


def _terms(connection: sql.Connection, campaign: str, after: int, last: int) -> Iterator[Text]:
    for position, place, text in connection.execute(_texts(campaign, after, last)):
        yield position, place, " ".join(term.word for term in terms.terms_in(text))


def _texts(campaign: str, after: int, last: int) -> sql.CompoundSelect[Any]:
    """Position, place and text of the records after one position up to another, as they are known to each."""
    here = (ENTRIES.c.campaign == campaign) & (ENTRIES.c.position > after) & (ENTRIES.c.position <= last)
    common = sql.select(ENTRIES.c.position, sql.literal(0, sql.Integer).label("place"), text_in(ENTRIES)).where(
        here
    )
    same = (ASIDES.c.campaign == ENTRIES.c.campaign) & (ASIDES.c.position == ENTRIES.c.position)
    otherwise = sql.select(ASIDES.c.position, ASIDES.c.place, text_in(ASIDES)).where(here, same)
    return common.union_all(otherwise).order_by("position", "place")
