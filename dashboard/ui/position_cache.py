"""What was worked out of positions, kept for the next step. A position never changes, so nothing here grows stale.

Scrubbing asks for neighbours: a step folds its own record once, and takes the rest from here. Records and sheets
are kept whole, as the GM sees them, and cut down to the viewer whenever they are handed out.
"""

from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from threading import Lock
from typing import Generic, TypeVar
from uuid import UUID

from domain.kernel.moment import AnyMoment
from domain.kernel.people import Audience, Viewer
from domain.kernel.ruling import retell
from domain.kernel.sheet import Sheet
from ledger.answers import Told
from ledger.ledger import Ledger
from ledger.records.index import Entry
from ledger.records.lines import Lines
from projections.audiences import as_told_to, audience_of
from projections.read_models import ReadModels
from projections.views.sheets import seen_by, sheets_of
from projections.views.timeline import Entry as Timed

FURTHER = 120
"""So many records beyond those asked for are fetched on either side."""

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


class Newest(Generic[Key, Value]):
    """A mapping that forgets what was put in longest ago. Safe to share between threads."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: OrderedDict[Key, Value] = OrderedDict()
        self._lock = Lock()

    def get(self, key: Key) -> Value | None:
        """What is kept under a key."""
        with self._lock:
            return self._kept.get(key)

    def take(self, key: Key) -> Value | None:
        """What is kept under a key, and no longer."""
        with self._lock:
            return self._kept.pop(key, None)

    def put(self, key: Key, value: Value) -> None:
        """Keep something."""
        with self._lock:
            self._kept[key] = value
            self._kept.move_to_end(key)
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)


@dataclass(frozen=True, slots=True)
class Near:
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


class Remembered:
    """Records with their meaning, sheets as of positions, and what else is dear. Safe to share between threads."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._told: Newest[tuple[UUID, int], Told] = Newest(4_000)
        self._sheets: Newest[tuple[UUID, int], list[Sheet]] = Newest(400)
        self._reached: Newest[tuple[UUID, int], AnyMoment] = Newest(8)
        self._once: Newest[Hashable, object] = Newest(60)
        self._near: Newest[tuple[UUID, int, int, Audience], Near] = Newest(40)

    def told(self, entry: Entry, lines: Lines, at: int, since: int, viewer: Viewer) -> list[Told]:
        """The records of the line of `at` after `since`, as this viewer may know them."""
        audience = audience_of(viewer)
        whole = self._whole(entry, lines, at, since)
        return [mine for each in whole if (mine := as_told_to(audience, each)) is not None]

    def sheets(self, entry: Entry, lines: Lines, at: int, viewer: Viewer) -> list[Sheet]:
        """The sheets as of a position, as this viewer may see them; none before the first record."""
        if at < 1:
            return []
        sheets = self._sheets.get((entry.id, at))
        if sheets is None:
            self._fold(entry, at, lines.parent(at))
            sheets = self._sheets.get((entry.id, at)) or []
        return seen_by(viewer, sheets)

    def around(
        self, views: ReadModels, entry: Entry, viewer: Viewer, at: int, radius: int, end: int, head: int
    ) -> list[Timed]:
        """The records around a position on the line that ends at `end`, as `ReadModels.around` has them.

        A good stretch is fetched at once, which serves the next steps too, until there is another `head`.
        """
        key = entry.id, head, end, audience_of(viewer)
        kept = self._near.get(key)
        found = kept.around(at, radius) if kept else None
        if found is None:
            reach = radius + FURTHER
            entries = views.around(entry.slug, viewer, at, reach, at=end)
            here = bisect_right(entries, at, key=_position)
            kept = Near(entries, opens=here <= reach, closes=len(entries) - here < reach)
            self._near.put(key, kept)
            found = kept.around(at, radius) or []
        return found

    def once(
        self, entry: Entry, viewer: Viewer, what: Hashable, work: Callable[[], Value], head: int | None = None
    ) -> Value:
        """What was worked out of a whole log for a viewer, for as long as the log does not grow.

        `what` names it, and what else than the log it depends on. It is shared: nobody may change it. Whoever
        asks nothing of what lies beyond a `head` says so, and is not told of it.
        """
        head = self._ledger.soundness(entry.slug).position if head is None else head
        key = entry.id, head, audience_of(viewer), what
        found = self._once.get(key)
        if found is None:
            found = work()
            self._once.put(key, found)
        return found  # type: ignore[return-value]  # only this puts anything under the key

    def _whole(self, entry: Entry, lines: Lines, at: int, since: int) -> Sequence[Told]:
        top = at
        while top > since and self._told.get((entry.id, top)) is None:
            top = lines.parent(top)
        newer = self._fold(entry, at, max(top, since)) if top < at else []
        found: list[Told] = []
        position = top
        while position > since and (told := self._told.get((entry.id, position))) is not None:
            found.append(told)
            position = lines.parent(position)
        found.reverse()
        older = self._fold(entry, position, since) if position > since else []
        return [*older, *found, *newer]

    def _fold(self, entry: Entry, at: int, since: int) -> list[Told]:
        """Go along the line once: keep what each record tells, and the sheets at the end."""
        game = self._ledger.game(entry.game)
        found, moment = [], None
        for record, moment in self._ledger.line(entry.slug, at, since, self._taken(entry, since)):
            told = Told(record, retell(game, moment, record.event))
            self._told.put((entry.id, record.position), told)
            found.append(told)
            if record.position == at:
                self._sheets.put((entry.id, at), sheets_of(game, moment))
        if moment is not None:
            self._reached.put((entry.id, at), moment)
        return found

    def _taken(self, entry: Entry, position: int) -> AnyMoment | None:
        """The moment that the fold to this position left behind: whoever takes it lets it grow."""
        return self._reached.take((entry.id, position))
