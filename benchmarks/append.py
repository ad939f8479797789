"""Appending one ruling of four records, durably: `python -m benchmarks.append [--full]`.

On SQLite beside raw `sqlite3` with rows of the same bytes and the same journal and sync settings, the
event-sourcing library's own `Application.save` of an aggregate that is held in memory (with the same settings, and
in WAL as it comes), its recorder alone (in WAL, synced alike), and `eventsourcing_sqlalchemy` (with the same
settings, and in WAL as it comes); on PostgreSQL beside psycopg with one INSERT of several rows.
`eventsourcing_sqlalchemy` is no dependency: `pip install eventsourcing_sqlalchemy` in an environment of its own,
because it asks for an older SQLAlchemy.
"""

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from importlib import import_module
from itertools import count
from pathlib import Path
from typing import Any, cast
from uuid import UUID, uuid4

import psycopg
import pytest
import sqlalchemy as sa
from eventsourcing.application import Application
from eventsourcing.domain import Aggregate
from eventsourcing.persistence import (
    ApplicationRecorder,
    InfrastructureFactory,
    InfrastructureFactoryError,
    StoredEvent,
    TrackingRecorder,
)
from eventsourcing.utils import Environment

from benchmarks.growing import ONE_RULING, SLUG, STONES, folder, tower
from benchmarks.measuring import Figure, Scale, alone, amount, note, ratio, side_by_side
from ledger.database.sqlite.driver import sqlite3
from ledger.ledger import Ledger
from projections.read_models import ReadModels
from tests.support.postgres import running_postgres

PATH = "append"


def raw_events(path: Path, journal: str) -> sqlite3.Connection:
    """A file with nothing but a table of events, in this journal and synced as a ledger is."""
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute(f"PRAGMA journal_mode={journal}")
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute(
        "CREATE TABLE event (id INTEGER PRIMARY KEY AUTOINCREMENT, campaign TEXT, position INTEGER, type TEXT,"
        " state BLOB, UNIQUE (campaign, position))"
    )
    return connection


def raw_sqlite(path: Path, journal: str, rows: list[tuple[str, bytes]]) -> Callable[[], None]:
    connection = raw_events(path, journal)
    position, campaign = count(1), str(uuid4())

    def one() -> None:
        connection.execute("BEGIN IMMEDIATE")
        connection.executemany(
            "INSERT INTO event (campaign, position, type, state) VALUES (?, ?, ?, ?)",
            [(campaign, next(position), tag, stored) for tag, stored in rows],
        )
        connection.execute("COMMIT")

    return one


def raw_psycopg(url: str, rows: list[tuple[str, bytes]]) -> Callable[[], None]:
    connection = psycopg.connect(url)
    connection.execute(
        "CREATE TABLE event (id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, campaign TEXT, position BIGINT,"
        " type TEXT, state BYTEA, UNIQUE (campaign, position))"
    )
    connection.commit()
    position, campaign = count(1), str(uuid4())
    statement = "INSERT INTO event (campaign, position, type, state) VALUES " + ", ".join(
        ["(%s, %s, %s, %s)"] * len(rows)
    )

    def one() -> None:
        values = [each for tag, stored in rows for each in (campaign, next(position), tag, stored)]
        connection.execute(statement.encode(), values)
        connection.commit()

    return one


def recorder_of(module: str, **env: str) -> ApplicationRecorder:
    factory: InfrastructureFactory[TrackingRecorder] = InfrastructureFactory.construct(
        Environment("bench", {"PERSISTENCE_MODULE": module, **env})
    )
    return factory.application_recorder()


def by_recorder(recorder: ApplicationRecorder, rows: list[tuple[str, bytes]]) -> Callable[[], None]:
    position, campaign = count(1), uuid4()

    def one() -> None:
        recorder.insert_events([StoredEvent(campaign, next(position), tag, stored) for tag, stored in rows])

    return one


def in_journal(recorder: Any, journal: str) -> ApplicationRecorder:
    """`eventsourcing_sqlalchemy` with the journal and sync settings of the others, and not in WAL as it comes."""
    datastore = recorder.datastore
    datastore._tried_init_sqlite_wal_mode = True
    datastore.engine.dispose()

    @sa.event.listens_for(datastore.engine, "connect")
    def set_it(driver: sqlite3.Connection, _record: object) -> None:
        driver.execute(f"PRAGMA journal_mode={journal}")
        driver.execute("PRAGMA synchronous=FULL")

    return cast(ApplicationRecorder, recorder)


class Rival(Aggregate):
    """A tower of the library, held in memory: it chains, rolls, checks and retells nothing."""

    class Laid(Aggregate.Event):
        """A stone was laid."""

        face: int

        def apply(self, aggregate: Any) -> None:
            """Let it grow."""
            aggregate.height += self.face

    def __init__(self) -> None:
        self.height = 0

    def lay(self) -> None:
        """One ruling."""
        for face in range(1, STONES + 1):
            self.trigger_event(self.Laid, face=face)


def by_save(path: Path, journal: str = "wal") -> Callable[[], None]:
    """The library's own application, synced as ours and on the same SQLite, in this journal. It comes in WAL."""
    library = import_module("eventsourcing.sqlite")
    library.sqlite3 = sqlite3  # type: ignore[attr-defined]
    application: Application[UUID] = Application(
        {"PERSISTENCE_MODULE": "eventsourcing.sqlite", "SQLITE_DBNAME": str(path)}
    )
    if journal != "wal":
        pool = cast(Any, application.recorder).datastore.pool
        connection = pool.get_connection(is_writer=True)
        (mode,) = connection._sqlite_conn.execute(f"PRAGMA journal_mode={journal}").fetchone()
        pool.put_connection(connection)
        assert mode == journal
    tower = Rival()
    application.save(tower)

    def one() -> None:
        tower.lay()
        application.save(tower)

    return one


def with_views(ledger: Ledger) -> Ledger:
    ledger.followers.append(ReadModels(ledger))
    return ledger


def journal_of(ledger: Ledger) -> str:
    assert ledger.store.database
    with ledger.store.database.reading() as connection:
        return str(connection.exec_driver_sql("PRAGMA journal_mode").scalar())


def many(one: Callable[[], object], rulings: int) -> Callable[[], None]:
    def work() -> None:
        for _ in range(rulings):
            one()

    return work


def measure(scale: Scale) -> list[Figure]:
    rulings = 500 if scale.full else 40
    figures = on_sqlite(rulings)
    try:
        with running_postgres(in_memory=False) as server:
            address = server.fresh_database()
            with psycopg.connect(address, autocommit=True) as connection:
                connection.execute("ALTER SYSTEM SET fsync = on")  # the tests do without it
                connection.execute("SELECT pg_reload_conf()")
            figures += on_postgres(address, server.fresh_database(), server.fresh_database(), rulings)
    except pytest.skip.Exception as reason:
        figures.append(note(PATH, f"PostgreSQL: {reason}"))
    return figures


def on_sqlite(rulings: int) -> list[Figure]:
    with folder() as here:
        ours, viewed = tower(f"sqlite:///{here / 'ours'}"), with_views(tower(f"sqlite:///{here / 'viewed'}"))
        ours.rule(SLUG, ONE_RULING)
        rows = [(tag, stored) for _p, tag, stored in ours.stored(SLUG)][-STONES:]
        works = {
            "ours": lambda: ours.rule(SLUG, ONE_RULING),
            "viewed": lambda: viewed.rule(SLUG, ONE_RULING),
            "raw": raw_sqlite(here / "raw", journal_of(ours), rows),
            "save": by_save(here / "save"),
            "save alike": by_save(here / "save-alike", journal_of(ours)),
            "library": by_recorder(recorder_of("eventsourcing.sqlite", SQLITE_DBNAME=str(here / "library")), rows),
        }
        with suppress(InfrastructureFactoryError):
            rival = partial(recorder_of, "eventsourcing_sqlalchemy")
            works["sqlalchemy in wal"] = by_recorder(rival(SQLALCHEMY_URL=f"sqlite:///{here / 'wal'}"), rows)
            alike = in_journal(rival(SQLALCHEMY_URL=f"sqlite:///{here / 'alike'}"), journal_of(ours))
            works["sqlalchemy"] = by_recorder(alike, rows)
        took = side_by_side(rulings, {name: many(one, rulings) for name, one in works.items()})
        journal = journal_of(ours)
        ours.close()
        viewed.close()
    where = f"SQLite, {journal}"
    figures = [
        ratio(
            PATH, f"{where}: a ruling, against raw sqlite3", took["ours"].clock / took["raw"].clock, at_most=1.6
        ),
        *_times(where, {"a ruling": took["ours"].clock, "raw sqlite3": took["raw"].clock}),
        amount(PATH, f"{where}: a ruling, work", took["ours"].work * 1e6, "µs of processor"),
        amount(PATH, f"{where}: raw sqlite3, work", took["raw"].work * 1e6, "µs of processor"),
        ratio(
            PATH, f"{where}: with all read models, against raw sqlite3", took["viewed"].clock / took["raw"].clock
        ),
        amount(PATH, f"{where}: with all read models, work", took["viewed"].work * 1e6, "µs of processor"),
        *_against_save(where, took["ours"].clock, took["viewed"].clock, took["save alike"].clock),
        ratio(
            PATH, f"{where}: a ruling, against Application.save in WAL", took["ours"].clock / took["save"].clock
        ),
        amount(PATH, "Application.save, work", took["save"].work * 1e6, "µs of processor"),
        ratio(
            PATH,
            "eventsourcing's recorder alone (WAL), against raw sqlite3",
            took["library"].clock / took["raw"].clock,
        ),
    ]
    if "sqlalchemy" in took:
        faster = took["sqlalchemy"].clock / took["ours"].clock
        figures.append(ratio(PATH, f"{where}: faster than eventsourcing_sqlalchemy", faster, at_least=2))
        faster = took["sqlalchemy in wal"].clock / took["ours"].clock
        figures.append(ratio(PATH, f"{where}: faster than eventsourcing_sqlalchemy in WAL", faster))
    else:
        figures.append(
            note(PATH, "eventsourcing_sqlalchemy is not installed: see the head of benchmarks/append.py")
        )
    return figures


def _against_save(where: str, ruling: float, viewed: float, save: float) -> list[Figure]:
    return [
        ratio(PATH, f"{where}: a ruling, against Application.save in this journal", ruling / save, at_most=1.0),
        ratio(
            PATH,
            f"{where}: with all read models, against Application.save in this journal",
            viewed / save,
            at_most=2.0,
        ),
        amount(PATH, f"{where}: Application.save", save * 1000, "ms"),
    ]


def on_postgres(ours_url: str, viewed_url: str, raw_url: str, rulings: int) -> list[Figure]:
    ours, viewed = tower(ours_url), with_views(tower(viewed_url))
    ours.rule(SLUG, ONE_RULING)
    rows = [(tag, stored) for _p, tag, stored in ours.stored(SLUG)][-STONES:]
    raw = raw_psycopg(raw_url, rows)
    works = {
        "ours": many(lambda: ours.rule(SLUG, ONE_RULING), rulings),
        "viewed": many(lambda: viewed.rule(SLUG, ONE_RULING), rulings),
        "raw": many(raw, rulings),
    }
    took = side_by_side(rulings, works)
    ours.close()
    viewed.close()
    times = took["ours"].clock / took["raw"].clock
    return [
        ratio(PATH, "PostgreSQL: a ruling, against psycopg with one INSERT", times, at_most=1.8),
        *_times("PostgreSQL", {"a ruling": took["ours"].clock, "psycopg": took["raw"].clock}),
        ratio(PATH, "PostgreSQL: with all read models, against psycopg", took["viewed"].clock / took["raw"].clock),
    ]


def _times(where: str, clocks: dict[str, float]) -> list[Figure]:
    return [amount(PATH, f"{where}: {name}", clock * 1000, "ms") for name, clock in clocks.items()]


if __name__ == "__main__":
    alone(measure)
