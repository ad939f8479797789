"""Opening a ledger by its address: the one place that knows which databases there are."""

import sqlalchemy as sa
from sqlalchemy import exc

from ledger.recorder.database import Database
from ledger.recorder.errors import LedgerUnavailable
from ledger.recorder.postgres import called, open_postgres
from ledger.recorder.sqlite import open_sqlite

SQLITE_NAMES = {"sqlite", "sqlite+pysqlite"}
POSTGRES_NAMES = {"postgres", "postgresql", "postgresql+psycopg"}


def open_database(address: str) -> Database:
    """Open the ledger at `address`: `sqlite:///path`, `sqlite://` (in memory) or `postgresql://...`.

    `sqlite:///path?mode=ro` only reads. Raises `LedgerUnavailable`, with one sentence that says why,
    if there is no such ledger, it is not one, it is too new, or it cannot be reached.
    """
    try:
        url = sa.make_url(address)
    except (exc.ArgumentError, ValueError) as error:
        # The address itself may hold a password, so it is not repeated.
        raise LedgerUnavailable("The address of the ledger is not understood.") from error
    if url.drivername in SQLITE_NAMES:
        return open_sqlite(url)
    if url.drivername in POSTGRES_NAMES:
        return open_postgres(url)
    raise LedgerUnavailable(f"A ledger is kept in SQLite or PostgreSQL, not in {url.drivername}.")


def without_secrets(address: str) -> str:
    """The address as it may be shown: of a server's neither the password nor its options, which may be secrets."""
    try:
        url = sa.make_url(address)
    except (exc.ArgumentError, ValueError):
        return "not understood"
    return called(url) if url.drivername in POSTGRES_NAMES else url.render_as_string(hide_password=True)
