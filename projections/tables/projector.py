"""Keeps the rows of one campaign in step with its log."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cached_property, partial
from threading import RLock
from typing import Any
from weakref import WeakKeyDictionary

import sqlalchemy as sql
from eventsourcing.persistence import IntegrityError

from ledger.answers import Appended, Expected
from ledger.database.database import Database
from ledger.database.errors import library_errors
from ledger.errors import BrokenLedger, Conflict, UnknownRecord
from ledger.ledger import Ledger
from ledger.log.entry import CampaignEntry
from ledger.log.record import seal_of
from ledger.log.tags import REMOVED
from ledger.records.codec import Codec, Codecs
from ledger.records.open_campaign import OpenCampaign
from projections.history.head_views import HEAD, HeadViews
from projections.history.stored_facts import VERSION as FACTS_VERSION
from projections.history.value_history import HISTORY
from projections.projection import Projection
from projections.tables import schema
from projections.tables.rows import ACCOUNT_VERSION, Head, PlayCounts, add_head, add_ruling, in_full
from projections.tables.standings import Standings, sources_behind
from projections.tables.table_rows import RowBatch, RulingRows, delete_campaign, has_rows
from projections.tables.tracking import Followed, claim, followed_in
from projections.views.timeline import TEXTS_VERSION, TIMELINE

_KEPT: tuple[Projection[Any], ...] = (*HEAD, TIMELINE, HISTORY)
VERSION = " ".join(
    (
        *(f"{each.name}={each.version}" for each in _KEPT),
        f"facts={FACTS_VERSION}",
        f"texts={TEXTS_VERSION}",
        f"account={ACCOUNT_VERSION}",
    )
)
"""The version of the reading of the facts that made the rows. Rows of another version are made anew."""


def version_for(ledger: Ledger, game: str) -> str:
    """The version of the rows of a campaign: with whatever tells its records, to the line.

    A game from elsewhere is renewed without this program, and another headline is another row.
    """
    return f"{VERSION} sources={sources_behind(ledger.package_of(game))[:16]}"


RECORDS_AT_ONCE = 2_000
"""The number of records taken in by one transaction when there is much to catch up with."""

_ACCOUNT = sql.select(schema.CAMPAIGNS.c.account).where(schema.CAMPAIGNS.c.campaign == sql.bindparam("of"))

_OFTEN = 20
"""The number of times that others may get there first, one after the other, until it is looked whether anything
moves.
"""
_CODECS: WeakKeyDictionary[Ledger, Codecs] = WeakKeyDictionary()
"""The readers of the records of each ledger: a shelf has many campaigns of few games."""


class _Overtaken(Exception):
    """Somebody else has written these rows meanwhile."""


class CampaignWriter:
    """Works out and writes the rows of one campaign.

    From inside the recording of a ruling it looks at the campaign that is held open for that. From any other
    thread it reads the log by itself, and holds none of the ledger's locks.
    """

    def __init__(self, ledger: Ledger, entry: CampaignEntry, database: Database) -> None:
        self.entry = entry
        self._campaign = str(entry.id)
        self._database = database
        self._store = ledger.store
        self._ledger = ledger
        self._version = version_for(ledger, entry.game)
        self._lock = RLock()
        self._head = Head()
        self._next: Head | None = None
        self._lent: OpenCampaign | None = None
        """The campaign as whoever records a ruling just now holds it."""
        self._removed = 0
        """The last removal of words that what is in memory knows of."""
        self._standings = Standings(self._campaign, self._version, database, ledger.store.signer)

    @cached_property
    def _codec(self) -> Codec:
        """Made when there is something to work out: whether the tables are in step takes no game."""
        key = self._ledger.game(self.entry.game).key
        return _CODECS.setdefault(self._ledger, Codecs(self._ledger.games))[key]

    @cached_property
    def _log(self) -> OpenCampaign:
        return OpenCampaign(self.entry, self._codec, self._store)

    # --- recording -------------------------------------------------------------------------------------

    def prepare(self, appended: Appended) -> Callable[[sql.Connection], None]:
        """The rows of a ruling about to be stored. Catches up first where the tables are behind."""
        first = appended.told[0].record.envelope
        before = first.prev if appended.before else ""
        with self._lock:
            if (overtaken := self._with_others(appended.before, before, appended.log)) is not None:
                self._next = None
                self._move_to(overtaken)
            else:
                self._settle(before, appended.log)
            if self._head.seal != before:
                self._forget_removed()
                followed = followed_in(self._database, self._campaign)
                if followed != Followed(appended.before, before, self._version):
                    try:
                        self.catch_up()
                    except (BrokenLedger, UnknownRecord):
                        return _write_nothing  # whoever reads the rows is told why; no ruling is held up by it
                    followed = followed_in(self._database, self._campaign)
                with self._looking_at(appended.log if followed and followed.seal == before else None):
                    self._move_to(self._head_at(followed))
            if self._head.seal != before:
                return _write_nothing  # others have recorded since: this ruling will not be stored as it is
            old = self._head
            batch = RowBatch(self._campaign)
            with self._looking_at(appended.log):
                new = in_full(self._advance(batch, old, appended), appended)
            add_head(batch, old, new)
            self._next = new
            there = Followed(new.position, new.seal, self._version)
        return RulingRows(batch, self._followed(old), there)

    @contextmanager
    def _looking_at(self, log: OpenCampaign | None) -> Iterator[None]:
        """Read what was stored from this campaign, which the thread that records holds; None: from one's own."""
        self._lent = log
        try:
            yield
        finally:
            self._lent = None

    def _with_others(self, position: int, seal: str, log: OpenCampaign) -> Head | None:
        """The head after what others have recorded up to this position, where the log was just told all of it.

        Nothing is asked of the tables: whether their rows are there is seen when the next are written. None where
        nobody else recorded, or where it is not known what.
        """
        for head in (self._next, self._head):
            told = log.records_of_others(head.position, position) if head is not None and head.position else ()
            if head is None or not told or told[0].record.envelope.prev != head.seal:
                continue
            standing, account = head.standing, head.account
            for each in told:
                standing, account = standing.after(each), account.after(each.record)
            if told[-1].record.seal == seal:
                return Head(position, seal, standing, account=account)  # the campaign's own row is put in anew
        return None

    def _settle(self, seal: str, log: OpenCampaign) -> None:
        """Take the ruling prepared last as stored, if the log goes on from it, or holds it further back."""
        made, self._next = self._next, None
        if made is not None and (made.seal == seal or log.seal_at(made.position) == made.seal):
            self._move_to(made)

    def _move_to(self, head: Head) -> None:
        self._head = head
        self._standings.remember(head.seal, head.standing)

    def catch_up(
        self, progress: Callable[[int], None] = lambda done: None, *, end: Expected | None = None
    ) -> None:
        """Bring the tables to the end of the log, or as far as it can be followed, which is then said.

        `end` is where the log was just seen to end: tables that have come so far are not compared with it again.
        Raises `BrokenLedger`, `UnknownRecord`, `LedgerUnavailable`.
        """
        if end is not None and end.position:
            if followed_in(self._database, self._campaign) == Followed(end.position, end.seal, self._version):
                return
        elif self._how_far()[1]:
            return
        with self._lock:
            self._forget_removed()
            overtaken = 0
            while True:
                followed, in_step = self._how_far()
                if in_step:
                    return
                try:
                    self._pass(followed, progress)
                except _Overtaken:
                    overtaken += 1
                    if overtaken < _OFTEN:
                        continue
                if followed_in(self._database, self._campaign) == followed:
                    # Nothing moved, and nothing would if it were tried again.
                    at = followed.position if followed else 0
                    raise BrokenLedger(
                        at + 1,
                        f"the read models of {self.entry.slug} come no further than record {at}, and its log "
                        "does not end there. `campaign verify` says what is wrong.",
                    )
                overtaken = 0

    def make_anew(self, progress: Callable[[int], None]) -> int:
        """Put new rows in the place of the old ones in one transaction, all of them; the position they come to.

        For a campaign whose rows memory can hold. Raises what is wrong with a log that cannot be followed to its
        end: then the old rows stay. And `Conflict` where others write them all the while.
        """
        with self._lock:
            for _attempt in range(_OFTEN):
                followed = followed_in(self._database, self._campaign)
                head, batch, ruling = Head(), RowBatch(self._campaign), None
                try:
                    for ruling in self._log.read_through():
                        with self._looking_at(ruling.log):
                            head = self._advance(batch, head, ruling)
                        progress(head.position)
                except (BrokenLedger, UnknownRecord):
                    self._read_on()
                    if self._log.broken is None:
                        continue  # mended meanwhile
                    raise self._log.broken_log_error() from None
                if ruling is None:
                    return 0
                try:
                    self._commit(batch, Head(), in_full(head, ruling), followed, anew=True)
                except _Overtaken:
                    continue
                return head.position
        raise Conflict(f"Others wrote the read models of {self.entry.slug} all the while: try again.")

    def _pass(self, followed: Followed | None, progress: Callable[[int], None]) -> None:
        """Take in what the tables lack; or everything, where their rows are not those of this log."""
        try:
            if self._follow(followed, progress):
                return
        except IntegrityError:
            pass  # there are rows beyond where the tables say they have come
        self._follow(followed, progress, anew=True)

    def views_at(self, position: int) -> HeadViews:
        """The standing at a position of the log as far as it can be followed, to every audience.

        Raises `NoSuchPosition`, `BrokenLedger`, `UnknownRecord`.
        """
        with self._lock:
            self._forget_removed()
            return self._standing_at(position, RowBatch(self._campaign))

    @property
    def position(self) -> int:
        """The position that the tables have come to."""
        followed = followed_in(self._database, self._campaign)
        return followed.position if followed else 0

    def _forget_removed(self) -> None:
        """Drop what is in memory if words were removed from the log since: it still has them."""
        if not self._head.position and not self._standings:
            return
        removals = self._store.reading.select_by_topic(self.entry.id, REMOVED)
        last = max((position for position, _stored in removals), default=0)
        if last != self._removed:
            self._standings.forget()
            self._head, self._next, self._removed = Head(), None, last

    def _followed(self, head: Head) -> Followed | None:
        return Followed(head.position, head.seal, self._version) if head.position else None

    def _how_far(self) -> tuple[Followed | None, bool]:
        """The position that the tables have come to, and whether that is the end of the log.

        The tables are asked before the log: whoever records in between moves both on, and asked the other way
        round the tables would seem to be ahead.
        """
        followed = followed_in(self._database, self._campaign)
        last, witness = self._store.reading.end(self.entry.id)
        if last is None or (witness is not None and last[0] < witness.position):
            return followed, last is None and witness is None
        position, _tag, stored = last
        return followed, followed == Followed(position, seal_of(stored), self._version)

    def _follow(
        self,
        followed: Followed | None,
        progress: Callable[[int], None],
        *,
        anew: bool = False,
        until: int | None = None,
    ) -> bool:
        """Take in what the tables lack, or everything anew. False if their rows do not belong to this log.

        Raises what is wrong with a log that cannot be followed to its end, when all before that is taken in.
        """
        anew = anew or followed is None
        sound = self._read_on()
        if self._log.broken is not None and followed and followed.position >= sound:
            raise self._log.broken_log_error()  # what rows there are was made when the log was whole
        if followed and not anew and (followed.version != self._version or followed.position >= sound):
            return False
        head = Head() if anew else self._head_at(followed)
        batch, old = RowBatch(self._campaign), head
        ruling: Appended | None = None
        try:
            for ruling in self._log.rulings(head.position, until):
                if head.seal and head is old and ruling.told[0].record.envelope.prev != head.seal:
                    return False
                head = self._advance(batch, head, ruling)
                self._standings.remember(head.seal, head.standing)
                if batch.records >= RECORDS_AT_ONCE:
                    head = in_full(head, ruling)
                    followed = self._commit(batch, old, head, followed, anew=anew)
                    batch, old, anew = RowBatch(self._campaign), head, False
                    progress(head.position)
        except (BrokenLedger, UnknownRecord):
            if old.position < head.position:  # once more, without the ruling that cannot be read
                self._follow(followed, progress, anew=anew, until=head.position)
            raise
        if batch.records and ruling is not None:
            head = in_full(head, ruling)
            self._commit(batch, old, head, followed, anew=anew)
            progress(head.position)
        if self._log.broken is not None:
            raise self._log.broken_log_error()
        return True

    def _commit(self, batch: RowBatch, old: Head, new: Head, at: Followed | None, *, anew: bool) -> Followed:
        add_head(batch, old, new)
        there = Followed(new.position, new.seal, self._version)
        with self._database.writing() as connection, library_errors(self._database.name):
            if not claim(connection, self._campaign, at, there):
                raise _Overtaken
            if anew and (at is not None or has_rows(connection, self._campaign)):
                delete_campaign(connection, self._campaign, schema.ROWS)
            batch.write(connection)
        self._next = None
        self._move_to(new)
        return there

    # --- working out -----------------------------------------------------------------------------------

    def _advance(self, batch: RowBatch, head: Head, ruling: Appended) -> Head:
        """The head after a ruling, its rows of the log being put into the batch."""
        keep = partial(self._standings.keep, ruling.log, batch=batch)
        return add_ruling(batch, head, ruling, partial(self._standing_at, batch=batch), keep)

    def _head_at(self, followed: Followed | None) -> Head:
        """The head that the tables show."""
        if followed is None:
            return Head()
        for head in (self._next, self._head):
            if head is not None and head.seal == followed.seal:
                return head
        standing = self._standing_at(followed.position, RowBatch(self._campaign))
        with self._database.reading() as connection:
            account = connection.scalar(_ACCOUNT, {"of": self._campaign})
        counts = PlayCounts(**json.loads(account)) if account else PlayCounts()
        return Head(followed.position, followed.seal, standing, account=counts)

    def _standing_at(self, position: int, batch: RowBatch) -> HeadViews:
        """The standing at a position of the stored log, on its own line."""
        if self._lent is None:
            self._read_on()
        return self._standings.at(self._lent or self._log, position, batch)

    def _read_on(self) -> int:
        """Take in the log as far as it can be followed, and say how far that is."""
        try:
            self._log.refresh()
        except BaseException:
            self._log.reset()  # it may have come half-way; it is read again when next asked for
            raise
        return self._log.head.position


def _write_nothing(connection: sql.Connection) -> None:
    """Nothing to write."""
