"""Noticing that the file of a ledger in use was written over by something that is not SQLite, such as `cp`.

SQLite takes the pages that a connection remembers for current as long as sixteen bytes of the file's header are
what they were. A copy of the same ledger in which as much was recorded has those bytes too. The system's times of
the file change whoever writes into it. A connection that finds them changed asks SQLite whether it has noticed a
change as well (https://sqlite.org/pragma.html#pragma_data_version). Where it has not, the pages that it remembers
may be those of a file that is no more.
"""

import os
from contextlib import suppress
from dataclasses import dataclass

from ledger.database.sqlite.driver import sqlite3

FileId = tuple[int, int]
"""Device and number, which tell a file from every other one."""
FileTimes = tuple[int, int, int]
"""Times at which a file was last written into and last altered in any way, in ns, and its size in bytes."""


@dataclass(slots=True)
class FileContents:
    """The knowledge of one process about the content of a ledger's file, shared by its connections."""

    path: str
    log: str | None = None
    """The file beside it that is written first, where there is a write-ahead log."""
    replacements: int = 0
    """Number of times that other content was found in the same file, or other tables."""
    times: FileTimes | None = None
    """Those for which `replacements` is known to hold."""
    schema: int | None = None
    """The number that SQLite counts up with every change of the tables."""

    def stat(self) -> tuple[FileId, FileTimes] | None:
        """The file that lies there now, and the times of what is written first; None where there is none."""
        try:
            found = os.stat(self.path)
        except OSError:
            return None
        place = found.st_dev, found.st_ino
        if self.log is not None:
            with suppress(OSError):  # there is none until something is written
                found = os.stat(self.log)
        return place, (found.st_mtime_ns, found.st_ctime_ns, found.st_size)

    def place(self) -> FileId | None:
        """The file that lies there now; None where there is none."""
        try:
            found = os.stat(self.path)
        except OSError:
            return None
        return found.st_dev, found.st_ino


class PlacedConnection(sqlite3.Connection):
    """A connection that remembers which file it opened: a path can come to mean another, or none."""

    contents: FileContents | None = None
    """None for a ledger in memory."""
    place: FileId | None = None
    rollback_journal: str | None = None
    """The mode of its journal, where this SQLite may use no other."""
    has_log = False
    """True if it has a write-ahead log."""
    only_reads: bool | None = None
    """True if it may not write, False if it may; None if neither has been said to it yet."""
    waits = True
    """True if SQLite itself waits on it for whoever holds a lock."""
    checked_at: int | None = None
    """The number of changes by others when its journal was last found as it has to be."""
    _times: FileTimes | None = None
    """Those of the file when this connection last looked at it, or committed."""
    _version = 0
    """The number of changes by others that SQLite had noticed then."""

    def is_outdated(self) -> bool:
        """True if another file lies where this connection opened one, or the same file was written over.

        Where there is none it is True: what was moved away could still be read, and be taken for the ledger, and
        the next connection says that it is gone. Raises `sqlite3.Error`.
        """
        contents = self.contents
        if contents is None:
            return False
        if (found := contents.stat()) is None:
            return True
        place, times = found
        if place != self.place:
            return True
        if times == self._times:
            return False
        version = self._changes_by_others()
        # Whoever writes into a write-ahead log is SQLite, which notices that of itself.
        if self._times is not None and version == self._version and not self.has_log:
            contents.replacements += 1
            return True
        (schema,) = self.execute("PRAGMA schema_version").fetchone()
        if not schema:
            return False  # made just now, or emptied by a copy that has only begun
        if contents.schema not in (None, schema):
            contents.replacements += 1
        contents.schema, contents.times = schema, times
        self._times, self._version = times, version
        return False

    def has_begun_to_write(self) -> int:
        """Take note of what SQLite has noticed up to here: nobody else changes anything until this has ended.

        The number of changes by others so far; 0 where that is of no use.
        """
        if self.contents is not None and not self.has_log:
            self._version = self._changes_by_others()
        return self._version

    def has_committed(self) -> FileId | None:
        """Take the times of the file as made by this connection itself; the file that lies there now."""
        if self.contents is None or (found := self.contents.stat()) is None:
            return None
        if found[0] == self.place:
            self.contents.times = self._times = found[1]
        return found[0]

    def _changes_by_others(self) -> int:
        (version,) = self.execute("PRAGMA data_version").fetchone()
        return int(version)
