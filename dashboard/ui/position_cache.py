"""Cache of what was worked out of positions, kept for the next step. A position changes only when words are
removed from it or another ledger is put in its place: then all that is kept of its campaign is dropped.

Scrubbing asks for neighbours: a step folds its own record once, and takes the rest from here. Records and sheets
are kept whole, as the GM sees them, and cut down to the viewer whenever they are handed out; sheets so cut are
kept for that viewer.
"""

from bisect import bisect_right
from collections.abc import Callable, Collection, Hashable, Sequence
from dataclasses import dataclass, replace
from threading import Lock
from typing import Generic, NamedTuple, TypeVar

from msgspec import structs

from domain.kernel.journal.attached.state import AttachedFile
from domain.kernel.moment import AnyMoment
from domain.kernel.people import Audience, Viewer
from domain.kernel.sheet import AnyBlock, Section, Sheet
from exchange.documents.html.kept_blocks import KeptBlocks
from ledger.answers import ToldRecord
from ledger.bounded import BoundedDict
from ledger.handle import CampaignHandle
from projections.audiences import as_told_to, audience_of
from projections.read_models import ReadModels
from projections.views.sheets import seen_by, sheets_of
from projections.views.timeline import TimelineEntry as Timed

FURTHER = 120
"""The number of records beyond those asked for that are fetched on either side."""
CLOSE = 40
"""Positions no further apart are reached by one walk: a walk of its own begins dozens of records before."""

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


class Newest(Generic[Key, Value]):
    """A mapping that forgets what was put in longest ago. Safe to share between threads."""

    def __init__(self, most: int) -> None:
        self._kept: BoundedDict[Key, Value] = BoundedDict(most)
        self._lock = Lock()

    def get(self, key: Key) -> Value | None:
        """The value kept under a key."""
        with self._lock:
            return self._kept.get(key)

    def take(self, key: Key) -> Value | None:
        """Take out the value kept under a key."""
        with self._lock:
            return self._kept.pop(key, None)

    def put(self, key: Key, value: Value) -> None:
        """Keep something."""
        with self._lock:
            self._kept[key] = value

    def drop(self, stale: Callable[[Key], bool]) -> None:
        """Forget what is kept under these keys."""
        with self._lock:
            for key in [key for key in self._kept if stale(key)]:
                del self._kept[key]


@dataclass(frozen=True, slots=True)
class Neighbours:
    """Neighbouring entries of a line, and whether it opens with them, or closes."""

    entries: Sequence[Timed]
    opens: bool
    closes: bool

    def around(self, at: int, radius: int) -> list[Timed] | None:
        """The entry at a position with up to `radius` on either side; None when some of them are not here."""
        here = bisect_right(self.entries, at, key=_position)
        first, last = here - radius - 1, here + radius
        if (first < 0 and not self.opens) or (last > len(self.entries) and not self.closes):
            return None
        return list(self.entries[max(0, first) : last])


def _position(entry: Timed) -> int:
    return entry.position


class _Log(NamedTuple):
    """One reading of the log of a campaign: a tuple, for a step looks up two hundred records under it."""

    campaign: int
    slug: str
    generation: int


def sharing(sheets: list[Sheet], others: Sequence[Sheet]) -> list[Sheet]:
    """The same sheets, made of the very blocks of those others wherever they are equal, as most are.

    They are kept four hundred times over, and two sheets that are one need not be compared.
    """
    known = {sheet.character: sheet for sheet in others}
    return [_sharing(sheet, known.get(sheet.character)) for sheet in sheets]


def _sharing(sheet: Sheet, other: Sheet | None) -> Sheet:
    if other is None or sheet == other:
        return other or sheet
    blocks = {block.path: block for block in other.blocks}

    def shared(block: AnyBlock) -> AnyBlock:
        was = blocks.get(block.path)
        return was if was is not None and was == block else block

    return structs.replace(
        sheet, sections=tuple(Section(it.title, tuple(map(shared, it.blocks))) for it in sheet.sections)
    )


class Remembered:
    """Records with their meaning, sheets as of positions, and what else is dear. Safe to share between threads."""

    def __init__(self) -> None:
        self._told: Newest[tuple[_Log, int], ToldRecord] = Newest(4_000)
        self._sheets: Newest[tuple[_Log, int], list[Sheet]] = Newest(400)
        self._seen: Newest[tuple[_Log, int, Viewer], list[Sheet]] = Newest(200)
        self._files: Newest[tuple[_Log, int], list[AttachedFile]] = Newest(400)
        self._reached: Newest[tuple[_Log, int], AnyMoment] = Newest(8)
        self._once: Newest[tuple[_Log, int, Audience, Hashable], object] = Newest(60)
        self._near: Newest[tuple[_Log, int, int, Audience], Neighbours] = Newest(40)
        self._newest: list[Sheet] = []
        self._logs: dict[int, _Log] = {}
        self.drawn = KeptBlocks()
        """Blocks of sheets as they were drawn, whole or cut down to whoever looked."""

    @property
    def campaigns(self) -> list[str]:
        """The names of the campaigns of which anything may be kept."""
        return [log.slug for log in list(self._logs.values())]

    def look_for_removals(self, campaign: CampaignHandle) -> None:
        """Drop what is kept of earlier readings of this campaign's log, which may hold words removed since."""
        self._log(campaign)

    def _log(self, campaign: CampaignHandle) -> "_Log":
        log = _Log(campaign.entry.id.int, campaign.slug, campaign.generation)
        known = self._logs.get(log.campaign)
        if known != log and (known is None or known.generation <= log.generation):
            self._logs[log.campaign] = log
            self._newest = []
            self.drawn.clear()
            for kept in (self._told, self._sheets, self._seen, self._files, self._reached, self._once, self._near):
                kept.drop(lambda key: key[0].campaign == log.campaign and key[0] != log)
        return log

    def told(
        self, campaign: CampaignHandle, at: int, since: int, viewer: Viewer, passing: Collection[int] = ()
    ) -> list[ToldRecord]:
        """The records of the line of `at` after `since`, as this viewer may know them.

        Sheets as of the positions `passing` are asked for next: they are kept on the way, where it leads there.
        """
        audience = audience_of(viewer)
        whole = self._whole(campaign, at, since, passing)
        now = (told for told in map(campaign.told_now(at), whole) if told is not None)
        return [mine for each in now if (mine := as_told_to(audience, each)) is not None]

    def sheets(self, campaign: CampaignHandle, at: int, viewer: Viewer) -> list[Sheet]:
        """The sheets as of a position, as this viewer may see them; none before the first record."""
        if at < 1:
            return []
        key = log, _at = self._log(campaign), at
        seen = self._seen.get((log, at, viewer))  # a step asks for those of the step before it, too
        if seen is not None:
            return seen
        sheets = self._sheets.get(key)
        if sheets is None:
            self._fold(campaign, at, campaign.lines.parent(at))
            sheets = self._sheets.get(key) or []
        seen = seen_by(viewer, sheets)
        self._seen.put((log, at, viewer), seen)
        return seen

    def reach(self, campaign: CampaignHandle, positions: Sequence[int]) -> None:
        """Keep the sheets as of positions of one line, in rising order: those that lie close with one walk."""
        known = self._log(campaign)
        missing = [it for it in positions if it > 0 and self._sheets.get((known, it)) is None]
        close = [it for it in missing if missing[-1] - it <= CLOSE]
        if len(close) > 1:
            self._fold(campaign, close[-1], campaign.lines.parent(close[0]), close)

    def files(self, campaign: CampaignHandle, at: int) -> Sequence[AttachedFile]:
        """The files of the journal as of a position, for whoever they are; as they were described then."""
        if at < 1 or not campaign.now.journal.files:
            return ()
        key = self._log(campaign), at
        found = self._files.get(key)
        if found is None:
            self._fold(campaign, at, campaign.lines.parent(at))
            found = self._files.get(key)
        return found or ()

    def around(
        self, views: ReadModels, campaign: CampaignHandle, viewer: Viewer, at: int, radius: int, end: int
    ) -> list[Timed]:
        """The records around a position on the line that ends at `end`, as `ReadModels.around` has them.

        A good stretch is fetched at once, which serves the next steps too, until there is another head.
        """
        key = self._log(campaign), campaign.head, end, audience_of(viewer)
        kept = self._near.get(key)
        found = kept.around(at, radius) if kept else None
        if found is None:
            reach = radius + FURTHER
            entries = views.around(campaign, viewer, at, reach, at=end)
            here = bisect_right(entries, at, key=_position)
            kept = Neighbours(entries, opens=here <= reach, closes=len(entries) - here < reach)
            self._near.put(key, kept)
            found = kept.around(at, radius) or []
        return found

    def once(self, campaign: CampaignHandle, viewer: Viewer, what: Hashable, work: Callable[[], Value]) -> Value:
        """The result worked out of a whole log for a viewer, for as long as the log does not grow.

        `what` names it, and what else than the log it depends on. It is shared: nobody may change it.
        """
        key = self._log(campaign), campaign.head, audience_of(viewer), what
        found = self._once.get(key)
        if found is None:
            found = work()
            self._once.put(key, found)
        return found  # type: ignore[return-value]  # only this puts anything under the key

    def _whole(
        self, campaign: CampaignHandle, at: int, since: int, passing: Collection[int] = ()
    ) -> Sequence[ToldRecord]:
        lines, known = campaign.lines, self._log(campaign)
        top = at
        while top > since and self._told.get((known, top)) is None:
            top = lines.parent(top)
        newer = self._fold(campaign, at, max(top, since), passing) if top < at else []
        found: list[ToldRecord] = []
        position = top
        while position > since and (told := self._told.get((known, position))) is not None:
            found.append(told)
            position = lines.parent(position)
        found.reverse()
        older = self._fold(campaign, position, since) if position > since else []
        return [*older, *found, *newer]

    def _fold(
        self, campaign: CampaignHandle, at: int, since: int, passing: Collection[int] = ()
    ) -> list[ToldRecord]:
        """Go along the line once: keep what each record tells, and the sheets at the end and as of `passing`."""
        game, known = campaign.game, self._log(campaign)
        found, moment = [], None
        for told, moment in campaign.retold(at, since, self._taken(known, since)):
            position = told.record.position
            self._told.put((known, position), told)
            found.append(told)
            if position == at or (position in passing and self._sheets.get((known, position)) is None):
                self._newest = sharing(sheets_of(game, moment), self._newest)
                self._sheets.put((known, position), self._newest)
                self._files.put((known, position), [replace(it) for it in moment.journal.files])
        if moment is not None:
            self._reached.put((known, at), moment)
        return found

    def _taken(self, log: "_Log", position: int) -> AnyMoment | None:
        """The moment that the fold to this position left behind: whoever takes it lets it grow."""
        return self._reached.take((log, position))
