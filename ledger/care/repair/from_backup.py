"""Records of a backup, of which nothing is believed but what the damaged ledger itself names by its seal."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from ledger.care.repair.sorting import Backup
from ledger.database import schema
from ledger.database.errors import LedgerUnavailable
from ledger.database.sqlite.driver import sqlite3


@contextmanager
def records_in(file: Path) -> Iterator[Backup]:
    """Looks up records in a backup's file. Raises `LedgerUnavailable`."""
    if not file.is_file():
        raise LedgerUnavailable(f"There is no file {file}.")
    with closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)) as connection:
        places: dict[tuple[str, int], list[int]] = {}
        try:
            rows = connection.execute(
                f"SELECT originator_id, originator_version, id FROM {schema.events.name} NOT INDEXED"
            )
            for campaign, position, row in rows:
                places.setdefault((campaign, position), []).append(row)
        except sqlite3.Error as error:
            raise LedgerUnavailable(f"{file} is no ledger that can be read: {error}.") from error

        def look_up(campaign: str, position: int) -> tuple[str, bytes] | None:
            for row in places.get((campaign, position), ()):
                try:
                    asked = f"SELECT topic, state FROM {schema.events.name} NOT INDEXED WHERE id = ?"
                    topic, state = connection.execute(asked, (row,)).fetchone()
                except (sqlite3.Error, UnicodeError, TypeError):
                    continue
                if isinstance(topic, str) and isinstance(state, bytes):
                    return topic, state
            return None

        yield look_up
