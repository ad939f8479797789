"""Sorting the rows of a damaged ledger: which are the records of a log, and which cannot be."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from hashlib import sha256

from domain.kernel.campaign.founding import CampaignFounded
from ledger.database.stream_reading import NotedHead
from ledger.log.chain import follow_end
from ledger.log.checked_rows import SealExemptions, prev_at, removals_in, set_asides_in
from ledger.log.tags import REMOVED, SET_ASIDE

FOUNDED = CampaignFounded.model_fields["type"].default
_SEAL = 64

Content = tuple[object, object]
"""Topic and state as they lie in a row: on SQLite that may be anything."""
Fetch = Callable[[int], Content | None]
"""The content of the row with an id, None where it cannot be read."""
Backup = Callable[[str, int], tuple[str, bytes] | None]
"""Topic and state of a record in a backup, by campaign and position."""


@dataclass(slots=True)
class RowChanges:
    """The changes to be made to the rows of one campaign."""

    moved: dict[int, str] = field(default_factory=dict)
    """Rows that leave the table, by their ids, and why."""
    put: list[tuple[int, str, bytes]] = field(default_factory=list)
    """Records that come back: position, topic and state."""
    as_bytes: dict[int, tuple[str, bytes]] = field(default_factory=dict)
    """Rows that hold something else than bytes under a tag, by their ids, and the same as bytes."""
    torn: bool = False
    """True if what was cut off may have belonged to the last ruling."""
    last: int = 0
    """The last position of the log after them."""

    @property
    def changes(self) -> bool:
        """True if anything is to be done."""
        return bool(self.moved or self.put or self.as_bytes)


def sort_rows(
    campaign: str,
    places: Iterable[tuple[int, object]],
    fetch: Fetch,
    witness: NotedHead | None,
    backup: Backup | None,
) -> RowChanges:
    """Sort the rows (id, position) of one campaign."""
    return _Sorting(campaign, fetch, witness, backup or (lambda _campaign, _position: None)).sort(places)


class _Sorting:
    def __init__(self, campaign: str, fetch: Fetch, witness: NotedHead | None, backup: Backup) -> None:
        self._campaign = campaign
        self._fetch = fetch
        self._witness = witness
        self._backup = backup
        self._found = RowChanges()
        self._at: dict[int, list[int]] = {}
        self._put: dict[int, bytes] = {}

    def sort(self, places: Iterable[tuple[int, object]]) -> RowChanges:
        for row, position in places:
            if isinstance(position, int) and position >= 1:
                self._at.setdefault(position, []).append(row)
            else:
                self._found.moved[row] = f"It stands at {position!r}, which is no place in a log."
        exemptions = self._exemptions()
        self._convert_to_bytes()
        self._restore_from_backup(exemptions)
        self._follow_chain(exemptions)
        if self._found.last and not self._is_founded():
            self._move_after(0, "What stands first in its stream founds no campaign.")
            self._found.last = 0
        elif self._found.last:
            self._drop_unchained_tail(exemptions)
        noted = self._witness.position if self._witness else None
        self._found.torn = noted is not None and 0 < self._found.last < noted
        return self._found

    def _content(self, row: int) -> tuple[str, bytes]:
        if row in self._found.as_bytes:
            return self._found.as_bytes[row]
        topic, state = self._fetch(row) or ("", b"")
        return _text(topic), _bytes(state)

    def _state(self, position: int) -> bytes | None:
        """The bytes that stand, or will stand, at a position."""
        if position in self._put:
            return self._put[position]
        rows = self._at.get(position)
        return self._content(rows[0])[1] if rows else None

    def _exemptions(self) -> SealExemptions:
        removals, asides = [], []
        for position, rows in sorted(self._at.items()):
            for row in rows:
                topic, state = self._content(row)
                if topic == REMOVED:
                    removals.append((position, state))
                elif topic == SET_ASIDE:
                    asides.append((position, state))
        return SealExemptions(removals_in(removals), set_asides_in(asides))

    def _convert_to_bytes(self) -> None:
        for rows in self._at.values():
            for row in rows:
                topic, state = self._fetch(row) or (None, None)
                if not (isinstance(topic, str) and isinstance(state, bytes)):
                    self._found.as_bytes[row] = _text(topic), _bytes(state)

    def _restore_from_backup(self, exemptions: SealExemptions) -> None:
        """Bring back what is missing or was changed, where the chain names the seal of what the backup has."""
        last = max(self._at, default=0)
        beyond = self._witness.position if self._witness else 0
        named: str | None = None
        for position in range(max(last, beyond), 0, -1):
            if self._witness is not None and position == beyond:
                named = self._witness.seal
            state = self._state(position)
            if state is None or self._differs_from_log(position, state, named, exemptions):
                kept = self._backup(self._campaign, position) if named else None
                if kept is not None and _seal(kept[1]) == named:
                    for row in self._at.pop(position, []):
                        self._found.moved[row] = f"Record {position} was changed; what it was came from a backup."
                        self._found.as_bytes.pop(row, None)
                    self._put[position] = state = kept[1]
                    self._found.put.append((position, *kept))
            named = _prev(state) if state is not None else None

    def _differs_from_log(
        self, position: int, state: bytes, named: str | None, exemptions: SealExemptions
    ) -> bool:
        seal = _seal(state)
        known = exemptions.withheld.get(position) or exemptions.aside.get(position)
        return named is not None and seal != named and not (known and known.now == seal)

    def _follow_chain(self, exemptions: SealExemptions) -> None:
        """Go along the log to its first gap; of several rows at one place, the one that fits stays."""
        position, seal = 0, ""
        while (position + 1) in self._at or (position + 1) in self._put:
            position += 1
            rows = self._at.get(position, [])
            if len(rows) > 1:
                fits = [row for row in rows if not position > 1 or _prev(self._content(row)[1]) == seal]
                after = _prev(self._state(position + 1) or b"")
                best = [row for row in fits if _seal(self._content(row)[1]) == after] or fits or rows
                for row in rows:
                    if row != best[0]:
                        self._move(row, f"Another row stands at {position} too, and fits there.")
                self._at[position] = [best[0]]
            state = self._state(position) or b""
            known = exemptions.withheld.get(position) or exemptions.aside.get(position)
            seal = known.was if known else _seal(state)
        self._found.last = position
        self._move_after(position, f"It lies beyond a gap: there is no record {position + 1} before it.")

    def _is_founded(self) -> bool:
        rows = self._at.get(1)
        return not rows or self._content(rows[0])[0] == FOUNDED

    def _drop_unchained_tail(self, exemptions: SealExemptions) -> None:
        """Rows after the witness that do not even carry the seal of the one before them."""
        if self._witness is None or not 0 < self._witness.position < self._found.last:
            return
        for position in range(self._witness.position + 1, self._found.last + 1):
            before, state = self._state(position - 1) or b"", self._state(position) or b""
            known = exemptions.withheld.get(position - 1) or exemptions.aside.get(position - 1)
            if _prev(state) != (known.was if known else _seal(before)) or not follow_end(state).ruling:
                self._move_after(position - 1, "It was put after the end of the log by something else.")
                self._found.last = position - 1
                return

    def _move_after(self, position: int, why: str) -> None:
        for at in [at for at in self._at if at > position]:
            for row in self._at.pop(at):
                self._move(row, why)
        self._found.put = [it for it in self._found.put if it[0] <= position]

    def _move(self, row: int, why: str) -> None:
        self._found.moved.setdefault(row, why)
        self._found.as_bytes.pop(row, None)


def _text(topic: object) -> str:
    return topic if isinstance(topic, str) else _bytes(topic).decode("utf-8", "replace")


def _bytes(state: object) -> bytes:
    if isinstance(state, bytes):
        return state
    return b"" if state is None else str(state).encode("utf-8", "surrogateescape")


def _seal(state: bytes) -> str:
    return sha256(state).hexdigest()


def _prev(state: bytes) -> str | None:
    """The seal that a record says it follows, None where it says none."""
    at = prev_at(state)
    found = state[at : at + _SEAL]
    return found.decode("ascii", "replace") if len(found) == _SEAL and follow_end(state).ruling else None
