"""Tables that a ledger had once and lacks now: they are reported, and not made anew as if they had never been."""

from collections.abc import Collection

import sqlalchemy as sa

from ledger.database import schema
from ledger.database.errors import LedgerUnavailable

_MADE_FROM_RECORDS = frozenset((schema.heads.name, *(schema.PREFIX + it for it in ("campaigns", "submissions"))))
"""Small tables that are not caches: what they hold is not looked for elsewhere. Repairing makes them anew."""


def refuse_missing_tables(
    connection: sa.Connection, number: int | None, present: Collection[str], wanted: Collection[str], name: str
) -> None:
    """Raises `LedgerUnavailable` where a table that is wanted must once have been there and is not.

    `number` is the ledger's format, None for a new one, and `present` are the names of its tables.
    """
    if number is None:
        return
    if schema.events.name not in present:
        raise LedgerUnavailable(
            f"{name} has lost the table of its records, {schema.events.name}. Nothing was made in its place: "
            "bring the ledger back from a backup."
        )
    for lost in sorted(_MADE_FROM_RECORDS.intersection(wanted) - set(present)):
        if lost == schema.heads.name and number < 2:
            continue
        if connection.scalar(sa.select(schema.events.c.id).limit(1)) is not None:
            raise LedgerUnavailable(
                f"{name} has lost its table {lost}. `campaign repair` makes it anew from the records."
            )
