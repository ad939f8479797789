"""A file that was read once, kept on the disk in the order of time until it is taken in."""

import pickle
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from pathlib import Path
from types import TracebackType
from typing import NamedTuple, TypeAlias

from exchange.imports.entries import About, Item, Remarked, Said, earlier_version, stands_twice
from exchange.imports.readers.titles import title_for, title_in
from exchange.imports.recognising import Format, behind_pages
from exchange.imports.source import ImportFile
from exchange.imports.texts import guarded, parts
from ledger.database.sqlite.driver import sqlite3
from ledger.logged import KnownEntry

MOST_REMARKS = 1_000
_BATCH_SIZE = 5_000
"""The number of entries after which progress is told."""
_CACHE = 256
"""Kilobytes of SQLite's own memory. The pages are in the system's as well."""


_TABLE = """CREATE TABLE spool (
    number INTEGER PRIMARY KEY, id TEXT UNIQUE, at TEXT, secret INTEGER, deleted INTEGER, speaker BLOB, scene BLOB,
    said BLOB
)"""
_ANY_TEXT = "utf-8", "surrogatepass"
"""A name in a file may be no text that SQLite takes."""


class EntryOutline(NamedTuple):
    """An entry without its words: who speaks and where, its number, id and time in the spool."""

    speaker: str
    scene: str
    number: int
    id: str
    at: str
    secret: int
    deleted: int


@dataclass(slots=True)
class Spool:
    """The entries of one file. To be closed, which removes what was kept on the disk."""

    source: ImportFile
    format: Format
    sum: str
    remarks: list[Remarked] = field(default_factory=list)
    entries: int = 0
    twice: int = 0
    """Entries that stood in the file more than once."""
    about: About = field(default_factory=About)
    deleted: int = 0
    unread: int = 0
    """Messages that were taken out in the other tool, and those that could not be read at all."""
    knows: bool = False
    """True if anything of this file was taken in before: see `remember`."""
    _folder: tempfile.TemporaryDirectory[str] | None = None
    _kept: sqlite3.Connection | None = None

    @property
    def broken(self) -> Remarked | None:
        """The remark on where the file breaks off, if it does."""
        return next((it for it in self.remarks if it.broken), None)

    @property
    def title(self) -> str:
        """The title that its campaign may have; empty where neither the file nor a name of it tells one."""
        return title_for(self.about, self.source.name) or title_in(self.source.folder)

    def __iter__(self) -> Iterator[Said]:
        """The entries in the order of time; what has none stays behind what stood before it."""
        if self._kept is None:
            return
        for (stored,) in self._kept.execute("SELECT said FROM spool ORDER BY at, number"):
            yield pickle.loads(stored)  # written by this very process, a moment ago

    def outlines(self) -> Iterator[EntryOutline]:
        """The outline of each entry, in the same order."""
        if self._kept is not None:
            asked = "SELECT speaker, scene, number, id, at, secret, deleted FROM spool ORDER BY at, number"
            for speaker, scene, *plain in self._kept.execute(asked):
                yield EntryOutline(speaker.decode(*_ANY_TEXT), scene.decode(*_ANY_TEXT), *plain)

    def some(self, wanted: Sequence[int], at: str) -> Iterator[tuple[int, Said]]:
        """The entries with these numbers, in the same order; `at` is the time that the first is put at."""
        if self._kept is None or not wanted:
            return
        asked = "SELECT number, said FROM spool WHERE (at, number) >= (?, ?) ORDER BY at, number"
        rows, waiting = self._kept.execute(asked, (at, wanted[0])), iter(wanted)
        sought = next(waiting)
        for number, stored in rows:
            if number == sought:
                yield number, pickle.loads(stored)
                sought = next(waiting, 0)
                if not sought:
                    break
        rows.close()

    def said(self, number: int) -> Said:
        """The entry with this number."""
        assert self._kept is not None
        (stored,) = self._kept.execute("SELECT said FROM spool WHERE number = ?", (number,)).fetchone()
        found: Said = pickle.loads(stored)
        return found

    def said_as(self, source_id: str) -> Said | None:
        """The entry with this id, or None."""
        if self._kept is None:
            return None
        row = self._kept.execute("SELECT said FROM spool WHERE id = ?", (source_id,)).fetchone()
        return None if row is None else pickle.loads(row[0])

    def times(self) -> Iterator[tuple[str, str]]:
        """The id of each entry in the same order, and the time it is put at: its own, or that before it."""
        if self._kept is not None:
            yield from self._kept.execute("SELECT id, at FROM spool ORDER BY at, number")

    def unknown(self) -> int:
        """The number of entries that were not taken in before, as far as that was noted."""
        if self._kept is None or not self.knows:
            return 0
        asked = "SELECT count(*) FROM spool WHERE id NOT IN (SELECT id FROM known)"
        return int(self._kept.execute(asked).fetchone()[0])

    def remember(self, known: Iterable[KnownEntry]) -> None:
        """Note what was taken in before, to be asked entry by entry."""
        if self._kept is None:
            return
        self._kept.execute("DROP TABLE IF EXISTS known")
        self._kept.execute("CREATE TABLE known (id TEXT PRIMARY KEY, session INTEGER, said BLOB) WITHOUT ROWID")
        self._kept.execute("BEGIN")
        rows = ((it.source_id, it.session, it.digest) for it in known)
        self._kept.executemany("INSERT OR REPLACE INTO known VALUES (?, ?, ?)", rows)
        self._kept.execute("COMMIT")
        self.knows = self._kept.execute("SELECT 1 FROM known LIMIT 1").fetchone() is not None

    def also_known(self, ids: Iterable[tuple[str, str]]) -> None:
        """Note of entries the ids that they have here and had when they were taken in, if they were."""
        if self._kept is not None:
            self._kept.executemany(
                "INSERT OR IGNORE INTO known SELECT ?, session, said FROM known WHERE id = ?", ids
            )

    def known(self, source_id: str) -> KnownEntry | None:
        """The entry as it was taken in before, or None."""
        if self._kept is None or not self.knows:
            return None
        row = self._kept.execute("SELECT session, said FROM known WHERE id = ?", (source_id,)).fetchone()
        return None if row is None else KnownEntry(source_id, *row)

    def __enter__(self) -> "Spool":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Remove what was kept."""
        if self._kept is not None:
            self._kept.close()
            self._kept = None
        if self._folder is not None:
            self._folder.cleanup()
            self._folder = None


def spooled(source: ImportFile, format: Format, progress: Callable[[int], None] = lambda done: None) -> Spool:
    """Read a file to its end. `progress` is told how many entries were found."""
    spool = Spool(source, format, source.sum)
    spool._folder = tempfile.TemporaryDirectory(prefix="intake-")
    spool._kept = sqlite3.connect(
        Path(spool._folder.name) / "spool", isolation_level=None, check_same_thread=False
    )
    spool._kept.execute("PRAGMA journal_mode=OFF")
    spool._kept.execute(f"PRAGMA cache_size=-{_CACHE}")
    spool._kept.execute(_TABLE)
    try:
        _fill(spool, chain(format.read(source), behind_pages(source, format)), progress)
    except BaseException:
        spool.close()
        raise
    return spool


def _fill(spool: Spool, items: Iterator[Item], progress: Callable[[int], None]) -> None:
    kept = spool._kept
    assert kept is not None
    at, number, remarked = "", 0, 0
    kept.execute("BEGIN")
    for item in items:
        if isinstance(item, About):
            spool.about = About(spool.about.title or item.title, spool.about.system or item.system)
            continue
        if isinstance(item, Remarked):
            remarked += 1
            spool.deleted += item.deleted
            spool.unread += item.unread
            if remarked <= MOST_REMARKS or item.broken:
                spool.remarks.append(item)
            continue
        at = item.when or at
        for said in _split(item):
            number += 1
            row = _row(number, at, said)
            if not kept.execute(f"INSERT OR IGNORE {_PUT}", row).rowcount:
                spool.twice += 1
                number += _put_again(kept, spool.twice, said, row)
            if number % _BATCH_SIZE == 0:
                progress(number)
    kept.execute("CREATE INDEX in_time ON spool (at, number)")  # else every look would sort the words as well
    kept.execute("COMMIT")
    if spool.source.is_there and spool.source.is_shift_jis:
        spool.remarks.append(Remarked("the whole file", "it is no UTF-8, and was read as Shift-JIS"))
    spool.entries = kept.execute("SELECT count(*) FROM spool").fetchone()[0]
    if spool.twice:
        spool.remarks.append(Remarked("the whole file", stands_twice(spool.twice)))


_Row: TypeAlias = tuple[int, str, str, bool, bool, bytes, bytes, bytes]
_PUT = "INTO spool VALUES (?, ?, ?, ?, ?, ?, ?, ?)"


def _row(number: int, at: str, said: Said) -> _Row:
    stored = pickle.dumps(said, pickle.HIGHEST_PROTOCOL)
    speaker, scene = said.speaker.encode(*_ANY_TEXT), said.scene.encode(*_ANY_TEXT)
    return (number, said.id, at, said.secret, said.deleted, speaker, scene, stored)


def _put_again(kept: sqlite3.Connection, twice: int, said: Said, row: _Row) -> int:
    """Put an entry in the place of the one with its id, which stays behind it where it says something else: the
    number of those that were added.
    """
    at, stored = kept.execute("SELECT at, said FROM spool WHERE id = ?", (said.id,)).fetchone()
    kept.execute(f"REPLACE {_PUT}", row)
    before = earlier_version(pickle.loads(stored), said, twice)
    if before is None:
        return 0
    return kept.execute(f"INSERT OR IGNORE {_PUT}", _row(row[0] + 1, at, before)).rowcount


def _split(said: Said) -> Iterator[Said]:
    """A message too long for one entry comes in several: nothing of it is lost."""
    texts = parts(guarded(said.text))
    yield said if texts[0] == said.text else replace(said, text=texts[0])
    for number, text in enumerate(texts[1:], start=2):
        yield replace(said, id=f"{said.id}/{number}", text=text, rolls=(), moves=())
