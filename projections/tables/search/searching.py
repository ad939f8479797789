"""The search itself. The database leaves out what a viewer may not know, before anything is ranked or counted."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sql

from domain.kernel.facts import Kind
from domain.kernel.terms import slugify
from ledger.log.lines import Lines, lies_on
from projections.tables.replaced import lines_of, replaced_at_heads, standing_entry
from projections.tables.schema import ASIDES, CAMPAIGNS, ENTRIES, INDEXED
from projections.tables.search.context import ExcerptPiece, context_of
from projections.tables.search.index import SearchIndex, numbers_of
from projections.tables.search.query import SearchWords, Wanted, storable, words_of
from projections.tables.search.scope import SearchReach
from projections.tables.search.suggestions import meant
from projections.tables.selection import contains, says, text_in, words_known
from projections.views.timeline import folded

TEXTS_READ = 4_000
"""The most texts that are read for a word somebody may have meant."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """A record that was found."""

    campaign: str
    """Its slug."""
    title: str
    game: str
    position: int
    ruling: int
    session: int
    kind: Kind
    headline: str
    by: str
    when: str
    """The time it happened, else the time it was recorded."""
    current: bool
    """True if it lies on the line the campaign goes on from, or is of the journal."""
    context: tuple[ExcerptPiece, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """A page of what was found, the best first, and how much there is in each campaign (by slug)."""

    total: int
    campaigns: Mapping[str, int]
    hits: tuple[Hit, ...]
    meant: str = ""
    """Words near those typed that find something, where these find nothing."""


class Searching:
    """Asks the rows of all campaigns at once, on a connection that sees one moment.

    Without an `index` the texts are read through, and contain what was typed rather than its words.
    """

    def __init__(self, connection: sql.Connection, index: SearchIndex | None, reach: SearchReach) -> None:
        self._connection = connection
        self._index = index
        self._reach = reach

    def find(self, wanted: Wanted, limit: int, offset: int) -> Found:
        """Find the matches: the best first, the newest first among equals; without words, the newest."""
        words = words_of(wanted.words)
        ids = None if wanted.campaigns is None else self._ids(wanted.campaigns)
        query = self._where(self._texts(words, ids), wanted, ids)
        counts = self._counts(query)
        if offset >= sum(counts.values()) or not limit:
            near = "" if counts or not words.phrases else self._meant(wanted, words, ids)
            return Found(total=sum(counts.values()), campaigns=counts, hits=(), meant=near)
        when = _when().label("when")
        page = query.add_columns(CAMPAIGNS.c.slug, CAMPAIGNS.c.title, CAMPAIGNS.c.game)
        page = page.add_columns(*(ENTRIES.c[name] for name in _SHOWN), _kind().label("kind"), when, _text())
        order = ("rank", when.desc(), ENTRIES.c.campaign, ENTRIES.c.position.desc())
        rows = self._connection.execute(page.order_by(*order).limit(limit).offset(offset)).all()
        lines = lines_of(self._connection, {row.campaign for row in rows})
        hits = tuple(_hit(row, words, lines[row.campaign]) for row in rows)
        return Found(total=sum(counts.values()), campaigns=counts, hits=hits)

    def _meant(self, wanted: Wanted, words: SearchWords, ids: Sequence[str] | None) -> str:
        """Words near those typed that find something, among the newest texts that the filters let through."""
        texts = self._where(self._texts(SearchWords(), ids), wanted, ids).add_columns(_text())
        newest = texts.order_by(_when().desc(), ENTRIES.c.campaign, ENTRIES.c.position.desc()).limit(TEXTS_READ)
        near = meant(wanted.words, words, (row.text for row in self._connection.execute(newest)))
        found = near and self._counts(self._where(self._texts(words_of(near), ids), wanted, ids))
        return near if found else ""

    # --- the query -------------------------------------------------------------------------------------

    def _texts(self, words: SearchWords, ids: Sequence[str] | None) -> sql.Select[Any]:
        """The entries in which the words stand as this viewer knows them, each with its campaign."""
        plain = self._index is None or not words.phrases
        source: sql.FromClause = ENTRIES
        place: sql.ColumnElement[Any] | None = None
        rank: sql.ColumnElement[Any] = sql.literal(0, sql.Integer)
        if self._index is not None and not plain:
            numbers = None if ids is None else numbers_of(self._connection, ids)
            hits = self._index.hits(words, numbers)
            source = hits.join(INDEXED, INDEXED.c.number == hits.c.number).join(
                ENTRIES,
                (ENTRIES.c.campaign == INDEXED.c.campaign) & (ENTRIES.c.position == hits.c.position),
            )
            rank, place = hits.c.rank, hits.c.place
        source = source.join(CAMPAIGNS, CAMPAIGNS.c.campaign == ENTRIES.c.campaign)
        source = source.outerjoin(ASIDES, self._reach.otherwise())
        query = sql.select(rank.label("rank"), ENTRIES.c.campaign, ENTRIES.c.position).select_from(source)
        if place is not None:  # the words stand in what this viewer knows, not in what others know of the record
            query = query.where(place == sql.func.coalesce(ASIDES.c.place, 0))
        if plain:
            query = query.where(*(self._contains(piece) for piece in words.typed))
            query = query.where(*(~self._contains(" ".join(phrase.terms)) for phrase in words.without))
        return query

    def _where(self, query: sql.Select[Any], wanted: Wanted, ids: Sequence[str] | None) -> sql.Select[Any]:
        query = query.where(self._reach.known())
        for campaign, until in replaced_at_heads(self._connection).items():
            query = query.where((ENTRIES.c.campaign != campaign) | standing_entry(until))
        if ids is not None:
            query = query.where(ENTRIES.c.campaign.in_(ids))
        if wanted.game is not None:
            query = query.where(CAMPAIGNS.c.game == storable(wanted.game))
        if wanted.session is not None:
            query = query.where(ENTRIES.c.session == wanted.session)
        if wanted.by is not None or wanted.by_whom:
            query = query.where(_asked_for(wanted, self._connection.dialect.name))
        if wanted.kind is not None:
            query = query.where(_kind() == wanted.kind)
        if wanted.since is not None:
            query = query.where(_when() >= wanted.since)
        if wanted.until is not None:
            query = query.where(_when() < wanted.until)
        return query

    def _contains(self, piece: str) -> sql.ColumnElement[bool]:
        dialect = self._connection.dialect.name
        return contains(words_known(dialect), folded(piece), dialect)

    def _counts(self, query: sql.Select[Any]) -> dict[str, int]:
        counted = query.with_only_columns(CAMPAIGNS.c.slug, sql.func.count(), maintain_column_froms=True)
        many = sql.func.count()
        rows = self._connection.execute(counted.group_by(CAMPAIGNS.c.slug).order_by(many.desc(), CAMPAIGNS.c.slug))
        return {row[0]: row[1] for row in rows}

    # --- beside it -------------------------------------------------------------------------------------

    def _ids(self, names: Sequence[str]) -> list[str]:
        names = [storable(name) for name in names]
        named = CAMPAIGNS.c.slug.in_(names) | CAMPAIGNS.c.campaign.in_(names)
        return list(self._connection.scalars(sql.select(CAMPAIGNS.c.campaign).where(named)))


_SHOWN = ("ruling", "session", "headline", "by", "journal")


def _asked_for(wanted: Wanted, dialect: str) -> sql.ColumnElement[bool]:
    whose: dict[str, list[str]] = {}
    for campaign, person in sorted(wanted.by_whom):
        whose.setdefault(campaign, []).append(person)
    named = (
        (ENTRIES.c.campaign == campaign)
        & sql.or_(ENTRIES.c.by.in_(ids), *(says(_concerns(), it, dialect) for it in ids))
        for campaign, ids in whose.items()
    )
    sought = storable(wanted.by or "")  # whoever only whispers is no member of the campaign, and known by their id
    return sql.or_(ENTRIES.c.by == sought, says(_concerns(), slugify(sought), dialect), *named)


def _kind() -> sql.ColumnElement[Any]:
    return sql.func.coalesce(ASIDES.c.kind, ENTRIES.c.kind, type_=ENTRIES.c.kind.type)


def _concerns() -> sql.ColumnElement[Any]:
    return sql.func.coalesce(ASIDES.c.concerns, ENTRIES.c.concerns)


def _text() -> sql.ColumnElement[Any]:
    return sql.func.coalesce(text_in(ASIDES), text_in(ENTRIES)).label("text")


def _when() -> sql.ColumnElement[Any]:
    return sql.func.coalesce(ENTRIES.c.happened_at, ENTRIES.c.at)


def _hit(row: sql.Row[Any], words: SearchWords, line: tuple[Lines, int]) -> Hit:
    lines, head = line
    return Hit(
        campaign=row.slug,
        title=row.title,
        game=row.game,
        position=row.position,
        ruling=row.ruling,
        session=row.session,
        kind=row.kind,
        headline=row.headline,
        by=row.by,
        when=row.when,
        current=row.journal or lies_on(lines.path(head), row.position),
        context=context_of(row.text, words.phrases),
    )
