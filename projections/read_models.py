"""The read models of a ledger: what screens and the command line ask."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from threading import Lock
from uuid import UUID

import sqlalchemy as sql

from domain.kernel import facts
from domain.kernel.facts import Kind
from domain.kernel.people import Viewer
from domain.kernel.terms import PersonId
from ledger.answers import Appended
from ledger.database.database import Database
from ledger.database.engine import open_database
from ledger.errors import BrokenLedger, LedgerError, UnknownRecord
from ledger.handle import CampaignHandle, CampaignRef
from ledger.ledger import Ledger
from ledger.log.entry import CampaignEntry as CampaignEntry
from ledger.log.tags import REMOVED
from projections.audiences import audience_of
from projections.history import stored_facts as kept
from projections.history.head_views import Known
from projections.history.value_history import ValueStep
from projections.history.view_history import ViewHistory
from projections.people import LibraryPerson, PersonCounts, called, everybody, played
from projections.tables import rebuild as rebuilding
from projections.tables import schema
from projections.tables.campaign_queries import CampaignQueries
from projections.tables.projector import CampaignWriter
from projections.tables.search.finder import Finder
from projections.tables.search.query import Wanted
from projections.tables.search.scope import EVERYTHING, WHOLE_TABLE, SearchReach
from projections.tables.search.searching import Found
from projections.tables.selection import ANY, Filter
from projections.tables.shelf_catch_up import ShelfCatchUp
from projections.tables.shelves import Summary, played_last_on, seated_on, summaries_on
from projections.tables.table_rows import delete_campaign
from projections.tables.table_versions import MadeTables
from projections.tables.unowned_rows import UnownedRows
from projections.transcripts.finding import SpokenFound, SpokenWords, viewing_as
from projections.transcripts.projector import SpokenProjector
from projections.views.advancement import ADVANCEMENT, GROWTH, Growth, Track
from projections.views.economy import Account, accounts
from projections.views.faction_map import MapHistory
from projections.views.luck import Luck, luck
from projections.views.recap import StandingText, open_chapters, standing_texts
from projections.views.relations import NODES, TIES, Relations
from projections.views.resources import RESOURCES, Balance
from projections.views.roster import MEMBERS, PEOPLE, Roster, roster_of
from projections.views.timeline import Mark, TimelineEntry

__all__ = ["ANY", "Filter", "ReadModels"]

_WHOLE_LOG = 0
"""Given for a position by whoever asks about the whole log, as far as that is sound."""


class ReadModels:
    """Keeps the read models in step with a ledger, and answers from them.

    Put it among the ledger's followers. Before each answer it catches up with what others have recorded.
    Without a viewer, answers are what the whole table knows. Everything may raise `NoSuchCampaign`,
    `BrokenLedger`, `UnknownRecord` and `LedgerUnavailable`; where a position is given, `NoSuchPosition`.
    """

    def __init__(self, ledger: Ledger) -> None:
        self.ledger = ledger
        shared = ledger.store.database
        # Where the records' transaction cannot be shared, or nothing may be written, the rows live in memory.
        self.database: Database = open_database("sqlite://") if shared is None or shared.read_only else shared
        self._tables = MadeTables(self.database)
        self._tables.make()
        self.finder = Finder(self.database)
        self.finder.prepare()
        self.spoken = SpokenWords(ledger, SpokenProjector(self.database, ledger.files))
        self._writers: dict[UUID, CampaignWriter] = {}
        self._lock = Lock()
        self.unowned = UnownedRows(ledger, self.database, self.finder, self.spoken.projector)
        self.shelf = ShelfCatchUp(ledger, self.database, self._tables, self._writer, self.unowned)
        """Brings the rows of all campaigns up to date before questions across them are answered."""

    # --- following -------------------------------------------------------------------------------------

    def prepare(self, appended: Appended) -> Callable[[sql.Connection], None]:
        """The rows of a ruling, worked out; what comes back writes them in the appending transaction.

        Where it takes words out of earlier records, all rows of the campaign go, and are made anew.
        """
        if any(told.record.envelope.type == REMOVED for told in appended.told):
            return partial(self._forget, appended.entry.id)
        return self._writer(appended.entry).prepare(appended)

    def _forget(self, campaign: UUID, connection: sql.Connection) -> None:
        if connection.dialect.name == "sqlite":
            connection.exec_driver_sql("PRAGMA secure_delete=ON")
        delete_campaign(connection, str(campaign), (*schema.ROWS, schema.FOLLOWED))
        self.finder.forget(connection, str(campaign))
        self.spoken.projector.forget(connection, campaign)

    def _writer(self, entry: CampaignEntry) -> CampaignWriter:
        self._tables.make()
        with self._lock:
            if entry.id not in self._writers:
                self._writers[entry.id] = CampaignWriter(self.ledger, entry, self.database)
            return self._writers[entry.id]

    def _entry(self, campaign: CampaignRef) -> CampaignEntry:
        return campaign.entry if isinstance(campaign, CampaignHandle) else self.ledger.find(campaign)

    @contextmanager
    def _queries(
        self, campaign: CampaignRef, viewer: Viewer | None, at: int | None = None
    ) -> Iterator[CampaignQueries]:
        """`at` is the position asked about, None for the head: in a log that is broken, what lies before that."""
        entry = self._caught_up(campaign, at)
        with self.database.reading() as connection:
            yield CampaignQueries(connection, self.database, entry, audience_of(viewer))

    def _caught_up(self, campaign: CampaignRef, at: int | None) -> CampaignEntry:
        entry = self._entry(campaign)
        writer = self._writer(entry)
        try:
            if isinstance(campaign, CampaignHandle):
                campaign.once(self, lambda: writer.catch_up(end=campaign.end))
            else:
                writer.catch_up()  # what stands in tables is told without folding the log
        except (BrokenLedger, UnknownRecord):
            if at is None or at > writer.position:
                raise
        return entry

    # --- across campaigns ------------------------------------------------------------------------------

    def summaries(self) -> list[Summary]:
        """Every campaign, the one played last first. One that cannot be read is there with what is known."""
        self.shelf.run()
        with self.database.reading() as connection:
            return summaries_on(connection, self.ledger.campaigns())

    def played_last(self, limit: int) -> list[tuple[str, str]]:
        """Slug and title of the campaigns played last, as far as the read models have come."""
        self._tables.make()
        with self.database.reading() as connection:
            return played_last_on(connection, limit)

    def summary(self, campaign: CampaignRef) -> Summary:
        """One of them, whatever else the library holds."""
        with suppress(LedgerError):  # one that cannot be read is there with what is known
            self._caught_up(campaign, None)
        entry = self._entry(campaign)
        with self.database.reading() as connection:
            return summaries_on(connection, [entry])[0]

    def find(
        self,
        wanted: Wanted,
        person: PersonId | None = None,
        *,
        everything: bool = False,
        limit: int = 20,
        offset: int = 0,
        progress: Callable[[int], None] = lambda done: None,
    ) -> Found:
        """Find the texts wanted in all campaigns, and count them in each.

        `person` is who looks: as GM where they run the game, elsewhere as somebody at the table.
        Without one it is what each whole table knows, or `everything`. `progress` is told how many texts were put
        into the index, where it is behind.
        """
        self.shelf.run()
        entries = self.ledger.campaigns()
        reach: SearchReach | PersonId = EVERYTHING if everything else WHOLE_TABLE if person is None else person
        return self.finder.find(wanted, reach, [str(it.id) for it in entries], limit, offset, progress)

    def find_spoken(
        self, wanted: Wanted, person: PersonId | None = None, *, everything: bool = False, limit: int = 20
    ) -> SpokenFound:
        """Find what was said aloud, in the transcripts that are attached, for the same people as `find`."""
        self.shelf.run()
        entries = self.ledger.campaigns()
        return self.spoken.find(self, wanted, viewing_as(person, everything=everything), entries, limit)

    def seated(self) -> Mapping[tuple[str, str], str]:
        """Everybody who has a seat somewhere, as each whole table knows them: (slug, person) -> name."""
        self.shelf.run()
        with self.database.reading() as connection:
            return seated_on(connection)

    def called(self, name: str, *, everything: bool = True) -> frozenset[tuple[str, str]]:
        """The ids of campaign and person of everybody seated, heard or played under this name, in any case.
        `everything`: also by names that not the whole table knows.
        """
        self.shelf.run()
        with self.database.reading() as connection:
            return called(connection, name, everything=everything)

    def people(self) -> list[LibraryPerson]:
        """Every person of the library with their seats in all campaigns, by name."""
        self.shelf.run()
        with self.database.reading() as connection:
            return everybody(connection)

    def played(self, person: LibraryPerson) -> list[PersonCounts]:
        """Count one person's play in each of the campaigns they have, or had, a seat in."""
        with self.database.reading() as connection:
            return [played(connection, seat) for seat in person.seats]

    # --- along a line ----------------------------------------------------------------------------------

    def timeline(
        self,
        campaign: CampaignRef,
        viewer: Viewer | None,
        *,
        at: int | None = None,
        where: Filter = ANY,
        limit: int = 100,
        after: int = 0,
        newest_first: bool = False,
    ) -> list[TimelineEntry]:
        """A page of the line of `at` (of the head, if none is given), with the journal written up to there.

        `after` is the position the page before ended at, whichever way one goes.
        """
        with self._queries(campaign, viewer, at) as queries:
            return queries.entries(at, where, limit, after, newest_first)

    def count(
        self, campaign: CampaignRef, viewer: Viewer | None, *, at: int | None = None, where: Filter = ANY
    ) -> int:
        """Count the entries of the timeline."""
        with self._queries(campaign, viewer, at) as queries:
            return queries.count(at, where)

    def around(
        self, campaign: CampaignRef, viewer: Viewer | None, position: int, radius: int, *, at: int | None = None
    ) -> list[TimelineEntry]:
        """The entry at a position with up to `radius` neighbours on either side, on the line of `at`.

        Without `at` it is the head's line, or, where that has left the position behind, the position's own.
        """
        with self._queries(campaign, viewer, at) as queries:
            return queries.around(position, radius, at)

    def marks(self, campaign: CampaignRef, *, at: int | None = None, viewer: Viewer | None = None) -> list[Mark]:
        """The sessions and scenes that begin on a line, in order."""
        with self._queries(campaign, viewer, at) as queries:
            return queries.marks(at)

    def density(
        self, campaign: CampaignRef, viewer: Viewer | None, buckets: int, *, at: int | None = None
    ) -> list[tuple[int, Kind]]:
        """Measure how much happened along a line, cut into `buckets` equal parts by position, and mostly of
        what kind.
        """
        with self._queries(campaign, viewer, at) as queries:
            return queries.density(buckets, at)

    def history(
        self,
        campaign: CampaignRef,
        path: str,
        at: int | None = None,
        *,
        viewer: Viewer | None = None,
        below: bool = False,
    ) -> list[ValueStep]:
        """The records that made the value at a path (`owner.name`), in order, with the running value.

        With `below`, also those that made what lies below that path.
        """
        with self._queries(campaign, viewer, at) as queries:
            return queries.history(path, at, below=below)

    def abandoned_history(
        self,
        campaign: CampaignRef,
        path: str,
        at: int | None = None,
        *,
        viewer: Viewer | None = None,
        below: bool = False,
    ) -> list[ValueStep]:
        """The records on other lines that made the value at a path, and were taken back."""
        with self._queries(campaign, viewer, at) as queries:
            return queries.abandoned_history(path, at, below=below)

    # --- as of any position ----------------------------------------------------------------------------

    def views_at(self, campaign: CampaignRef, position: int, viewer: Viewer | None = None) -> Known:
        """Every view of the head as it stood at a position of any line, from the nearest that is kept."""
        entry = self._caught_up(campaign, position)
        return self._writer(entry).views_at(position).of(audience_of(viewer))

    def map_history(self, campaign: CampaignRef, viewer: Viewer | None = None) -> MapHistory:
        """The map through the whole log, as far as that is sound: as of any position, on any line."""
        with self._queries(campaign, viewer, _WHOLE_LOG) as queries:
            return MapHistory(tuple(queries.kept(kept.MAP)), queries.lines())

    def roster_history(self, campaign: CampaignRef, viewer: Viewer | None = None) -> ViewHistory[Roster]:
        """The people and characters through the whole log, as far as that is sound: as of any position."""
        with self._queries(campaign, viewer, _WHOLE_LOG) as queries:
            return ViewHistory(queries.kept(kept.CAST), queries.lines(), roster_of)

    def growth(self, campaign: CampaignRef, viewer: Viewer | None = None, *, at: int | None = None) -> Growth:
        """The story of every track of advancement along a line, by (owner, track)."""
        with self._queries(campaign, viewer, at) as queries:
            return GROWTH.of(kept.along(queries.kept(kept.GROWTH), queries.path(at)))

    def standing_texts(
        self, campaign: CampaignRef, viewer: Viewer | None = None, *, at: int | None = None
    ) -> list[StandingText]:
        """Every text that stands on a line, the one written last at the end."""
        with self._queries(campaign, viewer, at) as queries:
            return standing_texts(kept.along(queries.kept(kept.WORDS), queries.path(at)))

    def luck(self, campaign: CampaignRef, viewer: Viewer | None = None, *, at: int | None = None) -> Luck:
        """The fall of the dice along a line, and, apart, on the lines that were left before it."""
        with self._queries(campaign, viewer, at) as queries:
            kept_dice = (it for it in queries.kept(kept.DICE, at) if at is None or it.position <= at)
            return luck(kept_dice, queries.path(at), queries.marks(at))

    def economy(
        self, campaign: CampaignRef, viewer: Viewer | None = None, *, at: int | None = None
    ) -> dict[str, Account]:
        """The earnings and spendings of every number along a line, by path."""
        with self._queries(campaign, viewer, at) as queries:
            return accounts(queries.counted(at), queries.marks(at))

    def chapters(
        self, campaign: CampaignRef, viewer: Viewer | None = None, *, at: int | None = None
    ) -> list[facts.ChapterOpened]:
        """The chapters that go on."""
        with self._queries(campaign, viewer, at) as queries:
            return open_chapters(kept.along(queries.kept(kept.CHAPTERS), queries.path(at)))

    # --- at the head -----------------------------------------------------------------------------------

    def roster(self, campaign: CampaignRef, viewer: Viewer | None = None) -> Roster:
        """The people at the table and the characters."""
        with self._queries(campaign, viewer) as queries:
            return Roster(queries.rows(PEOPLE), queries.rows(MEMBERS))

    def resources(self, campaign: CampaignRef, viewer: Viewer | None = None) -> Mapping[tuple[str, str], Balance]:
        """Every number that is counted, by (owner, name)."""
        with self._queries(campaign, viewer) as queries:
            return queries.rows(RESOURCES)

    def relations(self, campaign: CampaignRef, viewer: Viewer | None = None) -> Relations:
        """The map."""
        with self._queries(campaign, viewer) as queries:
            return Relations(queries.rows(NODES), queries.rows(TIES))

    def advancement(self, campaign: CampaignRef, viewer: Viewer | None = None) -> Mapping[tuple[str, str], Track]:
        """Every track of advancement, by (owner, track)."""
        with self._queries(campaign, viewer) as queries:
            return queries.rows(ADVANCEMENT)

    # --- mending ---------------------------------------------------------------------------------------

    def catch_up(self, campaign: str, progress: Callable[[int], None] = lambda done: None) -> None:
        """Take in what the rows of a campaign lack, as any question would. Stopped, it goes on later."""
        self._writer(self.ledger.find(campaign)).catch_up(progress)

    def rebuild(
        self, names: Sequence[str] = (), progress: Callable[[int, int], None] = lambda done, total: None
    ) -> int:
        """Make the rows of every campaign anew from its log, and say how many records were read.

        `names` are campaigns or views (`tables.schema.VIEWS`); none means all. New rows take the place of the old
        in one transaction a campaign; they stay where a record cannot be read, which stops it. `progress` is told
        how many records of how many are done.
        """
        if not names:
            self.make_shared_anew()
        with self.rebuilding() as rebuild:
            return rebuild(names, progress)

    def make_shared_anew(self) -> None:
        """Make the index for finding anew, and take out the rows of campaigns that have no record."""
        self.finder.make_anew()
        self.unowned.take_out(self.unowned.campaigns())

    @contextmanager
    def rebuilding(self) -> Iterator[Callable[[Sequence[str], rebuilding.Progress], int]]:
        """`rebuild` for many calls: the tables the new rows are made in are made once."""
        with rebuilding.fresh_tables() as fresh:
            yield lambda names, progress: rebuilding.rebuild(self.ledger, self.database, names, progress, fresh)

    def problems(self, campaign: str, progress: Callable[[int], None] = lambda done: None) -> list[str]:
        """Disagreements of the rows with a full re-fold of the log, and of the index for finding with the rows.

        One sentence each; none when they agree.
        """
        entry = self.ledger.find(campaign)
        found = rebuilding.problems(self.ledger, self.database, entry, progress)
        return found or self.finder.problems(str(entry.id))
