"""Queries of the rows of one campaign."""

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any

import sqlalchemy as sql

from domain.kernel.facts import Fact, Kind
from domain.kernel.journal.earlier import EARLIER_NUMBER
from domain.kernel.people import EVERYONE, GM_ONLY, Audience
from ledger.database.database import Database
from ledger.errors import NoSuchPosition
from ledger.log.entry import CampaignEntry as CampaignEntry
from ledger.log.lines import Lines, Stretch, lies_on
from projections.history.stored_facts import StoredFact, form_of, from_json
from projections.history.value_history import ValueStep
from projections.projection import Rows
from projections.tables import schema
from projections.tables.replaced import replaced_on, standing, standing_entry
from projections.tables.schema import ENTRIES, FACTS, STEPS
from projections.tables.selection import (
    ENTRY_COLUMNS,
    Filter,
    KnownTimeline,
    PositionRange,
    Stretches,
    entries_in,
    meant_for,
    parts_of,
    spans_of,
    within,
)
from projections.views.resources import RESOURCES
from projections.views.timeline import Mark, TimelineEntry

_STRONGEST_FIRST = (Kind.GROWTH, Kind.LOSS, Kind.GAIN, Kind.DICE, Kind.STORY)


class CampaignQueries:
    """The rows of one campaign as one audience may know them, on a connection that sees one moment."""

    def __init__(
        self, connection: sql.Connection, database: Database, entry: CampaignEntry, audience: Audience
    ) -> None:
        self._connection = connection
        self._dialect = database.engine.dialect.name
        self._entry = entry
        self._campaign = str(entry.id)
        self._audience = audience
        self._known = KnownTimeline(self._campaign, audience)
        self._until: dict[int, int] = {}

    # --- the line --------------------------------------------------------------------------------------

    def head(self) -> int:
        """The last position taken in."""
        table = schema.FOLLOWED
        query = sql.select(table.c.position).where(table.c.campaign == self._campaign)
        return self._connection.scalar(query) or 0

    def lines(self) -> Lines:
        """The tree of lines."""
        table = schema.REWINDS
        query = sql.select(table.c.position, table.c.parent).where(table.c.campaign == self._campaign)
        found = self._connection.execute(query.order_by(table.c.position))
        return Lines({row.position: row.parent for row in found})

    def path(self, at: int | None) -> list[Stretch]:
        """The stretches of the line of a position, or of the head."""
        return self.lines().path(self._checked(at))

    def _parts(self, at: int | None) -> list[Stretches]:
        return parts_of(self.lines(), self._checked(at))

    def _spans(self, at: int | None) -> list[list[PositionRange]]:
        return spans_of(self.lines(), self._checked(at))

    def _replaced(self, at: int | None) -> int:
        """The position up to which earlier play of the journal is replaced on a line."""
        at = self._checked(at)
        if at not in self._until:
            line = partial(self.path, at)
            self._until[at] = replaced_on(self._connection, self._campaign, line)
        return self._until[at]

    def _select(self, at: int | None, *columns: str) -> sql.Select[Any]:
        """These columns of what this audience may know of a line."""
        query, until = self._known.select(*columns), self._replaced(at)
        return query.where(standing_entry(until)) if until else query

    def _checked(self, at: int | None) -> int:
        head = self.head()
        if at is not None and not 1 <= at <= head:
            raise NoSuchPosition(f"{self._entry.slug} has no position {at}: its log goes from 1 to {head}.")
        return head if at is None else at

    # --- the timeline ----------------------------------------------------------------------------------

    def entries(
        self, at: int | None, wanted: Filter, limit: int, after: int, newest_first: bool
    ) -> list[TimelineEntry]:
        """A page of the timeline: at most `limit` entries beyond `after`, in the order asked for."""
        position = ENTRIES.c.position
        query = self._known.where(self._select(at, *ENTRY_COLUMNS), wanted, self._dialect)
        query = query.order_by(position.desc() if newest_first else position)
        if after:
            query = query.where(position < after if newest_first else position > after)
        parts = self._parts(at)
        found: list[TimelineEntry] = []
        first, last = wanted.first or 1, wanted.last or parts[-1].last if parts else 0
        if after:
            first, last = (first, min(last, after - 1)) if newest_first else (max(first, after + 1), last)
        for part in reversed(parts) if newest_first else parts:
            if len(found) >= limit:
                break
            if part.last < first or part.first > last:
                continue
            page = self._known.along(query, part).limit(limit - len(found))
            found.extend(entries_in(self._connection.execute(page).all()))
        return found

    def count(self, at: int | None, wanted: Filter) -> int:
        """The number of entries."""
        query = self._known.where(self._select(at, "position"), wanted, self._dialect)
        query = query.with_only_columns(sql.func.count(), maintain_column_froms=True)
        return sum(self._connection.scalar(self._known.along(query, part)) or 0 for part in self._parts(at))

    def around(self, position: int, radius: int, at: int | None) -> list[TimelineEntry]:
        """The entry at a position with its neighbours on the line."""
        self._checked(position)
        if at is None and not lies_on(self.lines().path(self.head()), position):
            at = position  # on another line than the current one: the way that led there
        before = self.entries(at, Filter(last=position), radius + 1, 0, newest_first=True)
        return before[::-1] + self.entries(at, Filter(), radius, position, newest_first=False)

    def marks(self, at: int | None) -> list[Mark]:
        """The sessions and scenes of a line, in order."""
        opens = self._known.bare("opens")
        query = self._select(at, "position", "opens", "title", "session")
        query = query.where(opens.in_(("session", "scene"))).order_by(ENTRIES.c.position)
        return [
            Mark(position=position, form=form, title=title, session=session)
            for spans in self._spans(at)
            for position, form, title, session in self._connection.execute(within(query, spans))
        ]

    def density(self, buckets: int, at: int | None) -> list[tuple[int, Kind]]:
        """The number of entries in each part of a line, and the kind that most of them are."""
        stop = self._checked(at)
        bucket = ((ENTRIES.c.position - 1) * sql.literal(buckets) // sql.literal(max(stop, 1))).label("bucket")
        query = self._select(at, "kind").add_columns(bucket, sql.func.count().label("many"))
        query = query.group_by(bucket, self._known.bare("kind"))
        found: list[Counter[Kind]] = [Counter() for _ in range(buckets)]
        for spans in self._spans(stop):
            for kind, index, many in self._connection.execute(within(query, spans)):
                found[index][kind] += many
        return [(counted.total(), _foremost(counted)) for counted in found]

    def history(self, path: str, at: int | None, *, below: bool = False) -> list[ValueStep]:
        """The steps that made the value at a path, along a line; with `below` also what lies below that path."""
        query = self._steps(path, below, at)
        return [
            ValueStep(**row._mapping)
            for part in self._parts(at)
            for row in self._connection.execute(query.where(part.holds(STEPS.c.position)))
        ]

    def kept(self, kinds: Iterable[type[Fact]], at: int | None = None) -> list[StoredFact]:
        """The facts of these classes in the whole log, whatever line they lie on, in order.

        Those of earlier play are left out where it is replaced on the line of `at`.
        """
        forms = [form_of(kind) for kind in kinds]
        query = sql.select(FACTS.c.position, FACTS.c.form, FACTS.c.fact)
        query = query.where(FACTS.c.campaign == self._campaign, FACTS.c.form.in_(forms))
        if self._audience != GM_ONLY:
            query = query.where(meant_for(FACTS.c.audience, self._audience))
        if until := self._replaced(at):
            query = query.where(standing(FACTS, until))
        query = query.order_by(FACTS.c.position, FACTS.c.number)
        return [
            StoredFact(position, from_json(form, text)) for position, form, text in self._connection.execute(query)
        ]

    def abandoned_history(self, path: str, at: int | None, *, below: bool = False) -> list[ValueStep]:
        """The steps of the value at a path that lie on other lines than this one."""
        line = self.lines().path(self._checked(at))
        found = (ValueStep(**row._mapping) for row in self._connection.execute(self._steps(path, below, at)))
        return [step for step in found if not lies_on(line, step.position)]

    def counted(self, at: int | None) -> list[ValueStep]:
        """Every step of every number, along a line."""
        query = self._known_steps(at).where(STEPS.c.delta.is_not(None))
        return [
            ValueStep(**row._mapping)
            for part in self._parts(at)
            for row in self._connection.execute(query.where(part.holds(STEPS.c.position)))
        ]

    def _steps(self, path: str, below: bool, at: int | None) -> sql.Select[Any]:
        here = STEPS.c.path == path
        below_it = STEPS.c.path.startswith(f"{path}.", autoescape=True)
        return self._known_steps(at).where(here | below_it if below else here)

    def _known_steps(self, at: int | None) -> sql.Select[Any]:
        columns = [STEPS.c[name] for name in ("position", "path", "delta", "now", "label", "why")]
        query = sql.select(*columns).where(STEPS.c.campaign == self._campaign)
        if self._audience != GM_ONLY:
            query = query.where(meant_for(STEPS.c.audience, self._audience))
        if until := self._replaced(at):
            query = query.where(standing(STEPS, until))
        return query.order_by(STEPS.c.position, STEPS.c.step)

    # --- the head --------------------------------------------------------------------------------------

    def rows(self, projection: Rows[Any, Any]) -> Mapping[Any, Any]:
        """The view of the head: what the table knows, and what this audience knows otherwise."""
        table = schema.METADATA.tables[schema.PREFIX + projection.name]
        names = list(projection.row.__dataclass_fields__)
        query = sql.select(table.c.seen_by, table.c.gone, *(table.c[name] for name in names)).where(
            table.c.campaign == self._campaign, table.c.seen_by.in_({str(EVERYONE), str(self._audience)})
        )
        known: dict[Any, Any] = {}
        otherwise: dict[Any, Any] = {}
        for seen_by, gone, *values in self._connection.execute(query):
            row = projection.row(**dict(zip(names, values, strict=True)))
            if projection.name == RESOURCES.name and values[1].startswith(EARLIER_NUMBER) and self._replaced(None):
                continue  # a number of earlier play, which stands in its logged play now
            (known if seen_by == EVERYONE else otherwise)[projection.key(row)] = None if gone else row
        rows = {key: row for key, row in (known | otherwise).items() if row is not None}
        return projection.of(rows[key] for key in sorted(rows))


def _foremost(counted: Counter[Kind]) -> Kind:
    if not counted:
        return Kind.STORY
    return max(counted, key=lambda kind: (counted[kind], -_STRONGEST_FIRST.index(kind)))
