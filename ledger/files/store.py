"""Keeping files in parts: staged in short transactions, claimed by the transaction of the record that names them.

A record and the bytes it names are committed together, are in one backup, and leave together. Until a record
claims them, staged bytes are nobody's, and are swept away after a day. `docs/decisions/0025` says why here.
"""

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from datetime import timedelta
from enum import Enum
from hashlib import sha256
from time import sleep
from typing import BinaryIO
from uuid import UUID

import sqlalchemy as sa

from ledger.answers import Appended
from ledger.clock import Clock, stamp, system_clock
from ledger.database.database import Database
from ledger.database.errors import LedgerUnavailable, library_errors
from ledger.errors import LedgerError
from ledger.files.disk_room import check_disk, give_back
from ledger.files.tables import PART, file_parts, files, new_row

REST = 0.004
"""Seconds of rest after each part that is written: without it, a ruling beside an upload waited 0.4 seconds."""
KEPT_UNCLAIMED = timedelta(days=1)
_NOT_HERE = "The file is not in the ledger, or not any more: put it in again. Nothing was recorded."

Progress = Callable[[int, int], None]
"""A function that is told how many bytes of how many are done."""


class NoSuchFile(LedgerError):
    """A file that is not here, or not whole: it was never put in, or it was removed."""


class NoRoomForFile(LedgerError):
    """A file that would bring those of a campaign over its limit. Nothing of it was kept."""


class FileState(Enum):
    """The state of a file that a record names."""

    SOUND = "sound"
    DAMAGED = "damaged"
    MISSING = "missing"
    LEFT_OUT = "left out"
    """It was not in the archive that the campaign came in by, which was written without files."""
    REMOVED = "removed"
    """It was taken out with the words in it, as a later record says."""


@dataclass(frozen=True, slots=True)
class Staged:
    """Bytes that are in the ledger and wait for the record that names them."""

    digest: str
    size: int


@dataclass(frozen=True, slots=True)
class ClaimedFile:
    """A file that a record has claimed."""

    digest: str
    size: int
    left_out: bool = False
    """Its bytes are not here, and are known not to be."""


def _nobody(done: int, total: int) -> None:
    """Nobody is told."""


class FileStore:
    """The files of one ledger's campaigns. A follower of the log: records claim what they name as they are stored.

    Where the persistence module shares no transaction, or where an account that may not make tables opens a
    ledger of an older program, there is no place for files: `keeps_files` is false, and staging says so.
    """

    def __init__(self, database: Database | None, clock: Clock = system_clock) -> None:
        self.database = database
        self._clock = clock
        self.keeps_files = False
        self._to_give_back: set[tuple[str, str]] = set()
        if database is not None:
            database.create(files, file_parts)
            with database.reading() as connection:
                self.keeps_files = sa.inspect(connection).has_table(file_parts.name)

    # --- putting in ------------------------------------------------------------------------------------

    def stage(
        self,
        campaign: UUID,
        content: BinaryIO,
        progress: Progress = _nobody,
        *,
        rest: float = REST,
        most: int | None = None,
    ) -> Staged:
        """Put bytes in, part by part, with others recording meanwhile. Staged twice, they are there once.

        `content` can seek. Where there is no room for it, nothing of it stays. Killed anywhere, what is there is
        swept away a day later, or gone on with when the same bytes are staged again. `most` is the limit of all
        files of the campaign, those among them that are being put in. Raises `LedgerUnavailable`,
        `NoRoomForFile`.
        """
        database = self._shared()
        self.sweep()
        self._give_back()
        digest, size = _summed(content)
        if not self._all_here(campaign, digest, size):
            check_disk(database, size)
        if self._begun(campaign, digest, size):
            return Staged(digest, size)
        if most is not None:
            self._check_room(campaign, digest, most)
        try:
            staged = self._put_in(campaign, digest, size, content, progress, rest)
        except LedgerUnavailable:
            self._to_give_back.add((str(campaign), digest))
            self._give_back()
            raise
        self._to_give_back.discard((str(campaign), digest))
        return staged

    def _put_in(
        self, campaign: UUID, digest: str, size: int, content: BinaryIO, progress: Progress, rest: float
    ) -> Staged:
        database = self._shared()
        content.seek(0)
        done, n = 0, 0
        while part := content.read(PART):
            with database.writing() as connection, library_errors(database.name):
                _put_part(connection, {**_key(campaign, digest), "n": n, "bytes": part})
            done, n = done + len(part), n + 1
            progress(done, size)
            sleep(rest)
        beyond = sa.and_(_of(file_parts, _key(campaign, digest)), file_parts.c.n >= n)
        with database.writing() as connection, library_errors(database.name):
            connection.execute(sa.delete(file_parts).where(beyond))  # where damage had made more of it
        if self._read_back(campaign, digest) != (digest, size):
            raise LedgerUnavailable(
                "The file does not come back as it was read: it was changed meanwhile, or the disk cannot be "
                "trusted. Nothing was recorded."
            )
        with database.writing() as connection, library_errors(database.name):
            there = sa.select(sa.func.count()).where(_of(file_parts, _key(campaign, digest)))
            if connection.scalar(there) != n:
                raise LedgerUnavailable("Parts of the file were taken out while it was put in. Try again.")
            connection.execute(sa.update(files).where(_of(files, _key(campaign, digest))).values(whole=True))
        return Staged(digest, size)

    def _give_back(self) -> None:
        """Give back the room of what could not be put in whole; what there is no room for is tried again later."""
        for each in list(self._to_give_back):
            if give_back(self._shared(), *each):
                self._to_give_back.discard(each)

    def _all_here(self, campaign: UUID, digest: str, size: int) -> bool:
        there = sa.and_(_of(files, _key(campaign, digest)), files.c.whole, files.c.size == size)
        with self._shared().reading() as connection:
            return connection.scalar(sa.select(files.c.digest).where(there)) is not None

    def _begun(self, campaign: UUID, digest: str, size: int) -> bool:
        """Note that these bytes are being put in. True where all of them are here and are what they should be."""
        database, key, now = self._shared(), _key(campaign, digest), stamp(self._clock())
        with database.writing() as connection, library_errors(database.name):
            connection.execute(new_row(connection, files, {**key, "size": size, "staged_at": now}))
            of = _of(files, key)
            connection.execute(sa.update(files).where(of).values(staged_at=now, size=size))
            whole = connection.scalar(sa.select(files.c.whole).where(of))
        return bool(whole) and self._read_back(campaign, digest) == (digest, size)

    def _check_room(self, campaign: UUID, digest: str, most: int) -> None:
        """Hold what is here, and what is being put in, against a limit. Each who puts one in has noted it before
        they look, so that of two at once not both can believe that there is room. Raises `NoRoomForFile`.
        """
        database, of = self._shared(), _of(files, _key(campaign, digest))
        total = sa.select(sa.func.sum(files.c.size)).where(files.c.campaign == str(campaign))
        with database.reading() as connection:
            if (connection.scalar(total) or 0) <= most:
                return
        parts = sa.exists().where(_of(file_parts, _key(campaign, digest)))
        with database.writing() as connection, library_errors(database.name):
            connection.execute(sa.delete(files).where(of, sa.not_(files.c.claimed), sa.not_(parts)))
        raise NoRoomForFile("There is no room for this file among those of its campaign.")

    def prepare(self, appended: Appended) -> Callable[[sa.Connection], None] | None:
        """Claim what these records name, in their transaction. Raises `NoSuchFile` there where it is not whole."""
        campaign = appended.entry.id
        named = {digest for told in appended.told for digest in told.record.event.digests}
        if named and not self.keeps_files:
            raise NoSuchFile(_NOT_HERE)
        return (lambda connection: self.claim(campaign, named, connection)) if named else None

    def claim(self, campaign: UUID, digests: Iterable[str], connection: sa.Connection) -> None:
        """Keep these files for good, in the transaction of what names them. Raises `NoSuchFile`."""
        for digest in sorted(digests):
            whole = sa.and_(_of(files, _key(campaign, digest)), files.c.whole)
            if connection.execute(sa.update(files).where(whole).values(claimed=True)).rowcount != 1:
                raise NoSuchFile(_NOT_HERE)

    def leave_out(self, campaign: UUID, digests: Iterable[str], connection: sa.Connection) -> None:
        """Note of files that a record names that they are known not to be here."""
        self._shared()
        for digest in sorted(digests):
            row = {**_key(campaign, digest), "size": 0, "staged_at": stamp(self._clock())}
            connection.execute(new_row(connection, files, row))
            connection.execute(sa.update(files).where(_of(files, _key(campaign, digest))).values(claimed=True))

    # --- reading ---------------------------------------------------------------------------------------

    def size(self, campaign: UUID, digest: str) -> int:
        """Bytes of a file that a record has claimed. Raises `NoSuchFile`."""
        there = sa.and_(_of(files, _key(campaign, digest)), files.c.claimed, files.c.whole)
        found = None
        if self.keeps_files:
            with self._shared().reading() as connection:
                found = connection.scalar(sa.select(files.c.size).where(there))
        if found is None:
            raise NoSuchFile("There is no such file in this campaign.")
        return int(found)

    def read(self, campaign: UUID, digest: str, start: int = 0, stop: int | None = None) -> Iterator[bytes]:
        """The bytes of a claimed file from `start` up to `stop`, a part at a time. Raises `NoSuchFile`."""
        size = self.size(campaign, digest)
        stop = size if stop is None else min(stop, size)
        for n in range(start // PART, -(-stop // PART) if stop > start else 0):
            part = self._part(campaign, digest, n)
            if part is None:
                raise NoSuchFile("A part of this file is missing: `campaign verify` says more.")
            yield part[max(0, start - n * PART) : stop - n * PART]

    def kept(self, campaign: UUID) -> list[ClaimedFile]:
        """Every file that a record of this campaign has claimed, by digest."""
        if not self.keeps_files:
            return []
        columns = files.c
        asked = (
            sa.select(columns.digest, columns.size, sa.not_(columns.whole))
            .where(columns.campaign == str(campaign), columns.claimed)
            .order_by(columns.digest)
        )
        with self._shared().reading() as connection:
            return [
                ClaimedFile(digest, size, bool(left_out)) for digest, size, left_out in connection.execute(asked)
            ]

    def whole(self) -> dict[str, set[str]]:
        """The digests of all claimed files whose bytes are here, by the id of their campaign."""
        found: dict[str, set[str]] = {}
        if self.keeps_files:
            asked = sa.select(files.c.campaign, files.c.digest).where(files.c.claimed, files.c.whole)
            with self._shared().reading() as connection:
                for campaign, digest in connection.execute(asked):
                    found.setdefault(campaign, set()).add(digest)
        return found

    def holds(self, campaign: UUID, digest: str, connection: sa.Connection) -> bool:
        """True if a record claims this file, asked on a connection to the ledger's database."""
        there = sa.and_(_of(files, _key(campaign, digest)), files.c.claimed, files.c.whole)
        return connection.scalar(sa.select(files.c.digest).where(there)) is not None

    def check(self, campaign: UUID, digest: str) -> FileState:
        """Find the state of a file that a record names, by reading all of it."""
        kept = next((it for it in self.kept(campaign) if it.digest == digest), None)
        if kept is None:
            return FileState.MISSING
        if kept.left_out:
            return FileState.LEFT_OUT
        found = self._read_back(campaign, digest)
        if found[1] == 0 and kept.size:
            return FileState.MISSING
        return FileState.SOUND if found == (digest, kept.size) else FileState.DAMAGED

    def _read_back(self, campaign: UUID, digest: str) -> tuple[str, int]:
        """The SHA-256 and the number of the bytes that are there, from the first part to the first that is not."""
        found, size, n = sha256(), 0, 0
        while (part := self._part(campaign, digest, n)) is not None:
            found.update(part)
            size, n = size + len(part), n + 1
        return found.hexdigest(), size

    def _part(self, campaign: UUID, digest: str, n: int) -> bytes | None:
        asked = sa.select(file_parts.c.bytes).where(_of(file_parts, _key(campaign, digest)), file_parts.c.n == n)
        with self._shared().reading() as connection:
            part = connection.scalar(asked)
        return None if part is None else bytes(part) if isinstance(part, bytes | memoryview) else b""

    # --- taking out ------------------------------------------------------------------------------------

    def remove(
        self, campaign: UUID, digests: Collection[str], connection: sa.Connection, *, unclaimed: bool = False
    ) -> None:
        """Take files out for good, in the transaction of the record that says so. SQLite overwrites them.

        With `unclaimed` also what was staged in this campaign, and is named by no record.
        """
        if not self.keeps_files:
            return
        if unclaimed:
            theirs = sa.and_(files.c.campaign == str(campaign), sa.not_(files.c.claimed))
            digests = {*digests, *connection.execute(sa.select(files.c.digest).where(theirs)).scalars()}
        if connection.dialect.name == "sqlite":
            connection.exec_driver_sql("PRAGMA secure_delete=ON")
        for digest in digests:
            for table in (file_parts, files):
                connection.execute(sa.delete(table).where(_of(table, _key(campaign, digest))))

    def sweep(self) -> int:
        """Take out what was staged more than a day ago and never claimed; how many files that were."""
        database, limit = self._shared(), stamp(self._clock() - KEPT_UNCLAIMED)
        old = sa.and_(sa.not_(files.c.claimed), files.c.staged_at < limit)
        with database.reading() as connection:
            if connection.scalar(sa.select(files.c.digest).where(old).limit(1)) is None:
                return 0
        with database.writing() as connection, library_errors(database.name):
            # Deleted where it is still unclaimed: a record may be claiming it in this very moment.
            swept = sa.delete(files).where(old).returning(files.c.campaign, files.c.digest)
            gone = connection.execute(swept).all()
            for campaign, digest in gone:
                self.remove(UUID(campaign), [digest], connection)
        return len(gone)

    def _shared(self) -> Database:
        if self.database is None or not self.keeps_files:
            raise LedgerUnavailable(
                "This ledger has no place for files: its database is another's, or its owner has to open it once "
                "with this program."
            )
        return self.database


def _key(campaign: UUID, digest: str) -> dict[str, str]:
    return {"campaign": str(campaign), "digest": digest}


def _of(table: sa.Table, key: dict[str, str]) -> sa.ColumnElement[bool]:
    return sa.and_(table.c.campaign == key["campaign"], table.c.digest == key["digest"])


def _put_part(connection: sa.Connection, row: dict[str, object]) -> None:
    """Two who put in the same file at the same time put in the same bytes: what is there stays, if right."""
    if connection.execute(new_row(connection, file_parts, row)).rowcount != 1:
        columns = file_parts.c
        place = sa.and_(
            columns.campaign == row["campaign"], columns.digest == row["digest"], columns.n == row["n"]
        )
        connection.execute(
            sa.update(file_parts).where(place, columns.bytes != row["bytes"]).values(bytes=row["bytes"])
        )


def _summed(content: BinaryIO) -> tuple[str, int]:
    content.seek(0)
    found, size = sha256(), 0
    for read in iter(lambda: content.read(PART), b""):
        found.update(read)
        size += len(read)
    return found.hexdigest(), size
