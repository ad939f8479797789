"""The two tables of files: what there is of each, and its bytes in parts."""

from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from ledger.database.prepared import upsert
from ledger.database.schema import FILE_TABLES, Bytes, metadata

PART = 256 * 1024
"""Bytes of a part; the last of a file has what is left."""

files = sa.Table(
    FILE_TABLES[0],
    metadata,
    sa.Column("campaign", sa.Text, primary_key=True),
    sa.Column("digest", sa.Text, primary_key=True),
    sa.Column("size", sa.BigInteger, nullable=False),
    sa.Column("staged_at", sa.Text, nullable=False),
    sa.Column("whole", sa.Boolean, nullable=False, default=False),
    sa.Column("claimed", sa.Boolean, nullable=False, default=False),
)
"""`digest` is the SHA-256 of the bytes, in hexadecimal. Whole: all parts are there. Claimed: a record names it.

What is claimed and not whole was left out of the archive the campaign came in by, and is known not to be here.
"""

file_parts = sa.Table(
    FILE_TABLES[1],
    metadata,
    sa.Column("campaign", sa.Text, primary_key=True),
    sa.Column("digest", sa.Text, primary_key=True),
    sa.Column("n", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("bytes", Bytes, nullable=False),
)
"""Keyed by campaign as well, so that putting a file in tells nobody what another table has."""


def new_row(connection: sa.Connection, table: sa.Table, row: Mapping[str, Any]) -> sa.Insert:
    """Puts a row in, unless there is one of its key."""
    return upsert(table, connection.dialect.name).values(row).on_conflict_do_nothing()
