"""One campaign held open at its head: the state new rulings are decided on."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, groupby
from threading import RLock
from time import monotonic

from domain.kernel.decisions import Refusal
from domain.kernel.moment import AnyMoment, beginning
from domain.kernel.ruling import refusal_in_words, retell
from ledger.answers import Appended, Refused, ToldRecord
from ledger.database.stream_reading import ReadEnd, Row
from ledger.errors import BrokenLedger, LedgerError, NoSuchPosition, PositionSetAside, UnknownRecord
from ledger.log import tally
from ledger.log.checked_rows import NO_EXEMPTIONS, LogSlice, SealExemptions, checked_rows
from ledger.log.entry import CampaignEntry
from ledger.log.lines import Lines, Stretch
from ledger.log.record import GENESIS, Record, seal_of
from ledger.log.tags import JOURNAL_PREFIX, REMOVED, REWOUND, SET_ASIDE
from ledger.records.application import RecordsApplication
from ledger.records.codec import Codec
from ledger.records.fold import advance, fold
from ledger.records.generation import Generation
from ledger.records.snapshots import MomentFormat
from ledger.records.sound_prefix import chained_prefix, check_end

_FOUNDING = "Nothing comes before it, so only a backup helps: `campaign repair --from BACKUP`."

RETRY_BROKEN_AFTER = 5.0
"""Seconds after which a broken log that ends as it did is read anew: something in its middle may be mended."""

NOTHING_READ = ReadEnd(None, None)
_MOST_OF_OTHERS = 100
"""Records. So many that others recorded are kept as they were told, for whoever is in step with the log."""


class OpenCampaign:
    """The head of one campaign, kept in step with its log. Use it under its `lock`."""

    def __init__(self, entry: CampaignEntry, codec: Codec, store: RecordsApplication) -> None:
        self.entry, self.codec = entry, codec
        self.moment_format = MomentFormat(codec.game)
        self.lock = RLock()
        self.lines = Lines()
        self.count = 0
        self.no_other_writer = self.keys_are_new = False
        """True if, as far as is known, nobody else records here, and keys name nothing yet: see `Recording`."""
        self.rulings_under_lock = 0
        """The number of rulings to come that are decided under the lock of the log: others record as well."""
        self.broken: LedgerError | None = None
        """The reason why the log can be followed no further than `head`; None where that is its end."""
        self.exemptions = NO_EXEMPTIONS
        self._store = store
        self._head: AnyMoment = beginning(codec.game)
        self._last = b""
        """The record at the head."""
        self._end = NOTHING_READ
        self._generation = Generation()
        self._of_others: list[ToldRecord] = []
        """The rulings of others, as far as they were just taken in and were few."""
        self._refreshed_at = 0.0

    @property
    def head(self) -> AnyMoment:
        """The moment at the head. Not to be changed by anybody else: see `moment_at` for one of your own."""
        return self._head

    @property
    def generation(self) -> int:
        """Number of this reading of the log: see `Generation`."""
        return self._generation.number

    def catch_up(self) -> None:
        """Take in what others recorded since; or everything anew, where the log is not the one known so far.

        That is so after somebody put an older copy of the ledger in its place, or removed words from its records.
        Raises `BrokenLedger`, `UnknownRecord` where the log cannot be followed to its end.
        """
        self.refresh()
        if self.broken is not None:
            raise self.broken_log_error()

    def refresh(self) -> None:
        """Catch up as far as the log can be followed: `broken` says why not further."""
        end, new = self._store.reading.end_after(self.entry.id, self._head.position)
        if self.broken is not None:
            if end == self._end and monotonic() - self._refreshed_at < RETRY_BROKEN_AFTER:
                return
            self.reset()
        try:
            if not self._try_apply_new(end, new):
                self.reset()
                self._load(end)
                self._generation.compare(self._head.position, self.seal_at, self.exemptions)
        except (BrokenLedger, UnknownRecord) as error:
            self._load_sound_prefix(error, end)
            self._generation.compare(self._head.position, self.seal_at, self.exemptions)
        self._generation.saw(self._head.position, self._head.seal, self.exemptions)
        self._end, self._refreshed_at = end, monotonic()

    def broken_log_error(self) -> LedgerError:
        """The error for whoever asks for more than can be followed: why, and what can be done."""
        why, sound = self.broken, self._head.position
        assert why is not None
        if isinstance(why, UnknownRecord):
            return UnknownRecord(str(why), why.position)
        assert isinstance(why, BrokenLedger)
        far = f"Up to record {sound} everything can be looked at (--at {sound});"
        on = f"{far} `campaign repair {self.entry.slug}` leads on." if sound else _FOUNDING
        return BrokenLedger(why.position, f"{why.problem} {on}")

    def _try_apply_new(self, end: ReadEnd, new: Sequence[Row]) -> bool:
        """Apply the records after the head, `new` first. False if the log has no more the head that is known."""
        self.no_other_writer = True
        known, last = self._head.position, end.last
        if not known or last is None or last[0] < known:
            return not known and last is None and end.witness is None
        check_end(end, self._store.reading, self.entry.id)
        if last[0] == known:
            return seal_of(last[2]) == self._head.seal
        self.no_other_writer = False
        told: list[ToldRecord] = []
        few = last[0] - known <= _MOST_OF_OTHERS
        try:
            for position, tag, stored in self._rows(known, last[0], self._head.seal, new):
                if tag in (REMOVED, SET_ASIDE):
                    return False
                record = self._read(position, tag, stored)
                self.apply_record(record, position)
                if few:
                    told.append(ToldRecord(record, retell(self.codec.game, self._head, record.event)))
        except (BrokenLedger, UnknownRecord):
            return False  # so it is, or the log is another one: whoever reads it from its start will know
        self._of_others = told
        return True

    def _load(self, end: ReadEnd) -> None:
        if end.last is None and end.witness is None:
            return
        position, tag, stored = self._draw_lines(end)
        self.count = self._read(position, tag, stored).envelope.ruling
        self._head = self._moment_of(self.lines.path(position), position)
        self._last = stored
        self.no_other_writer = True

    def _draw_lines(self, end: ReadEnd) -> Row:
        """Find the lines of a log that ends there, and what does not stand in it as it was written.

        The last row of the log. Raises `BrokenLedger`, `UnknownRecord`.
        """
        check_end(end, self._store.reading, self.entry.id)
        assert end.last is not None
        special = list(self._store.reading.select_by_topics(self.entry.id, (REMOVED, REWOUND, SET_ASIDE)))
        self.exemptions = SealExemptions.among(special)
        self.lines = Lines(aside=self.exemptions.aside)
        for row in special:
            if row[1] == REWOUND and row[0] not in self.exemptions.aside:
                rewind = self._read(*row)
                self.lines.rewound(rewind.position, rewind.envelope.parent)
        return end.last

    def _load_sound_prefix(self, error: BrokenLedger | UnknownRecord, end: ReadEnd) -> None:
        """Hold the head as far as the log is sound."""
        self.reset()
        self.exemptions = SealExemptions.of(self._store.reading, self.entry.id)
        found = chained_prefix(self._store.reading, self.entry.id, end, self.exemptions)
        far, why = found.position, found.error or error
        while far:
            self.lines = found.lines(far, self.exemptions)
            if self.lines.lost(far):
                far -= 1
                continue
            try:
                self._head = self._moment_of(self.lines.path(far), far)
                self.count = found.ruling(self._store.reading, self.entry.id, far)
                break
            except (BrokenLedger, UnknownRecord) as another:
                far, why = min(far, another.position) - 1, another
        self.broken = why

    def apply_record(self, record: Record, position: int) -> None:
        """Move the head on by one record that is stored, or about to be. Raises `BrokenLedger`."""
        if record.envelope.type == REWOUND:
            if lost := self.lines.lost(record.envelope.parent):
                raise PositionSetAside(record.envelope.parent, lost)
            self.lines.rewound(position, record.envelope.parent)
            self._head = self._moment_of(self.lines.path(position), position - 1)
        advance(self.codec, self._head, record)
        self._head.seal = record.seal
        self._last = record.stored
        self.count = record.envelope.ruling

    def refused(self, refusal: Refusal) -> Refused:
        """A refusal in words, with the names of the head."""
        return Refused(refusal, refusal_in_words(self.codec.game, self._head, refusal))

    def reset(self) -> None:
        """Drop the head, after something went wrong with it; it is read again when next asked for."""
        self.lines = Lines()
        self.count = 0
        self.no_other_writer = False
        self.broken = None
        self.exemptions = NO_EXEMPTIONS
        self._head, self._last = beginning(self.codec.game), b""
        self._of_others = []

    def tally(self) -> str:
        """The tally that the record after the head carries.

        Where the last record is of format 1, all of the log is read for it: once, for the next is of format 2.
        """
        if not self._last:
            return tally.FIRST
        rows, aside = self.as_stored(0, self._head.position), self.exemptions.aside
        return tally.after(self._last) or tally.over((stored, at in aside) for at, _tag, stored in rows)

    def moment_at(self, position: int, *, from_start: bool = False) -> AnyMoment:
        """The moment at a position, for the caller to keep; `from_start` trusts no snapshot.

        Raises `NoSuchPosition`, `BrokenLedger`.
        """
        self.check(position)
        return self._moment_of(self.lines.path(position), position, at_most=0 if from_start else None)

    def walk(
        self, position: int, since: int = 0, base: AnyMoment | None = None
    ) -> Iterator[tuple[Record, AnyMoment]]:
        """Go along the line of `position`, through every record after `since`, with the moment just after it.

        It is one and the same moment, growing: copy it to keep it. `base` is one to go on from, at a position of
        that line up to `since`; it is the caller's, and grows. Raises `NoSuchPosition`, `BrokenLedger`.
        """
        self.check(position)
        path = self.lines.path(position)
        moment, records = self._snapshot_and_records(path, position, at_most=since, base=base)
        for record in records:
            if record.position > since:
                yield record, moment

    def records_of_others(self, since: int, until: int) -> Sequence[ToldRecord]:
        """The records after one position up to another, if others recorded those last, on one line; else none."""
        told = [each for each in self._of_others if since < each.record.position <= until]
        whole_part = bool(told) and len(told) == until - since and told[-1].record.position == until
        return told if whole_part and all(each.record.envelope.type != REWOUND for each in told) else ()

    def rulings(self, since: int = 0, until: int | None = None) -> Iterator[Appended]:
        """Every ruling of the log after a position, up to the head or `until`, as recorded, whatever its line.

        The moment beside each is the one just after it on its own line, and grows: copy it to keep it.
        """
        scratch = self._scratch(since)
        if since:
            scratch._head = self.moment_at(since)
        return self._apply_rulings(scratch, self._head.position if until is None else until)

    def read_through(self) -> Iterator[Appended]:
        """Every ruling of the log from its first, by reading it once: the head is known when the last was given.

        Until then nothing is to be asked but the `log` of each. Raises `BrokenLedger`, `UnknownRecord` where the
        log cannot be followed: `refresh` says how far it can.
        """
        self.reset()
        end = self._store.reading.end(self.entry.id)
        if end.last is None and end.witness is None:
            return
        until, scratch = self._draw_lines(end)[0], self._scratch(0)
        yield from self._apply_rulings(scratch, until)
        self._head, self.count, self._last = scratch._head, scratch.count, scratch._last

    def _scratch(self, since: int) -> "OpenCampaign":
        """This campaign with the lines that there were at a position, to go along them from there."""
        scratch = OpenCampaign(self.entry, self.codec, self._store)
        known = {at: parent for at, parent in self.lines.as_mapping().items() if at <= since}
        scratch.lines, scratch.exemptions = Lines(known, self.exemptions.aside), self.exemptions
        return scratch

    def _apply_rulings(self, scratch: "OpenCampaign", until: int) -> Iterator[Appended]:
        """Move the scratch on by one ruling after the other, up to this position."""
        rows = self._rows(scratch._head.position, until, scratch._head.seal)
        records = (self._read(*row) for row in rows if not self._is_lost(row))
        # Grouping reads one record ahead but takes it in only with its own ruling.
        for _ruling, group in groupby(records, key=lambda record: record.envelope.ruling):
            yield scratch.apply_ruling(group)

    def apply_ruling(self, records: Iterable[Record]) -> Appended:
        """Move the head on by one ruling, and retell it. Raises `BrokenLedger`."""
        before, told = self._head.position, []
        for record in records:
            self.apply_record(record, record.position)
            told.append(ToldRecord(record, retell(self.codec.game, self._head, record.event)))
        return Appended(
            entry=self.entry,
            game=self.codec.game,
            told=tuple(told),
            moment=self._head,
            before=before,
            rewound=told[0].record.envelope.type == REWOUND,
            log=self,
        )

    def stored(self, gt: int = 0, lte: int | None = None) -> Iterator[Row]:
        """The records as they are stored: (position, tag, bytes), in log order, up to the head.

        Those that were set aside are left out. Raises `BrokenLedger` where one is missing.
        """
        last = self._head.position
        return self._rows(gt, last if lte is None else min(lte, last), None)

    def as_stored(self, gt: int, lte: int) -> Iterator[Row]:
        """The rows stored at these positions, also beyond the head, unchecked."""
        return self._store.reading.stream(self.entry.id, gt=gt, lte=lte)

    def stored_with_tag(self, tag: str) -> Iterator[tuple[int, bytes]]:
        """Positions and stored bytes of the records with this tag, as far as the log is sound, unread."""
        for position, stored in self._store.reading.select_by_topic(self.entry.id, tag):
            if position > self._head.position:
                return
            yield position, stored

    def with_tag(self, tag: str) -> Iterator[Record]:
        """The records of one kind, in log order; of a broken log, as far as it is sound."""
        for position, stored in self._store.reading.select_by_topic(self.entry.id, tag):
            if self.broken is not None and position > self._head.position:
                return
            if position not in self.exemptions.aside:
                yield self._read(position, tag, stored)

    def check(self, position: int) -> None:
        """Raises `NoSuchPosition` unless the log holds this position; beyond a broken head, `broken_log_error`."""
        last = self._head.position
        if position > last and self.broken is not None:
            raise self.broken_log_error()
        if not 1 <= position <= last:
            raise NoSuchPosition(f"{self.entry.slug} has no position {position}: its log goes from 1 to {last}.")
        if lost := self.lines.lost(position):
            raise PositionSetAside(position, lost)

    def _is_lost(self, row: Row) -> bool:
        """True if nothing is known of what this row followed. The journal follows no line."""
        return bool(self.lines.aside) and not row[1].startswith(JOURNAL_PREFIX) and self.lines.lost(row[0]) > 0

    def _read(self, position: int, tag: str, stored: bytes) -> Record:
        try:
            return self.codec.read(tag, stored)
        except BrokenLedger as error:
            raise BrokenLedger(position, error.problem) from error

    def _rows(self, gt: int, until: int, seal: str | None, read: Sequence[Row] = ()) -> Iterator[Row]:
        """The rows of a part of the log, whole, some perhaps `read`; `seal` is that at `gt`, None if not known."""
        come = read[-1][0] if read else gt
        rest = self.as_stored(come, until) if come < until else ()
        return checked_rows(chain(read, rest), self._part(gt, until, seal))

    def _part(self, gt: int, until: int, seal: str | None) -> LogSlice:
        prev = GENESIS if gt <= 0 else self.exemptions.seal(gt, seal) if seal else None
        return LogSlice(max(gt, 0), until, prev, self.exemptions, self.lines)

    def _snapshot_and_records(
        self, path: list[Stretch], stop: int, at_most: int | None = None, base: AnyMoment | None = None
    ) -> tuple[AnyMoment, Iterator[Record]]:
        """The nearest snapshot on a path, and the records after it up to `stop`, each folded in as it comes."""
        start = stop if at_most is None else at_most
        rows: Iterator[Row] = iter(())

        def seal_at(position: int) -> str | None:
            """The seal of a record that a snapshot stands for; with it are read those after it, which come
            next.
            """
            nonlocal rows
            rows = self.as_stored(position - 1, stop)
            first = next(rows, None)
            return seal_of(first[2]) if first and first[0] == position else None

        moment = base or self._store.moments.nearest(self.entry.id, self.moment_format, path, start, seal_at)
        if base or moment is None:
            moment = base or beginning(self.codec.game)
            rows = self.as_stored(moment.position, stop)
        # One that somebody else has folded on need not have the seal of where it has come to.
        part = self._part(moment.position, stop, None if base else moment.seal)
        return moment, fold(self.codec, moment, rows, path, part)

    def _moment_of(self, path: list[Stretch], stop: int, at_most: int | None = None) -> AnyMoment:
        """The moment at the end of a path and of the journal beside it."""
        moment, records = self._snapshot_and_records(path, stop, at_most)
        record, known = None, moment.position
        for record in records:  # noqa: B007 - only the last is wanted
            pass
        if record is not None:
            moment.seal = record.seal
        if at_most is None:
            self._store.moments.keep_after(
                self.entry.id, self.moment_format, path, moment, moment.position - known
            )
        return moment

    def seal_at(self, position: int) -> str | None:
        """The seal of the bytes at a position as they are stored now."""
        row = next(self.as_stored(position - 1, position), None)
        return None if row is None else seal_of(row[2])
