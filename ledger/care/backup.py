"""Copies of a whole ledger: taken while it is in use, and put back.

A copy is a ledger of its own in one SQLite file, whatever database it was taken from, so it can be looked at,
checked and played on like any other. Only the records are copied, with the files they name: what follows them is
made anew from them. Both ways everything is checked, and nothing is believed of a copy but what was read back.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import zip_longest
from pathlib import Path
from uuid import UUID

import sqlalchemy as sql
from eventsourcing.persistence import IntegrityError, Notification, StoredEvent

from ledger.care.kept_files import CarriedFiles, FileDiffers, carry, carry_claimed
from ledger.care.manifest import BackedUpCampaign, BrokenBackup, read_manifest, seal_file, write_manifest
from ledger.care.partial_files import errors_naming_target, partial_file, publish, refuse_existing
from ledger.care.table_and_index import rows_by_table
from ledger.care.verify import Verified, Verifier
from ledger.database import schema
from ledger.database.address import Address
from ledger.database.errors import library_errors
from ledger.database.stream_reading import ReadEnd
from ledger.errors import BrokenLedger, Conflict, LedgerError, TargetTaken
from ledger.files.store import NoSuchFile
from ledger.ledger import Ledger
from ledger.log.chain import Link, Row, follow
from ledger.log.checked_rows import missing, removals_in, set_asides_in
from ledger.log.entry import CampaignEntry
from ledger.log.tags import REMOVED, SET_ASIDE

_AT_ONCE = 1_000
NOTHING = "no backup was made"
_NOT_EMPTY = (
    "There are campaigns in this ledger already, and restoring replaces nothing. Move its file away, or "
    "name another with --database; `campaign export` and `campaign import` take single campaigns over."
)

Progress = Callable[[int, int], None]
Open = Callable[[str], Ledger]
"""Opens the ledger at an address, with the games of this program."""
Read = Callable[[], Iterator[Row]]
"""Reads the records of one campaign from its first on."""


class CopyDiffers(LedgerError):
    """The copy as read back differs from its source: the disk cannot be trusted, or an index of the ledger."""


class DamagedLedger(LedgerError):
    """A ledger cannot be backed up as a sound one."""


class _NoRecord(LedgerError):
    """A row that nobody can have recorded."""


@dataclass(frozen=True, slots=True)
class Copied:
    """The numbers of campaigns and records that a copy holds."""

    campaigns: int
    records: int
    known: bool = True
    """True if the copy said of itself how far its campaigns go; those of older programs do not."""


def nobody(done: int, total: int) -> None:
    """Nobody is told."""


# --- taking one ----------------------------------------------------------------------------------------------


def back_up(
    ledger: Ledger, file: Path, open_ledger: Open, progress: Progress = nobody, checking: Progress = nobody
) -> Copied:
    """Copy a ledger as it stands now into a new file, while others go on recording in it.

    Under the file's name there is the whole copy, checked to the last record, or nothing. Raises `TargetTaken`,
    `CopyDiffers`, `Conflict`, `DamagedLedger` where the ledger is not sound, `LedgerUnavailable`, `OSError`.
    """
    refuse_existing(file)
    ends = {entry.id: ledger.store.reading.end(entry.id) for entry in ledger.campaigns()}
    with partial_file(file) as work, errors_naming_target(work, file, NOTHING):
        copy = open_ledger(Address(work).text)
        try:
            try:
                records = _copy(ledger, copy, progress)
            except _NoRecord as error:
                raise _damaged(str(error)) from error
            _compare(ledger, copy, ends)
            _carry_files(ledger, copy)
            checked = _checked(copy, records, checking)
            _refuse_damaged(ledger, checked, records)
            assert copy.store.database is not None
            token = write_manifest(copy.store.database, _held(copy, checked))
        finally:
            copy.close()
        seal_file(work, token)
        publish(work, file)
    return Copied(len(checked), records)


@contextmanager
def _damage_said() -> Iterator[None]:
    try:
        yield
    except (BrokenLedger, FileDiffers, NoSuchFile) as error:
        raise _damaged(str(error)) from error


def _name_of(ledger: Ledger) -> str:
    database = ledger.store.database
    return database.name if database is not None else "The ledger"


def _refuse_damaged(ledger: Ledger, checked: Sequence[Verified], records: int) -> None:
    lost = {entry.slug for entry in ledger.campaigns()} - {it.campaign for it in checked}
    problem = next((f"{it.campaign}: {it.problems[0].text}" for it in checked if not it.sound), None)
    if lost:
        problem = f"{min(lost)} has no records that found it."
    elif problem is None and sum(it.records for it in checked) != records:
        problem = "There are records that belong to no campaign."
    if problem:
        raise _damaged(problem)


def _damaged(problem: str) -> DamagedLedger:
    return DamagedLedger(
        f"This ledger is damaged, so no backup was made of it. {problem} `campaign repair` mends what can be "
        "mended; `campaign backup --as-is FILE` copies it with its damage."
    )


def _compare(source: Ledger, copy: Ledger, ends: Mapping[UUID, ReadEnd]) -> None:
    """Refuse a copy in which a row, in the order of its table, differs from the source as read by its index.

    It also refuses one in which a log ends before the place where it was found, or was noted, to end. Raises
    `CopyDiffers`, `DamagedLedger`, and `Conflict` where somebody took something out meanwhile.
    """
    for entry in copy.campaigns():
        last = copy.store.reading.last(entry.id)
        ended = max((it[0] for it in ends.get(entry.id, ()) if it), default=0)
        if (last[0] if last else 0) < ended:
            raise _damaged(str(missing((last[0] if last else 0) + 1, ended)))
        ours = source.store.reading.stream(entry.id, lte=last[0] if last else 0)
        for mine, theirs in zip_longest(ours, copy.stored(entry.slug)):
            if mine != theirs:
                at = next(row[0] for row in (mine, theirs) if row)
                _refuse_removed_from(source, copy, entry)
                raise CopyDiffers(
                    f"Record {at} of {entry.slug} does not come back as it was copied, so no backup was made: "
                    "distrust that disk, and ask `campaign verify` about this ledger."
                )


def _carry_files(source: Ledger, copy: Ledger) -> None:
    """Copy what the copy's records name. Raises `Conflict`, `DamagedLedger`."""
    for entry in copy.campaigns():
        try:
            with _damage_said():
                carry_claimed(source, copy, entry)
        except DamagedLedger:
            _refuse_removed_from(source, copy, entry)
            raise


def _refuse_removed_from(source: Ledger, copy: Ledger, entry: CampaignEntry) -> None:
    """Raises `Conflict` where words or a file were taken out of what is being copied: the copy still has them."""
    now, then = ([*it.store.reading.select_by_topic(entry.id, REMOVED)] for it in (source, copy))
    if now != then:
        raise Conflict(
            f"Words or a file were removed from {entry.slug} while it was copied, so no backup was made. Try "
            "again."
        )


# --- putting it back -----------------------------------------------------------------------------------------


@contextmanager
def opened_backup(file: Path, open_ledger: Open) -> Iterator[tuple[Ledger, list[BackedUpCampaign] | None]]:
    """The ledger in a backup, only to be read, and what the backup says of it. Raises `BrokenBackup`."""
    manifest = read_manifest(file)
    copy = open_ledger(Address(file.absolute(), read_only=True).text)
    try:
        yield copy, manifest
    except (ValueError, LookupError, TypeError) as error:  # a file can hold anything, where a ledger holds records
        raise BrokenBackup(f"The backup is damaged, so nothing was restored: {error}.") from error
    finally:
        copy.close()


def restore(
    copy: Ledger,
    ledger: Ledger,
    progress: Progress = nobody,
    checking: Progress = nobody,
    *,
    manifest: Sequence[BackedUpCampaign] | None = None,
) -> Copied:
    """Put a copy's records into a ledger that has none: all of them, or nothing.

    The copy is checked to its last record before anything is stored, and against its manifest; what is stored is
    compared before it is committed. Raises `TargetTaken`, `BrokenBackup`, `CopyDiffers`.
    """
    if ledger.store.recorder.max_notification_id() is not None:
        raise TargetTaken(_NOT_EMPTY)
    try:
        records = _rows_in(copy)
    except _NoRecord as error:
        raise BrokenBackup(f"The backup is damaged, so nothing was restored. {error}") from error
    checked = _checked(copy, records, checking)
    _refuse_broken(copy, checked, records, manifest)
    carried = [each for entry in copy.campaigns() if (each := carry(copy, ledger, entry))]
    try:
        _copy(copy, ledger, progress, expected=_held(copy, checked), carried=carried)
    except IntegrityError as error:  # somebody founded or restored a campaign there meanwhile
        raise TargetTaken(_NOT_EMPTY) from error
    return Copied(len(checked), records, known=manifest is not None)


def _refuse_broken(
    copy: Ledger, checked: Sequence[Verified], records: int, manifest: Sequence[BackedUpCampaign] | None
) -> None:
    problem = next((f"{it.campaign}: {it.problems[0].text}" for it in checked if not it.sound), None)
    if problem is None and sum(it.records for it in checked) != records:
        problem = "It has records that belong to no campaign."
    by_slug = {it.campaign: it for it in checked}
    for said in manifest or () if problem is None else ():
        found = by_slug.get(said.slug)
        if found is None:
            problem = f"It was written with {said.slug}, and has it no more."
        elif found.records < said.records:
            problem = f"{said.slug} ends at record {found.records}, and was written up to record {said.records}."
        elif not _goes_through(copy, said):
            problem = f"{said.slug} has another record {said.records} than was written."
    if problem:
        raise BrokenBackup(f"The backup is damaged, so nothing was restored. {problem}")


def _goes_through(copy: Ledger, said: BackedUpCampaign) -> bool:
    """True if a campaign had this seal at this position."""
    for link in _followed(partial(copy.stored, said.slug)):
        if link.position == said.records:
            return link.seal == said.seal
    return False


# --- both ----------------------------------------------------------------------------------------------------


def _checked(ledger: Ledger, records: int, progress: Progress) -> list[Verified]:
    """Every campaign, each record of it, folded."""
    verifier, found, before = Verifier(ledger), [], 0
    for entry in ledger.campaigns():

        def step(position: int, before: int = before) -> None:
            if position % 500 == 0:
                progress(before + position, records)

        found.append(verifier.verify(entry.slug, progress=step))
        before += found[-1].records
    return found


def _held(ledger: Ledger, checked: Sequence[Verified]) -> list[BackedUpCampaign]:
    return [
        BackedUpCampaign(str(ledger.find(it.campaign).id), it.campaign, it.records, it.head_seal, it.head_tally)
        for it in checked
    ]


def _rows_in(ledger: Ledger) -> int:
    return sum(len(batch) for batch in _batches(ledger, ledger.store.recorder.max_notification_id() or 0))


def _copy(
    source: Ledger,
    target: Ledger,
    progress: Progress,
    *,
    expected: Sequence[BackedUpCampaign] | None = None,
    carried: Sequence[CarriedFiles] = (),
) -> int:
    """Records in the order they were recorded, all of one moment: so of whole rulings only.

    `expected` is where each campaign must end in what was stored, before that is committed. Raises `_NoRecord`.
    """
    last = source.store.recorder.max_notification_id() or 0
    done = 0
    with target.store.storing() as (connection, append):
        for batch in _batches(source, last):
            append([StoredEvent(it.originator_id, it.originator_version, it.topic, it.state) for it in batch])
            if connection is not None:
                _note(target, connection, batch)
            done += len(batch)
            progress(batch[-1].id, last)
        for each in carried:
            each.claim(target, connection)
        if connection is not None and expected is not None:
            _check_stored(connection, expected, done)
    if connection is None and expected is not None:  # what cannot share a transaction is compared when it is over
        for it in expected:
            _check_one(it, partial(target.stored, it.slug))
    return done


def _note(target: Ledger, connection: sql.Connection, batch: Sequence[Notification]) -> None:
    with library_errors(_name_of(target)):
        try:
            target.index.note_stored(connection, ((it.topic, it.state) for it in batch))
        except (ValueError, LookupError, TypeError) as error:
            raise _NoRecord(f"Among its rows {batch[0].id} to {batch[-1].id} is one that is no record.") from error


def _check_stored(connection: sql.Connection, expected: Sequence[BackedUpCampaign], done: int) -> None:
    """Refuse the restore unless the rows stored, read back in the same transaction, are those checked."""
    for it in expected:
        _check_one(it, partial(_stored_in, connection, it.campaign))
    if done != sum(it.records for it in expected):
        raise CopyDiffers("The backup was changed while it was read. Nothing was restored.")
    if connection.scalar(sql.select(sql.func.count()).select_from(schema.events)) != done:
        raise TargetTaken(_NOT_EMPTY)  # founded since it was found to be empty


def _check_one(held: BackedUpCampaign, read: Read) -> None:
    end = None
    try:
        for link in _followed(read):
            end = link.position, link.seal
    except BrokenLedger as error:
        raise CopyDiffers(f"What was stored does not come back: {held.slug}: {error}") from error
    if end != (held.records, held.seal):
        raise CopyDiffers(f"{held.slug} does not come back as it was checked. Nothing was restored.")


def _stored_in(connection: sql.Connection, campaign: str) -> Iterator[Row]:
    events, after = schema.events.c, 0
    question = (
        sql.select(events.originator_version, events.topic, events.state)
        .where(events.originator_id == campaign, events.originator_version > sql.bindparam("after"))
        .order_by(events.originator_version)
        .limit(_AT_ONCE)
    )
    while batch := connection.execute(question, {"after": after}).all():
        yield from (tuple(row) for row in batch)
        after = batch[-1][0]


def _followed(read: Read) -> Iterator[Link]:
    def tagged(wanted: str) -> Iterator[tuple[int, bytes]]:
        return ((at, stored) for at, tag, stored in read() if tag == wanted)

    return follow(read(), removals_in(tagged(REMOVED)), set_asides_in(tagged(SET_ASIDE)))


def _batches(source: Ledger, last: int) -> Iterator[list[Notification]]:
    """Every row up to this one, in the order of their numbers, as it lies in its table. Raises `_NoRecord`."""
    seen: int | None = None
    batches = rows_by_table(source, last, _AT_ONCE)
    while True:
        try:
            batch = next(batches, None)
        except ValueError as error:  # a stream whose name is no id of a campaign
            raise _NoRecord(f"One of its rows after {seen or 0} belongs to no campaign.") from error
        if not batch:
            return
        strange = next((it for it in batch if not isinstance(it.state, bytes)), None)
        if strange is not None:
            where = f"Record {strange.originator_version} (row {strange.id})"
            raise _NoRecord(f"{where} is not stored as bytes.")
        yield batch
        seen = int(batch[-1].id)
