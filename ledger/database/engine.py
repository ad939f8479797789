"""Opening a ledger by its address: the one place that knows which databases there are."""

from ledger.database.address import Address
from ledger.database.database import Database
from ledger.database.postgres.connections import open_postgres
from ledger.database.sqlite.connections import open_sqlite


def open_database(address: str | Address) -> Database:
    """Open the ledger at an address, as `Address.parse` reads it; a file without a scheme by its whole path.

    Raises `LedgerUnavailable`, with one sentence that says why, if there is no such ledger, it is not one, it is
    too new, or it cannot be reached.
    """
    known = address if isinstance(address, Address) else Address.parse(address, relative=False)
    return open_sqlite(known) if known.is_sqlite else open_postgres(known)
