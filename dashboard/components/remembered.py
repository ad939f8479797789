"""What was worked out of positions, kept for the next step. A position never changes, so nothing here grows stale.

Scrubbing asks for neighbours: a step folds its own record once, and takes the rest from here. Records and sheets
are kept whole, as the GM sees them, and cut down to the viewer whenever they are handed out.
"""

from collections import OrderedDict
from collections.abc import Callable, Hashable, Sequence
from threading import Lock
from typing import Generic, TypeVar
from uuid import UUID

from domain.kernel.moment import AnyMoment
from domain.kernel.people import Viewer
from domain.kernel.ruling import retell
from domain.kernel.sheet import Sheet
from ledger.answers import Told
from ledger.index import Entry
from ledger.ledger import Ledger
from ledger.lines import Lines
from projections.audiences import as_told_to, audience_of
from projections.sheets import seen_by, sheets_of

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


class Remembered:
    """Records with their meaning, sheets as of positions, and what else is dear. Safe to share between threads."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._told: Newest[tuple[UUID, int], Told] = Newest(4_000)
        self._sheets: Newest[tuple[UUID, int], list[Sheet]] = Newest(400)
        self._reached: Newest[tuple[UUID, int], AnyMoment] = Newest(8)
        self._once: Newest[Hashable, object] = Newest(60)

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

    def once(self, entry: Entry, viewer: Viewer, what: Hashable, work: Callable[[], Value]) -> Value:
        """What was worked out of a whole log for a viewer, for as long as the log does not grow.

        `what` names it, and what else than the log it depends on. It is shared: nobody may change it.
        """
        key = entry.id, self._ledger.head(entry.slug), audience_of(viewer), what
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
