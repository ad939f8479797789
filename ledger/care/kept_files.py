"""The files that records name: read back and held against their digests, and carried from ledger to ledger."""

from collections.abc import Container, Iterator
from dataclasses import dataclass

import sqlalchemy as sql

from domain.kernel.journal.attached.terms import GONE
from ledger.care.stand_in import game_or_stand_in
from ledger.database.errors import library_errors
from ledger.errors import LedgerError
from ledger.files.naming import NamedFiles, named_files
from ledger.files.reading import KeptFile
from ledger.files.store import FileState
from ledger.ledger import Ledger
from ledger.log.entry import CampaignEntry
from ledger.records.codec import Codec

_WRONG = {
    FileState.DAMAGED: "is damaged: its bytes are not those that were kept.",
    FileState.MISSING: "is missing.",
}


class FileDiffers(LedgerError):
    """A file does not come back as it was kept."""


@dataclass(frozen=True, slots=True)
class FileFound:
    """A file that records name, by the SHA-256 of its bytes, and what there is of it."""

    digest: str
    positions: tuple[int, ...]
    state: FileState
    removed_by: int | None = None
    """The record that says that it was removed, where its digest went with it."""
    called: str = ""
    """Its name and number, where it was attached."""

    @property
    def problem(self) -> str | None:
        """A sentence that says what is wrong with it, if anything is."""
        wrong = _WRONG.get(self.state)
        what = f"{self.called} which" if self.called else "a file that"
        return wrong and f"Record {self.positions[0]} names {what} {wrong}"


def named_in(
    ledger: Ledger,
    entry: CampaignEntry,
    codec: Codec | None = None,
    aside: Container[int] = (),
    until: int | None = None,
) -> NamedFiles:
    """Find the files that the records of a campaign name, up to a position. Raises `BrokenLedger`,
    `UnknownRecord`.
    """

    def tagged(tag: str) -> Iterator[tuple[int, bytes]]:
        rows = ledger.store.reading.select_by_topic(entry.id, tag)
        return (row for row in rows if until is None or row[0] <= until)

    return named_files(codec or Codec(game_or_stand_in(ledger, entry)), tagged, aside)


def files_found(ledger: Ledger, entry: CampaignEntry, codec: Codec, aside: Container[int]) -> Iterator[FileFound]:
    """Every file that a campaign's records name, by reading all of it."""
    named = named_in(ledger, entry, codec, aside)
    for digest, positions in named.records.items():
        gone = digest in named.removed
        state = FileState.REMOVED if gone else ledger.files.check(entry.id, digest)
        yield FileFound(digest, positions, state, called=named.called.get(digest, ""))
    for position, by in named.gone.items():
        yield FileFound(GONE, (position,), FileState.REMOVED if by else FileState.MISSING, by or None)


@dataclass(frozen=True, slots=True)
class CarriedFiles:
    """Files of one campaign that were staged in another ledger, to be claimed with their records."""

    entry: CampaignEntry
    digests: tuple[str, ...]
    left_out: tuple[str, ...]

    def __bool__(self) -> bool:
        return bool(self.digests or self.left_out)

    def claim(self, target: Ledger, connection: sql.Connection | None) -> None:
        """Keep them there, in the transaction of their records. Without one, none could be staged."""
        if connection is None:
            return
        target.files.claim(self.entry.id, self.digests, connection)
        if self.left_out:
            target.files.leave_out(self.entry.id, self.left_out, connection)


def carry(source: Ledger, target: Ledger, entry: CampaignEntry, *, named: Ledger | None = None) -> CarriedFiles:
    """Stage every file that a sound campaign names in another ledger, `named` by the records of the source, or of
    a copy of it. Raises `NoSuchFile`, `FileDiffers`.
    """
    wanted, left_out = named_in(named or source, entry).wanted, []
    kept = {it.digest: it for it in source.files.kept(entry.id)}
    staged = []
    for digest in wanted:
        if digest in kept and kept[digest].left_out:
            left_out.append(digest)
            continue
        with KeptFile(source.files, entry.id, digest) as content:
            staged.append(target.files.stage(entry.id, content, rest=0).digest)
        if staged[-1] != digest:
            raise FileDiffers(f"A file of {entry.slug} does not come back as it was kept.")
    return CarriedFiles(entry, tuple(staged), tuple(left_out))


def carry_claimed(source: Ledger, copy: Ledger, entry: CampaignEntry) -> None:
    """Copy what a campaign names into a copy that has its records. Raises `NoSuchFile`, `FileDiffers`."""
    carried, database = carry(source, copy, entry, named=copy), copy.store.database
    if carried and database is not None:
        with database.writing() as connection, library_errors(database.name):
            carried.claim(copy, connection)
