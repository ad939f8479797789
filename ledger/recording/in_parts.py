"""Recording more rulings in one transaction than memory should hold: decided in parts, stored whole."""

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import islice

from eventsourcing.persistence import IntegrityError, PersistenceError, ProgrammingError, StoredEvent
from sqlalchemy import Connection

from ledger.answers import Appended, Refused, Submission
from ledger.clock import stamp
from ledger.database.errors import OutcomeUnknown, library_errors
from ledger.database.events import Within
from ledger.recording.races import ATTEMPTS, always_late, wait_for_turn
from ledger.recording.ruling_batch import as_one, was_stored
from ledger.recording.submit import Recording, TransactionPart
from ledger.recording.waiting_parts import WaitingParts
from ledger.records.index import KeyRows
from ledger.records.open_campaign import OpenCampaign
from ledger.roller import Roller

RULINGS_AT_ONCE = 100
"""The most rulings that are decided before they are put on the disk."""


class PartedRecording(Recording):
    """Records rulings, also so many as one that they are decided some at a time."""

    def submit_in_parts(
        self, held: OpenCampaign, submissions: Callable[[], Iterable[Submission]]
    ) -> Refused | None:
        """Record all of these rulings in one transaction; or none of them, and return the first refusal.

        What is decided waits on the disk, and nobody else has to wait until it is written. The submissions are
        asked for anew, and are to be the same, where somebody else records first. None of them may ask about
        earlier rulings, nor close a session that is to be sealed with them. Raises `Conflict`.
        """
        if self._store.database is None:  # there nothing is written beside the records, and all of them wait
            answers = self.submit_all_or_none(held, list(submissions()))
            return answers[-1] if answers and isinstance(answers[-1], Refused) else None
        with held.lock:
            for _attempt in range(ATTEMPTS):
                try:
                    with WaitingParts() as parts:
                        return self._record_in_parts(held, submissions(), parts)
                except IntegrityError:
                    held.reset()  # somebody else recorded first: look again, and decide anew
                    wait_for_turn(held)
                except BaseException:
                    held.reset()
                    raise
        raise always_late(held)

    def _record_in_parts(
        self, held: OpenCampaign, submissions: Iterable[Submission], parts: WaitingParts
    ) -> Refused | None:
        """Decide and store; under the lock of the log from the first where a race was lost before."""
        in_turn = held.rulings_under_lock > 0
        if not in_turn:
            held.catch_up()
            refused, whole = self._decide_parts(held, submissions, parts, in_turn=False)
            if refused or whole is None:
                return refused
        snapshot = None
        try:
            with self._store.storing() as (connection, append):
                if connection is None:
                    raise ProgrammingError("a database that is shared has a connection")
                if in_turn:
                    held.rulings_under_lock -= 1
                    held.catch_up()
                    refused, whole = self._decide_parts(held, submissions, parts, in_turn=True)
                    if refused or whole is None:
                        return refused
                assert whole is not None
                self._write(connection, append, parts)
                snapshot = self._snapshot(held, whole)
                if snapshot is not None and self._store.moments.shares(self._store.database):
                    with library_errors("The ledger"):
                        self._store.moments.keep_within(connection, snapshot)
                    snapshot = None
        except OutcomeUnknown:
            if parts.last is None or not was_stored(held, [parts.last]):
                raise
        if snapshot is not None:
            with suppress(PersistenceError):  # the rulings are stored; it only saves time
                self._store.moments.keep_row(snapshot)
        return None

    def _decide_parts(
        self, held: OpenCampaign, submissions: Iterable[Submission], parts: WaitingParts, *, in_turn: bool
    ) -> tuple[Refused | None, Appended | None]:
        """The first refusal, after which the head is dropped; or the last part, as if it were all of them."""
        before, at, last = held.head.position, stamp(self._clock()), None
        waiting = iter(submissions)
        while asked := list(islice(waiting, RULINGS_AT_ONCE)):
            rolls = [Roller() for _ in asked]
            part = TransactionPart(
                submissions=asked, rolls=rolls, all_or_none=True, seal_sessions=False, recorded_at=at
            )
            answers, appended = self._decide_all(held, part)
            if isinstance(answers[-1], Refused):
                held.reset()  # what was applied before the refusal is not to be
                return answers[-1], None
            if appended:
                last = as_one(appended)
                records = [each.record for each in last.told]
                writes = self._follower_writes(last, in_turn=in_turn)
                parts.add(records, [KeyRows.of(records), *writes])
        return None, last and replace(last, before=before)

    def _write(
        self, connection: Connection, append: Callable[[Sequence[StoredEvent]], None], parts: WaitingParts
    ) -> None:
        for part, writes in parts:
            append(part.stored_events())
            with library_errors("The ledger"):
                for each in writes:
                    each(connection)

    def _follower_writes(self, appended: Appended, *, in_turn: bool) -> list[Within]:
        writes = []
        for follower in self._followers:
            try:
                write = follower.prepare(appended)
            except ProgrammingError:
                if not in_turn:
                    raise
                continue  # it is behind, and catches up before it is read
            if write is not None:
                writes.append(write)
        return writes
