"""Copies of a whole ledger: taken while it is in use, and put back.

A copy is a ledger of its own in one SQLite file, whatever database it was taken from, so it can be looked at,
checked and played on like any other. Only the records are copied: what follows them is made anew from them.
"""

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from eventsourcing.persistence import Notification, StoredEvent

from ledger.archive.errors import TargetTaken
from ledger.errors import LedgerError
from ledger.ledger import Ledger
from ledger.recorder.address import Address
from ledger.recorder.errors import library_errors

_AT_ONCE = 1_000

Progress = Callable[[int, int], None]
Open = Callable[[str], Ledger]
"""Opens the ledger at an address, with the games of this program."""


class CopyDiffers(LedgerError):
    """What was read back is not what was copied: the disk cannot be trusted."""


@dataclass(frozen=True, slots=True)
class Copied:
    """What a copy holds."""

    campaigns: int
    records: int


def back_up(
    ledger: Ledger, file: Path, open_ledger: Open, progress: Progress = lambda done, total: None
) -> Copied:
    """Copy a ledger as it stands now into a new file, while others go on recording in it.

    Under the file's name there is the whole copy or nothing. Raises `TargetTaken`, `CopyDiffers`,
    `LedgerUnavailable`, `OSError`.
    """
    _refuse_taken(file)
    work = next(path for number in count() if not (path := _beside(file, number)).exists())
    try:
        copy = open_ledger(Address(work).text)
        try:
            copied = _copy(ledger, copy, progress)
        finally:
            copy.close()
        _sync(work)
        _refuse_taken(file)
        work.rename(file)
        _sync(file.absolute().parent)
    finally:
        for left in (work, *(work.with_name(work.name + end) for end in ("-journal", "-wal", "-shm"))):
            left.unlink(missing_ok=True)
    return copied


def restore(copy: Ledger, ledger: Ledger, progress: Progress = lambda done, total: None) -> Copied:
    """Put a copy's records into a ledger that has none, all or nothing. Raises `TargetTaken`, `CopyDiffers`."""
    if ledger.store.recorder.max_notification_id() is not None:
        raise TargetTaken(
            "There are campaigns in this ledger already, and restoring replaces nothing. Move its file away, or "
            "name another with --database; `campaign export` and `campaign import` take single campaigns over."
        )
    return _copy(copy, ledger, progress)


def _copy(source: Ledger, target: Ledger, progress: Progress) -> Copied:
    """Records in the order they were recorded, up to the last that is there now: so of whole rulings only."""
    last = source.store.recorder.max_notification_id() or 0
    done = 0
    with target.store.storing() as (connection, append):
        for batch in _batches(source, last):
            append([StoredEvent(it.originator_id, it.originator_version, it.topic, it.state) for it in batch])
            if connection is not None:
                with library_errors("The copy"):
                    target.index.note_stored(connection, ((it.topic, it.state) for it in batch))
            done += len(batch)
            progress(batch[-1].id, last)
    campaigns = target.campaigns()
    for entry in campaigns:
        for ours, theirs in zip(target.stored(entry.slug), source.stored(entry.slug), strict=False):
            if ours != theirs:
                raise CopyDiffers(
                    f"Record {ours[0]} of {entry.slug} does not come back as it was copied: distrust that disk."
                )
    return Copied(len(campaigns), done)


def _batches(source: Ledger, last: int) -> Iterator[list[Notification]]:
    seen: int | None = None
    while batch := list(
        source.store.recorder.select_notifications(seen, _AT_ONCE, stop=last, inclusive_of_start=False)
    ):
        yield batch
        seen = int(batch[-1].id)


def _beside(file: Path, number: int) -> Path:
    return file.absolute().with_name(f".{file.name[:80]}-{os.getpid()}-{number}.part")


def _refuse_taken(file: Path) -> None:
    if file.is_symlink() or file.exists():
        raise TargetTaken(f"There is something at {file} already, and a backup replaces nothing: name another.")


def _sync(path: Path) -> None:
    """Wait until it is on the disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
