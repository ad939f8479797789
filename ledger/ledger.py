"""The ledger: what the command line, the read models and the dashboard ask."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from threading import RLock
from uuid import UUID, uuid4

from domain.kernel.campaign.founding import FoundCampaign
from domain.kernel.decisions import refuse
from domain.kernel.game import AnyGame, Packages, UnusableGame
from domain.kernel.messages import Command
from domain.kernel.moment import AnyMoment
from domain.kernel.offers import Offer
from ledger.answers import (
    Appended,
    Expected,
    Follower,
    Previewed,
    RecordingCheck,
    Refused,
    Ruled,
    Submission,
    ToldRecord,
)
from ledger.clock import Clock, system_clock
from ledger.database.events import Within
from ledger.errors import Conflict, NoSuchCampaign, NoSuchGame, SlugTaken
from ledger.files.store import FileStore
from ledger.handle import CampaignHandle, CampaignRef, Soundness
from ledger.log.entry import CampaignEntry
from ledger.log.lines import Lines
from ledger.log.receipts import SealedSession
from ledger.log.record import Record
from ledger.recording.claims import problem_of
from ledger.recording.in_parts import PartedRecording
from ledger.records.application import RecordsApplication
from ledger.records.codec import Codecs
from ledger.records.index import CampaignIndex
from ledger.records.open_campaign import OpenCampaign
from ledger.records.snapshots import DEFAULT_INTERVAL, SnapshotInterval
from ledger.whatif.ruling_review import RulingReview


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
        snapshot_interval: SnapshotInterval = DEFAULT_INTERVAL,
    ) -> None:
        self.games = games
        self._codecs = Codecs(games)
        self.store = RecordsApplication(self._codecs, env)
        self.index = CampaignIndex(self.store.database, self.store.recorder)
        self._open: dict[UUID, OpenCampaign] = {}
        self._lock = RLock()
        self.files = FileStore(self.store.database, clock)
        self.followers: list[Follower] = [self.files]
        self.recording_check: RecordingCheck | None = None
        """Asked before anything is recorded: the campaign, and in whose name. It may raise."""
        self.review = RulingReview(self._at_head, self._as_far_as_sound)
        self._recording = PartedRecording(self.store, self.index, self.followers, clock, snapshot_interval)

    def close(self) -> None:
        """Close the database."""
        self.store.close()

    # --- finding ---------------------------------------------------------------------------------------

    def campaigns(self) -> list[CampaignEntry]:
        """Every campaign in this ledger."""
        return self.index.entries()

    def find(self, name: str) -> CampaignEntry:
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
            raise NoSuchGame(
                f"There is no game {key!r} here. There are: {', '.join(sorted(self.games))}. A campaign of "
                "another is kept whole, and opens again where the package of its game is installed."
            )
        try:
            return self.games[key]
        except UnusableGame as error:
            raise NoSuchGame(str(error)) from error

    def package_of(self, key: str) -> str | None:
        """The package of the game with this key, not loaded for that where it can be known; None without one."""
        if key not in self.games:
            return None
        return self.games.package_of(key) if isinstance(self.games, Packages) else self.games[key].package

    # --- recording -------------------------------------------------------------------------------------

    def found(self, command: FoundCampaign, by: str = "gm") -> Ruled | Refused:
        """Begin a campaign, `by` being its GM. Raises `NoSuchGame`, `SlugTaken`."""
        return self.found_whole(command, by, ())[-1]

    def found_whole(self, command: FoundCampaign, by: str, then: Sequence[Submission]) -> list[Ruled | Refused]:
        """Begin a campaign with these rulings, in one transaction: a refusal, which comes last, founds nothing.

        Raises `NoSuchGame`, `SlugTaken`.
        """
        self.game(command.game)
        self._check(command.slug, [by])
        taken = f"There is already a campaign called {command.slug!r} in this ledger. Choose another."
        if self.index.find(command.slug):
            raise SlugTaken(taken)
        try:
            entry = CampaignEntry(uuid4(), command.slug, command.game)
            whole = [Submission(command=command, by=by), *then]
            return self._recording.submit_all_or_none(self._held(entry), whole)
        except Conflict as error:
            raise SlugTaken(taken) from error

    def rule(self, campaign: str, submission: Submission, *, earlier: "Ledger | None" = None) -> Ruled | Refused:
        """Record a ruling, or say why it is refused. Raises `NoSuchCampaign`, `Conflict`.

        A session that it closes is sealed in the same transaction, in the same person's name.
        What it claims of another campaign has to stand in this ledger, or in an `earlier` one.
        """
        self._check(campaign, [submission.by])
        if unproven := self._unproven(campaign, submission, earlier):
            return unproven
        return self._recording.submit(self._held(self._recalled(campaign)), submission)

    def rule_all(
        self,
        campaign: str,
        submissions: Sequence[Submission],
        expect: Expected | None = None,
        *,
        seal_sessions: bool = True,
    ) -> list[Ruled | Refused]:
        """Record many rulings together, in as few transactions as can be: up to the first that is refused.

        Each transaction is stored whole or not at all. The answers are those of `rule`; after a refusal, which
        comes last, there are none. `expect` is where the log was seen to end before the first of them: whatever
        acts on the last ruling and names no end of its own means that, or what one before it left. A session that
        one of them closes is sealed as by `rule`, unless they seal it themselves, or `seal_sessions` is False.
        Raises `NoSuchCampaign`, `Conflict`.
        """
        self._check(campaign, [each.by for each in submissions])
        proven, unproven = self._proven(campaign, submissions)
        answers = self._recording.submit_all(
            self._held(self._recalled(campaign)), proven, expect, seal_sessions=seal_sessions
        )
        stopped = any(isinstance(each, Refused) for each in answers)
        return answers if unproven is None or stopped else [*answers, unproven]

    def rule_all_or_none(
        self, campaign: str, submissions: Sequence[Submission], expect: Expected | None = None
    ) -> list[Ruled | Refused]:
        """Record these rulings in one transaction or none of them: a refusal, which comes last, stores nothing.

        None of them may ask about earlier rulings. Raises `NoSuchCampaign`, `Conflict`.
        """
        self._check(campaign, [each.by for each in submissions])
        _, unproven = self._proven(campaign, submissions)
        if unproven is not None:
            return [unproven]
        if not submissions:
            return []
        return self._recording.submit_all_or_none(self._held(self._recalled(campaign)), submissions, expect)

    def rule_in_parts(self, campaign: str, submissions: Callable[[], Iterable[Submission]]) -> Refused | None:
        """Record all of these rulings in one transaction, or none of them and say why, however many they are.

        As `rule_all_or_none`, in the memory of some hundred: they are asked for one after the other, and again
        from the first where others recorded meanwhile. None of them may claim anything of another campaign.
        Raises `NoSuchCampaign`, `Conflict`.
        """
        held = self._held(self._recalled(campaign))
        return self._recording.submit_in_parts(held, lambda: self._checked(campaign, submissions()))

    def _checked(self, campaign: str, submissions: Iterable[Submission]) -> Iterator[Submission]:
        game, people = self.game(self._recalled(campaign).game), set[str]()
        may_claim: dict[type[Command], bool] = {}
        for each in submissions:
            if each.by not in people:
                self._check(campaign, [each.by])
                people.add(each.by)
            if (kind := type(each.command)) not in may_claim:
                may_claim[kind] = issubclass(kind, game.commands)
            if may_claim[kind] and game.claims(each.command) is not None:
                raise ValueError(f"{each.command.type} claims something: it is recorded by itself")
            yield each

    def _proven(
        self, campaign: str, submissions: Sequence[Submission]
    ) -> tuple[Sequence[Submission], Refused | None]:
        # Those before the first that claims what does not stand elsewhere, and the refusal of that one.
        for number, each in enumerate(submissions):
            if unproven := self._unproven(campaign, each):
                return submissions[:number], unproven
        return submissions, None

    def _unproven(self, campaign: str, submission: Submission, earlier: "Ledger | None" = None) -> Refused | None:
        entry, there = self._recalled(campaign), earlier or self
        game = self.game(entry.game)
        claim = game.claims(submission.command) if isinstance(submission.command, game.commands) else None
        if claim is None:
            return None
        held = self._at_head(campaign)
        asker = held.head.campaign.asker(submission.by)
        problem = problem_of(claim, game, entry.slug, asker, there.find, there.moment)
        return held.refused(refuse("not_proven", problem=problem)) if problem else None

    def _check(self, campaign: str, people: Sequence[str]) -> None:
        if self.recording_check is not None:
            for by in dict.fromkeys(people):
                self.recording_check(campaign, by)

    def preview(self, campaign: str, submission: Submission) -> Previewed | Refused:
        """Work out the events that this submission would record on the head as it is. Stores nothing."""
        if unproven := self._unproven(campaign, submission):
            return unproven
        return self._recording.preview(self._held(self.find(campaign)), submission)

    def remove(self, campaign: str, submission: Submission, also: Within) -> Ruled | Refused:
        """Record that words are removed, `also` taking them out in the same transaction (see `care`)."""
        self._check(campaign, [submission.by])
        return self._recording.remove(self._held(self.find(campaign)), submission, also)

    # --- looking ---------------------------------------------------------------------------------------

    def open(self, campaign: str) -> CampaignHandle:
        """This campaign, to be asked more than once about one and the same head. Raises `NoSuchCampaign`."""
        entry = self.find(campaign)
        return CampaignHandle(self, entry, self._held(entry))

    def head(self, campaign: str) -> int:
        """The last position of the log."""
        return self.end(campaign).position

    def end(self, campaign: str) -> Expected:
        """The end of the log now, as somebody who acts on its last ruling has to name it."""
        opened = self.open(campaign)
        opened.check_end()
        return opened.end

    def moment(self, campaign: str, at: int | None = None, *, from_start: bool = False) -> AnyMoment:
        """Everything as of a position, or as of now; the caller's own: see `CampaignHandle.moment`."""
        return self.open(campaign).moment(at, from_start=from_start)

    def lines(self, campaign: str) -> Lines:
        """The tree of lines, as far as the log is sound."""
        return self.open(campaign).lines

    def sealed_sessions(self, campaign: str) -> list[SealedSession]:
        """Every session that was sealed, and whether play was changed after that."""
        return self.open(campaign).sealed_sessions()

    def soundness(self, campaign: str) -> Soundness:
        """Find how far the log can be followed, and why not further. Reads nothing that is known already."""
        return self.open(campaign).soundness

    def as_far_as_sound(self, campaign: str) -> AnyMoment:
        """Everything as of the last record that can be followed: of a sound log, as of now; the caller's own.

        Raises `BrokenLedger`, `UnknownRecord` where not even the first can be.
        """
        return self.open(campaign).now

    def line(
        self, campaign: str, at: int | None = None, since: int = 0, base: AnyMoment | None = None
    ) -> Iterator[tuple[Record, AnyMoment]]:
        """Go along the line of a position (of the head, if none is given): see `CampaignHandle.line`."""
        yield from self.open(campaign).line(at, since, base)

    def told(self, campaign: str, at: int | None = None, since: int = 0) -> Iterator[ToldRecord]:
        """The records along a line with their meaning."""
        yield from self.open(campaign).told(at, since)

    def rulings(self, campaign: str, since: int = 0) -> Iterator[Appended]:
        """Every ruling of the log after a position, in the order it was recorded, whatever its line."""
        return self.open(campaign).rulings(since)

    def offers(self, campaign: str, by: str) -> list[Offer]:
        """The offers open to this person at the head."""
        return self.open(campaign).offers(by)

    def stored(self, campaign: str, gt: int = 0, lte: int | None = None) -> Iterator[tuple[int, str, bytes]]:
        """The records as they are stored: (position, tag, bytes), in log order, unchecked: see `chain.follow`."""
        return self.store.reading.stream(self.find(campaign).id, gt=gt, lte=lte)

    # --- holding ---------------------------------------------------------------------------------------

    def _recalled(self, campaign: str) -> CampaignEntry:
        # What a ruling follows is looked at again when it is stored, so it need not be looked up at first.
        return self.index.recall(campaign) or self.find(campaign)

    def _held(self, entry: CampaignEntry) -> OpenCampaign:
        with self._lock:
            if entry.id not in self._open:
                self.game(entry.game)
                self._open[entry.id] = OpenCampaign(entry, self._codecs[entry.game], self.store)
            return self._open[entry.id]

    def _at_head(self, campaign: CampaignRef) -> OpenCampaign:
        if isinstance(campaign, CampaignHandle):
            campaign.check_end()
            return campaign.held
        held = self._held(self.find(campaign))
        with held.lock:
            held.catch_up()
        return held

    def _as_far_as_sound(self, campaign: CampaignRef) -> OpenCampaign:
        if isinstance(campaign, CampaignHandle):
            return campaign.held
        held = self._held(self.find(campaign))
        with held.lock:
            held.refresh()
        return held
