"""The ledger: what the command line, the read models and the dashboard ask."""

from collections.abc import Iterator, Mapping, Sequence
from random import uniform
from threading import RLock
from time import sleep
from uuid import UUID, uuid4

import sqlalchemy as sql
from eventsourcing.persistence import IntegrityError, PersistenceError

from domain.kernel.campaign.commands import FoundCampaign, OverturnRuling
from domain.kernel.campaign.events import LineRewound
from domain.kernel.decisions import Refusal
from domain.kernel.dice import DiceSource, TypedDice
from domain.kernel.game import AnyGame
from domain.kernel.moment import AnyMoment
from domain.kernel.offering import offers_at
from domain.kernel.offers import Offer
from domain.kernel.ruling import apply, decide, retell
from ledger.answers import Appended, Follower, Previewed, Refused, Ruled, Submission, Told
from ledger.application import RecordsApplication
from ledger.clock import Clock, stamp, system_clock
from ledger.codec import Codec
from ledger.court.court import Court
from ledger.court.examining import drafts_of
from ledger.court.log_past import LogPast
from ledger.drafts import Draft, End, records_of
from ledger.errors import Conflict, NoSuchCampaign, NoSuchGame, SlugTaken
from ledger.index import Entry, Index
from ledger.lines import Lines
from ledger.open_campaign import OpenCampaign
from ledger.records import Record
from ledger.roller import Roller
from ledger.snapshots import INTERVAL

ATTEMPTS = 60
"""How often a ruling is decided anew when others record first, before that is reported as a conflict.

Eight writers that never rest leave each attempt a chance of one in eight: sixty in vain happen once in three
thousand. A table of people never comes near that.
"""
LONGEST_PAUSE = 0.005
"""Seconds. A random pause before another attempt keeps two writers from stepping on each other in time."""


class Ledger:
    """Keeps the campaigns of one database.

    Safe to share between threads; other processes may write to the same database.
    """

    def __init__(
        self,
        games: Mapping[str, AnyGame],
        env: Mapping[str, str] | None = None,
        *,
        clock: Clock = system_clock,
        snapshot_every: int = INTERVAL,
    ) -> None:
        self.games = games
        self._codecs = {key: Codec(game) for key, game in games.items()}
        self.store = RecordsApplication(self._codecs, env)
        self.index = Index(self.store.database, self.store.recorder)
        self._clock = clock
        self._snapshot_every = snapshot_every
        self._open: dict[UUID, OpenCampaign] = {}
        self._lock = RLock()
        self.followers: list[Follower] = []
        self.court = Court(self._at_head)

    def close(self) -> None:
        """Let go of the database."""
        self.store.close()

    # --- finding ---------------------------------------------------------------------------------------

    def campaigns(self) -> list[Entry]:
        """Every campaign in this ledger."""
        return self.index.entries()

    def find(self, name: str) -> Entry:
        """The campaign with this slug or id. Raises `NoSuchCampaign`."""
        entry = self.index.find(name)
        if entry is None:
            known = [entry.slug for entry in self.index.entries()]
            listed = f" There are: {', '.join(known[:8])}." if known else " This ledger is empty."
            raise NoSuchCampaign(f"There is no campaign called {name!r}.{listed}")
        return entry

    def game(self, key: str) -> AnyGame:
        """The game with this key. Raises `NoSuchGame`."""
        if key not in self.games:
            raise NoSuchGame(f"There is no game {key!r}. There are: {', '.join(sorted(self.games))}.")
        return self.games[key]

    # --- recording -------------------------------------------------------------------------------------

    def found(self, command: FoundCampaign, by: str = "gm") -> Ruled | Refused:
        """Begin a campaign, `by` being its GM. Raises `NoSuchGame`, `SlugTaken`."""
        self.game(command.game)
        taken = f"There is already a campaign called {command.slug!r} in this ledger. Choose another."
        if self.index.find(command.slug):
            raise SlugTaken(taken)
        try:
            return self._submit(
                self._held(Entry(uuid4(), command.slug, command.game)), Submission(command=command, by=by)
            )
        except Conflict as error:
            raise SlugTaken(taken) from error

    def rule(self, campaign: str, submission: Submission) -> Ruled | Refused:
        """Record a ruling, or say why it is refused. Raises `NoSuchCampaign`, `Conflict`."""
        return self._submit(self._held(self.find(campaign)), submission)

    def preview(self, campaign: str, submission: Submission) -> Previewed | Refused:
        """What this submission would record on the head as it is. Stores nothing."""
        held = self._held(self.find(campaign))
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
                moment = self._returned(held, event.to, moment)
            apply(game, moment, event)
            moment.position += 1
            retellings.append(retell(game, moment, event))
        drawn = tuple(die for draft in drafts for die in draft.drawn)
        return Previewed(tuple(events), tuple(retellings), drawn, moment)

    @staticmethod
    def _returned(held: OpenCampaign, to: int, moment: AnyMoment) -> AnyMoment:
        """The moment at an earlier position, with the journal and the place in the log of this one."""
        with held.lock:
            earlier = held.moment_at(to)
        earlier.journal, earlier.position = moment.journal, moment.position
        return earlier

    def _submit(self, held: OpenCampaign, submission: Submission) -> Ruled | Refused:
        roller = Roller()
        with held.lock:
            for _attempt in range(ATTEMPTS):
                held.catch_up()
                if (again := self._recorded_before(held, submission)) is not None:
                    return again
                drafts = self._drafts(held, submission, roller)
                if isinstance(drafts, Refused):
                    return drafts
                try:
                    return self._append(held, drafts)
                except IntegrityError:
                    held.forget()  # somebody else recorded first: look again, and decide anew
                    sleep(uniform(0, LONGEST_PAUSE))
                except BaseException:
                    held.forget()
                    raise
        raise Conflict(
            f"Others recorded in {held.entry.slug} {ATTEMPTS} times while this was being decided. "
            "Nothing of it was stored: try again."
        )

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

    def _append(self, held: OpenCampaign, drafts: Sequence[Draft]) -> Ruled:
        # Into the head before it is stored: a record that could not be folded must never be.
        end = End(held.entry.id, held.head.position, held.head.seal, held.count)
        appended = held.take_in_ruling(records_of(held.codec, end, drafts, stamp(self._clock())))
        records = [each.record for each in appended.told]
        writes = [follower.prepare(appended) for follower in self.followers] if self.store.database else []

        def within(connection: sql.Connection) -> None:
            self.index.note(connection, records)
            for write in writes:
                write(connection)

        self.store.append(records, within)
        if (
            appended.rewound
            or appended.before // self._snapshot_every < held.head.position // self._snapshot_every
        ):
            self._keep_snapshot(held)
        return Ruled(end.ruling + 1, appended.told)

    def _recorded_before(self, held: OpenCampaign, submission: Submission) -> Ruled | None:
        if submission.key is None:
            return None
        position = self.index.position_of(held.entry.id, submission.key)
        if position is None:
            return None
        first = next(held.rulings(since=position - 1))
        return Ruled(first.told[0].record.envelope.ruling, first.told, repeated=True)

    def _keep_snapshot(self, held: OpenCampaign) -> None:
        try:
            self.store.moments.keep(held.entry.id, held.form, held.head)
        except PersistenceError:
            return  # the ruling is stored; a snapshot only saves time, and the next one will do

    # --- looking ---------------------------------------------------------------------------------------

    def head(self, campaign: str) -> int:
        """The last position of the log."""
        held = self._at_head(campaign)
        return held.head.position

    def moment(self, campaign: str, at: int | None = None, *, from_start: bool = False) -> AnyMoment:
        """Everything as of a position, or as of now; the caller's own. `from_start` trusts no snapshot.

        Raises `NoSuchPosition`, `BrokenLedger`.
        """
        held = self._at_head(campaign)
        with held.lock:
            if at is None and not from_start:
                return held.form.copy(held.head)
            return held.moment_at(held.head.position if at is None else at, from_start=from_start)

    def lines(self, campaign: str) -> Lines:
        """The tree of lines."""
        held = self._at_head(campaign)
        with held.lock:
            return Lines(held.lines.as_mapping())

    def line(self, campaign: str, at: int | None = None, since: int = 0) -> Iterator[tuple[Record, AnyMoment]]:
        """Go along the line of a position (of the head, if none is given), through every record after `since`.

        The moment beside each record is the one just after it, and grows from step to step: copy to keep.
        """
        held = self._at_head(campaign)
        yield from held.walk(held.head.position if at is None else at, since)

    def told(self, campaign: str, at: int | None = None, since: int = 0) -> Iterator[Told]:
        """The records along a line with their meaning."""
        game = self.game(self.find(campaign).game)
        for record, moment in self.line(campaign, at, since):
            yield Told(record, retell(game, moment, record.event))

    def rulings(self, campaign: str, since: int = 0) -> Iterator[Appended]:
        """Every ruling of the log after a position, in the order it was recorded, whatever its line."""
        return self._at_head(campaign).rulings(since)

    def offers(self, campaign: str, by: str) -> list[Offer]:
        """What this person may ask for now."""
        held = self._at_head(campaign)
        with held.lock:
            return offers_at(held.codec.game, held.head, by)

    def stored(self, campaign: str, gt: int = 0, lte: int | None = None) -> Iterator[tuple[int, str, bytes]]:
        """The records as they are stored: (position, tag, bytes), in log order."""
        return self.store.reading.stream(self.find(campaign).id, gt=gt, lte=lte)

    # --- holding ---------------------------------------------------------------------------------------

    def _held(self, entry: Entry) -> OpenCampaign:
        with self._lock:
            if entry.id not in self._open:
                self.game(entry.game)
                self._open[entry.id] = OpenCampaign(entry, self._codecs[entry.game], self.store)
            return self._open[entry.id]

    def _at_head(self, campaign: str) -> OpenCampaign:
        held = self._held(self.find(campaign))
        with held.lock:
            held.catch_up()
        return held


def _dice_of(submission: Submission, roller: Roller | None = None) -> DiceSource:
    if submission.faces is not None:
        return TypedDice(submission.faces)
    return (roller or Roller()).from_the_start()
