"""The log as rules about earlier rulings ask of it."""

import json
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any

from domain.kernel.campaign.rewinding import RewindForm
from domain.kernel.history.past import PastIntake, PastRuling, RulingForm
from domain.kernel.logged.messages import BEGUN, ENDED, PREFIX
from domain.kernel.people import GM_ONLY, Audience
from domain.kernel.ruling import retell
from ledger.log.lines import Stretch, lies_on
from ledger.log.tags import JOURNAL_PREFIX, REWOUND
from ledger.records.open_campaign import OpenCampaign

_AT_ONCE = 200
"""The number of records read at a time when looking back along a line."""

_Row = tuple[int, str, bytes]


class LogPast:
    """Answers from the stored log of a campaign that is caught up with. Reads only what an answer needs."""

    def __init__(self, held: OpenCampaign) -> None:
        self._held = held
        self._head = held.head.position
        self._path = held.lines.path(self._head)

    def ruling(self, number: int) -> PastRuling | None:
        """The ruling with this number, or None when there is none yet."""
        if not 1 <= number <= self._held.count:
            return None
        # Numbers rise along the log, and every ruling has a record: so its first is found by halving.
        low, high = number, self._head
        while low < high:
            middle = (low + high) // 2
            if self._number_at(middle) < number:
                low = middle + 1
            else:
                high = middle
        return self._told(next(self._grouped(self._held.stored(gt=low - 1))))

    def at(self, position: int) -> PastRuling:
        """The ruling a position of the log belongs to."""
        found = self.ruling(self._number_at(position))
        if found is None:
            raise LookupError(f"no ruling at {position}")
        return found

    def latest(self) -> PastRuling | None:
        """The last ruling of play on the current line."""
        for stretch in reversed(self._path):
            for _position, tag, stored in self._backwards(stretch):
                if _form(tag) is RulingForm.PLAY:
                    return self.ruling(json.loads(stored)["ruling"])
        return None

    def moved(self, to: int) -> Sequence[PastRuling]:
        """The rulings of play that going to this position takes off the current line or brings back to it."""
        there = self._held.lines.path(to)
        return [
            *self.of_play(_without(self._path, there)),
            *self.of_play(_without(there, self._path)),
        ]

    def of_play(self, stretches: Iterable[Stretch]) -> Iterator[PastRuling]:
        """The rulings of play in these stretches."""
        for first, last in stretches:
            for rows in self._grouped(self._held.stored(gt=first - 1, lte=last)):
                if _form(rows[0][1]) is RulingForm.PLAY:
                    yield self._told(rows)

    def undone(self) -> int | None:
        """The end of the line that was left by the last undoing nobody has redone or played over."""
        steps: list[tuple[int, str]] = []
        for position, tag, stored in self._backwards(Stretch(1, self._head)):
            if tag == REWOUND:
                form = json.loads(stored)["data"].get("form", RewindForm.REWIND)
                if form not in (RewindForm.UNDO, RewindForm.REDO):
                    break
                steps.append((position, form))
            elif _form(tag) is RulingForm.PLAY:
                break
        ends: list[int] = []
        for position, form in reversed(steps):
            if form == RewindForm.UNDO:
                ends.append(position - 1)
            elif ends:
                ends.pop()
        while ends and lies_on(self._path, ends[-1]):
            ends.pop()
        return ends[-1] if ends else None

    def successor(self, number: int) -> int | None:
        """The ruling of the current line that stands for this one, which lies on another."""
        successors: dict[int, list[tuple[int, int]]] = {}
        for position, _tag, stored in self._held.stored():
            if b'"stands_for":' in stored and (fields := json.loads(stored)).get("stands_for"):
                successors.setdefault(fields["stands_for"], []).append((fields["ruling"], position))
        waiting = [number]
        while waiting:
            for ruling, position in successors.get(waiting.pop(), ()):
                if lies_on(self._path, position):
                    return ruling
                waiting.append(ruling)
        return None

    def intake(self, position: int) -> PastIntake | None:
        """The intake of logged play that a position belongs to, or None. It is stored whole, in one stretch."""
        _position, tag, _stored = next(iter(self._held.stored(gt=position - 1, lte=position)), (0, "", b""))
        if not tag.startswith(PREFIX):
            return None
        begun = max((at for at, _ in self._held.stored_with_tag(BEGUN) if at <= position), default=None)
        ended = min((at for at, _ in self._held.stored_with_tag(ENDED) if at >= position), default=None)
        if begun is None or ended is None:
            return None
        return PastIntake(before=self._held.lines.parent(begun), last=ended)

    def audience_at(self, position: int) -> Audience:
        """The audience of the record at a position of the log: the GM's, of one that cannot be told."""
        for record, moment in self._held.walk(position, position - 1):
            if record.position == position:
                return retell(self._held.codec.game, moment, record.event).audience
        return GM_ONLY

    def _number_at(self, position: int) -> int:
        while position in self._held.exemptions.aside:
            position -= 1  # numbers still rise along the log if what was set aside takes that of the one before it
        _position, _tag, stored = next(iter(self._held.stored(gt=position - 1, lte=position)))
        number: int = json.loads(stored)["ruling"]
        return number

    def _told(self, rows: Sequence[_Row]) -> PastRuling:
        first, tag, stored = rows[0]
        fields: dict[str, Any] = json.loads(stored)
        return PastRuling(
            number=fields["ruling"],
            form=_form(tag),
            by=fields["by"],
            dice=bool(fields.get("dice")),
            first=first,
            last=rows[-1][0],
            before=self._held.lines.parent(first),
            current=lies_on(self._path, first),
        )

    @staticmethod
    def _grouped(rows: Iterable[_Row]) -> Iterator[list[_Row]]:
        for _number, group in groupby(rows, key=lambda row: json.loads(row[2])["ruling"]):
            yield list(group)

    def _backwards(self, stretch: Stretch) -> Iterator[_Row]:
        last = stretch.last
        while last >= stretch.first:
            gt = max(stretch.first - 1, last - _AT_ONCE)
            yield from reversed(list(self._held.stored(gt=gt, lte=last)))
            last = gt


def _form(tag: str) -> RulingForm:
    if tag == REWOUND:
        return RulingForm.REWIND
    return RulingForm.JOURNAL if tag.startswith(JOURNAL_PREFIX) else RulingForm.PLAY


def _without(path: Sequence[Stretch], other: Sequence[Stretch]) -> list[Stretch]:
    """The stretches of one path that do not lie on the other. Both begin alike and part once."""
    found = []
    for first, last in path:
        shared = max((min(last, each.last) for each in other if each.first == first), default=first - 1)
        if shared < last:
            found.append(Stretch(shared + 1, last))
    return found
