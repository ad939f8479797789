"""What was worked out of positions, kept for the next step. A position never changes, so nothing here grows stale.

Scrubbing asks for neighbours: a step folds its own record once, and takes the rest from here. Everything is kept
whole, as the GM sees it, and cut down to the viewer whenever it is handed out.
"""

from collections import OrderedDict
from collections.abc import Hashable, Sequence
from threading import Lock
from typing import Generic, TypeVar
from uuid import UUID

from domain.kernel.people import Audience, Viewer
from domain.kernel.ruling import retell
from domain.kernel.sheet import Sheet
from ledger.answers import Told
from ledger.index import Entry
from ledger.ledger import Ledger
from ledger.lines import Lines
from projections.audiences import as_told_to, audience_of
from projections.projection import Projection
from projections.sheets import seen_by, sheets_of

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")
View = TypeVar("View")


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

    def put(self, key: Key, value: Value) -> None:
        """Keep something."""
        with self._lock:
            self._kept[key] = value
            self._kept.move_to_end(key)
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)


class Remembered:
    """Records with their meaning, sheets, and views as of positions. Safe to share between threads."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._told: Newest[tuple[UUID, int], Told] = Newest(20_000)
        self._sheets: Newest[tuple[UUID, int], list[Sheet]] = Newest(400)
        self._views: Newest[tuple[UUID, str, Audience, int], object] = Newest(4_000)

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

    def view(self, entry: Entry, lines: Lines, projection: Projection[View], at: int, viewer: Viewer) -> View:
        """The view as of a position, of what the viewer may know, folded on from the nearest one kept."""
        audience = audience_of(viewer)
        position, view = at, projection.initial
        while position > 0:
            kept = self._views.get((entry.id, projection.name, audience, position))
            if kept is not None:
                view = kept  # type: ignore[assignment]
                break
            position = lines.parent(position)
        if position < at:
            view = projection.fold(self.told(entry, lines, at, position, viewer), view)
            self._views.put((entry.id, projection.name, audience, at), view)
        return view

    def _whole(self, entry: Entry, lines: Lines, at: int, since: int) -> Sequence[Told]:
        found: list[Told] = []
        position = at
        while position > since and (told := self._told.get((entry.id, position))) is not None:
            found.append(told)
            position = lines.parent(position)
        found.reverse()
        return [*self._fold(entry, position, since), *found] if position > since else found

    def _fold(self, entry: Entry, at: int, since: int) -> list[Told]:
        """Go along the line once: keep what each record tells, and the sheets at the end."""
        game = self._ledger.game(entry.game)
        found = []
        for record, moment in self._ledger.line(entry.slug, at, since):
            told = Told(record, retell(game, moment, record.event))
            self._told.put((entry.id, record.position), told)
            found.append(told)
            if record.position == at:
                self._sheets.put((entry.id, at), sheets_of(game, moment))
        return found
