"""The tables of spoken words: which kept files are transcripts, and their lines. All comes from the files."""

import sqlalchemy as sql

from projections.tables.schema import PREFIX

METADATA = sql.MetaData()
WORDS = f"{PREFIX}spoken_words"
"""The full-text index of the lines: a transcript's number stands there in the place of a campaign's."""

TRANSCRIPTS = sql.Table(
    f"{PREFIX}transcripts",
    METADATA,
    sql.Column("number", sql.BigInteger().with_variant(sql.Integer(), "sqlite"), primary_key=True),
    sql.Column("campaign", sql.Text, nullable=False),
    sql.Column("digest", sql.Text, nullable=False),
    sql.Column("version", sql.Text, nullable=False),
    sql.Column("lines", sql.BigInteger, nullable=False),
    sql.UniqueConstraint("campaign", "digest"),
)
"""Every kept file that was looked into; without lines it is no transcript."""

LINES = sql.Table(
    f"{PREFIX}spoken_lines",
    METADATA,
    sql.Column("number", sql.BigInteger, primary_key=True, autoincrement=False),
    sql.Column("n", sql.BigInteger, primary_key=True, autoincrement=False),
    sql.Column("begun", sql.BigInteger, nullable=False),
    sql.Column("ended", sql.BigInteger, nullable=False),
    sql.Column("speaker", sql.Text, nullable=False),
    sql.Column("text", sql.Text, nullable=False),
    sql.Column("marks", sql.Text, nullable=False),
)
"""The lines of a transcript in its order, from 1. Times are milliseconds."""
