"""Rows copied as they lie there, whatever is wrong with them."""

from collections.abc import Callable
from contextlib import suppress

import sqlalchemy as sql
from sqlalchemy import exc

from ledger.database import schema
from ledger.database.database import Database
from ledger.database.errors import library_errors
from ledger.database.table_order import from_table
from ledger.database.upgrading import write_heads
from ledger.files.tables import file_parts, files
from ledger.ledger import Ledger

_COLUMNS = ("originator_id", "originator_version", "topic", "state")
_PARTS_AT_ONCE = 16


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
