"""Selecting rows of the log: along a line, as one audience knows them, and as a filter wants them."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import sqlalchemy as sql

from domain.kernel.facts import Kind
from domain.kernel.logged.messages import ENTRY
from domain.kernel.people import EVERYONE, GM_ONLY, Audience
from ledger.log.lines import Lines, Stretch
from projections.tables.schema import ASIDES, ENTRIES, words_json
from projections.views.timeline import TimelineEntry, folded

_STRETCHES_AT_ONCE = 12
"""The most stretches that go into one statement; a line that was rewound more often is read in parts."""
_SPANS_AT_ONCE = 2_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Filter:
    """A selection of entries; a filter that is None does not matter."""

    session: int | None = None
    by: str | None = None
    """Id of whoever asked for it, or of a voice or character that says it in play taken in."""
    kind: Kind | None = None
    type: str | None = None
    """A record's whole type, or its beginning up to one of the dots."""
    about: str | None = None
    """Id of somebody or something it concerns."""
    search: str | None = None
    """Text that stands in its headline or in what is told with it, in any case."""
    first: int | None = None
    last: int | None = None
    """Positions, both included."""
    among: tuple[int, ...] | None = None
    """Only these positions."""


ANY = Filter()


@dataclass(frozen=True, slots=True)
class Stretches:
    """Some neighbouring stretches of a line, and the positions from the first of them to the next part."""

    first: int
    last: int
    stretches: tuple[Stretch, ...]

    def holds(self, position: sql.ColumnElement[int]) -> sql.ColumnElement[bool]:
        """True if a position lies on this part of the line."""
        if len(self.stretches) == 1:
            return position.between(*self.stretches[0])
        return sql.or_(*(position.between(first, last) for first, last in self.stretches))


def parts_of(lines: Lines, at: int) -> list[Stretches]:
    """The line of a position, in parts small enough for one statement each, from its start."""
    path = lines.path(at)
    parts = []
    for index in range(0, len(path), _STRETCHES_AT_ONCE):
        here = path[index : index + _STRETCHES_AT_ONCE]
        following = path[index + _STRETCHES_AT_ONCE : index + _STRETCHES_AT_ONCE + 1]
        first = 1 if index == 0 else here[0].first
        parts.append(Stretches(first, following[0].first - 1 if following else at, tuple(here)))
    return parts


class PositionRange(NamedTuple):
    """Neighbouring positions. Of those beside the line only the journal belongs to it."""

    first: int
    last: int
    beside: bool


def spans_of(lines: Lines, at: int) -> list[list[PositionRange]]:
    """All positions up to `at` as spans on and beside its line, in order, so many as go into one statement."""
    spans, reached = [], 0
    for first, last in lines.path(at):
        if first > reached + 1:
            spans.append(PositionRange(reached + 1, first - 1, beside=True))
        spans.append(PositionRange(first, last, beside=False))
        reached = last
    return [spans[index : index + _SPANS_AT_ONCE] for index in range(0, len(spans), _SPANS_AT_ONCE)]


def within(query: sql.Select[Any], spans: Sequence[PositionRange]) -> sql.Select[Any]:
    """Narrow a query of the timeline to these spans. For reading all of a long line: each span is looked up once,
    where a condition that names them all would be tried on every row.
    """
    columns = (sql.column("first", sql.BigInteger), sql.column("last", sql.BigInteger))
    beside = sql.column("beside", sql.Boolean)
    span = sql.values(*columns, beside, name="span").data([tuple(each) for each in spans]).cte("span")
    query = query.where(ENTRIES.c.position.between(span.c.first, span.c.last))
    return query.where(~span.c.beside | ENTRIES.c.journal)


def meant_for(column: sql.ColumnElement[Any], audience: Audience) -> sql.ColumnElement[bool]:
    """True where an audience in a column is the whole table, this one, or two of whom this is one."""
    alone = column.in_({str(EVERYONE), str(audience)})
    return alone | column.like(f"{audience} %") | column.like(f"% {audience}")


class KnownTimeline:
    """The timeline as one audience knows it."""

    def __init__(self, campaign: str, audience: Audience) -> None:
        self._campaign = campaign
        self._audience = audience
        if audience == EVERYONE:
            self.source: sql.FromClause = ENTRIES
        else:
            same = (ASIDES.c.campaign == ENTRIES.c.campaign) & (ASIDES.c.position == ENTRIES.c.position)
            self.source = ENTRIES.outerjoin(ASIDES, same & (ASIDES.c.seen_by == str(audience)))

    def column(self, name: str) -> sql.ColumnElement[Any]:
        """A column of the timeline, with what this audience knows otherwise."""
        plain: sql.ColumnElement[Any] = ENTRIES.c[name]
        if self._audience == EVERYONE or name not in ASIDES.c or name in ("campaign", "position"):
            return plain
        return sql.func.coalesce(ASIDES.c[name], plain, type_=plain.type).label(name)

    def select(self, *names: str) -> sql.Select[Any]:
        """These columns of everything in the campaign that this audience may know of."""
        query = sql.select(*(self.column(name) for name in names)).select_from(self.source)
        query = query.where(ENTRIES.c.campaign == self._campaign)
        if self._audience == GM_ONLY:
            return query
        return query.where(meant_for(ENTRIES.c.audience, self._audience))

    def along(self, query: sql.Select[Any], part: Stretches) -> sql.Select[Any]:
        """Only what lies on a part of the line, and what was written into the journal meanwhile."""
        position = ENTRIES.c.position
        query = query.where(position.between(part.first, part.last))
        if part.stretches == ((part.first, part.last),):
            return query
        return query.where(part.holds(position) | ENTRIES.c.journal)

    def where(self, query: sql.Select[Any], wanted: Filter, dialect: str) -> sql.Select[Any]:
        """Only what the filter wants."""
        for name in ("session", "kind"):
            value = getattr(wanted, name)
            if value is not None:
                query = query.where(self.bare(name) == value)
        if wanted.by is not None:
            query = query.where((ENTRIES.c.by == wanted.by) | says(self.bare("concerns"), wanted.by, dialect))
        if wanted.type is not None:
            tag = ENTRIES.c.type
            query = query.where((tag == wanted.type) | tag.startswith(f"{wanted.type}.", autoescape=True))
        if wanted.about is not None:
            needle = json.dumps(wanted.about, ensure_ascii=False)
            query = query.where(contains(self.bare("concerns"), needle, dialect))
        if wanted.search is not None:
            query = query.where(contains(self._words(dialect), folded(wanted.search), dialect))
        if wanted.first is not None:
            query = query.where(ENTRIES.c.position >= wanted.first)
        if wanted.last is not None:
            query = query.where(ENTRIES.c.position <= wanted.last)
        if wanted.among is not None:
            query = query.where(ENTRIES.c.position.in_(wanted.among))
        return query

    def _words(self, dialect: str) -> sql.ColumnElement[Any]:
        return words_in(ENTRIES, dialect) if self._audience == EVERYONE else words_known(dialect)

    def bare(self, name: str) -> sql.ColumnElement[Any]:
        """A column as in `column`, for use in conditions."""
        column = self.column(name)
        return column.element if isinstance(column, sql.Label) else column


def text_in(table: sql.Table) -> sql.ColumnElement[Any]:
    """The text that can be looked for, in a row of the timeline or of what is known otherwise beside it."""
    return ENTRIES.c.headline + table.c.beside


def words_in(table: sql.Table, dialect: str) -> sql.ColumnElement[Any]:
    """The same as it is compared in a search. Where it is ASCII, each database folds it as `folded` does."""
    text = text_in(table)
    # A server's own language may fold even ASCII otherwise: in Turkish, a capital I.
    return sql.func.coalesce(
        table.c.words, sql.func.lower(sql.collate(text, "C") if dialect == "postgresql" else text)
    )


def words_known(dialect: str) -> sql.ColumnElement[Any]:
    """The same of what is known otherwise where there is such a row, else of the row of the timeline."""
    return sql.func.coalesce(words_in(ASIDES, dialect), words_in(ENTRIES, dialect))


def says(concerns: sql.ColumnElement[Any], voice: str, dialect: str) -> sql.ColumnElement[bool]:
    """True for an entry taken in that this voice or character says, whoever plays it: the first it concerns."""
    begins = _place(concerns, words_json((voice,))[:-1], dialect) == 1
    return (ENTRIES.c.type == ENTRY) & begins


def contains(column: sql.ColumnElement[Any], text: str, dialect: str) -> sql.ColumnElement[bool]:
    """True where this text stands in a column."""
    return _place(column, text, dialect) > 0


def _place(column: sql.ColumnElement[Any], text: str, dialect: str) -> sql.ColumnElement[int]:
    # Not LIKE: there the text would be a pattern, with an escape of its own and a limited length.
    find = sql.func.strpos if dialect == "postgresql" else sql.func.instr
    found: sql.ColumnElement[int] = find(sql.cast(column, sql.Text), sql.literal(text, sql.Text))
    return found


ENTRY_COLUMNS = (
    *("position", "parent", "ruling", "type", "by", "at", "happened_at", "fiction_time"),
    *("session", "scene", "kind", "headline", "audience", "concerns", "opens"),
)


def entries_in(rows: Sequence[sql.Row[Any]]) -> Iterator[TimelineEntry]:
    """The entries in rows of `ENTRY_COLUMNS`."""
    for row in rows:
        values = dict(zip(ENTRY_COLUMNS, row, strict=True))
        values["audience"] = Audience(values["audience"])
        yield TimelineEntry(**values)
