"""One campaign, opened: looked up once, read up to one head, and asked as often as is wanted."""

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from domain.kernel.available_offers import offers_at
from domain.kernel.game import AnyGame
from domain.kernel.journal.attached.audiences import OF_FILES, told_now
from domain.kernel.moment import AnyMoment
from domain.kernel.offers import Offer
from domain.kernel.ruling import retell
from ledger.answers import Appended, Expected, Previewed, Refused, Ruled, Submission, ToldRecord
from ledger.errors import LedgerError
from ledger.log.entry import CampaignEntry
from ledger.log.lines import Lines
from ledger.log.receipts import SealedSession
from ledger.log.record import Record
from ledger.logged import is_replaced, replaced_until
from ledger.recording.sealed_sessions import sealed_sessions
from ledger.records.open_campaign import OpenCampaign

if TYPE_CHECKING:
    from ledger.ledger import Ledger

Answer = TypeVar("Answer")


@dataclass(frozen=True, slots=True)
class Soundness:
    """Part of a log that can be followed: up to `position`; and the fault after it, None where that is its end."""

    position: int
    why: LedgerError | None = None
    beyond: LedgerError | None = None
    """The error to answer whoever asks for more."""


class CampaignHandle:
    """One campaign of a ledger as of one head, which stays the same until something is recorded through it.

    A log that is broken is open as far as it is sound; what needs its end raises `BrokenLedger` or
    `UnknownRecord`. A handle holds nothing that has to be closed: it serves one request and is dropped.
    """

    def __init__(self, ledger: "Ledger", entry: CampaignEntry, held: OpenCampaign) -> None:
        self._ledger = ledger
        self._held = held
        self.entry = entry
        self._refresh()

    def _refresh(self) -> None:
        """Read on to the end of the log as it is now."""
        held = self._held
        with held.lock:
            held.refresh()
            broken = held.broken
            self.soundness = Soundness(held.head.position, broken, held.broken_log_error() if broken else None)
            self.end = Expected(held.head.position, held.head.seal)
            self.removed_at = max((it.by for it in held.exemptions.withheld.values()), default=0)
            """The position of the last record that took words out of this log; 0 where none did."""
            self.generation = held.generation
            """Number of the reading of the log it rests on: see `OpenCampaign.generation`."""
            self._lines: Lines | None = None
            self._now: AnyMoment | None = None
            self._done: dict[Hashable, object] = {}

    @property
    def held(self) -> OpenCampaign:
        """The campaign as the ledger holds it, read again where it was reset meanwhile."""
        with self._held.lock:
            if self._held.head.position < self.head:
                self._held.refresh()
        return self._held

    @property
    def slug(self) -> str:
        """Its name in commands and links."""
        return self.entry.slug

    @property
    def game(self) -> AnyGame:
        """The game it is played in."""
        return self._held.codec.game

    @property
    def head(self) -> int:
        """The last position of the log, or the last that can be followed."""
        return self.soundness.position

    # --- looking ---------------------------------------------------------------------------------------

    @property
    def lines(self) -> Lines:
        """The tree of lines up to the head."""
        if self._lines is None:
            with self._held.lock:
                rewinds, aside = self.held.lines.as_mapping(), self.held.lines.aside
            self._lines = Lines({at: parent for at, parent in rewinds.items() if at <= self.head}, aside)
        return self._lines

    @property
    def now(self) -> AnyMoment:
        """Everything as of the head. It is shared: nobody may change it.

        Raises `BrokenLedger`, `UnknownRecord` where not even the first record can be followed.
        """
        if self._now is None:
            if not self.head:
                self.check_end()
            self._now = self._copied()
        return self._now

    def moment(self, at: int | None = None, *, from_start: bool = False) -> AnyMoment:
        """Everything as of a position, or as of the end of the log; the caller's own. `from_start` trusts no
        snapshot.

        Raises `NoSuchPosition`, `BrokenLedger`.
        """
        if at is None:
            self.check_end()
        if at is None and not from_start:
            return self._copied()
        with self._held.lock:
            return self.held.moment_at(self.head if at is None else at, from_start=from_start)

    def line(
        self, at: int | None = None, since: int = 0, base: AnyMoment | None = None
    ) -> Iterator[tuple[Record, AnyMoment]]:
        """Go along the line of a position (of the head, if none is given), through every record after `since`.

        The moment beside each record is the one just after it, and grows from step to step: copy to keep. `base`
        is one to go on from, at a position of that line up to `since`; it is the caller's, and grows.
        """
        if at is None:
            self.check_end()
        yield from self.held.walk(self.head if at is None else at, since, base)

    def retold(
        self, at: int | None = None, since: int = 0, base: AnyMoment | None = None
    ) -> Iterator[tuple[ToldRecord, AnyMoment]]:
        """The same, each record with what it meant when it was recorded; `told_now` says what holds of it now."""
        for record, moment in self.line(at, since, base):
            yield ToldRecord(record, retell(self.game, moment, record.event)), moment

    def told_now(self, at: int | None = None) -> Callable[[ToldRecord], ToldRecord | None]:
        """The function from a record on the line of `at` to what is told of it now.

        None for earlier play whose place another record took on that line; and a record about a file is for those
        alone for whom the file is meant now.
        """
        replaced = replaced_until(self, self.head if at is None else at)

        def now(told: ToldRecord) -> ToldRecord | None:
            event = told.record.event
            if is_replaced(told.record, replaced):
                return None
            if not isinstance(event, OF_FILES):
                return told
            return replace(told, retelling=told_now(told.retelling, event, self.now.journal.files))

        return now

    def told_with_moments(self, at: int | None = None, since: int = 0) -> Iterator[tuple[ToldRecord, AnyMoment]]:
        """The records along a line as they are told now, each with the moment just after it, which grows."""
        now = self.told_now(at)
        for each, moment in self.retold(at, since):
            if (told := now(each)) is not None:
                yield told, moment

    def told(self, at: int | None = None, since: int = 0) -> Iterator[ToldRecord]:
        """The records along a line as they are told now."""
        return (told for told, _ in self.told_with_moments(at, since))

    def rulings(self, since: int = 0) -> Iterator[Appended]:
        """Every ruling of the log after a position, in the order it was recorded, whatever its line."""
        self.check_end()
        return self.held.rulings(since, self.head)

    def offers(self, by: str) -> list[Offer]:
        """The offers open to this person at the head."""
        self.check_end()
        return offers_at(self.game, self.now, by)

    def stored(self, gt: int = 0, lte: int | None = None) -> Iterator[tuple[int, str, bytes]]:
        """The records as they are stored: (position, tag, bytes), in log order, unchecked: see `chain.follow`."""
        return self._ledger.store.reading.stream(self.entry.id, gt=gt, lte=lte)

    def sealed_sessions(self) -> list[SealedSession]:
        """Every session that was sealed, and whether play was changed after that."""
        self.check_end()
        with self._held.lock:
            return sealed_sessions(self.held)

    def check_end(self) -> None:
        """Raises `BrokenLedger`, `UnknownRecord` where the log cannot be followed to its end."""
        if self.soundness.beyond is not None:
            raise self.soundness.beyond

    def once(self, what: Hashable, work: Callable[[], Answer]) -> Answer:
        """The result of this work when it was first done for this head. It is shared: nobody may change it."""
        if what not in self._done:
            self._done[what] = work()
        return self._done[what]  # type: ignore[return-value]  # only this puts anything there

    def _copied(self) -> AnyMoment:
        with self._held.lock:
            held = self.held
            if held.head.position == self.head and held.head.seal == self.end.seal:
                return held.moment_format.copy(held.head)
            return held.moment_at(self.head)  # others have recorded meanwhile

    # --- recording -------------------------------------------------------------------------------------

    def rule(self, submission: Submission) -> Ruled | Refused:
        """Record a ruling, as `Ledger.rule`. What is asked afterwards sees it."""
        return self._seeing(lambda: self._ledger.rule(self.slug, submission))

    def rule_all(self, submissions: Sequence[Submission], expect: Expected | None = None) -> list[Ruled | Refused]:
        """Record many rulings up to the first that is refused, as `Ledger.rule_all`."""
        return self._seeing(lambda: self._ledger.rule_all(self.slug, submissions, expect))

    def rule_all_or_none(
        self, submissions: Sequence[Submission], expect: Expected | None = None
    ) -> list[Ruled | Refused]:
        """Record all of these rulings or none of them, as `Ledger.rule_all_or_none`."""
        return self._seeing(lambda: self._ledger.rule_all_or_none(self.slug, submissions, expect))

    def preview(self, submission: Submission) -> Previewed | Refused:
        """Work out the events that this submission would record on the head as it is by now. Stores nothing."""
        return self._ledger.preview(self.slug, submission)

    def _seeing(self, record: Callable[[], Answer]) -> Answer:
        try:
            return record()
        finally:
            self._refresh()


CampaignRef: TypeAlias = CampaignHandle | str
"""A campaign that is open, or the slug or id of one."""
