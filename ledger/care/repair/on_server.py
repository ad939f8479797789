"""Repairing a ledger that PostgreSQL keeps: where it lies, by its owner."""

from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp

import sqlalchemy as sql

from ledger.care.rebuild_index import rebuild_index
from ledger.care.repair.quarantine import quarantine
from ledger.care.repair.repairing import (
    Repair,
    Repaired,
    is_sound,
    mend_logs,
    refuse_emptied,
    sorted_by_campaign,
    tell,
    told_time,
)
from ledger.care.repair.salvage import name_of_copy, new_copy
from ledger.care.repair.sorting import Content, RowChanges
from ledger.database import schema
from ledger.database.database import Database
from ledger.database.engine import open_database
from ledger.database.errors import LedgerUnavailable, NewerLedger, NotReached, library_errors, translated
from ledger.database.format_marker import format_of
from ledger.database.sqlite.driver import sqlite3
from ledger.database.stream_reading import NotedHead
from ledger.database.table_order import from_table
from ledger.database.unexpected_schema import triggers_and_rules
from ledger.database.upgrading import write_heads
from ledger.files.tables import file_parts, files
from ledger.records.index import TABLES

_DROP = {"trigger": "DROP TRIGGER {name} ON {table}", "rule": "DROP RULE {name} ON {table}"}


def repair_server(repair: Repair, address: str) -> Repaired:
    """Repair a ledger on a server. The copy as it was is a SQLite file in the folder the command is run in.

    Raises `LedgerUnavailable`, also where the account does not own the tables.
    """
    try:
        with closing(repair.ledger(address)) as ledger:
            if is_sound(ledger) and repair.beside(ledger):
                return Repaired()
    except (NewerLedger, NotReached):
        raise
    except LedgerUnavailable:
        pass  # a damaged one is repaired
    repaired = Repaired()
    with closing(open_database(address)) as database:
        if not repair.dry_run:
            repaired.copy = _copied(database)
        plan, noted, scratch = _mend_tables(repair, database, repaired)
    try:
        # A dry run says what would become of the logs by doing it in a file that nobody keeps.
        with closing(repair.ledger(f"sqlite:///{scratch}" if scratch else address)) as ledger:
            assert ledger.store.database is not None
            with ledger.store.database.writing() as connection:
                write_heads(connection)
            rebuild_index(ledger)
            mend_logs(repair, ledger, plan, noted, repaired)
    finally:
        if scratch is not None:
            rmtree(scratch.parent, ignore_errors=True)
    return repaired


def _in_scratch(repair: Repair, connection: sql.Connection) -> Path:
    """The records as they are in this transaction, in a SQLite file of a folder of its own."""
    scratch = Path(mkdtemp(prefix="campaign-repair-")) / "ledger.sqlite3"
    try:
        with closing(repair.ledger(f"sqlite:///{scratch}")):
            pass
        _copy_into(scratch, connection)
    except BaseException as error:
        rmtree(scratch.parent, ignore_errors=True)
        if isinstance(error, sqlite3.Error):
            raise translated(error, str(scratch)) from error
        raise
    return scratch


def _copy_into(scratch: Path, connection: sql.Connection) -> None:
    put = f"INSERT INTO {schema.events.name} VALUES (?, ?, ?, ?, ?)"
    with closing(sqlite3.connect(scratch)) as target:
        target.executemany(put, from_table(connection, "originator_id, originator_version, topic, state"))
        for table in (files, file_parts):
            names, marks = ", ".join(table.columns.keys()), ", ".join("?" * len(table.columns))
            rows = connection.execute(sql.select(table).execution_options(yield_per=16))
            target.executemany(f"INSERT INTO {table.name} ({names}) VALUES ({marks})", map(tuple, rows))
        target.commit()


def _copied(database: Database) -> Path:
    """Every row as it lies there, in a SQLite file that `--from` and a restore can read."""
    file = name_of_copy(Path.cwd() / "ledger", ".sqlite3")
    with database.reading() as connection, new_copy(file) as put:
        for row in from_table(connection, "originator_id, originator_version, topic, state"):
            put(row)
    return file


def _mend_tables(
    repair: Repair, database: Database, repaired: Repaired
) -> tuple[Mapping[object, RowChanges], Mapping[str, NotedHead], Path | None]:
    """Move, put and index anew what has to be. A dry run undoes it and leaves a scratch copy."""
    scratch: Path | None = None
    events = schema.events
    with database.writing() as connection, library_errors(database.name):
        present = set(sql.inspect(connection).get_table_names())
        if events.name not in present or format_of(connection, present) is None:
            raise LedgerUnavailable(
                "The table of the records is gone, so there is nothing to repair: bring the ledger back from a "
                "backup with `campaign restore`."
            )
        connection.exec_driver_sql(f"LOCK TABLE {events.name} IN ACCESS EXCLUSIVE MODE")
        for kind, name, table in triggers_and_rules(connection):
            if kind in _DROP:
                quote = connection.dialect.identifier_preparer.quote
                connection.exec_driver_sql(_DROP[kind].format(name=quote(name), table=quote(table)))
                repaired.done.append(f"The {kind} {name} was taken off {table}.")
        noted = _noted(connection, present)

        def content(row: int) -> Content | None:
            asked = sql.select(events.c.topic, events.c.state).where(events.c.id == row)
            found = connection.execute(asked).first()
            return (found[0], found[1]) if found else None

        places = list(from_table(connection, "originator_id, originator_version"))
        plan = sorted_by_campaign(places, content, noted, repair.backup)
        refuse_emptied(plan, had_records=bool(noted))
        _apply(connection, plan, told_time(repair))
        for campaign, found in plan.items():
            tell(str(campaign), found, repaired)
        connection.exec_driver_sql(f"REINDEX TABLE {events.name}")
        for made in (*schema.metadata.tables.values(), *TABLES):
            made.create(connection, checkfirst=True)
        connection.execute(sql.delete(schema.snapshots))
        repaired.done.append("Indexes, heads, the list of campaigns and that of submissions were made anew.")
        if repair.dry_run:
            scratch = _in_scratch(repair, connection)
            connection.rollback()
            connection.begin()
    return plan, noted, scratch


def _noted(connection: sql.Connection, present: set[str]) -> dict[str, NotedHead]:
    if schema.heads.name not in present:
        return {}
    head = schema.heads.c
    rows = connection.execute(sql.select(head.campaign, head.position, head.seal))
    return {campaign: NotedHead(position, seal) for campaign, position, seal in rows}


def _apply(connection: sql.Connection, plan: Mapping[object, RowChanges], now: str) -> None:
    events = schema.events.c
    quarantine.create(connection, checkfirst=True)
    names = ("id", "originator_id", "originator_version", "topic", "state")
    for campaign, found in plan.items():
        for row, why in found.moved.items():
            columns = [schema.events.c[name] for name in names]
            picked = sql.select(*columns, sql.literal(now), sql.literal(why)).where(events.id == row)
            connection.execute(sql.insert(quarantine).from_select([*names, "moved_at", "why"], picked))
            connection.execute(sql.delete(schema.events).where(events.id == row))
        for position, tag, stored in sorted(found.put):
            values = {"originator_id": campaign, "originator_version": position, "topic": tag, "state": stored}
            connection.execute(sql.insert(schema.events).values(values))
