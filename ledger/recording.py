"""The road of a ruling into the log: decided on the head, drafted, chained, stored with what follows the log."""

from collections.abc import Iterable, Iterator, Sequence
from random import uniform
from time import sleep

import sqlalchemy as sql
from eventsourcing.persistence import IntegrityError, PersistenceError

from domain.kernel.campaign.commands import OverturnRuling
from domain.kernel.campaign.events import LineRewound
from domain.kernel.decisions import Refusal
from domain.kernel.dice import DiceSource, TypedDice
from domain.kernel.moment import AnyMoment
from domain.kernel.ruling import apply, asks_the_past, decide, retell
from ledger.answers import Appended, Follower, Previewed, Refused, Ruled, Submission
from ledger.application import RecordsApplication
from ledger.clock import Clock, stamp
from ledger.court.examining import drafts_of
from ledger.court.log_past import LogPast
from ledger.drafts import Draft, End, records_of
from ledger.errors import Conflict
from ledger.index import Index
from ledger.open_campaign import OpenCampaign
from ledger.roller import Roller

ATTEMPTS = 60
"""How often a ruling is decided anew when others record first, before that is reported as a conflict.

Eight writers that never rest leave each attempt a chance of one in eight: sixty in vain happen once in three
thousand. A table of people never comes near that.
"""
LONGEST_PAUSE = 0.005
"""Seconds. A random pause before another attempt keeps two writers from stepping on each other in time."""


class Recording:
    """Records rulings in the campaigns of one ledger."""

    def __init__(
        self,
        store: RecordsApplication,
        index: Index,
        followers: Sequence[Follower],
        clock: Clock,
        snapshot_every: int,
    ) -> None:
        self._store = store
        self._index = index
        self._followers = followers
        self._clock = clock
        self._snapshot_every = snapshot_every

    def submit(self, held: OpenCampaign, submission: Submission) -> Ruled | Refused:
        """Record one ruling, or say why it is refused. Raises `Conflict`."""
        return self.submit_all(held, [submission])[0]

    def submit_all(self, held: OpenCampaign, submissions: Sequence[Submission]) -> list[Ruled | Refused]:
        """Record rulings up to the first that is refused, as many in one transaction as can be.

        Raises `Conflict`; what was stored before it stays.
        """
        answers: list[Ruled | Refused] = []
        with held.lock:
            for together in _that_go_together(submissions):
                rolls = [Roller() for _ in together]
                answers += self._stored(held, together, rolls)
                if answers and isinstance(answers[-1], Refused):
                    break
        return answers

    def preview(self, held: OpenCampaign, submission: Submission) -> Previewed | Refused:
        """What this submission would record on the head as it is. Stores nothing."""
        game = held.codec.game
        with held.lock:
            held.catch_up()
            drafts = self._drafts(held, submission, Roller())
            if isinstance(drafts, Refused):
                return drafts
            moment = held.form.copy(held.head)
        events = [event for draft in drafts for event in draft.events]
        retellings = []
        for event in events:
            if isinstance(event, LineRewound):
                moment = _returned(held, event.to, moment)
            apply(game, moment, event)
            moment.position += 1
            retellings.append(retell(game, moment, event))
        drawn = tuple(die for draft in drafts for die in draft.drawn)
        return Previewed(tuple(events), tuple(retellings), drawn, moment)

    def _stored(
        self, held: OpenCampaign, together: Sequence[Submission], rolls: Sequence[Roller]
    ) -> list[Ruled | Refused]:
        """The answers to submissions of one transaction, decided anew when somebody else records first.

        Where nobody else has been seen to record, the head is taken as it is held, without looking at the log:
        a record that somebody else has stored meanwhile holds the position that this one asks for, so that the
        database refuses it. Whatever is not stored finds no such proof, and is decided on what the log says.
        """
        trusting = held.alone and len(together) == 1 and not asks_the_past(together[0].command)
        for _attempt in range(ATTEMPTS):
            if not trusting:
                held.catch_up()
            alone = held.alone
            try:
                answers, appended = self._decided(held, together, rolls)
                if trusting and not appended:
                    trusting = False  # it is not stored, so nothing has shown that this is still the head
                    continue
                if appended:
                    self._append(held, appended)
                held.alone = alone
                return answers
            except IntegrityError:
                trusting = False
                held.forget()  # somebody else recorded first: look again, and decide anew
                sleep(uniform(0, LONGEST_PAUSE))
            except BaseException:
                held.forget()
                raise
        raise Conflict(
            f"Others recorded in {held.entry.slug} {ATTEMPTS} times while this was being decided. "
            "Nothing of it was stored: try again."
        )

    def _decided(
        self, held: OpenCampaign, together: Sequence[Submission], rolls: Sequence[Roller]
    ) -> tuple[list[Ruled | Refused], list[Appended]]:
        """Each answer, and what it adds to the head. A record that could not be folded must never be stored."""
        answers: list[Ruled | Refused] = []
        appended: list[Appended] = []
        known = self._index.positions_of(held.entry.id, {each.key for each in together if each.key is not None})
        if any(position > held.head.position for position in known.values()):
            held.catch_up()
        for submission, roller in zip(together, rolls, strict=True):
            if submission.key in known:
                answers.append(_recorded_before(held, known[submission.key]))
                continue
            drafts = self._drafts(held, submission, roller)
            if isinstance(drafts, Refused):
                answers.append(drafts)
                break
            end = End(held.entry.id, held.head.position, held.head.seal, held.count)
            ruling = held.take_in_ruling(records_of(held.codec, end, drafts, stamp(self._clock())))
            appended.append(ruling)
            answers.append(Ruled(end.ruling + 1, ruling.told))
        return answers, appended

    def _drafts(self, held: OpenCampaign, submission: Submission, roller: Roller) -> Sequence[Draft] | Refused:
        """What this submission would record on the head as it is."""
        command, dice = submission.command, _dice_of(submission, roller)
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
            dice_from="rolled" if submission.faces is None else "typed",
            key=submission.key,
            happened_at=submission.happened_at,
            fiction_time=submission.fiction_time,
        )
        return [draft]

    def _append(self, held: OpenCampaign, rulings: Sequence[Appended]) -> None:
        appended = _as_one(rulings)
        records = [each.record for each in appended.told]
        shared = self._store.database is not None
        writes = [follower.prepare(appended) for follower in self._followers] if shared else []

        def within(connection: sql.Connection) -> None:
            self._index.note(connection, records)
            for write in writes:
                write(connection)

        self._store.append(records, within)
        before, now = appended.before // self._snapshot_every, held.head.position // self._snapshot_every
        if appended.rewound or before < now:
            self._keep_snapshot(held)

    def _keep_snapshot(self, held: OpenCampaign) -> None:
        try:
            self._store.moments.keep(held.entry.id, held.form, held.head)
        except PersistenceError:
            return  # the rulings are stored; a snapshot only saves time, and the next one will do


def _that_go_together(submissions: Iterable[Submission]) -> Iterator[list[Submission]]:
    """Parts that one transaction can hold.

    A ruling about earlier rulings reads them where they are stored, so whatever comes before it is stored first;
    and so is one that was sent under a key, before it is sent again.
    """
    part: list[Submission] = []
    keys: set[str] = set()
    for submission in submissions:
        if part and (asks_the_past(submission.command) or submission.key in keys):
            yield part
            part, keys = [], set()
        part.append(submission)
        if submission.key is not None:
            keys.add(submission.key)
    if part:
        yield part


def _recorded_before(held: OpenCampaign, position: int) -> Ruled:
    """The answer that was given when the ruling that begins here was recorded."""
    first = next(held.rulings(since=position - 1))
    return Ruled(first.told[0].record.envelope.ruling, first.told, repeated=True)


def _as_one(rulings: Sequence[Appended]) -> Appended:
    """Rulings that follow each other, as what is kept in step with the log takes them in."""
    first, last = rulings[0], rulings[-1]
    if first is last:
        return first
    return Appended(
        entry=first.entry,
        game=first.game,
        told=tuple(told for ruling in rulings for told in ruling.told),
        moment=last.moment,
        before=first.before,
        rewound=any(ruling.rewound for ruling in rulings),
    )


def _returned(held: OpenCampaign, to: int, moment: AnyMoment) -> AnyMoment:
    """The moment at an earlier position, with the journal and the place in the log of this one."""
    with held.lock:
        earlier = held.moment_at(to)
    earlier.journal, earlier.position = moment.journal, moment.position
    return earlier


def _dice_of(submission: Submission, roller: Roller) -> DiceSource:
    if submission.faces is not None:
        return TypedDice(submission.faces)
    return roller.from_the_start()
