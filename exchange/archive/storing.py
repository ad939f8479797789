"""Taking an archive's records into a ledger: the same bytes under the same id, all in one transaction."""

from collections.abc import Iterable, Iterator
from enum import StrEnum
from itertools import islice, zip_longest

import sqlalchemy as sql
from eventsourcing.persistence import DataError, IntegrityError, StoredEvent

from exchange.archive.checking import SoundRecords, rows_in
from exchange.archive.errors import AlreadyHere, BrokenArchive
from exchange.archive.zips import Progress
from ledger.care.kept_files import named_in
from ledger.database import schema
from ledger.database.errors import library_errors
from ledger.errors import BrokenLedger
from ledger.files.store import FileState
from ledger.ledger import Ledger
from ledger.log.chain import Link, follow, removals_in
from ledger.log.checked_rows import set_asides_in
from ledger.log.tags import REMOVED, SET_ASIDE

_AT_ONCE = 1_000
_ELSEWHERE = "Take the archive into a ledger of its own, with --database FILE."


class RestoreOutcome(StrEnum):
    """The outcome for an archive that was brought to a ledger."""

    STORED = "stored"
    IDENTICAL = "identical"
    """The campaign is there already, record for record."""
    CONTAINED = "contained"
    """The campaign is there already, with all records of the archive, and has gone on since."""
    COMPLETED = "completed"
    """It was there already, and lacked files that the archive has: these were put in."""


IN_WORDS = {
    RestoreOutcome.STORED: "is in the ledger now",
    RestoreOutcome.IDENTICAL: "is in the ledger already, record for record. Nothing was stored",
    RestoreOutcome.COMPLETED: "is in the ledger already. Files that it lacked were put in",
    RestoreOutcome.CONTAINED: "is in the ledger already, and has gone on since. Nothing was stored",
}
"""Words on a campaign, to stand behind its name."""


def store(ledger: Ledger, sound: SoundRecords, progress: Progress = lambda done, total: None) -> RestoreOutcome:
    """Store the records of a sound archive, or find that they are there.

    All or none. Raises `AlreadyHere` when the ledger holds the campaign otherwise, or another of its name;
    `BrokenArchive`; `LedgerUnavailable`.
    """
    outcome = _found_here(ledger, sound)
    if outcome is not None:
        return RestoreOutcome.COMPLETED if _completed(ledger, sound) else outcome
    try:
        _store_all(ledger, sound, progress)
    except IntegrityError as error:
        _found_here(ledger, sound)  # somebody else may have stored it meanwhile: then this says so
        raise BrokenArchive("Two rulings of the archive were sent under one key, which cannot be.") from error
    except DataError as error:
        raise BrokenArchive(f"This ledger's database cannot hold the archive: {error}.") from error
    except BrokenLedger as error:
        raise BrokenArchive(f"The archive was changed while it was read. {error}") from error
    return RestoreOutcome.STORED


def _completed(ledger: Ledger, sound: SoundRecords) -> bool:
    """Put in those files of a campaign that is here which are not here, or not whole; whether there were any."""
    lacking = set(named_in(ledger, sound.entry).wanted).intersection(sound.files)
    lacking = {it for it in lacking if ledger.files.check(sound.entry.id, it) is not FileState.SOUND}
    database = ledger.store.database
    if not lacking or database is None:
        return False
    _stage(ledger, sound, lacking)
    with database.writing() as connection, library_errors(database.name):
        ledger.files.claim(sound.entry.id, lacking, connection)
    return True


def _stage(ledger: Ledger, sound: SoundRecords, digests: Iterable[str]) -> None:
    for digest in sorted(digests):
        with sound.files[digest].open("rb") as content:
            if ledger.files.stage(sound.entry.id, content).digest != digest:
                raise BrokenArchive("The archive was changed while it was read: a file in it is another.")


def _found_here(ledger: Ledger, sound: SoundRecords) -> RestoreOutcome | None:
    """The part that the ledger has of this campaign already; None if nothing, nor another of its name."""
    entry = sound.entry
    for known in ledger.campaigns():
        if known.id == entry.id:
            return _compared(ledger, sound)
        if known.slug == entry.slug:
            raise AlreadyHere(
                f"Another campaign of this ledger is called {entry.slug!r}. The name stands in the archive's "
                f"first record, which every seal rests on, so it cannot be changed. {_ELSEWHERE}"
            )
    return None


def _compared(ledger: Ledger, sound: SoundRecords) -> RestoreOutcome:
    """The archive beside the ledger's own records."""
    slug, total = sound.entry.slug, sound.title.records
    ours = (stored for _position, _tag, stored in ledger.stored(slug))
    theirs = (stored for _position, _tag, stored in rows_in(sound.records))
    for position, (mine, other) in enumerate(zip_longest(ours, theirs), start=1):
        if mine == other:
            continue
        if other is None:
            return RestoreOutcome.CONTAINED
        if mine is None:
            raise AlreadyHere(
                f"{slug} is in this ledger already, up to record {position - 1}, and the archive goes on to "
                f"record {total}. {_ELSEWHERE}"
            )
        raise AlreadyHere(
            f"{slug} is in this ledger already, and went otherwise from record {position} on. {_ELSEWHERE}"
        )
    return RestoreOutcome.IDENTICAL


def _store_all(ledger: Ledger, sound: SoundRecords, progress: Progress) -> None:
    campaign, total = sound.entry.id, sound.title.records

    # Followed once more, up to the seal that was found sound: so these are the very bytes that were checked.
    def tagged(wanted: str) -> Iterator[tuple[int, bytes]]:
        return ((position, stored) for position, tag, stored in rows_in(sound.records) if tag == wanted)

    links = follow(rows_in(sound.records), removals_in(tagged(REMOVED)), set_asides_in(tagged(SET_ASIDE)))
    last = ""
    _stage(ledger, sound, sound.files)
    with ledger.store.storing() as (connection, append):
        while batch := list(islice(links, _AT_ONCE)):
            append([StoredEvent(campaign, link.position, link.tag, link.stored) for link in batch])
            if connection is not None:
                _note(ledger, connection, batch)
            last = batch[-1].seal
            progress(batch[-1].position, total)
        if last != sound.title.head_seal:
            raise BrokenLedger(total, "it is another than before.")
        if connection is not None:
            _keep_snapshots(ledger, connection, sound)
            with library_errors("The ledger"):
                ledger.files.claim(campaign, sound.files, connection)
                if sound.left_out:
                    ledger.files.leave_out(campaign, sound.left_out, connection)


def _note(ledger: Ledger, connection: sql.Connection, batch: list[Link]) -> None:
    with library_errors("The ledger"):
        ledger.index.note_stored(connection, ((link.tag, link.stored) for link in batch))


def _keep_snapshots(ledger: Ledger, connection: sql.Connection, sound: SoundRecords) -> None:
    kept, form, campaign = schema.snapshots, sound.form, str(sound.entry.id)
    signed = (
        (it.position, ledger.store.moments.signed(sound.entry.id, form, it.path, it.position, it.seal, it.stored))
        for it in sound.snapshots
    )
    rows = (
        {"originator_id": campaign, "originator_version": at, "topic": form.fingerprint, "state": state}
        for at, state in signed
        if state is not None
    )
    with library_errors("The ledger"):
        connection.execute(sql.delete(kept).where(kept.c.originator_id == campaign))
        for some in _batches(rows):
            connection.execute(sql.insert(kept), some)


def _batches(rows: Iterator[dict[str, object]]) -> Iterator[list[dict[str, object]]]:
    while some := list(islice(rows, _AT_ONCE)):
        yield some
