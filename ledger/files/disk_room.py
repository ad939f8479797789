"""Room for files on the disk of a ledger: looked at before any of a file is written, given back where it ended.

What a file left behind would keep the disk full, and every ruling refused, until it is swept away a day later.
"""

import shutil
from contextlib import suppress
from pathlib import Path

import sqlalchemy as sa
from eventsourcing.persistence import PersistenceError

from ledger.database.database import Database
from ledger.database.errors import LedgerUnavailable, library_errors
from ledger.files.tables import PART, file_parts, files

_BESIDE = 50
"""Of so many bytes of a file one more is needed, for the tables around them."""


def check_disk(database: Database, size: int) -> None:
    """Look whether a file of this size fits on the disk of a SQLite ledger. Raises `LedgerUnavailable`."""
    path = Path(database.name)  # of a ledger in memory, or at a server, there is no such file
    if database.engine.dialect.name != "sqlite" or not path.is_file():
        return
    with database.reading() as connection:
        unused = int(connection.exec_driver_sql("PRAGMA freelist_count").scalar() or 0)
        page = int(connection.exec_driver_sql("PRAGMA page_size").scalar() or 0)
    with suppress(OSError):
        if shutil.disk_usage(path.parent).free + unused * page < size + size // _BESIDE + PART:
            raise LedgerUnavailable(
                f"The disk that holds {database.name} has no room for this file; nothing of it was kept."
            )


def give_back(database: Database, campaign: str, digest: str) -> bool:
    """Take out what was put in of a file that no record claims. False where the disk has no room even for that.

    Part by part, since each needs room of its own while it goes; not overwritten, where there is too little.
    """
    return any(_given_back(database, campaign, digest, overwrite) for overwrite in ("ON", "OFF"))


def _given_back(database: Database, campaign: str, digest: str, overwrite: str) -> bool:
    parts, columns = sa.and_(file_parts.c.campaign == campaign, file_parts.c.digest == digest), files.c
    of = sa.and_(columns.campaign == campaign, columns.digest == digest)
    claimed = sa.select(columns.digest).where(of, columns.claimed)
    last = sa.select(sa.func.max(file_parts.c.n)).where(parts).scalar_subquery()
    gone = -1
    try:
        while gone:
            with database.writing() as connection, library_errors(database.name):
                if connection.scalar(claimed) is not None:
                    return True
                if connection.dialect.name == "sqlite":
                    connection.exec_driver_sql(f"PRAGMA secure_delete={overwrite}")
                gone = connection.execute(sa.delete(file_parts).where(parts, file_parts.c.n == last)).rowcount
                if not gone:
                    connection.execute(sa.delete(files).where(of))
    except PersistenceError:
        return False
    return True
