"""The format marker of a ledger: the row that holds the number of its format."""

from collections.abc import Collection

import sqlalchemy as sa

from ledger.database import schema
from ledger.database.errors import LedgerUnavailable, NewerLedger


def write_format(connection: sa.Connection) -> None:
    """Mark a new database as a ledger of this program's format, unless somebody has just done it."""
    schema.format_table.create(connection, checkfirst=True)
    if connection.scalar(sa.select(schema.format_table.c.number)) is None:
        connection.execute(sa.insert(schema.format_table).values(number=schema.FORMAT))


def format_of(connection: sa.Connection, present: Collection[str]) -> int | None:
    """The number of the ledger's format, `present` being the names of its tables; None where it is none yet."""
    if schema.format_table.name not in present:
        return None
    return connection.scalar(sa.select(schema.format_table.c.number))


def refuse_newer(number: int | None, name: str) -> None:
    """Raise `NewerLedger` if a ledger's format is newer than this program, `LedgerUnavailable` if it has none."""
    if number is None:
        raise LedgerUnavailable(f"{name} is marked as a ledger but does not say in which format it is kept.")
    if number > schema.FORMAT:
        raise NewerLedger(
            f"{name} is kept in format {number}, and this program knows formats up to {schema.FORMAT}: "
            "use a newer version of the program. Nothing was changed."
        )
