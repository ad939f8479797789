"""One campaign held open at its head: the state new rulings are decided on."""

from collections.abc import Iterable, Iterator
from itertools import groupby
from threading import RLock

from domain.kernel.decisions import Refusal
from domain.kernel.moment import AnyMoment, beginning
from domain.kernel.ruling import refusal_in_words, retell
from ledger import tally
from ledger.answers import Appended, Refused, Told
from ledger.application import RecordsApplication
from ledger.codec import Codec
from ledger.errors import NoSuchPosition
from ledger.fold import advance, fold
from ledger.index import Entry
from ledger.lines import Lines, Stretch
from ledger.records import Record, seal_of
from ledger.snapshots import MomentFormat

REWOUND = "campaign.line_rewound.v1"
REMOVED = "journal.words_removed.v1"
SET_ASIDE = "journal.record_set_aside.v1"


class OpenCampaign:
    """The head of one campaign, kept in step with its log. Use it under its `lock`."""

    def __init__(self, entry: Entry, codec: Codec, store: RecordsApplication) -> None:
        self.entry = entry
        self.codec = codec
        self.form = MomentFormat(codec.game)
        self.lock = RLock()
        self.lines = Lines()
        self.count = 0
        self.alone = False
        """Whether, as far as is known, nobody else is recording here: see `Recording`."""
        self.contended = 0
        """For how many rulings to come it is assumed that others are recording in it at the same time."""
        self._store = store
        self._head: AnyMoment = beginning(codec.game)
        self._last = b""
        """The record at the head."""

    @property
    def head(self) -> AnyMoment:
        """The moment at the head. Not to be changed by anybody else: see `moment_at` for one of your own."""
        return self._head

    def catch_up(self) -> None:
        """Take in what others recorded since; or everything anew, where the log is not the one known so far.

        That is so after somebody put an older copy of the ledger in its place, or removed words from its records.
        """
        while not self._follow():
            self.forget()

    def _follow(self) -> bool:
        """Take in what came after the head. False if what was known is not what the log says any more."""
        if self._head.position == 0:
            self._open()
        self.alone = True
        known = self._head.position
        rows = self._store.reading.stream(self.entry.id, gt=max(known - 1, 0))
        if known:
            row = next(rows, None)
            if row is None or row[0] != known or seal_of(row[2]) != self._head.seal:
                return False
        for position, tag, stored in rows:
            self.alone = False
            if tag == REMOVED:
                return False
            self.take_in(self.codec.read(tag, stored), position)
        return True

    def _open(self) -> None:
        last = self._store.reading.last(self.entry.id)
        if last is None:
            return
        position, tag, stored = last
        for rewind in self.with_tag(REWOUND):
            self.lines.rewound(rewind.position, rewind.envelope.parent)
        self.count = self.codec.read(tag, stored).envelope.ruling
        self._head = self._folded(self.lines.path(position), position)
        self._last = stored

    def take_in(self, record: Record, position: int) -> None:
        """Move the head on by one record that is stored, or about to be. Raises `BrokenLedger`."""
        if record.envelope.type == REWOUND:
            self.lines.rewound(position, record.envelope.parent)
            self._head = self._folded(self.lines.path(position), position - 1)
        advance(self.codec, self._head, record)
        self._head.seal = record.seal
        self._last = record.stored
        self.count = record.envelope.ruling

    def refused(self, refusal: Refusal) -> Refused:
        """A refusal in words, with the names of the head."""
        return Refused(refusal, refusal_in_words(self.codec.game, self._head, refusal))

    def forget(self) -> None:
        """Drop the head, after something went wrong with it; it is read again when next asked for."""
        self.lines = Lines()
        self.count = 0
        self.alone = False
        self._head, self._last = beginning(self.codec.game), b""

    def tally(self) -> str:
        """The tally that the record after the head carries.

        Where the last record is of format 1, all of the log is read for it: once, for the next is of format 2.
        """
        if not self._last:
            return tally.FIRST
        rows = self.stored(lte=self._head.position)
        return tally.after(self._last) or tally.over(stored for _at, _tag, stored in rows)

    def moment_at(self, position: int, *, from_start: bool = False) -> AnyMoment:
        """The moment at a position, for the caller to keep; `from_start` trusts no snapshot.

        Raises `NoSuchPosition`, `BrokenLedger`.
        """
        self.check(position)
        return self._folded(self.lines.path(position), position, at_most=0 if from_start else None)

    def walk(
        self, position: int, since: int = 0, base: AnyMoment | None = None
    ) -> Iterator[tuple[Record, AnyMoment]]:
        """Go along the line of `position`, through every record after `since`, with the moment just after it.

        It is one and the same moment, growing: copy it to keep it. `base` is one to go on from, at a position of
        that line up to `since`; it is the caller's, and grows. Raises `NoSuchPosition`, `BrokenLedger`.
        """
        self.check(position)
        path = self.lines.path(position)
        moment, records = self._unfolding(path, position, at_most=since, base=base)
        for record in records:
            if record.position > since:
                yield record, moment

    def rulings(self, since: int = 0) -> Iterator[Appended]:
        """Every ruling of the log after a position, in the order recorded, whatever its line.

        The moment beside each is the one just after it on its own line, and grows: copy it to keep it.
        """
        scratch = OpenCampaign(self.entry, self.codec, self._store)
        scratch.lines = Lines({at: parent for at, parent in self.lines.as_mapping().items() if at <= since})
        if since:
            scratch._head = self.moment_at(since)
        rows = self._store.reading.stream(self.entry.id, gt=since)
        records = (self.codec.read(tag, stored) for _position, tag, stored in rows)
        # Grouping reads one record ahead but takes it in only with its own ruling.
        for _ruling, group in groupby(records, key=lambda record: record.envelope.ruling):
            yield scratch.take_in_ruling(group)

    def take_in_ruling(self, records: Iterable[Record]) -> Appended:
        """Move the head on by one ruling, and retell it. Raises `BrokenLedger`."""
        before, told = self._head.position, []
        for record in records:
            self.take_in(record, record.position)
            told.append(Told(record, retell(self.codec.game, self._head, record.event)))
        return Appended(
            entry=self.entry,
            game=self.codec.game,
            told=tuple(told),
            moment=self._head,
            before=before,
            rewound=told[0].record.envelope.type == REWOUND,
        )

    def stored(self, gt: int = 0, lte: int | None = None) -> Iterator[tuple[int, str, bytes]]:
        """The records as they are stored: (position, tag, bytes), in log order."""
        return self._store.reading.stream(self.entry.id, gt=gt, lte=lte)

    def with_tag(self, tag: str) -> Iterator[Record]:
        """The records of one kind, in log order."""
        for _position, stored in self._store.reading.select_by_topic(self.entry.id, tag):
            yield self.codec.read(tag, stored)

    def check(self, position: int) -> None:
        """Raises `NoSuchPosition` unless the log holds this position."""
        if not 1 <= position <= self._head.position:
            raise NoSuchPosition(
                f"{self.entry.slug} has no position {position}: its log goes from 1 to {self._head.position}."
            )

    def _unfolding(
        self, path: list[Stretch], stop: int, at_most: int | None = None, base: AnyMoment | None = None
    ) -> tuple[AnyMoment, Iterator[Record]]:
        """The nearest snapshot on a path, and the records after it up to `stop`, each folded in as it comes."""
        start = stop if at_most is None else at_most
        moment = base or self._store.moments.nearest(self.entry.id, self.form, path, start, self.seal_at)
        moment = moment or beginning(self.codec.game)
        rows = self._store.reading.stream(self.entry.id, gt=moment.position, lte=stop)
        return moment, fold(self.codec, moment, rows, path)

    def _folded(self, path: list[Stretch], stop: int, at_most: int | None = None) -> AnyMoment:
        """The moment at the end of a path and of the journal beside it."""
        moment, records = self._unfolding(path, stop, at_most)
        record, known = None, moment.position
        for record in records:  # noqa: B007 - only the last is wanted
            pass
        if record is not None:
            moment.seal = record.seal
        if at_most is None:
            self._store.moments.keep_after(self.entry.id, self.form, path, moment, moment.position - known)
        return moment

    def seal_at(self, position: int) -> str | None:
        """The seal of the bytes at a position as they are stored now."""
        for _position, _tag, stored in self._store.reading.stream(self.entry.id, gt=position - 1, lte=position):
            return seal_of(stored)
        return None
