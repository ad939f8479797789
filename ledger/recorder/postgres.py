"""PostgreSQL: how its connections are made, and the one lock that keeps its order."""

from functools import partial
from time import monotonic
from typing import Any

import sqlalchemy as sa
from sqlalchemy import event, exc

from ledger.recorder import schema
from ledger.recorder.database import WAIT_SECONDS, Database
from ledger.recorder.errors import LedgerUnavailable, library_errors
from ledger.recorder.marks import refuse_newer, write_format

# Advisory locks are known by a number, and other programs may use some in the same database.
ORDER_LOCK = int.from_bytes(b"ledgord", "big")
MARK_LOCK = int.from_bytes(b"ledgmrk", "big")

IDLE_SECONDS = 0.2
"""A connection that was used less than this ago is taken to be alive; the others are asked first."""

_LAST_USED = "ledger: last used"

TAKE_LOCK = sa.text("SELECT pg_advisory_xact_lock(:number)")


def open_postgres(url: sa.URL) -> Database:
    """Open the ledger in a PostgreSQL database.

    Raises `LedgerUnavailable` if the server cannot be reached, the driver is not installed, or the
    database holds a ledger that is too new or tables that only look like one.
    """
    url = url.set(drivername="postgresql+psycopg")
    name = url.set(drivername="postgresql").render_as_string(hide_password=True)
    try:
        engine = sa.create_engine(url, pool_size=5, max_overflow=15)
    except ImportError as error:
        raise LedgerUnavailable(
            f"{name} needs the PostgreSQL driver: install campaign-ledger[postgres]."
        ) from error
    event.listen(engine, "connect", _prepare)
    event.listen(engine, "checkin", _remember_when)
    event.listen(engine, "checkout", partial(_ask_if_idle, engine.dialect))
    try:
        read_only = _examine(engine, name)
    except BaseException:
        engine.dispose()
        raise
    return Database(
        engine,
        name=name,
        read_only=read_only,
        # So that, as on SQLite, what is read together is of one moment and reading cannot write.
        reading_options={"isolation_level": "REPEATABLE READ", "postgresql_readonly": True},
        writing_options={"isolation_level": "READ COMMITTED"},
        mark=_mark,
    )


def keep_order(connection: sa.Connection) -> None:
    """Let nobody else append before this transaction ends, so that ids become visible in their order.

    Without it a later id may be committed first, and whoever follows the ids misses the earlier one.
    An advisory lock and not a table lock: vacuum, backups and readers never meet it.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(TAKE_LOCK, {"number": ORDER_LOCK})


def _prepare(driver: Any, _record: object) -> None:
    with driver.cursor() as cursor:
        cursor.execute(f"SET lock_timeout = {int(WAIT_SECONDS * 1000)}")
        # What was acknowledged must survive a crash of the server, however the server is configured.
        cursor.execute(
            "SELECT set_config('synchronous_commit', 'on', false)"
            " WHERE current_setting('synchronous_commit') = 'off'"
        )
    driver.commit()


def _remember_when(_driver: Any, record: Any) -> None:
    record.info[_LAST_USED] = monotonic()


def _ask_if_idle(dialect: sa.Dialect, driver: Any, record: Any, _proxy: object) -> None:
    """Have the pool make a new connection where this one died unnoticed: not at every use, as SQLAlchemy would."""
    if monotonic() - record.info.get(_LAST_USED, -IDLE_SECONDS) < IDLE_SECONDS:
        return
    try:
        alive = dialect.do_ping(driver)
    except dialect.loaded_dbapi.Error as error:
        raise exc.DisconnectionError from error
    if not alive:
        raise exc.DisconnectionError


def _examine(engine: sa.Engine, name: str) -> bool:
    try:
        connection = engine.connect()
    except exc.OperationalError as error:
        reason = str(error.orig).strip().splitlines()[-1]
        raise LedgerUnavailable(f"{name} cannot be reached: {reason}") from error
    with library_errors(name), connection:
        tables = set(sa.inspect(connection).get_table_names())
        if schema.format_table.name in tables:
            refuse_newer(connection.scalar(sa.select(schema.format_table.c.number)), name)
        elif schema.events.name in tables:
            raise LedgerUnavailable(f"{name} has a table {schema.events.name} of another program.")
        return bool(connection.scalar(sa.text("SHOW transaction_read_only")) == "on")


def _mark(connection: sa.Connection) -> None:
    connection.execute(TAKE_LOCK, {"number": MARK_LOCK})
    write_format(connection)
