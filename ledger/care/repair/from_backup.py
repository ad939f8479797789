"""Records and files of a backup. Nothing of it is trusted but what the damaged ledger itself names: a record by
its seal, a file by the SHA-256 of its bytes.
"""

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryFile
from typing import BinaryIO, TypeAlias, cast

from ledger.care.repair.sorting import Backup
from ledger.database import schema
from ledger.database.errors import LedgerUnavailable
from ledger.database.sqlite.driver import sqlite3
from ledger.files.tables import file_parts

BackupFiles: TypeAlias = Callable[[str, str, BinaryIO], bool]
"""Writes the bytes of a file, by its campaign and digest: True if they are what the digest says."""


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


@contextmanager
def files_in(file: Path) -> Iterator[BackupFiles]:
    """Looks up files in a backup's file. One that was made before files were kept has none."""
    with closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)) as connection:

        def write(campaign: str, digest: str, into: BinaryIO) -> bool:
            asked = f"SELECT bytes FROM {file_parts.name} WHERE campaign = ? AND digest = ? ORDER BY n"
            found = sha256()
            try:
                for (part,) in connection.execute(asked, (campaign, digest)):
                    found.update(part)
                    into.write(part)
            except (sqlite3.Error, TypeError):
                return False
            return found.hexdigest() == digest

        yield write


@contextmanager
def brought(files: BackupFiles | None, campaign: str, digest: str) -> Iterator[BinaryIO | None]:
    """The content of a file as a backup has it, whole; None where it has not."""
    with TemporaryFile() as content:
        found = files is not None and files(campaign, digest, cast(BinaryIO, content))
        yield cast(BinaryIO, content) if found else None
