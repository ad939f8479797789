"""Making the rows anew from the log, and comparing them with what the log says.

New rows take the old ones' place in one transaction for each campaign: those of a short one are made in memory,
those of a long one in a file of their own. The old rows can be read, and rulings recorded, all the while; nothing
has to be swapped that a database would swap differently from another; when a record cannot be read, the old
rows are simply still there.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeAlias

import sqlalchemy as sql

from ledger.database.database import Database
from ledger.database.engine import open_database
from ledger.database.errors import library_errors
from ledger.ledger import Ledger
from ledger.log.entry import CampaignEntry
from projections.tables import schema
from projections.tables.projector import CampaignWriter
from projections.tables.table_rows import delete_campaign, insert_rows, rows_in
from projections.tables.tracking import followed_in, followed_on

MOST_IN_MEMORY = 20_000
"""Records of a campaign whose rows are made in memory: they take about a megabyte a thousand."""
_ROWS_AT_ONCE = 5_000
_VALUES_AT_ONCE = 200
_MOST_PROBLEMS = 20
"""The most differences of one table; who has so many knows that it must be rebuilt."""

Progress: TypeAlias = Callable[[int, int], None]


def rebuild(ledger: Ledger, database: Database, names: Sequence[str], progress: Progress, fresh: Database) -> int:
    """Make the rows of these campaigns or views anew; without names, all. The number of records read.

    `fresh` are tables from `fresh_tables`, which are empty again afterwards. Of a campaign that one transaction
    can hold all rows are made anew, whatever views are named: it costs no more.
    """
    views = [name for name in names if name in schema.VIEWS]
    entries = [ledger.find(name) for name in names if name not in schema.VIEWS] or ledger.campaigns()
    tables = [table for name in views for table in schema.VIEWS[name]] if views else list(schema.ROWS)
    total = sum(_length(ledger, entry) for entry in entries)
    done = 0
    for entry in entries:
        before = done

        def step(position: int, before: int = before) -> None:
            progress(before + position, total)

        if _length(ledger, entry) <= MOST_IN_MEMORY:
            done += CampaignWriter(ledger, entry, database).make_anew(step)
            continue
        try:
            CampaignWriter(ledger, entry, fresh).catch_up(step)
            done += _take_over(entry, fresh, database, tables)
        finally:
            with fresh.writing() as connection, library_errors(fresh.name):
                delete_campaign(connection, str(entry.id), schema.TABLES)
    return done


def problems(
    ledger: Ledger, database: Database, entry: CampaignEntry, progress: Callable[[int], None] = lambda done: None
) -> list[str]:
    """The differences of the rows from those that the whole log gives."""
    CampaignWriter(ledger, entry, database).catch_up(progress)
    with fresh_tables() as fresh:
        CampaignWriter(ledger, entry, fresh).catch_up(progress)
        ours, theirs = followed_in(database, str(entry.id)), followed_in(fresh, str(entry.id))
        last = theirs.position if theirs else 0
        found = [] if ours == theirs else ["The read models do not end where the log ends."]
        for table in schema.ROWS:
            for part in _parts(table, entry, (database, fresh), last):
                found.extend(_differences(table, entry, database, fresh, part))
        return found


@contextmanager
def fresh_tables() -> Iterator[Database]:
    """Empty tables in a file that is gone afterwards, and so need not survive anything."""
    with TemporaryDirectory(prefix="campaign-rows-") as folder:
        fresh = open_database(f"sqlite:///{Path(folder) / 'rows.sqlite3'}")
        try:
            sql.event.listen(fresh.engine, "checkout", _without_waiting_for_the_disk)
            fresh.create(*schema.TABLES)
            yield fresh
        finally:
            fresh.close()


def _without_waiting_for_the_disk(driver: Any, _record: object, _proxy: object) -> None:
    driver.execute("PRAGMA synchronous=OFF")


def _take_over(entry: CampaignEntry, fresh: Database, database: Database, tables: Sequence[sql.Table]) -> int:
    campaign = str(entry.id)
    made = followed_in(fresh, campaign)
    if made is None:
        return 0
    with database.writing() as connection, library_errors(database.name), fresh.reading() as source:
        table = schema.FOLLOWED
        # Some views alone can be put in only where the others have come exactly as far.
        if followed_on(connection, campaign) != made:
            tables = schema.ROWS
        connection.execute(sql.delete(table).where(table.c.campaign == campaign))
        delete_campaign(connection, campaign, tables)
        for each in (table, *tables):
            for some in rows_in(source, each, campaign, connection.dialect.name):
                insert_rows(connection, each, some)
    return made.position


def _length(ledger: Ledger, entry: CampaignEntry) -> int:
    last = ledger.store.reading.last(entry.id)
    return last[0] if last else 0


def _parts(
    table: sql.Table, entry: CampaignEntry, databases: Sequence[Database], last: int
) -> Iterator[sql.ColumnElement[bool]]:
    """Conditions for the parts in which a table of one campaign is compared: no more rows than memory should hold,
    and each part lies together in the table.
    """
    if table not in schema.OF_LOG:
        yield sql.true()
        return
    stretches: list[sql.ColumnElement[bool]] = [
        table.c.position.between(first, first + _ROWS_AT_ONCE - 1) for first in range(1, last + 1, _ROWS_AT_ONCE)
    ]
    stretches.append((table.c.position < 1) | (table.c.position > len(stretches) * _ROWS_AT_ONCE))
    by = list(table.primary_key.columns)[1]
    if by.name == "position":
        yield from stretches
        return
    some: list[str] = []
    rows = 0
    for value, count in sorted(_counted(by, entry, databases).items()):
        if count > _ROWS_AT_ONCE:
            yield from ((by == value) & stretch for stretch in stretches)
            continue
        if some and (rows + count > _ROWS_AT_ONCE or len(some) == _VALUES_AT_ONCE):
            yield by.in_(some)
            some, rows = [], 0
        some.append(value)
        rows += count
    if some:
        yield by.in_(some)


def _counted(by: sql.Column[Any], entry: CampaignEntry, databases: Sequence[Database]) -> dict[str, int]:
    """The values of a column in the rows of a campaign, each with the most rows that have it in a database."""
    counted: dict[str, int] = {}
    query = sql.select(by, sql.func.count()).where(by.table.c.campaign == str(entry.id)).group_by(by)
    for database in databases:
        with database.reading() as connection:
            for value, count in connection.execute(query):
                counted[value] = max(count, counted.get(value, 0))
    return counted


def _differences(
    table: sql.Table, entry: CampaignEntry, database: Database, fresh: Database, part: sql.ColumnElement[bool]
) -> list[str]:
    ours, theirs = _keyed(table, entry, database, part), _keyed(table, entry, fresh, part)
    name = table.name.removeprefix(schema.PREFIX)
    found = []
    for key in list(dict.fromkeys((*ours, *theirs))):
        if ours.get(key) != theirs.get(key):
            what = "is missing" if key not in ours else "should not be there" if key not in theirs else "is wrong"
            found.append(f"In {name}, the row of {' · '.join(map(str, key)) or 'the campaign'} {what}.")
    return found[:_MOST_PROBLEMS]


def _keyed(
    table: sql.Table, entry: CampaignEntry, database: Database, part: sql.ColumnElement[bool]
) -> dict[tuple[Any, ...], tuple[Any, ...]]:
    query = sql.select(table).where(table.c.campaign == str(entry.id), part)
    keys = [column.name for column in table.primary_key.columns if column.name != "campaign"]
    with database.reading() as connection:
        return {tuple(row._mapping[key] for key in keys): tuple(row) for row in connection.execute(query)}
