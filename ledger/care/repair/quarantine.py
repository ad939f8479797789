"""Rows that are no records, moved out of the records' table and kept: nothing is ever thrown away."""

import sqlalchemy as sa

from ledger.database import schema

quarantine = sa.Table(
    schema.PREFIX + "quarantine",
    sa.MetaData(),
    sa.Column("id", schema.Numbering, primary_key=True, autoincrement=False),
    sa.Column("originator_id", sa.Text),
    sa.Column("originator_version", sa.BigInteger),
    sa.Column("topic", sa.Text),
    sa.Column("state", schema.Bytes),
    sa.Column("moved_at", sa.Text, nullable=False),
    sa.Column("why", sa.Text, nullable=False),
)
"""Made when the first row is moved. SQLite keeps each value as it was put in, whatever the column is called."""


def greatest_id(connection: sa.Connection) -> int:
    """The greatest number a row has in the records' table, or had before it was moved."""
    greatest = connection.scalar(sa.select(sa.func.max(schema.events.c.id))) or 0
    if sa.inspect(connection).has_table(quarantine.name):
        greatest = max(greatest, connection.scalar(sa.select(sa.func.max(quarantine.c.id))) or 0)
    return int(greatest)
