"""The records as they lie in their table, beside what the indexes say of them.

Reading by an index is quick, and believes the index. Reading the table from end to end asks none.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from uuid import UUID

import sqlalchemy as sql
from eventsourcing.persistence import Notification

from ledger.database import schema
from ledger.database.database import Database
from ledger.database.errors import library_errors
from ledger.database.inserting import seal_of_stored
from ledger.database.table_order import from_table, places, without_indexes
from ledger.errors import BrokenLedger
from ledger.files.tables import files
from ledger.ledger import Ledger
from ledger.records.index import SUBMISSIONS


@dataclass(frozen=True, slots=True)
class LogExtent:
    """A log as its records lie in the table: how many there are, the last position and its record's seal."""

    records: int
    position: int
    seal: str


def by_table(database: Database) -> dict[str, LogExtent]:
    """Every log that lies in the table, by its campaign's id. Raises `LedgerUnavailable`."""
    counts: dict[str, int] = {}
    last: dict[str, tuple[int, int]] = {}
    with database.reading() as connection, library_errors(database.name):
        for row, campaign, position in places(connection):
            counts[campaign] = counts.get(campaign, 0) + 1
            if not isinstance(position, int):
                continue  # SQLite keeps whatever it is given; it is counted, and so it is found
            if campaign not in last or last[campaign][0] < position:
                last[campaign] = position, row
        columns = schema.events.c
        none = {campaign: LogExtent(count, 0, "") for campaign, count in counts.items()}
        return none | {
            campaign: LogExtent(
                counts[campaign],
                position,
                seal_of_stored(connection.scalar(sql.select(columns.state).where(columns.id == row)) or b""),
            )
            for campaign, (position, row) in last.items()
        }


def check_extent(extent: LogExtent | None, position: int, seal_at: dict[int, str]) -> None:
    """Raises `BrokenLedger` unless a log read to `position` by its index holds all that lies in the table.

    `seal_at` are the seals of what was read there; it is enough if it has that of the table's last.
    """
    if extent is None:
        raise BrokenLedger(1, "the database gives records of this campaign, and none lies in its table.")
    if position < extent.position:
        raise BrokenLedger(
            position + 1,
            f"the database does not find it, though record {extent.position} lies in its table: "
            "an index is broken.",
        )
    if extent.records != extent.position or seal_at.get(extent.position, extent.seal) != extent.seal:
        raise BrokenLedger(
            extent.position,
            f"{extent.records} records lie in the table up to there, and they are not those that an index gives.",
        )


def strays(ledger: Ledger, extents: dict[str, LogExtent]) -> Iterator[str]:
    """Campaigns that are in one place and not in the other, one sentence each."""
    known = {str(entry.id): entry.slug for entry in ledger.campaigns()}
    for campaign in sorted(extents.keys() - known.keys(), key=str):
        count = extents[campaign].records
        are = "record of an unlisted campaign is" if count == 1 else "records of an unlisted campaign are"
        yield f"{count} {are} in the ledger: {campaign}."
    for campaign in sorted(known.keys() - extents.keys()):
        yield f"{known[campaign]} is listed, and not one record of it is in the ledger."


def without_log(database: Database, extents: dict[str, LogExtent]) -> Iterator[str]:
    """Snapshots, keys and files that are kept for campaigns without a record, one sentence each."""
    takes_out = "`campaign rebuild` takes them out"
    kept = (
        (schema.snapshots.c.originator_id, f"Snapshots are kept {{of}}: {takes_out}."),
        (SUBMISSIONS.c.campaign, f"Keys of submissions are kept {{of}}: {takes_out}."),
        (files.c.campaign, "Files are kept {of}: nothing names them."),
    )
    with database.reading() as connection, library_errors(database.name):
        there = set(sql.inspect(connection).get_table_names())
        for column, sentence in kept:
            if column.table.name not in there:
                continue
            ids = connection.scalars(sql.select(column).distinct()).all()
            for campaign in sorted({str(it) for it in ids} - extents.keys()):
                yield sentence.format(of=f"of a campaign without a record, {campaign}")


def check_whole(ledger: Ledger, campaign: UUID, position: int, seal: str) -> None:
    """Raises `BrokenLedger` unless what was read to `position` and `seal` is all that lies in the table.

    For whoever copies a log. Does nothing where the database module is another's, whose tables are its own.
    """
    database = ledger.store.database
    if database is not None:
        check_extent(by_table(database).get(str(campaign)), position, {position: seal})


def rows_by_table(ledger: Ledger, last: int, at_once: int) -> Iterator[list[Notification]]:
    """Every row up to this one, in batches, as it lies in its table: of PostgreSQL no index is asked.

    SQLite keeps the table itself in the order of their numbers, and is held for no longer than a batch.
    """
    database = ledger.store.database
    if database is None or database.engine.dialect.name != "postgresql":
        seen, select = None, ledger.store.recorder.select_notifications
        while batch := list(select(seen, at_once, stop=last, inclusive_of_start=False)):
            yield batch
            seen = int(batch[-1].id)
        return
    columns = "originator_id, originator_version, topic, state"
    with database.reading() as connection, library_errors(database.name):
        rows = (
            Notification(id=n, originator_id=UUID(it[0]), originator_version=it[1], topic=it[2], state=it[3])
            for n, *it in from_table(connection, columns)
        )
        while batch := list(islice(rows, at_once)):
            yield batch


def lost_by_indexes(database: Database) -> Iterator[str]:
    """Indexes of a PostgreSQL server that do not give all records, one sentence and its remedy each.

    That of the order of each log is compared record by record, as `check_extent` and whoever reads a log does.
    """
    with database.reading() as connection, library_errors(database.name):
        if connection.dialect.name != "postgresql":
            return
        numbers = sql.select(sql.func.count(), sql.func.min(schema.events.c.id)).select_from(schema.events)
        kinds = numbers.where(schema.is_sought(schema.events.c.topic))
        with without_indexes(connection):
            there = [tuple(connection.execute(asked).one()) for asked in (numbers, kinds)]
        connection.exec_driver_sql("SET LOCAL enable_seqscan = off")
        connection.exec_driver_sql("SET LOCAL enable_bitmapscan = off")
        by_number = numbers.where(schema.events.c.id >= (there[0][1] or 0))
        for what, asked, lies in (("numbers", by_number, there[0][0]), ("kinds", kinds, there[1][0])):
            found = connection.execute(asked).one()[0]
            if found != lies:
                yield (
                    f"The index of the {what} of records gives {found} of them, and {lies} lie in their table. "
                    "`campaign repair` makes it anew."
                )
