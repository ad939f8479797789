"""Bringing the rows of all campaigns of a ledger to the ends of their logs, as far as they are behind.

Rows that another version of the program made count as none, so that after an upgrade all of them are made anew.
What is much is then done beside everything else, if that is wanted, and questions are answered from the rows there
are.
"""

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from threading import Lock, Thread
from time import sleep
from typing import NamedTuple, TypeAlias
from uuid import UUID

import sqlalchemy as sql
from eventsourcing.persistence import PersistenceError

from ledger.database.database import Database
from ledger.errors import LedgerError
from ledger.ledger import Ledger
from ledger.log.entry import CampaignEntry
from projections.tables import schema
from projections.tables.projector import CampaignWriter, version_for
from projections.tables.table_versions import MadeTables
from projections.tables.unowned_rows import UnownedRows

AT_ONCE = 2_000
"""Records. So many behind are taken in before a question is answered, which takes about half a second."""
CAMPAIGNS_AT_ONCE = 10
"""And so many campaigns: each is a transaction of its own."""
REST = 0.002
"""Seconds that the thread leaves to whoever draws a page, after each campaign and each part of a long one."""


_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class CatchUpProgress:
    """The progress of a thread that brings rows up to date."""

    done: int
    """Records that were taken in."""
    total: int
    """Records to take in, the done ones among them."""
    waiting: frozenset[str]
    """Slugs of the campaigns whose rows are not made yet, or not to the end."""


class _Behind(NamedTuple):
    """A campaign whose rows do not end where its log ends."""

    entry: CampaignEntry
    start: int
    """The position that they have come to, in today's version."""
    end: int
    """The last position of its log."""
    version: str

    @property
    def records(self) -> int:
        """The number of records to take in; one where the rows are ahead of the log, and all are made anew."""
        return max(1, self.end - self.start)


Moved: TypeAlias = Callable[[int, int], None]
"""Told how many records of how many are taken in."""


class ShelfCatchUp:
    """Keeps the rows of the campaigns side by side in step with their logs. Safe to share between threads."""

    def __init__(
        self,
        ledger: Ledger,
        database: Database,
        tables: MadeTables,
        writer_of: Callable[[CampaignEntry], CampaignWriter],
        unowned: UnownedRows,
    ) -> None:
        self.in_background = False
        """True if nobody shall wait for what is much: a thread does it, see `progress`."""
        self._ledger = ledger
        self._database = database
        self._tables = tables
        self._writer_of = writer_of
        self._unowned = unowned
        self._caught_up_to: int | None = None
        self._unreadable: dict[UUID, tuple[int, str]] = {}
        """The campaigns that cannot be read to their end, with that end and the version of the rows."""
        self._lock = Lock()
        self._progress: CatchUpProgress | None = None

    @property
    def progress(self) -> CatchUpProgress | None:
        """The progress of the thread; None while there is none."""
        return self._progress

    def lacking(self) -> int:
        """The number of records that the rows lack."""
        return sum(each.records for each in self._look()[0])

    def run(self, moved: Moved = lambda done, total: None) -> None:
        """Take in what the rows lack, or have a thread begin to.

        A campaign that cannot be read is passed over: whoever opens it is told why. Raises `LedgerUnavailable`.
        """
        last = self._ledger.store.recorder.max_notification_id()
        if self._tables.make():
            self._unreadable.clear()  # another file may lie there
        elif last == self._caught_up_to:
            return  # nobody has recorded anything in any campaign since all of them were looked at
        with self._lock:
            if self._progress is not None:
                return
            behind, unowned = self._look()
            self._unowned.take_out(unowned)  # they would be counted with the others
            total = sum(each.records for each in behind)
            beside = self.in_background and (total > AT_ONCE or len(behind) > CAMPAIGNS_AT_ONCE)
            if beside:
                self._progress = CatchUpProgress(0, total, frozenset(it.entry.slug for it in behind))
        if beside:
            Thread(target=self._run_beside, args=(behind, last), name="read models", daemon=True).start()
            return
        self._take_in(behind, moved)
        self._caught_up_to = last

    def _run_beside(self, behind: Sequence[_Behind], last: int | None) -> None:
        waiting = {it.entry.slug for it in behind}

        def moved(done: int, total: int) -> None:
            self._progress = CatchUpProgress(done, total, frozenset(waiting))
            sleep(REST)

        try:
            self._take_in(behind, moved, waiting.discard, passed_over=Exception)
            self._caught_up_to = last
        except PersistenceError:
            return  # closed, or not to be reached: whoever asks is told, and has it begin anew
        finally:
            self._progress = None

    def _take_in(
        self,
        behind: Sequence[_Behind],
        moved: Moved,
        finished: Callable[[str], None] = lambda slug: None,
        passed_over: type[Exception] = LedgerError,
    ) -> None:
        done, total = 0, sum(each.records for each in behind)
        for each in behind:
            try:
                self._writer_of(each.entry).catch_up(
                    lambda at, each=each, done=done: moved(done + max(0, at - each.start), total)  # type: ignore[misc]
                )
            except PersistenceError:
                raise
            except passed_over as error:  # a fault in one game costs the others nothing
                self._unreadable[each.entry.id] = each.end, each.version
                if not isinstance(error, LedgerError):
                    _log.exception("the read models of %s could not be made", each.entry.slug)
            done += each.records
            finished(each.entry.slug)
            moved(done, total)

    def _look(self) -> tuple[list[_Behind], set[str]]:
        """The campaigns whose rows do not end where their log ends, and the ids of rows that no campaign has.

        Asked of all at once, a shelf may be long.
        """
        entries = self._ledger.campaigns()
        heads = self._ledger.index.heads()
        with self._database.reading() as connection:
            columns = schema.FOLLOWED.c.campaign, schema.FOLLOWED.c.position, schema.FOLLOWED.c.version
            rows = connection.execute(sql.select(*columns)).all()
            shown = connection.scalars(sql.select(schema.CAMPAIGNS.c.campaign)).all()
        followed = {row.campaign: (row.position, row.version) for row in rows}
        versions = {game: version_for(self._ledger, game) for game in {it.game for it in entries}}
        found = []
        for entry in entries:
            end = self._end_of(entry) if heads is None else heads.get(entry.id, 0)
            position, version = followed.get(str(entry.id), (0, ""))
            start = position if version == versions[entry.game] else 0
            if start != end and self._unreadable.get(entry.id) != (end, versions[entry.game]):
                found.append(_Behind(entry, min(start, end), end, versions[entry.game]))
        return found, {*shown, *followed} - {str(it.id) for it in entries}

    def _end_of(self, entry: CampaignEntry) -> int:
        last = self._ledger.store.reading.last(entry.id)
        return last[0] if last else 0
