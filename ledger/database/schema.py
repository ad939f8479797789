"""The tables of a ledger, the same on SQLite and PostgreSQL, and the number of their format."""

import re
from typing import Any

import sqlalchemy as sa

FORMAT = 3
"""The format this program writes. A ledger with a greater number was made by a newer program.

Since format 2 a ledger keeps beside its records where each of its logs ends: see `heads`. Since format 3 it keeps
files: see `ledger.files`. A ledger of an earlier format is brought to this one by whoever first opens it to write,
and can be read as it is.
"""

APPLICATION_ID = int.from_bytes(b"Ledg", "big")
"""SQLite's mark of ownership, in the file's header: `file` and this program know a ledger by it."""

PREFIX = "ledger_"

FILE_TABLES = (PREFIX + "files", PREFIX + "file_parts")
"""Those of `ledger.files`. Only the owner of a ledger on a server can make them where there are none yet."""


class Bytes(sa.types.TypeDecorator[bytes]):
    """Bytes as the driver returns them: both drivers return `bytes`, so a copy per row would buy nothing."""

    impl = sa.LargeBinary
    cache_ok = True

    def result_processor(self, dialect: sa.Dialect, coltype: object) -> None:
        """None: a value is returned as the driver gives it."""
        return


metadata = sa.MetaData()

# SQLite numbers rows by itself only in a column called INTEGER, and never reuses a number with AUTOINCREMENT.
Numbering = sa.BigInteger().with_variant(sa.Integer(), "sqlite")

format_table = sa.Table(PREFIX + "format", metadata, sa.Column("number", sa.Integer, primary_key=True))

events = sa.Table(
    PREFIX + "events",
    metadata,
    sa.Column("id", Numbering, primary_key=True, autoincrement=True),
    sa.Column("originator_id", sa.Text, nullable=False),
    sa.Column("originator_version", sa.BigInteger, nullable=False),
    sa.Column("topic", sa.Text, nullable=False),
    sa.Column("state", Bytes, nullable=False),
    sa.UniqueConstraint("originator_id", "originator_version", name=PREFIX + "events_order"),
    sqlite_autoincrement=True,
)

COLUMNS = ("originator_id", "originator_version", "topic", "state")
"""Those of a row that is given: its stream, its position there, its tag and its bytes."""

SOUGHT = (
    "campaign.line_rewound.v1",
    "journal.record_set_aside.v1",
    "journal.session_sealed.v1",
    "journal.words_removed.v1",
)
"""Topics of which a campaign has a handful among thousands, asked for at every opening and check."""


def is_sought(topic: sa.ColumnElement[str]) -> sa.ColumnElement[bool]:
    """True if a topic is one of those. Their index is used only where a question says this, letter for letter."""
    return topic.in_([sa.literal_column(f"'{sought}'", sa.Text) for sought in SOUGHT])


_of_topics = sa.Index(
    PREFIX + "events_topic",
    events.c.originator_id,
    events.c.topic,
    events.c.originator_version,
    sqlite_where=is_sought(events.c.topic),
)


@sa.event.listens_for(_of_topics, "before_create")
def _only_sought_topics(index: sa.Index, connection: sa.Connection, **_options: object) -> None:
    """Set its condition for PostgreSQL, whose dialect comes with all its drivers as soon as it is mentioned."""
    if connection.dialect.name == "postgresql":
        index.kwargs["postgresql_where"] = is_sought(events.c.topic)


heads = sa.Table(
    PREFIX + "heads",
    metadata,
    sa.Column("campaign", sa.Text, primary_key=True),
    sa.Column("position", sa.BigInteger, nullable=False),
    sa.Column("seal", sa.Text, nullable=False),
    sa.Column("tally", sa.Text),
    sqlite_with_rowid=False,
)
"""The witness of each log: its last record and that one's seal, written in the transaction that appends.

A log that is shorter than its witness has lost records, whatever its indexes say.
"""

MOVE_ON = f"""
    ON CONFLICT (campaign) DO UPDATE SET position = excluded.position, seal = excluded.seal, tally = excluded.tally
    WHERE {heads.name}.position < excluded.position"""
"""A head only ever moves on: where a position is taken, though an index that lost it says otherwise, it cannot."""

tracking = sa.Table(
    PREFIX + "tracking",
    metadata,
    sa.Column("application_name", sa.Text, primary_key=True),
    sa.Column("notification_id", sa.BigInteger, nullable=False),
)


def table_for(purpose: str) -> sa.Table:
    """The table of an aggregate recorder: the events themselves, or one table more for, say, snapshots.

    Raises ValueError for a purpose that is not a plain lower-case word or is the name of another table.
    """
    if purpose == "events":
        return events
    if not re.fullmatch(r"[a-z][a-z0-9_]{0,40}", purpose) or purpose in {"format", "tracking"}:
        raise ValueError(f"{purpose!r} is not a purpose of a recorder")
    columns: list[sa.Column[Any]] = [
        sa.Column("originator_id", sa.Text, primary_key=True),
        sa.Column("originator_version", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("topic", sa.Text, nullable=False),
        sa.Column("state", Bytes, nullable=False),
    ]
    return sa.Table(PREFIX + purpose, metadata, *columns, keep_existing=True)


snapshots = table_for("snapshots")
