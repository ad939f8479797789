"""From rulings to the rows of the tables, and the one way these are written."""

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import sqlalchemy as sql
from sqlalchemy.dialects import postgresql, sqlite

from domain.kernel.campaign.events import LineRewound
from domain.kernel.people import EVERYONE
from ledger.answers import Appended, Told
from ledger.fold import JOURNAL_PREFIX
from ledger.open_campaign import REWOUND
from ledger.records import Record
from projections import schema
from projections.audiences import as_told_to, narrower
from projections.history import steps_of
from projections.kept import form_of, kept_of
from projections.kept import to_json as fact_json
from projections.sheets import sheets_of, to_json
from projections.standing import HEAD, Standing
from projections.timeline import Entry, entry_of, folded, opening, text_of

Row: TypeAlias = dict[str, Any]

_OF_HEAD = tuple(
    schema.METADATA.tables[schema.PREFIX + each.name] for each in HEAD
)  # each projection's table bears its name

FOUNDING = 1
"""The first ruling founds the campaign."""


@dataclass(frozen=True, slots=True)
class Account:
    """What was played so far, in numbers. Notes, disputes and rewinds are no play."""

    rulings: int = 0
    """Rulings of play on the current line."""
    struck: int = 0
    """Rulings of play on lines that were left."""
    played: str = ""
    """When the campaign was last played."""

    def after(self, record: Record) -> "Account":
        """The account after one more record of the log."""
        envelope, event = record.envelope, record.event
        if isinstance(event, LineRewound):
            moved = event.left - event.regained
            return Account(self.rulings - moved, self.struck + moved, envelope.happened_at or envelope.at)
        if envelope.type.startswith(JOURNAL_PREFIX):
            return self
        # A ruling that is decided anew keeps the time it was played at: the last time is not the latest.
        # An evening entered afterwards was played when it was played, not when its campaign was founded here.
        before = self.played if self.rulings > FOUNDING else ""
        played = max(before, envelope.happened_at or envelope.at)
        return Account(self.rulings + (envelope.command is not None), self.struck, played)


@dataclass(frozen=True, slots=True)
class Head:
    """What the tables of the head say once everything up to `position` is in them."""

    position: int = 0
    seal: str = ""
    standing: Standing = field(default_factory=Standing)
    sheets: Mapping[str, tuple[int, str]] = field(default_factory=dict)
    """Of each character: its place in the cast, and the sheet as JSON."""
    summary: Mapping[str, Any] = field(default_factory=dict)
    account: "Account" = field(default_factory=lambda: Account())


@dataclass(slots=True)
class Batch:
    """The rows of some rulings that follow each other: those to take out, to put in another's place, to insert."""

    campaign: str
    insert: dict[sql.Table, list[Row]] = field(default_factory=dict)
    replace: dict[sql.Table, list[Row]] = field(default_factory=dict)
    delete: dict[sql.Table, list[Row]] = field(default_factory=dict)
    records: int = 0

    def add(self, table: sql.Table, row: Row) -> None:
        """A row to insert."""
        row["campaign"] = self.campaign
        self.insert.setdefault(table, []).append(row)

    def put(self, table: sql.Table, row: Row) -> None:
        """A row that takes the place of the one with its key, if there is one."""
        row["campaign"] = self.campaign
        self.replace.setdefault(table, []).append(row)

    def take_out(self, table: sql.Table, key: Row) -> None:
        """A row to delete, by its key."""
        self.delete.setdefault(table, []).append({f"k_{name}": value for name, value in key.items()})

    def write(self, connection: sql.Connection) -> None:
        """Delete, replace and insert: one statement each for a table, however many rows."""
        replace = _REPLACE[connection.dialect.name]
        for table, keys in self.delete.items():
            connection.execute(_DELETE[table], [{"k_campaign": self.campaign, **key} for key in keys])
        for table, rows in self.replace.items():
            connection.execute(replace[table], rows)
        for table, rows in self.insert.items():
            connection.execute(_INSERT[table], rows)


def _replacing(insert: Callable[[sql.Table], Any]) -> dict[sql.Table, Any]:
    """The statement that puts a row in the place of the one with its key, for each table of the head."""
    made = {}
    for table in (*_OF_HEAD, schema.SHEETS, schema.CAMPAIGNS):
        new = insert(table)
        values = {column.name: new.excluded[column.name] for column in table.columns if not column.primary_key}
        made[table] = new.on_conflict_do_update(index_elements=list(table.primary_key.columns), set_=values)
    return made


_REPLACE = {"sqlite": _replacing(sqlite.insert), "postgresql": _replacing(postgresql.insert)}
_INSERT = {table: sql.insert(table) for table in schema.TABLES}
_DELETE = {
    table: sql.delete(table).where(
        *(column == sql.bindparam(f"k_{column.name}") for column in table.primary_key.columns)
    )
    for table in schema.TABLES
}


def add_record(batch: Batch, told: Told, before: Standing, after: Standing) -> None:
    """The rows of the log for one record: they never change."""
    position = told.record.position
    audience = told.retelling.audience
    mine = as_told_to(audience, told) or told
    clocks = before.of(audience).clock, after.of(audience).clock
    entry = entry_of(mine, *clocks)
    text = text_of(mine)
    known = _as_known(mine, entry, text)
    row = {name: getattr(entry, name) for name in _PLAIN}
    row["journal"] = entry.type.startswith(JOURNAL_PREFIX)
    batch.add(schema.ENTRIES, row | known)
    batch.add(schema.TEXTS, {"position": position, "place": 0, "seen_by": "", "text": text})
    place = 0
    for other in after.known:
        if other not in (EVERYONE, audience) and (theirs := as_told_to(other, told)) is not None:
            others = before.of(other).clock, after.of(other).clock
            if theirs is mine and others == clocks:
                continue  # what most audiences are told is what everybody is told
            text = text_of(theirs)
            differing = _as_known(theirs, entry_of(theirs, *others), text)
            if differing != known:
                place += 1
                batch.add(schema.ASIDES, {"position": position, "seen_by": other, **differing})
                batch.add(
                    schema.TEXTS, {"position": position, "place": place, "seen_by": str(other), "text": text}
                )
    if entry.type == REWOUND:
        batch.add(schema.REWINDS, {"position": position, "parent": entry.parent})
    number = 0
    for fact in told.retelling.facts:
        for step in steps_of(position, fact):
            number += 1
            batch.add(
                schema.STEPS,
                {
                    "position": position,
                    "step": number,
                    "audience": narrower(audience, fact.audience),
                    "path": step.path,
                    "delta": step.delta,
                    "now": step.now,
                    "label": step.label,
                    "why": step.why,
                },
            )
    for place, fact in kept_of(told):
        batch.add(
            schema.FACTS,
            {
                "position": position,
                "number": place,
                "audience": narrower(audience, fact.audience),
                "form": form_of(type(fact)),
                "fact": fact_json(fact),
            },
        )
    batch.records += 1


_PLAIN = (
    *("position", "parent", "ruling", "type", "by", "at", "happened_at", "fiction_time"),
    *("session", "audience", "headline"),
)


def _as_known(told: Told, entry: Entry, text: str) -> Row:
    return {
        "kind": entry.kind,
        "concerns": entry.concerns,
        "scene": entry.scene,
        "opens": entry.opens,
        "title": opening(told)[1] if entry.opens else "",
        "words": folded(text),
    }


def summary_of(appended: Appended, account: Account) -> Row:
    """The campaign's own row after a ruling."""
    campaign, journal = appended.moment.campaign, appended.moment.journal
    last = appended.told[-1].record.envelope
    gm = campaign.people.get(campaign.gm) if campaign.gm else None
    return {
        "slug": appended.entry.slug,
        "title": campaign.title,
        "game": appended.entry.game,
        "game_title": appended.game.title,
        "gm": gm.name if gm else "",
        "players": len(campaign.players),
        "sessions": campaign.session.number if campaign.session else 0,
        "rulings": account.rulings,
        "struck": account.struck,
        "records": last.position,
        "last_played": account.played,
        "shelf": journal.place.shelf,
        "tags": tuple(journal.place.tags),
        "put_away": journal.place.put_away,
        "recognized": json.dumps(journal.recognized, ensure_ascii=False, sort_keys=True),
    }


def sheet_rows(appended: Appended) -> dict[str, tuple[int, str]]:
    """The sheets after a ruling, as they are kept."""
    sheets = sheets_of(appended.game, appended.moment)
    return {sheet.character: (place, to_json(sheet)) for place, sheet in enumerate(sheets)}


def add_head(batch: Batch, old: Head, new: Head) -> None:
    """What must be taken out and put in so that the tables of the head say `new` instead of `old`."""
    for index, table in enumerate(_OF_HEAD):
        if _same_views(old.standing, new.standing, index):
            continue  # most rulings touch one or two of them
        _add_difference(batch, table, _head_rows(old.standing, index), _head_rows(new.standing, index))
    _add_difference(batch, schema.SHEETS, _keyed_sheets(old), _keyed_sheets(new))
    _add_difference(batch, schema.CAMPAIGNS, _keyed_summary(old), _keyed_summary(new))


def _same_views(old: Standing, new: Standing, index: int) -> bool:
    audiences = {*old.known, *new.known}
    return all(old.of(each).views[index] is new.of(each).views[index] for each in audiences)


_Keyed: TypeAlias = dict[tuple[Any, ...], Any]


def _add_difference(batch: Batch, table: sql.Table, old: _Keyed, new: _Keyed) -> None:
    if old == new:
        return
    names = [column.name for column in table.primary_key.columns if column.name != "campaign"]
    for key in old:
        if key not in new:
            batch.take_out(table, dict(zip(names, key, strict=True)))
    for key, row in new.items():
        if key not in old or old[key] != row:
            batch.put(table, _fields(row) | dict(zip(names, key, strict=True)))


def _fields(row: Any) -> Row:
    if isinstance(row, dict):
        return dict(row)
    known, gone = row
    return {name: getattr(known, name) for name in known.__dataclass_fields__} | {"gone": gone}


def _head_rows(standing: Standing, index: int) -> _Keyed:
    """(audience, key…) -> (row, gone): everything the table knows, and what others know otherwise."""
    whole = standing.known[EVERYONE].views[index]
    rows: _Keyed = {(str(EVERYONE), *_parts(key)): (row, False) for key, row in whole.items()}
    for audience in standing.narrower():
        view = standing.of(audience).views[index]
        if view is whole:
            continue
        for key, row in view.items():
            if whole.get(key) != row:
                rows[(str(audience), *_parts(key))] = (row, False)
        for key, row in whole.items():
            if key not in view:
                rows[(str(audience), *_parts(key))] = (row, True)
    return rows


def _parts(key: Any) -> tuple[Any, ...]:
    return key if isinstance(key, tuple) else (key,)


def _keyed_sheets(head: Head) -> _Keyed:
    return {(who,): {"place": place, "sheet": sheet} for who, (place, sheet) in head.sheets.items()}


def _keyed_summary(head: Head) -> _Keyed:
    return {(): dict(head.summary)} if head.summary else {}


def delete_campaign(connection: sql.Connection, campaign: str, tables: Iterable[sql.Table]) -> None:
    """Take out every row of a campaign."""
    for table in tables:
        connection.execute(sql.delete(table).where(table.c.campaign == campaign))
        if table is schema.TEXTS:
            made_anew = sql.update(schema.INDEXED).where(schema.INDEXED.c.campaign == campaign)
            connection.execute(made_anew.values(position=0))
