"""A ledger copied with whatever is wrong with it, its rows as they lie there."""

from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path

import sqlalchemy as sql
from sqlalchemy import exc

from ledger.care.backup import NOTHING, DamagedLedger, Open, Progress, nobody
from ledger.care.partial_files import errors_naming_target, partial_file, publish, refuse_existing
from ledger.database import schema
from ledger.database.address import Address
from ledger.database.database import Database
from ledger.database.errors import library_errors, translated, was_writing
from ledger.database.sqlite.driver import sqlite3
from ledger.database.table_order import from_table
from ledger.database.upgrading import write_heads
from ledger.files.tables import file_parts, files
from ledger.ledger import Ledger

_COLUMNS = ("originator_id", "originator_version", "topic", "state")
_PARTS_AT_ONCE = 16


def back_up_as_is(ledger: Ledger, file: Path, open_ledger: Open, progress: Progress = nobody) -> None:
    """Copy a ledger with whatever damage it has, for a repair to work on. Nothing of it is checked.

    A SQLite file is copied page by page; of another database, every row that can be stored. Raises as `back_up`.
    """
    refuse_existing(file)
    with partial_file(file) as work, errors_naming_target(work, file, NOTHING):
        work.touch(mode=0o600)
        database = ledger.store.database
        if database is not None and database.engine.dialect.name == "sqlite":
            with database.reading() as connection, closing(sqlite3.connect(work)) as target:
                driver = connection.connection.driver_connection
                assert isinstance(driver, sqlite3.Connection)
                try:
                    driver.backup(target)
                except sqlite3.Error as error:
                    if not was_writing(error, Path(database.name)):
                        raise  # of the ledger, which is only read
                    raise translated(error, str(work)) from error
        else:
            work.unlink()
            copy = open_ledger(Address(work).text)
            try:
                if database is None or copy.store.database is None:
                    raise DamagedLedger("The database module of this ledger shows its records only as sound ones.")
                copy_rows(database, copy, progress)
            finally:
                copy.close()
        publish(work, file)


def copy_rows(source: Database, target: Ledger, progress: Callable[[int, int], None]) -> None:
    """Every record that can be stored, and every part of a file; the index takes in what can be read."""
    theirs, done = target.store.database, 0
    assert theirs is not None
    with source.reading() as rows, theirs.writing() as connection, library_errors(theirs.name):
        for _id, *row in from_table(rows, ", ".join(_COLUMNS)):
            with suppress(ValueError, LookupError, TypeError, exc.SQLAlchemyError):
                values = dict(zip(_COLUMNS, row, strict=True))
                with connection.begin_nested():
                    connection.execute(sql.insert(schema.events), values)
                with connection.begin_nested():
                    target.index.note_stored(connection, [(values["topic"], values["state"])])
            done += 1
            progress(done, done)
        write_heads(connection)
        for table in (files, file_parts) if sql.inspect(rows).has_table(file_parts.name) else ():
            asked = sql.select(table).execution_options(yield_per=_PARTS_AT_ONCE)
            for found in rows.execute(asked).mappings():
                connection.execute(sql.insert(table), dict(found))
