"""Recording rulings: decided on the head, drafted, chained, and stored together with what follows the log."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

import sqlalchemy as sql
from eventsourcing.persistence import IntegrityError, PersistenceError, ProgrammingError, StoredEvent

from domain.kernel.campaign.overturning import OverturnRuling
from domain.kernel.campaign.rewinding import LineRewound
from domain.kernel.decisions import Refusal
from domain.kernel.journal.file_removal import RemoveFile
from domain.kernel.journal.record_care import RemoveWords
from domain.kernel.journal.seals import SealSession
from domain.kernel.messages import Command
from domain.kernel.moment import AnyMoment
from domain.kernel.ruling import apply, asks_the_past, decide, retell
from ledger.answers import Appended, Expected, Follower, Previewed, Refused, Ruled, Submission
from ledger.clock import Clock, stamp
from ledger.database.errors import OutcomeUnknown, library_errors
from ledger.database.events import Within
from ledger.database.prepared import all_of
from ledger.files.store import FileStore
from ledger.log.record import Record
from ledger.recording.drafts import Draft, LogEnd, records_of
from ledger.recording.preconditions import AnswersBefore, check_expected, check_same, names_its_head
from ledger.recording.races import ATTEMPTS, always_late, wait_for_turn
from ledger.recording.ruling_batch import as_one, transaction_batches, was_stored
from ledger.recording.sealed_sessions import closed_by, seal_themselves, sealed_session
from ledger.records.application import RecordsApplication
from ledger.records.index import CampaignIndex
from ledger.records.open_campaign import OpenCampaign
from ledger.records.snapshots import SnapshotInterval
from ledger.roller import Roller, dice_of
from ledger.whatif.log_past import LogPast
from ledger.whatif.overturning import drafts_of

_REMOVED_ALONE: Mapping[type[Command], str] = {RemoveWords: "removal_alone", RemoveFile: "file_removal_alone"}
"""The commands recorded only together with the removal they tell of, each with the code of its refusal."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TransactionPart:
    """Submissions of one transaction, and how they are recorded."""

    submissions: Sequence[Submission]
    rolls: Sequence[Roller]
    extra_write: Within | None = None
    """The write that takes words out of the records, in the same transaction."""
    all_or_none: bool = False
    """All of them or none."""
    seal_sessions: bool = True
    """True if a session that one of them closes is sealed as well."""
    later: Sequence[Submission] = ()
    """The submissions sent in with them and recorded after them."""
    expect: Expected | None = None
    recorded_at: str | None = None
    """The time of recording; None: now. A transaction is made at one time."""


class Recording:
    """Records rulings in the campaigns of one ledger."""

    def __init__(
        self,
        store: RecordsApplication,
        index: CampaignIndex,
        followers: Sequence[Follower],
        clock: Clock,
        snapshot_interval: SnapshotInterval,
    ) -> None:
        self._store = store
        self._index = index
        self._followers = followers
        self._clock = clock
        self._snapshot_interval = snapshot_interval

    def submit(self, held: OpenCampaign, submission: Submission) -> Ruled | Refused:
        """Record one ruling, or say why it is refused. Raises `Conflict`."""
        return self.submit_all(held, [submission])[0]

    def remove(self, held: OpenCampaign, submission: Submission, extra_write: Within) -> Ruled | Refused:
        """Record a removal, with `extra_write` taking the words out in the same transaction. Raises `Conflict`."""
        with held.lock:
            try:
                return self._record_part(
                    held, TransactionPart(submissions=[submission], rolls=[Roller()], extra_write=extra_write)
                )[0]
            finally:
                held.reset()  # the words are still in what is held in memory

    def submit_all(
        self,
        held: OpenCampaign,
        submissions: Sequence[Submission],
        expect: Expected | None = None,
        *,
        seal_sessions: bool = True,
    ) -> list[Ruled | Refused]:
        """Record rulings up to the first that is refused, as many in one transaction as can be.

        Raises `Conflict`; what was stored before it stays. `expect` is where the log was seen to end: what acts on
        the last ruling without saying which is decided on that, or on what a submission before it has left.
        """
        answers: list[Ruled | Refused] = []
        sent = 0
        with held.lock:
            for batch in transaction_batches(submissions):
                sent += len(batch)
                rolls, later = [Roller() for _ in batch], submissions[sent:]
                part = TransactionPart(
                    submissions=batch, rolls=rolls, seal_sessions=seal_sessions, later=later, expect=expect
                )
                answers += self._record_part(held, part)
                expect = _end_after(answers) or expect
                if answers and isinstance(answers[-1], Refused):
                    break
        return answers

    def submit_all_or_none(
        self, held: OpenCampaign, submissions: Sequence[Submission], expect: Expected | None = None
    ) -> list[Ruled | Refused]:
        """Record these rulings in one transaction, or none of them: then the last answer is the refusal.

        None of them may ask about earlier rulings. Raises `Conflict`, and then nothing of it was stored.
        """
        with held.lock:
            rolls = [Roller() for _ in submissions]
            return self._record_part(
                held, TransactionPart(submissions=submissions, rolls=rolls, all_or_none=True, expect=expect)
            )

    def preview(self, held: OpenCampaign, submission: Submission) -> Previewed | Refused:
        """Work out the events that this submission would record on the head as it is. Stores nothing."""
        game = held.codec.game
        with held.lock:
            held.catch_up()
            drafts = self._drafts(held, submission, Roller())
            if isinstance(drafts, Refused):
                return drafts
            moment = held.moment_format.copy(held.head)
        events = [event for draft in drafts for event in draft.events]
        retellings = []
        for event in events:
            if isinstance(event, LineRewound):
                moment = _rewound(held, event.to, moment)
            apply(game, moment, event)
            moment.position += 1
            retellings.append(retell(game, moment, event))
        drawn = tuple(die for draft in drafts for die in draft.drawn)
        return Previewed(tuple(events), tuple(retellings), drawn, moment)

    def _record_part(self, held: OpenCampaign, part: TransactionPart) -> list[Ruled | Refused]:
        """The answers to submissions of one transaction, decided anew when somebody else records first.

        Where nobody else has been seen to record, the head is taken as it is held, without looking at the log:
        a record that somebody else has stored meanwhile holds the position that this one asks for, so that the
        database refuses it; and that the head is still the last record stored is seen in the transaction itself.
        Nor is a key looked up where the one before was new: the database refuses one that names a submission.
        Whatever is not stored finds no such proof, and is decided on what the log says.
        """
        first = part.submissions[0]
        trusting = (
            held.no_other_writer
            and self._store.database is not None
            and part.extra_write is None
            and len(part.submissions) == 1
        )
        trusting = trusting and not asks_the_past(first.command) and not names_its_head(first)
        for _attempt in range(ATTEMPTS):
            key_is_new = trusting and held.keys_are_new and first.key is not None
            try:
                if held.rulings_under_lock and self._store.database is not None:
                    held.rulings_under_lock -= 1
                    return self._decide_under_lock(held, part)
                if not trusting:
                    held.catch_up()
                alone = held.no_other_writer
                answers, appended = self._decide_all(held, part, keys_are_new=key_is_new)
                if trusting and not appended:
                    trusting = False  # it is not stored, so nothing has shown that this is still the head
                    continue
                if appended:
                    self._append(held, appended, part.extra_write, trusting=trusting)
                held.no_other_writer = alone
                return answers
            except IntegrityError:
                trusting = False
                held.reset()  # somebody else recorded first: look again, and decide anew
                if key_is_new:
                    held.keys_are_new = False  # or it was recorded already under this key
                else:
                    wait_for_turn(held)
            except BaseException:
                held.reset()
                raise
        raise always_late(held)

    def _decide_under_lock(self, held: OpenCampaign, part: TransactionPart) -> list[Ruled | Refused]:
        """The same, decided while nobody else can record: whoever lost a race waits once, and then wins."""
        records: list[Record] = []
        try:
            with self._store.storing() as (connection, append):
                held.catch_up()
                answers, appended = self._decide_all(held, part)
                if appended and connection is not None:
                    one = as_one(appended)
                    records = [each.record for each in one.told]
                    extra = self._extra_writes(one, records, part.extra_write, in_turn=True)
                    append([self._store.mapper.to_stored_event(record) for record in records])
                    if extra is not None:
                        with library_errors("The ledger"):
                            extra(connection)
        except OutcomeUnknown:
            if not records or not was_stored(held, records):
                raise
        return answers

    def _extra_writes(
        self, appended: Appended, records: Sequence[Record], extra_write: Within | None, *, in_turn: bool = False
    ) -> Within | None:
        """The write made in the transaction of these records, beside them; None where there is none."""
        writes: list[Within] = []
        for follower in self._followers:
            if self._store.database is None and not isinstance(follower, FileStore):
                continue  # it catches up by itself; only that there is no place for files has to be said now
            try:
                write = follower.prepare(appended)
            except ProgrammingError:
                # It is behind, and cannot catch up inside this transaction: it will, before it is read.
                if not in_turn:
                    raise
            else:
                writes += [write] if write is not None else []
        if extra_write is not None:
            writes.append(extra_write)
        noted = self._index.notes(records)
        if not noted and not writes:
            return None

        return all_of([self._index.writing(records), *writes] if noted else writes)

    def _decide_all(
        self, held: OpenCampaign, part: TransactionPart, *, keys_are_new: bool = False
    ) -> tuple[list[Ruled | Refused], list[Appended]]:
        """Each answer, and what it adds to the head. A record that could not be folded must never be stored."""
        answers: list[Ruled | Refused] = []
        appended: list[Appended] = []
        known = {} if keys_are_new else self._known(held, part.submissions)
        before, at = AnswersBefore(held), part.recorded_at or stamp(self._clock())
        for number, (submission, roller) in enumerate(zip(part.submissions, part.rolls, strict=True), start=1):
            if submission.key in known:
                again = before.answer(known[submission.key])
                session = closed_by(again.told)
                if session in held.head.journal.seals:
                    again = replace(again, sealed=sealed_session(held, session))
                check_same(held, submission, again.told)
                answers.append(again)
                continue
            if part.extra_write is None and (alone := _REMOVED_ALONE.get(type(submission.command))):
                answers.append(held.refused(Refusal(alone)))
                break
            if names_its_head(submission):
                check_expected(held, submission, _end_after(answers) or part.expect)
            drafts = self._drafts(held, submission, roller)
            if isinstance(drafts, Refused):
                answers.append(drafts)
                break
            ruling = self._apply_drafts(held, drafts, at)
            appended.append(ruling)
            answer = Ruled(ruling.told[0].record.envelope.ruling, ruling.told)
            if part.seal_sessions and (session := closed_by(ruling.told)) is not None:
                answer, seal = self._seal_after(
                    held, session, answer, [*part.submissions[number:], *part.later], at
                )
                appended += [seal] if seal else []
            answers.append(answer)
        if part.all_or_none and appended and isinstance(answers[-1], Refused):
            held.reset()  # what was applied before the refusal is not to be
            return answers, []
        return answers, appended

    def _known(self, held: OpenCampaign, submissions: Sequence[Submission]) -> dict[str, int]:
        """The positions of those of these submissions that were recorded before, by their keys."""
        keys = {each.key for each in submissions if each.key is not None}
        if not keys:
            return {}
        known = self._index.positions_of(held.entry.id, keys)
        held.keys_are_new = not known
        if any(position > held.head.position for position in known.values()):
            held.catch_up()
        return known

    def _apply_drafts(self, held: OpenCampaign, drafts: Sequence[Draft], at: str) -> Appended:
        end = LogEnd(held.entry.id, held.head.position, held.head.seal, held.count, held.tally())
        return held.apply_ruling(records_of(held.codec, end, drafts, at))

    def _seal_after(
        self, held: OpenCampaign, session: int, answer: Ruled, later: Sequence[Submission], at: str
    ) -> tuple[Ruled, Appended | None]:
        """The answer to a ruling that closed a session, with its seal: a ruling of its own, by the same person."""
        if session in held.head.journal.seals:
            return replace(answer, sealed=sealed_session(held, session)), None
        if seal_themselves(later):
            return answer, None
        by = answer.records[0].envelope.by
        drafts = self._drafts(held, Submission(command=SealSession(), by=by), Roller())
        if isinstance(drafts, Refused):
            return answer, None  # nothing is lost by having no seal
        ruling = self._apply_drafts(held, drafts, at)
        (seal,) = ruling.told
        sealed = sealed_session(held, session, carried=seal.record.envelope.tally or "")
        return replace(answer, sealed=sealed, sealing=seal), ruling

    def _drafts(self, held: OpenCampaign, submission: Submission, roller: Roller) -> Sequence[Draft] | Refused:
        """The drafts that this submission would record on the head as it is."""
        command, dice = submission.command, dice_of(submission, roller)
        if isinstance(command, OverturnRuling):
            return drafts_of(held, command, submission.by, submission.key)
        decision = decide(held.codec.game, held.head, command, submission.by, dice, LogPast(held))
        if isinstance(decision, Refusal):
            return held.refused(decision)
        draft = Draft(
            command=command,
            by=submission.by,
            events=tuple(decision),
            drawn=tuple(dice.drawn),
            dice_from="rolled" if submission.faces is None or submission.rolled else "typed",
            key=submission.key,
            happened_at=submission.happened_at,
            fiction_time=submission.fiction_time,
        )
        return [draft]

    def _append(
        self, held: OpenCampaign, rulings: Sequence[Appended], extra_write: Within | None, *, trusting: bool
    ) -> None:
        appended = as_one(rulings)
        records = [each.record for each in appended.told]
        extra = self._extra_writes(appended, records, extra_write)
        follows = records[0].envelope.prev if trusting else None
        moments, snapshot = self._store.moments, self._snapshot(held, appended) if extra_write is None else None
        at_once = snapshot if moments.shares(self._store.database) else None

        def within(connection: sql.Connection) -> None:
            if extra is not None:
                extra(connection)
            if at_once is not None:
                moments.keep_within(connection, at_once)

        try:
            self._store.append(records, extra if at_once is None else within, follows)
        except OutcomeUnknown:
            if not was_stored(held, records):
                raise
        if snapshot is not None and at_once is None:
            with suppress(PersistenceError):  # it only saves time, and the next one will do
                moments.keep_row(snapshot)

    def _snapshot(self, held: OpenCampaign, appended: Appended) -> StoredEvent | None:
        """The snapshot of the head after these rulings, if one is due."""
        form, head = held.moment_format, held.head
        stored = form.dump(head) if appended.rewound else self._snapshot_interval.due(form, head, appended.before)
        if stored is None:
            return None
        return self._store.moments.row(held.entry.id, form, held.lines.path(head.position), head, stored)


def _rewound(held: OpenCampaign, to: int, moment: AnyMoment) -> AnyMoment:
    """The moment at an earlier position, with the journal and the place in the log of this one."""
    with held.lock:
        earlier = held.moment_at(to)
    earlier.journal, earlier.position = moment.journal, moment.position
    return earlier


def _end_after(answers: Sequence[Ruled | Refused]) -> Expected | None:
    """The end of the log after the last of these answers that was stored now."""
    stored = (it for it in reversed(answers) if isinstance(it, Ruled) and not it.repeated)
    last = next(stored, None)
    return None if last is None else last.end
