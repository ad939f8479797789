"""A folder of LevelDB as its newest documents, without ever writing into it.

The library itself writes a new log and new tables into each folder that it opens, and nothing that is pure Python
and well kept reads one.
"""

import re
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from exchange.imports.entries import Remarked
from exchange.imports.leveldb.blocks import Broken, sliced, varint
from exchange.imports.leveldb.files import STOPPED, Complain, KeyChange, changes_of_log, changes_of_table, records
from ledger.database.sqlite.driver import sqlite3

_FILE = re.compile(r"\d{1,18}\.(?:ldb|sst|log)")
_MOST_REMARKS = 1_000
_NEWEST = """
    INSERT INTO kept VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (key) DO UPDATE SET
    dead = CASE WHEN excluded.number > number THEN excluded.dead ELSE dead END,
    start = CASE WHEN excluded.valued > valued THEN excluded.start ELSE start END,
    length = CASE WHEN excluded.valued > valued THEN excluded.length ELSE length END,
    number = max(number, excluded.number), valued = max(valued, excluded.valued)
"""


class StoredDocument(NamedTuple):
    """A document as it was last written. `deleted`: it was taken out after that."""

    key: str
    value: bytes
    deleted: bool


def is_one(folder: Path) -> bool:
    """True if a folder is one of LevelDB."""
    return folder.is_dir() and (
        (folder / "CURRENT").is_file() or any(folder.glob("MANIFEST-*")) or any(folder.glob("*.ldb"))
    )


class Documents:
    """The documents of a folder whose keys begin with a prefix, in the order of their keys.

    They lie on the disk, in files that are gone with this: a folder of any size is read in the same memory.
    `remarks` says what of the folder could not be read; `parts` are the keys that begin with another prefix, as
    those of documents within documents do.
    """

    def __init__(self, folder: Path, prefix: str, parts: str = "") -> None:
        self.remarks: list[Remarked] = []
        self.parts: set[str] = set()
        self._values = tempfile.TemporaryFile()  # noqa: SIM115
        self._kept = sqlite3.connect("", isolation_level=None)
        self._kept.execute("PRAGMA journal_mode=OFF")
        self._kept.execute(
            "CREATE TABLE kept (key BLOB PRIMARY KEY, number INTEGER, dead INTEGER, valued INTEGER,"
            " start INTEGER, length INTEGER) WITHOUT ROWID"
        )
        self._kept.execute("BEGIN")
        wanted, counted = prefix.encode(), parts.encode()
        last: dict[bytes, KeyChange] = {}
        for change in self._changes(folder):
            if change.key.startswith(wanted):
                self._put(change)
            elif counted and change.key.startswith(counted):
                before = last.get(change.key)
                if before is None or before.number < change.number:
                    last[change.key] = change._replace(value=None if change.value is None else b"")
        self.parts = {key.decode("utf-8", "replace") for key, it in last.items() if it.value is not None}

    def __iter__(self) -> Iterator[StoredDocument]:
        for key, dead, start, length in self._kept.execute(
            "SELECT key, dead, start, length FROM kept WHERE valued >= 0 ORDER BY key"
        ):
            self._values.seek(start)
            yield StoredDocument(bytes(key).decode("utf-8", "replace"), self._values.read(length), bool(dead))

    def close(self) -> None:
        """Remove what was kept."""
        self._kept.close()
        self._values.close()

    def _put(self, change: KeyChange) -> None:
        value = change.value
        start = self._values.seek(0, 2) if value is not None else 0
        if value is not None:
            self._values.write(value)
        valued = -1 if value is None else change.number
        row = (change.key, change.number, value is None, valued, start, len(value or b""))
        self._kept.execute(_NEWEST, row)

    def _changes(self, folder: Path) -> Iterator[KeyChange]:
        counting = self._counting(folder)
        found = {int(it.stem): it for it in folder.iterdir() if _FILE.fullmatch(it.name) and it.is_file()}
        for number, file in sorted(found.items()):
            table = file.suffix != ".log"
            if counting and (number not in counting.tables if table else number < counting.first_log):
                continue  # an older state, which stands in other files by now
            with file.open("rb") as stream:
                yield from (changes_of_table if table else changes_of_log)(stream, self._complaining(file.name))
        for number in sorted(counting.tables - found.keys()) if counting else ():
            what = "is missing, and with it what it held"
            self.remarks.append(Remarked(f"{number:06}.ldb", what, broken=True))

    def _complaining(self, file: str) -> Complain:
        def complain(what: str) -> None:
            if len(self.remarks) < _MOST_REMARKS:
                self.remarks.append(Remarked(file, what, broken=STOPPED not in what))

        return complain

    def _counting(self, folder: Path) -> "_Counting | None":
        """The files that count, or None where the folder does not say: then all of them do."""
        try:
            named = (folder / "CURRENT").read_bytes()[:100].decode().strip()
            if not re.fullmatch(r"MANIFEST-\d{1,18}", named):
                raise Broken("it names no manifest")
            counting = _Counting(set())
            wrong: list[str] = []
            with (folder / named).open("rb") as stream:
                for record in records(stream, wrong.append):
                    counting.learn(record)
            if wrong or not counting.compared:
                raise Broken(f"its manifest is broken ({'; '.join(wrong[:3]) or 'it is cut off'})")
        except (OSError, UnicodeDecodeError, Broken) as error:
            said = str(error) if isinstance(error, Broken) else "it is missing or cannot be read"
            what = f"{said}, so all files of the folder were read, older states too"
            self.remarks.append(Remarked("CURRENT", what))
            return None
        return counting


@dataclass(slots=True)
class _Counting:
    """The files of a folder, as its manifest lists them."""

    tables: set[int]
    first_log: int = 0
    compared: bool = False
    """True once it was told how keys are compared, with which every manifest begins."""

    def learn(self, record: bytes) -> None:
        """Take in one change of the manifest. Raises `Broken`."""
        at = 0
        while at < len(record):
            tag, at = varint(record, at)
            if tag == 1:
                self.compared = True
                _name, at = sliced(record, at)
            elif tag == 5:  # where the last tidying stopped
                _level, at = varint(record, at)
                _key, at = sliced(record, at)
            elif tag in (2, 3, 4, 9):
                number, at = varint(record, at)
                self.first_log = number if tag == 2 else self.first_log
            elif tag in (6, 7):
                _level, at = varint(record, at)
                number, at = varint(record, at)
                if tag == 6:
                    self.tables.discard(number)
                    continue
                self.tables.add(number)
                _size, at = varint(record, at)
                for _ in range(2):  # its first and its last key
                    _key, at = sliced(record, at)
            else:
                raise Broken("its manifest says what is not known")
