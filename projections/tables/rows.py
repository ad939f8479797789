"""From rulings to the rows of the tables, and the one way these are written."""

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import groupby
from operator import attrgetter, itemgetter
from typing import Any, TypeAlias

import sqlalchemy as sql
from msgspec.json import Encoder

from domain.kernel.campaign.rewinding import LineRewound
from domain.kernel.journal.attached.audiences import OF_FILES, audiences_now
from domain.kernel.journal.files import FileDescribed
from domain.kernel.logged.chapters.intakes import IntakeBegun
from domain.kernel.logged.messages import PREFIX as LOGGED_PREFIX
from domain.kernel.messages import Event, tag_of
from domain.kernel.people import EVERYONE, narrower
from ledger.answers import Appended, ToldRecord
from ledger.log.record import Record
from ledger.log.tags import JOURNAL_PREFIX, REWOUND
from projections.audiences import as_told_to, is_for_all
from projections.history.head_views import HEAD, HeadViews, plain_facts
from projections.history.stored_facts import form_of, kept_of
from projections.history.stored_facts import to_json as fact_json
from projections.history.value_history import steps_of
from projections.tables import schema
from projections.tables.schema import words_json
from projections.tables.table_rows import Row, RowBatch, ready
from projections.views.timeline import CurrentScene, by_of, folded, opening, recorded_at, scene_of, text_beside

_OF_HEAD = tuple(
    schema.METADATA.tables[schema.PREFIX + each.name] for each in HEAD
)  # each projection's table bears its name

ACCOUNT_VERSION = 3
"""The version of the reading of the log that made the account: in the first, going to another line was play; in
the second, what was taken in was as much play as what was ruled, on the day it was taken in.
"""
_EVENING = ("campaign.session_opened.", "campaign.session_closed.")
_encode = Encoder().encode
_SORTED = json.JSONEncoder(ensure_ascii=False, sort_keys=True)
"""Made once: `json.dumps` makes one anew for each value that is not to be written as it writes by itself."""


@dataclass(frozen=True, slots=True)
class PlayCounts:
    """The play so far, in numbers. Notes, disputes and rewinds are no play."""

    rulings: int = 0
    """Rulings of play on the current line, those of intakes among them."""
    struck: int = 0
    """Rulings of play on lines that were left, likewise."""
    logged: int = 0
    """Rulings of intakes, on whatever line."""
    played: str = ""
    """The time the campaign was last played."""
    prepared: str = ""
    """Time somebody last took a seat, changed its rules or its map: that counts as long as nothing was played."""

    def after(self, record: Record) -> "PlayCounts":
        """The account after one more record of the log."""
        envelope, event = record.envelope, record.event
        tag = envelope.type
        if tag == REWOUND and isinstance(event, LineRewound):
            moved = event.left - event.regained
            return replace(self, rulings=self.rulings - moved, struck=self.struck + moved)
        if tag.startswith(JOURNAL_PREFIX):
            return self
        # A ruling that is decided anew keeps the time it was played at: the last time is not the latest.
        # An evening entered afterwards was played when it was played, not when its campaign was founded here.
        asked = envelope.command is not None
        logged, at = tag.startswith(LOGGED_PREFIX), envelope.happened_at or envelope.at
        if tag.startswith("campaign.") and not tag.startswith(_EVENING) and envelope.happened_at is None:
            return replace(self, rulings=self.rulings + asked, prepared=max(self.prepared, at))
        played = max(self.played, (envelope.happened_at or "") if logged else at)
        if not asked and played == self.played:
            return self
        return PlayCounts(
            self.rulings + asked, self.struck, self.logged + (asked and logged), played, self.prepared
        )

    def as_json(self) -> str:
        """The account as its campaign's row holds it."""
        return _encode(self).decode()


@dataclass(frozen=True, slots=True)
class Head:
    """The content of the tables of the head once everything up to `position` is in them."""

    position: int = 0
    seal: str = ""
    standing: HeadViews = field(default_factory=HeadViews)
    summary: Row = ()
    """The campaign's own row; empty where it is not known, and put in anew."""
    account: "PlayCounts" = field(default_factory=lambda: PlayCounts())


def add_ruling(
    batch: RowBatch,
    head: Head,
    ruling: Appended,
    standing_at: Callable[[int], HeadViews],
    keep: Callable[[Record, HeadViews, int], None],
) -> Head:
    """The head after a ruling, whose rows of the log are put into the batch.

    `standing_at` is asked for a position where another line is gone to, and `keep` given the end of each ruling:
    its last record, what stands there, and the position before it.
    """
    standing, account, begun = head.standing, head.account, head.position
    # However many rulings are taken in together, each is the end of a ruling to whoever folds anew.
    for _number, group in groupby(ruling.told, key=_ruling_of):
        told_now = list(group)
        last = told_now[-1].record
        rewinds = told_now[0].record.envelope.type == REWOUND
        facts = None if rewinds else plain_facts(told_now)
        if facts is not None:
            before, standing = standing, standing.after_facts(last.position, facts)
        for told in told_now:
            record = told.record
            if facts is None:
                if record.envelope.type == REWOUND:
                    standing = standing_at(record.envelope.parent)
                before, standing = standing, standing.after(told)
            add_record(batch, told, before, standing, alike=None if facts is None else True)
            if isinstance(record.event, FileDescribed):
                batch.narrowed += audiences_now(_of_files_before(ruling, record.position), record.event)
            account = account.after(record)
        keep(last, standing, begun)
        begun = last.position
    return Head(last.position, last.seal, standing, head.summary, account)


def _ruling_of(told: ToldRecord) -> int:
    return told.record.envelope.ruling


def _of_files_before(ruling: Appended, position: int) -> list[tuple[int, Event]]:
    """The records about files before a position, in order: those that are stored, and those of the ruling."""
    stored = (record for kind in OF_FILES for record in ruling.log.with_tag(tag_of(kind)))
    found = {record.position: record.event for record in (*stored, *(told.record for told in ruling.told))}
    return sorted((each for each in found.items() if each[0] < position), key=itemgetter(0))


def in_full(head: Head, ruling: Appended) -> Head:
    """The head with what is read from the moment itself, and so only where rows are written."""
    return Head(head.position, head.seal, head.standing, summary_of(ruling, head.account), head.account)


def add_record(
    batch: RowBatch, told: ToldRecord, before: HeadViews, after: HeadViews, *, alike: bool | None = None
) -> None:
    """The rows of the log for one record: they never change. Each has its columns in the table's order.

    `alike`: whether all are told the record alike, where that is known.
    """
    campaign, envelope, retelling = batch.campaign, told.record.envelope, told.retelling
    position, audience, tag = envelope.position, retelling.audience, envelope.type
    if alike is None:
        alike = is_for_all(retelling)
    mine = told if alike else as_told_to(audience, told) or told
    clocks = before.of(audience).clock, after.of(audience).clock
    known = _as_known(mine, *clocks)
    session, journal = clocks[1].session, tag.startswith(JOURNAL_PREFIX)
    place_in_log = campaign, position, envelope.parent, envelope.ruling, session, audience, journal, tag
    when = recorded_at(told), envelope.happened_at, envelope.fiction_time
    entry = (*place_in_log, by_of(told), *when, retelling.headline, *known)
    batch.into(schema.ENTRIES).append(entry)
    if len(after.known) > 1:
        place = 0
        for other in sorted(after.known):
            theirs = None if other in (EVERYONE, audience) else told if alike else as_told_to(other, told)
            if theirs is None:
                continue
            others = before.of(other).clock, after.of(other).clock
            if theirs is mine and others == clocks:
                continue  # what most audiences are told is what everybody is told
            differing = _as_known(theirs, *others)
            if differing != known:
                place += 1
                batch.into(schema.ASIDES).append((campaign, position, other, place, *differing))
    if tag == REWOUND:
        batch.into(schema.REWINDS).append((campaign, position, envelope.parent))
    if isinstance(told.record.event, IntakeBegun) and told.record.event.instead_of is not None:
        batch.into(schema.REPLACED).append((campaign, position))
    _add_facts(batch, told)
    batch.records += 1


def _add_facts(batch: RowBatch, told: ToldRecord) -> None:
    campaign, position, audience = batch.campaign, told.record.position, told.retelling.audience
    number = 0
    for fact in told.retelling.facts:
        for step in steps_of(position, fact):
            number += 1
            row = (campaign, position, number, narrower(audience, fact.audience), *step[1:])
            batch.into(schema.STEPS).append(row)
    for place, fact in kept_of(told):
        told_to, form = narrower(audience, fact.audience), form_of(type(fact))
        batch.into(schema.FACTS).append((campaign, position, place, told_to, form, fact_json(fact)))


def _as_known(told: ToldRecord, before: CurrentScene, after: CurrentScene) -> tuple[str | None, ...]:
    """The columns of `schema._as_known`."""
    retelling = told.retelling
    (opens, title), beside = opening(told), text_beside(told)
    kind, concerns = str(retelling.kind), words_json(retelling.concerns)
    plain = retelling.headline.isascii() and beside.isascii()
    words = None if plain else folded(retelling.headline + beside)
    return kind, opens, scene_of(before, after), title, concerns, beside, words


def summary_of(appended: Appended, account: PlayCounts) -> Row:
    """The campaign's own row after a ruling."""
    entry, campaign, journal = appended.entry, appended.moment.campaign, appended.moment.journal
    logged, place = campaign.logged, journal.place
    gm = campaign.people.get(campaign.gm) if campaign.gm else None
    return (
        str(entry.id),
        entry.slug,
        campaign.title,
        entry.game,
        appended.game.title,
        gm.name if gm else "",
        len(campaign.players),
        campaign.session.number if campaign.session else 0,
        account.rulings - logged.rulings,
        account.struck - (account.logged - logged.rulings),
        logged.entries,
        appended.told[-1].record.position,
        account.played or account.prepared,
        place.shelf,
        words_json(tuple(place.tags)),
        place.put_away,
        _SORTED.encode(journal.recognized) if journal.recognized else "{}",
        account.as_json(),
    )


def add_head(batch: RowBatch, old: Head, new: Head) -> None:
    """Take out and put in what makes the tables of the head say `new` instead of `old`."""
    before, after = old.standing, new.standing
    if before.known is not after.known:
        views = [(before.of(each).views, after.of(each).views) for each in {*before.known, *after.known}]
        for index, table in enumerate(_OF_HEAD):
            keys = _touched((was[index], now[index]) for was, now in views)
            if keys:
                _add_difference(batch, table, _head_rows(before, index, keys), _head_rows(after, index, keys))
    if new.summary != old.summary:
        batch.put(schema.CAMPAIGNS, new.summary)


_Keyed: TypeAlias = dict[tuple[Any, ...], Any]


def _touched(views: Iterable[tuple[Mapping[Any, Any], Mapping[Any, Any]]]) -> dict[Any, None]:
    """The keys whose rows may differ, in order. A row that no record moved is the very same in both views.

    Most rulings touch a few rows of a few hundred, and most audiences have the same views.
    """
    pairs = {(id(was), id(now)): (was, now) for was, now in views if was is not now}.values()
    touched: dict[Any, None] = {}
    for was, now in pairs:
        touched.update(dict.fromkeys(key for key, row in now.items() if was.get(key) is not row))
        touched.update(dict.fromkeys(key for key in was if key not in now))
    return touched


def _add_difference(batch: RowBatch, table: sql.Table, old: _Keyed, new: _Keyed) -> None:
    if old == new:
        return
    for key in old:
        if key not in new:
            batch.take_out(table, key)
    values = _VALUES[table]
    for key, row in new.items():
        if key not in old or old[key] != row:
            known, gone = row
            batch.put(table, (batch.campaign, key[0], *map(ready, values(known)), gone))


_VALUES: Mapping[sql.Table, Callable[[Any], tuple[Any, ...]]] = {
    table: attrgetter(*(each.name for each in table.columns if each.name not in ("campaign", "seen_by", "gone")))
    for table in _OF_HEAD
}
"""The values of a row of a view, in the order of its table's columns."""


def _head_rows(standing: HeadViews, index: int, keys: Iterable[Any]) -> _Keyed:
    """(audience, key…) -> (row, gone): what the table knows of these keys, and what others know otherwise."""
    whole = standing.known[EVERYONE].views[index]
    rows: _Keyed = {(str(EVERYONE), *_parts(key)): (whole[key], False) for key in keys if key in whole}
    for audience in sorted(standing.known):
        view = standing.known[audience].views[index]
        if view is whole:
            continue
        for key in keys:
            if key in view and whole.get(key) != view[key]:
                rows[(str(audience), *_parts(key))] = (view[key], False)
            elif key in whole and key not in view:
                rows[(str(audience), *_parts(key))] = (whole[key], True)
    return rows


def _parts(key: Any) -> tuple[Any, ...]:
    return key if isinstance(key, tuple) else (key,)
