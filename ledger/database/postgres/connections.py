"""PostgreSQL: how its connections are made, also through a pooler, and the turn that keeps its order."""

from functools import partial
from time import monotonic
from typing import Any

import sqlalchemy as sa
from sqlalchemy import event, exc

from ledger.database import schema
from ledger.database.address import Address, WrongAddress
from ledger.database.database import WAIT_SECONDS, Database
from ledger.database.errors import LedgerUnavailable, NotReached, library_errors
from ledger.database.format_marker import refuse_newer, write_format
from ledger.database.postgres.append_guard import TAKE_TURN, make_turn
from ledger.database.postgres.connection_errors import connection_error

# Taken by whoever makes the tables, before there is a row to lock. Advisory locks are known by a number.
MARK_LOCK = int.from_bytes(b"ledgmrk", "big")

POOLED = "pooled"
"""The key, in what SQLAlchemy keeps about a connection, that tells if it leads to a pooler such as PgBouncer."""

IDLE_IN_TURN = 10
"""Seconds after which the server ends a transaction in which nothing is asked any more."""

IDLE_SECONDS = 0.2
"""A connection that was used less than this ago is taken to be alive; the others are asked first."""

_LAST_USED = "ledger: last used"

TAKE_LOCK = sa.text("SELECT pg_advisory_xact_lock(:number)")


def open_postgres(address: Address) -> Database:
    """Open the ledger in a PostgreSQL database.

    Raises `LedgerUnavailable` if the server cannot be reached, the driver is not installed, or the
    database holds a ledger that is too new or tables that only look like one.
    """
    url, name = address.server, str(address)
    assert url is not None, "a server's address"
    try:
        engine = sa.create_engine(url, pool_size=5, max_overflow=15)
    except ImportError as error:
        raise WrongAddress(
            f"{name} needs an extra that is not installed here: pip install 'campaign-ledger[postgres]'."
        ) from error
    _check_words(url)
    event.listen(engine, "connect", _prepare)
    event.listen(engine, "begin", _begin)
    event.listen(engine, "checkin", _remember_when)
    event.listen(engine, "checkout", partial(_ask_if_idle, engine.dialect))
    try:
        read_only = _examine(engine, address)
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
        # A writer that asked for a second connection while others wait for its lock, each with one of its own,
        # could wait for them as they wait for it: a server has a limit, and a pooler a low one.
        reads_within_writes=True,
        # Behind a pooler settings hold for one transaction, so there have to be others before it ends.
        commits_alone=lambda connection: not connection.info[POOLED],
    )


def _check_words(url: sa.URL) -> None:
    """Raises `LedgerUnavailable` for an option that is the driver's own, and in truth an argument of Python's."""
    from psycopg import pq

    known = {it.keyword.decode() for it in pq.Conninfo.get_defaults()}
    for word in url.query:
        if word not in known:
            raise WrongAddress(
                f"The address of the ledger asks for {_shown(word)}, which PostgreSQL does not know: leave it out."
            )


def _shown(word: str) -> str:
    return word if word.isidentifier() and len(word) <= 40 else "something"


def keep_order(connection: sa.Connection) -> None:
    """Let nobody else append before this transaction ends, so that ids become visible in their order.

    Without it a later id may be committed first, and whoever follows the ids misses the earlier one.
    A row's lock and not a table's: vacuum, backups and readers never meet it, and readers cannot take it.
    """
    if connection.dialect.name == "postgresql" and connection.exec_driver_sql(TAKE_TURN).first() is None:
        raise LedgerUnavailable("The ledger has lost the row that whoever appends has to lock: nothing was kept.")


def _prepare(driver: Any, record: Any) -> None:
    """Make a new connection fit for a ledger, whether it leads to the server or to a pooler in front of it."""
    with driver.cursor() as cursor:
        # A pooler hands out numbers of its own. It may lead each transaction to another connection of the server,
        # where what was set or prepared in this one is missing, or worse, where others prepared something else.
        (server,) = cursor.execute("SELECT pg_backend_pid()").fetchone()
        pooled = record.info[POOLED] = server != driver.info.backend_pid
        if pooled:
            driver.prepare_threshold = None
        else:
            cursor.execute(_settings(for_one_transaction=False))
    driver.commit()


def _begin(connection: sa.Connection) -> None:
    """Behind a pooler, settings hold for one transaction; one that only reads needs none of them."""
    if connection.info[POOLED] and not connection.get_execution_options().get("postgresql_readonly"):
        connection.exec_driver_sql(_settings(for_one_transaction=True))


def _settings(*, for_one_transaction: bool) -> str:
    local = str(for_one_transaction).lower()
    return (
        f"SELECT set_config('lock_timeout', '{int(WAIT_SECONDS * 1000)}', {local}),"
        # For a statement that is a transaction of its own; every other says it as it begins.
        f" set_config('default_transaction_isolation', 'read committed', {local}),"
        # A program that hangs in the midst of a ruling gives up its turn.
        f" set_config('idle_in_transaction_session_timeout', '{IDLE_IN_TURN * 1000}', {local}),"
        # What was acknowledged must survive a crash of the server, however the server is configured.
        " set_config('synchronous_commit',"
        f" coalesce(nullif(current_setting('synchronous_commit'), 'off'), 'on'), {local})"
    )


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


def _examine(engine: sa.Engine, address: Address) -> bool:
    name = str(address)
    try:
        connection = engine.connect()
    except exc.OperationalError as error:
        raise NotReached(connection_error(address.without_secrets(str(error.orig)), name)) from error
    except exc.ProgrammingError as error:  # as for a word the driver knows with a value it does not
        reason = address.without_secrets(str(error.orig)).strip().splitlines()[0]
        raise WrongAddress(f"The address of the ledger is not understood: {reason}.") from error
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
    make_turn(connection)
