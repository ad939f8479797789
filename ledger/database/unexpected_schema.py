"""Differences from the schema that this program made: triggers that change records, tables of other columns."""

from collections.abc import Iterator

import sqlalchemy as sa

from ledger.database import schema
from ledger.database.postgres.append_guard import FOLLOWS

OWN = ("trigger", FOLLOWS, schema.events.name)
"""The trigger that this program itself puts on its tables, on PostgreSQL alone."""

_ON_POSTGRES = """
    SELECT 'trigger', t.tgname, c.relname FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
        WHERE NOT t.tgisinternal AND {ours}
    UNION ALL
    SELECT 'rule', r.rulename, c.relname FROM pg_rewrite r JOIN pg_class c ON c.oid = r.ev_class
        WHERE c.relkind <> 'v' AND {ours}
    UNION ALL
    SELECT 'row policy', p.polname, c.relname FROM pg_policy p JOIN pg_class c ON c.oid = p.polrelid WHERE {ours}
""".format(ours="pg_table_is_visible(c.oid) AND c.relname ~ '^(ledger|view)_'")


def triggers_and_rules(connection: sa.Connection) -> list[tuple[str, str, str]]:
    """Everything that acts by itself when something is recorded or read: its kind, its name, and the table it
    is on.
    """
    if connection.dialect.name == "sqlite":
        asked = "SELECT 'trigger', name, tbl_name FROM sqlite_master WHERE type = 'trigger'"
    else:
        asked = _ON_POSTGRES
    found = {(kind, name, table) for kind, name, table in connection.exec_driver_sql(asked)}
    return sorted(found if connection.dialect.name == "sqlite" else found - {OWN})


def misshapen(connection: sa.Connection, *tables: sa.Table) -> Iterator[str]:
    """The names of those of these tables, and of the ledger's own, whose columns are not those they should be."""
    look = _on_sqlite if connection.dialect.name == "sqlite" else _on_server
    columns, orders = look(connection)
    for table in (*schema.metadata.tables.values(), *tables):
        if table.name in columns and columns[table.name] != dict.fromkeys(table.columns.keys(), False):
            yield table.name
    if schema.events.name in columns and _ORDER not in orders:
        yield schema.events.name


_ORDER = ["originator_id", "originator_version"]
_Columns = dict[str, dict[str, bool]]
"""The columns of each table, and whether each is worked out from others."""


def _on_sqlite(connection: sa.Connection) -> tuple[_Columns, list[list[str]]]:
    columns: _Columns = {}
    asked = (
        "SELECT m.name, x.name, x.hidden FROM sqlite_master AS m, pragma_table_xinfo(m.name) AS x "
        "WHERE m.type = 'table' AND m.name LIKE 'ledger/_%' ESCAPE '/'"
    )
    for table, column, hidden in connection.exec_driver_sql(asked):
        columns.setdefault(table, {})[column] = bool(hidden)
    orders: dict[str, list[str]] = {}
    asked = (
        f"SELECT l.name, i.name FROM pragma_index_list('{schema.events.name}') AS l, "
        "pragma_index_info(l.name) AS i "
        'WHERE l."unique" AND NOT l.partial ORDER BY l.name, i.seqno'
    )
    for index, column in connection.exec_driver_sql(asked):
        orders.setdefault(index, []).append(column)
    return columns, list(orders.values())


def _on_server(connection: sa.Connection) -> tuple[_Columns, list[list[str]]]:
    inspector = sa.inspect(connection)
    own = [name for name in inspector.get_table_names() if name.startswith(schema.PREFIX)]
    columns = {  # asked for at once: one by one, each is a question to the server of its own
        table: {it["name"]: "computed" in it for it in found}
        for (_, table), found in inspector.get_multi_columns(filter_names=own).items()
    }
    known = inspector.get_unique_constraints(schema.events.name) if schema.events.name in columns else []
    return columns, [it["column_names"] for it in known]


def faults(connection: sa.Connection, *tables: sa.Table) -> list[str]:
    """The faults of the tables, one sentence each, apart from what is in them."""
    return [
        *(
            f"A {kind}, {name}, acts on the table {table}: it can change or swallow what is recorded."
            for kind, name, table in triggers_and_rules(connection)
        ),
        *(f"The table {name} is not as this program makes it." for name in misshapen(connection, *tables)),
    ]
