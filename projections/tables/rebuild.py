"""Making the rows anew from the log, and comparing them with what the log says.

New rows take the old ones' place in one transaction for each campaign: those of a short one are made in memory,
those of a long one in a file of their own. The old rows can be read, and rulings recorded, all the while; nothing
has to be swapped that a database would swap differently from another; when a record cannot be read, the old
rows are simply still there.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
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
            for part in _positions(table, last):
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


def _positions(table: sql.Table, last: int) -> Iterable[tuple[int, int] | None]:
    """The parts a table is compared in: all at once, or so many positions at a time."""
    if table not in schema.OF_LOG:
        return [None]
    return [(first, first + _ROWS_AT_ONCE - 1) for first in range(1, last + 1, _ROWS_AT_ONCE)]


def _differences(
    table: sql.Table, entry: CampaignEntry, database: Database, fresh: Database, part: tuple[int, int] | None
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
    table: sql.Table, entry: CampaignEntry, database: Database, part: tuple[int, int] | None
) -> dict[tuple[Any, ...], tuple[Any, ...]]:
    query = sql.select(table).where(table.c.campaign == str(entry.id))
    if part is not None:
        query = query.where(table.c.position.between(*part))
    keys = [column.name for column in table.primary_key.columns if column.name != "campaign"]
    with database.reading() as connection:
        return {tuple(row._mapping[key] for key in keys): tuple(row) for row in connection.execute(query)}
