"""Taking words out of records, for somebody's safety or by law, without breaking the chain or a number.

The records keep the seals they were given, which the chain rests on; what stands in their place is sealed by the
record of the removal, and the tally holds it to words. `docs/decisions/0011` and `0018` say why so, and
`docs/proofs.md` what that proves and what not. What would be taken out is shown first, always: a removal is made
by the code of such a preview, and of no other.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any
from uuid import UUID

import sqlalchemy as sql

from domain.kernel.journal.file_removal import RemoveFile
from domain.kernel.journal.record_care import Removal, RemoveWords
from domain.kernel.moment import state_json
from ledger.answers import Expected, Refused, Ruled, Submission
from ledger.care.log_check import LaterReferences, LogCheck
from ledger.care.word_swap import TextSwap, Words, WordSwap
from ledger.care.words_in_files import FileToGo, files_to_go, positions_of
from ledger.database import schema
from ledger.errors import Conflict, LedgerError
from ledger.ledger import Ledger
from ledger.log.chain import Row, Withheld, removals_in
from ledger.log.checked_rows import set_asides_in
from ledger.log.record import seal_of
from ledger.log.tags import REMOVED, SET_ASIDE
from ledger.records.codec import Codec
from ledger.records.snapshots import MomentFormat


class CannotRemove(LedgerError):
    """Words cannot be taken out of this ledger as asked; nothing was changed."""


class NotAsShown(Conflict):
    """The removal asked for is not the one that was shown; nothing was changed."""


@dataclass(frozen=True, slots=True)
class Removed:
    """The outcome of a removal: the records it changed, and the ruling that says so."""

    positions: tuple[int, ...]
    answer: Ruled
    files: tuple[int, ...] = ()
    """Records that name a file which was taken out."""


@dataclass(frozen=True, slots=True)
class RecordChange:
    """A record that becomes another."""

    position: int
    before: bytes
    after: bytes


@dataclass(frozen=True, slots=True)
class Preview:
    """The changes that a removal would make, and their places. Nothing is changed."""

    campaign: str
    places: tuple[TextSwap, ...]
    changes: tuple[RecordChange, ...]
    rows: tuple[Row, ...]
    swap: WordSwap
    files: tuple[FileToGo, ...] = ()
    """Kept files in which the words stand: they are taken out as a whole."""

    @property
    def positions(self) -> tuple[int, ...]:
        """The records it is about."""
        return tuple(it.position for it in self.changes)

    @property
    def code(self) -> str:
        """Stands for exactly these changes of these records."""
        found = sha256()
        for it in self.changes:
            found.update(f"{it.position} {seal_of(it.before)} {seal_of(it.after)} ".encode())
        for file in self.files:
            found.update(f"{file.digest} {file.positions} ".encode())
        return found.hexdigest()[:8]


def preview(
    ledger: Ledger, campaign: str, words: Words, *, ids: Words, by: str, parts: bool = False
) -> Preview | None:
    """Every place at which these words and ids stand. None where they stand nowhere.

    Words are found by the letters a reader sees, as whole words unless `parts` of words are wanted, and ids of
    persons as a whole. Everything is checked: every record could still be read, each follows on its line, and but
    for words the state is what it was. Raises `CannotRemove`, `BrokenLedger` when the log is not sound now.
    """
    entry = ledger.find(campaign)
    if ledger.store.database is None:
        raise CannotRemove("The database module of this ledger cannot change what it has stored.")
    if by in ids:
        raise CannotRemove(f"{by} is who asks: another GM must do that, or their name would stand there again.")
    rows = tuple(ledger.stored(entry.slug))
    aside = set_asides_in((at, stored) for at, tag, stored in rows if tag == SET_ASIDE)
    swap = WordSwap(ledger.game(entry.game), words, ids, parts=parts)
    changes, places = [], []
    for at, tag, stored in rows:
        if at not in aside:
            after, found = swap.record(at, tag, stored)
            if found:
                changes.append(RecordChange(at, stored, after))
                places += found
    said = {it.position for it in places if it.path.startswith(("data.", "command."))}
    files = files_to_go(ledger, entry, rows, swap.finding, said)
    if not (changes or files):
        return None
    places += _without_digests(swap, rows, changes, files)
    shown = Preview(entry.slug, tuple(places), tuple(changes), rows, swap, files)
    check(ledger, shown)
    return shown


def _without_digests(
    swap: WordSwap, rows: Sequence[Row], changes: list[RecordChange], files: Sequence[FileToGo]
) -> list[TextSwap]:
    """Take the digests of files that go out of the records that name them as well."""
    gone, places = {it.digest for it in files}, []
    known = {it.position: number for number, it in enumerate(changes)}
    of_files = set(positions_of(files))
    for at, tag, stored in rows:
        if at in of_files:
            before = changes[known[at]].after if at in known else stored
            after, found = swap.without_files(at, tag, before, gone)
            places += found
            if found and at in known:
                changes[known[at]] = RecordChange(at, stored, after)
            elif found:
                changes.append(RecordChange(at, stored, after))
    changes.sort(key=lambda it: it.position)
    return places


def remove(
    ledger: Ledger,
    shown: Preview,
    *,
    confirm: str,
    reason: str,
    by: str,
) -> Removed | Refused:
    """Take out what was shown. `confirm` is the code under which it was shown before.

    Whoever follows the ledger lets go of its copies in the same transaction. Raises `NotAsShown` when the code is
    another's, `Conflict` when any of these records was changed meanwhile.
    """
    if confirm != shown.code:
        raise NotAsShown(
            f"What would be removed now is not what was shown under {confirm}, so nothing was changed: look "
            "again without --confirm."
        )
    said = shown.swap.text(reason)
    command = RemoveWords(reason=said, records=removals(shown), files=positions_of(shown.files))
    answer = take_out(ledger, shown, command, by=by)
    if isinstance(answer, Refused):
        return answer
    return Removed(shown.positions, answer, positions_of(shown.files))


def removals(shown: Preview) -> tuple[Removal, ...]:
    """The statement on each record that is changed: the seal it had, and that of what stands there now."""
    known = _known(shown.rows)
    return tuple(
        Removal(
            position=it.position,
            was=known[it.position].was if it.position in known else seal_of(it.before),
            now=seal_of(it.after),
        )
        for it in shown.changes
    )


def take_out(ledger: Ledger, shown: Preview, command: RemoveWords | RemoveFile, *, by: str) -> Ruled | Refused:
    """Record a removal, and change the records and take out the files in the same transaction."""
    entry, last = ledger.find(shown.campaign), shown.rows[-1]

    def rewrite(connection: sql.Connection) -> None:
        _rewrite(connection, entry.id, shown.changes)
        ledger.files.remove(entry.id, [it.digest for it in shown.files], connection, unclaimed=True)

    submission = Submission(command=command, by=by, expect=Expected(last[0], seal_of(last[2])))
    return ledger.remove(entry.slug, submission, rewrite)


def _known(rows: Sequence[Row]) -> dict[int, Withheld]:
    """The seals that earlier removals gave, by position."""
    return removals_in((at, stored) for at, tag, stored in rows if tag == REMOVED)


def purge(ledger: Ledger) -> bool:
    """Write the file anew, so that nothing of what was removed lingers in its free pages. False where others must.

    PostgreSQL keeps old rows until it is vacuumed, which its owner does.
    """
    database = ledger.store.database
    if database is None or database.engine.dialect.name != "sqlite":
        return False
    with database.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        driver = connection.connection.driver_connection
        assert driver is not None
        connection.detach()  # it may write now, and nobody who reads shall get it
        driver.execute("PRAGMA query_only=OFF")
        driver.execute("VACUUM")
        driver.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return True


# --- the checks ----------------------------------------------------------------------------------------------


def check(ledger: Ledger, shown: Preview) -> None:
    """The log as it would be is sound, and but for words comes to the same. Raises `CannotRemove`."""
    campaign, rows, changes, known = shown.campaign, shown.rows, shown.changes, _known(shown.rows)
    before = _folded(ledger, campaign, rows, known)
    after = {it.position: it.after for it in changes}
    hidden = dict(known)
    for it in changes:
        was = known[it.position].was if it.position in known else seal_of(it.before)
        hidden[it.position] = Withheld(was, seal_of(it.after), len(rows) + 1)
    changed = [(at, tag, after.get(at, stored)) for at, tag, stored in rows]
    try:
        then = _folded(ledger, campaign, changed, hidden)
    except LedgerError as error:
        raise CannotRemove(
            f"These words cannot be taken out: without them, {error} Nothing was changed."
        ) from error
    if _numbers(before) != _numbers(then):
        raise CannotRemove(
            "Without these words the campaign would come to other numbers than it did: they are more than words "
            "there. Nothing was changed."
        )


def _folded(ledger: Ledger, campaign: str, rows: Sequence[Row], withheld: Mapping[int, Withheld]) -> Any:
    entry = ledger.find(campaign)
    game = ledger.game(entry.game)

    def tagged(wanted: str) -> Iterator[tuple[int, bytes]]:
        return ((at, stored) for at, tag, stored in rows if tag == wanted)

    found = LaterReferences.of(tagged)
    ahead = replace(found, withheld=withheld)
    log = LogCheck(entry, Codec(game), MomentFormat(game), ahead)
    for _ in log.walk(rows):
        pass
    return state_json(game, log.moment)


def _numbers(value: Any) -> Any:
    """A state with every text made the same: its shape, its numbers and its yes and no."""
    if isinstance(value, dict):
        return sorted((_numbers(each) for each in value.values()), key=repr)
    if isinstance(value, list):
        return [_numbers(each) for each in value]
    return "" if isinstance(value, str) else value


def _rewrite(connection: sql.Connection, campaign: UUID, changes: Sequence[RecordChange]) -> None:
    """Put the new bytes in the old ones' place, where those still stand. Raises `Conflict`."""
    events, snapshots = schema.events, schema.snapshots
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql("PRAGMA secure_delete=ON")
    for it in changes:
        place = (events.c.originator_id == str(campaign)) & (events.c.originator_version == it.position)
        done = connection.execute(
            sql.update(events).where(place, events.c.state == it.before).values(state=it.after)
        )
        if done.rowcount != 1:
            raise Conflict("Somebody else is removing words from this campaign. Nothing was changed: try again.")
    connection.execute(sql.delete(snapshots).where(snapshots.c.originator_id == str(campaign)))
