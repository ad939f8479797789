"""Bringing a ledger of an earlier format to today's."""

from collections.abc import Iterator

import sqlalchemy as sa

from ledger.database import schema
from ledger.database.inserting import seal_of_stored, tally_after
from ledger.database.table_order import places


def to_newest(connection: sa.Connection, number: int) -> None:
    """Bring a ledger of this format to today's, but for tables that only need making. In a writing transaction."""
    if number < 2:
        _to_format_2(connection)
    connection.execute(sa.update(schema.format_table).values(number=schema.FORMAT))


def _to_format_2(connection: sa.Connection) -> None:
    """Note where each log ends, and index the records that newer programs seek."""
    schema.heads.create(connection, checkfirst=True)
    write_heads(connection)
    for index in schema.events.indexes:
        index.drop(connection, checkfirst=True)
        index.create(connection)


def write_heads(connection: sa.Connection) -> None:
    """Write the witness of every log anew, from the records as they lie in their table."""
    connection.execute(sa.delete(schema.heads))
    found = list(_heads(connection))
    if found:
        connection.execute(sa.insert(schema.heads), found)


def _heads(connection: sa.Connection) -> Iterator[dict[str, object]]:
    last: dict[str, tuple[int, int]] = {}
    for row, campaign, position in places(connection):
        if not isinstance(position, int):
            continue  # on SQLite it may be anything
        if campaign not in last or last[campaign][0] < position:
            last[campaign] = position, row
    columns = schema.events.c
    for campaign, (position, row) in sorted(last.items()):
        state = connection.scalar(sa.select(columns.state).where(columns.id == row))
        yield {
            "campaign": campaign,
            "position": position,
            "seal": seal_of_stored(state or b""),
            "tally": tally_after(state),
        }
