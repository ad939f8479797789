"""Faults of a ledger as a whole: of its file, its tables, and all that belongs to no campaign."""

from collections.abc import Iterator
from dataclasses import dataclass

import sqlalchemy as sql

from ledger.care.repair.quarantine import greatest_id
from ledger.care.table_and_index import by_table, lost_by_indexes, strays, without_log
from ledger.database import schema
from ledger.database.database import Database
from ledger.database.errors import LedgerUnavailable, library_errors
from ledger.database.format_marker import format_of
from ledger.database.missing_tables import refuse_missing_tables
from ledger.database.sqlite.driver import sqlite3
from ledger.database.unexpected_schema import faults
from ledger.ledger import Ledger
from ledger.records.index import TABLES

MOST = 20
"""The most sentences of the database about itself that are passed on; who has more knows enough."""


@dataclass(frozen=True, slots=True)
class LedgerFault:
    """A fault of a ledger as a whole, in words for a person: one sentence, and its remedy where that is known."""

    text: str
    names_remedy: bool = False
    """True if the words say already what mends it, so that nobody adds advice of their own."""


@dataclass(frozen=True, slots=True)
class Inspected:
    """The faults found, and the checks that could not be made, if any."""

    problems: tuple[LedgerFault, ...]
    not_checked: str | None = None


def inspect(ledger: Ledger, *, every_campaign: bool) -> Inspected:
    """Look at a ledger without looking into its records. Raises `LedgerUnavailable` where it cannot be read.

    With `every_campaign` also for records of campaigns that are not listed, and for those listed without any.
    """
    database = ledger.store.database
    if database is None:
        return Inspected((), "The database module of this ledger is another's: only the records are checked.")
    found = look_at(database)
    if not every_campaign:
        return found
    try:
        extents = by_table(database)
        astray = (
            *(LedgerFault(text, names_remedy=True) for text in lost_by_indexes(database)),
            *map(LedgerFault, strays(ledger, extents)),
            *(LedgerFault(text, names_remedy=True) for text in without_log(database, extents)),
        )
    except LedgerUnavailable as error:
        astray = (LedgerFault(str(error)),)
    return Inspected((*found.problems, *astray), found.not_checked)


def look_at(database: Database) -> Inspected:
    """Find the faults of a database that holds a ledger, whatever is recorded in it.

    Raises `LedgerUnavailable` where it cannot be read.
    """
    with database.reading() as connection, library_errors(database.name):
        present = set(sql.inspect(connection).get_table_names())
        number = format_of(connection, present)
        try:
            refuse_missing_tables(connection, number, present, _KEPT, database.name)
        except LedgerUnavailable as error:
            return Inspected((LedgerFault(str(error), names_remedy=True),))
        if schema.events.name not in present:
            return Inspected(())
    found, not_checked = integrity(database)
    found += _full_text(database)
    with database.reading() as connection, library_errors(database.name):
        found += faults(connection, *TABLES)
        found += _sequence(connection)
        if schema.heads.name in present:
            found += _heads(connection)
    return Inspected(tuple(map(LedgerFault, found)), not_checked)


_KEPT = frozenset((schema.events.name, schema.heads.name, *(table.name for table in TABLES)))


def _heads(connection: sql.Connection) -> Iterator[str]:
    """Logs that do not end where they ended when they were last appended to."""
    events, heads = schema.events.c, schema.heads.c
    last = sql.select(sql.func.max(events.originator_version)).where(events.originator_id == heads.campaign)
    for campaign, noted, found in connection.execute(
        sql.select(heads.campaign, heads.position, last.scalar_subquery()).order_by(heads.campaign)
    ):
        if noted != found:
            yield f"The log of {campaign} ends at record {found or 0}, and was recorded up to {noted}."
    if not sql.inspect(connection).has_table(TABLES[0].name):
        return  # recorders alone keep no campaigns
    listed = TABLES[0].c
    unnoted = sql.select(listed.slug).where(listed.campaign.not_in(sql.select(heads.campaign)))
    for (slug,) in connection.execute(unnoted):
        yield f"It is not noted where the log of {slug} ended."
    unlisted = sql.select(heads.campaign).where(heads.campaign.not_in(sql.select(listed.campaign)))
    for (campaign,) in connection.execute(unlisted):
        yield f"A campaign was recorded that is not listed: {campaign}."


def integrity(database: Database) -> tuple[list[str], str | None]:
    """The faults that the database finds in itself, and the checks that it cannot make."""
    with database.reading() as connection, library_errors(database.name):
        if connection.dialect.name == "sqlite":
            try:
                rows = connection.exec_driver_sql(f"PRAGMA integrity_check({MOST})").scalars().all()
            except sql.exc.DatabaseError as error:
                if not isinstance(error.orig, sqlite3.DatabaseError):
                    raise
                rows = [str(error.orig)]
            return [f"SQLite says of the file: {row}." for row in rows if row != "ok"], None
    return [], "The server did not compare its indexes with their tables: `pg_amcheck --heapallindexed` does that."


def _full_text(database: Database) -> Iterator[str]:
    """The faults of SQLite's indexes of words, which its own check of the file does not look into."""
    with database.reading() as connection, library_errors(database.name):
        if connection.dialect.name != "sqlite" or database.read_only:
            return
        asked = "SELECT name FROM sqlite_master WHERE sql LIKE 'CREATE VIRTUAL TABLE%USING fts5%'"
        names = connection.exec_driver_sql(asked).scalars().all()
    for name in names:
        with database.writing() as connection:
            try:
                connection.exec_driver_sql(f"INSERT INTO {name}({name}) VALUES ('integrity-check')")
            except sql.exc.DatabaseError as error:
                yield f"The index for finding, {name}, is damaged: {error.orig}."


def _sequence(connection: sql.Connection) -> list[str]:
    """Find rows cut off the end of the table: SQLite counts all that it ever numbered."""
    if connection.dialect.name != "sqlite":
        return []
    counted = connection.exec_driver_sql(
        "SELECT seq FROM sqlite_sequence WHERE name = ?", (schema.events.name,)
    ).scalar()
    last = greatest_id(connection)
    if (counted or 0) == last:
        return []
    return [
        f"The last record stored was number {counted or 0} of the ledger, and number {last} is the last there is."
    ]
