"""Changes of rows, and the one way they are written to the tables.

Rows are tuples of what the driver takes, in the order of their table's columns, and the statements are made by
SQLAlchemy once for each database: at many rows a ruling and thousands of rulings a second, a dictionary for every
row and a look at every value's type would cost more than the database does.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from typing import Any, TypeAlias

import sqlalchemy as sql

from domain.kernel.people import EVERYONE, GM_ONLY, Audience, parts_of
from ledger.database.prepared import (
    GuardedRows,
    HowChanged,
    RowMove,
    RowWrite,
    TableChange,
    compiled_sql,
    execute_all,
    execute_many,
    upsert,
)
from projections.tables import schema
from projections.tables.tracking import Followed, claim, moved

Row: TypeAlias = tuple[Any, ...]
"""Values as the driver takes them, in the order of the table's columns; the campaign stands first."""

_ROWS_AT_ONCE = 5_000


@dataclass(slots=True)
class RowBatch:
    """The rows of some rulings that follow each other: those to take out, to put in another's place, to insert."""

    campaign: str
    insert: dict[sql.Table, list[Row]] = field(default_factory=dict)
    replace: dict[sql.Table, list[Row]] = field(default_factory=dict)
    delete: dict[sql.Table, list[Row]] = field(default_factory=dict)
    narrowed: list[tuple[int, Audience]] = field(default_factory=list)
    """Positions of the timeline, and whom its entries there are for from now on."""
    records: int = 0

    def __reduce__(self) -> tuple[object, ...]:
        """Its rows by the names of their tables."""
        kinds = (self.insert, self.replace, self.delete)
        named = ({table.name: rows for table, rows in kind.items()} for kind in kinds)
        return _batch_of, (self.campaign, *named, self.narrowed, self.records)

    def into(self, table: sql.Table) -> list[Row]:
        """The rows to insert into a table, to add to."""
        return self.insert.setdefault(table, [])

    def put(self, table: sql.Table, row: Row) -> None:
        """A row that takes the place of the one with its key, if there is one."""
        self.replace.setdefault(table, []).append(row)

    def take_out(self, table: sql.Table, key: tuple[Any, ...]) -> None:
        """A row to delete, by its key without the campaign."""
        self.delete.setdefault(table, []).append((self.campaign, *key))

    def guarded(self, move: RowMove) -> list[GuardedRows] | None:
        """The changes as a statement of the log may take them along, if it moves a row; None where it cannot."""
        if self.narrowed or schema.CHECKPOINTS in self.insert:  # JSON has no bytes
            return None
        steps: tuple[tuple[HowChanged, dict[sql.Table, list[Row]]], ...] = (
            ("delete", self.delete),
            ("replace", self.replace),
            ("insert", self.insert),
        )
        changes = [TableChange(table, how, rows) for how, tables in steps for table, rows in tables.items()]
        return [GuardedRows(move, [change for change in changes if change.rows])]

    def write(self, connection: sql.Connection) -> None:
        """Delete, replace and insert: one statement each for a table, however many rows."""
        dialect = connection.dialect.name
        steps = ((_delete, self.delete), (_replace, self.replace), (_insert, self.insert))
        changes = [(said(table, dialect), rows) for said, tables in steps for table, rows in tables.items()]
        execute_all(connection, changes)
        for position, audience in self.narrowed:
            _narrow(connection, self.campaign, position, audience)


def _batch_of(campaign: str, *values: Any) -> RowBatch:
    *kinds, narrowed, records = values
    tables = schema.METADATA.tables
    insert, replace, delete = ({tables[name]: rows for name, rows in kind.items()} for kind in kinds)
    return RowBatch(campaign, insert, replace, delete, narrowed, records)


@dataclass(frozen=True, slots=True)
class RulingRows(RowWrite):
    """Rows of rulings about to be stored, which bring the tables from one position to another."""

    batch: RowBatch
    old: Followed | None
    new: Followed

    def __call__(self, connection: sql.Connection) -> None:
        """Write them; if the rows are elsewhere by now, they are left alone, and caught up with before they are
        read: a read model must never keep a ruling from being stored.
        """
        if claim(connection, self.batch.campaign, self.old, self.new):
            self.batch.write(connection)

    def parts(self) -> Sequence[GuardedRows] | None:
        """The rows, guarded by the position that the tables are at; None before there is one."""
        if self.old is None:
            return None
        return self.batch.guarded(moved(self.batch.campaign, self.old, self.new))


def _narrow(connection: sql.Connection, campaign: str, position: int, audience: Audience) -> None:
    """Keep an entry, and what others know otherwise there, from whom it is not meant for any more."""
    entries, asides = schema.ENTRIES, schema.ASIDES
    here = (entries.c.campaign == campaign) & (entries.c.position == position)
    connection.execute(sql.update(entries).where(here).values(audience=str(audience)))
    if audience == EVERYONE:
        return
    others = asides.c.seen_by.not_in([str(GM_ONLY), *map(str, parts_of(audience))])
    there = (asides.c.campaign == campaign) & (asides.c.position == position)
    connection.execute(sql.delete(asides).where(there, others))
    indexed = schema.INDEXED  # what it holds of that record and of those behind it is put in again
    behind = (indexed.c.campaign == campaign) & (indexed.c.position >= position)
    connection.execute(sql.update(indexed).where(behind).values(position=position - 1))


def ready(value: Any) -> Any:
    """A value of a view as the driver takes it: see the types of the columns in `schema`."""
    kind = type(value)
    if kind is str or kind is int or value is None:
        return value
    if isinstance(value, str):
        return str(value)
    return schema.words_json(value) if isinstance(value, tuple) else value


def rows_in(source: sql.Connection, table: sql.Table, campaign: str, dialect: str) -> Iterator[Sequence[Row]]:
    """The rows of a campaign from a SQLite table, some at a time, as the driver of another database takes them."""
    cursor = source.connection.cursor()
    cursor.execute(_select(table), (campaign,))
    truths = [index for index, column in enumerate(table.columns) if isinstance(column.type, sql.Boolean)]
    for rows in iter(partial(cursor.fetchmany, _ROWS_AT_ONCE), []):
        yield rows if dialect == "sqlite" or not truths else [_with_truths(row, truths) for row in rows]


def insert_rows(connection: sql.Connection, table: sql.Table, rows: Sequence[Row]) -> None:
    """Put rows into a table that has none with their keys."""
    execute_many(connection, _insert(table, connection.dialect.name), rows)


def has_rows(connection: sql.Connection, campaign: str) -> bool:
    """True if anything of a campaign is in the tables: then its records are on the timeline."""
    table = schema.ENTRIES
    return (
        connection.execute(sql.select(table.c.position).where(table.c.campaign == campaign).limit(1)).first()
        is not None
    )


def delete_campaign(connection: sql.Connection, campaign: str, tables: Iterable[sql.Table]) -> None:
    """Take out every row of a campaign."""
    for table in tables:
        connection.exec_driver_sql(_clear(table, connection.dialect.name), (campaign,))
        if table is schema.ENTRIES:
            made_anew = sql.update(schema.INDEXED).where(schema.INDEXED.c.campaign == campaign)
            connection.execute(made_anew.values(position=0))


def _with_truths(row: Row, truths: Sequence[int]) -> Row:
    values = list(row)  # SQLite keeps a truth as a number
    for index in truths:
        values[index] = None if values[index] is None else bool(values[index])
    return tuple(values)


# --- the statements --------------------------------------------------------------------------------------


@cache
def _select(table: sql.Table) -> str:
    return compiled_sql(
        sql.select(table).where(table.c.campaign == sql.bindparam("campaign")), "sqlite", ("campaign",)
    )


@cache
def _clear(table: sql.Table, dialect: str) -> str:
    return compiled_sql(sql.delete(table).where(table.c.campaign == sql.bindparam("of")), dialect, ("of",))


@cache
def _insert(table: sql.Table, dialect: str) -> str:
    return compiled_sql(sql.insert(table), dialect, table.columns.keys())


@cache
def _replace(table: sql.Table, dialect: str) -> str:
    new = upsert(table, dialect)
    values = {column.name: new.excluded[column.name] for column in table.columns if not column.primary_key}
    statement = new.on_conflict_do_update(index_elements=list(table.primary_key.columns), set_=values)
    return compiled_sql(statement, dialect, table.columns.keys())


@cache
def _delete(table: sql.Table, dialect: str) -> str:
    keys = [column.name for column in table.primary_key.columns]
    wanted = (table.c[name] == sql.bindparam(f"k_{name}") for name in keys)
    return compiled_sql(sql.delete(table).where(*wanted), dialect, [f"k_{name}" for name in keys])
