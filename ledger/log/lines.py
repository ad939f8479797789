"""The tree of lines inside one log.

A record's parent is the position before it, except for a rewind, whose parent is the position returned to. So
the tree is known from the rewinds alone, and the path from any position back to the start is a few stretches.
"""

import sys
from bisect import bisect_right
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple


class Stretch(NamedTuple):
    """Neighbouring positions, both ends included."""

    first: int
    last: int


NOWHERE = Stretch(sys.maxsize, sys.maxsize)
"""Comes after every stretch there is."""


@dataclass(frozen=True, slots=True)
class Branch:
    """One line as a person sees it: where it left the line before it, and where it ended."""

    number: int
    parent: int
    """The position it grew from; 0 for the first line."""
    first: int
    last: int
    current: bool


class Lines:
    """Answers questions about the tree. `rewinds` maps a rewind's position to its parent, in rising order.

    `aside` are records that were set aside: nothing is known of what follows one of them on its line.
    """

    def __init__(self, rewinds: Mapping[int, int] | None = None, aside: Collection[int] = ()) -> None:
        self.aside = frozenset(aside)
        self._at: list[int] = []
        self._parent: list[int] = []
        self._trodden: tuple[int, tuple[Stretch, ...]] = (-1, ())
        for position, parent in (rewinds or {}).items():
            self.rewound(position, parent)

    def rewound(self, position: int, parent: int) -> None:
        """A rewind was recorded at `position`, going back to `parent`."""
        self._at.append(position)
        self._parent.append(parent)

    def __contains__(self, position: object) -> bool:
        """True if a rewind was recorded there."""
        index = bisect_right(self._at, position) - 1 if isinstance(position, int) else -1
        return index >= 0 and self._at[index] == position

    def lost(self, position: int) -> int:
        """The first record on the line of a position that was set aside; 0 where none was."""
        if not self.aside:
            return 0
        path = self.path(position)
        return min((at for at in self.aside if lies_on(path, at)), default=0)

    def parent(self, position: int) -> int:
        """The position before this one on its line; 0 for the first record."""
        index = bisect_right(self._at, position) - 1
        return self._parent[index] if index >= 0 and self._at[index] == position else position - 1

    def path(self, position: int) -> list[Stretch]:
        """The stretches from the start to `position`, in order."""
        if position < 1:
            return []
        index = bisect_right(self._at, position) - 1
        if index < 0:
            return [Stretch(1, position)]
        trodden, before = self._trodden  # neighbours share all but the last stretch, and no rewind is ever changed
        if trodden != index:
            before = tuple(self._up_to(self._parent[index]))
            self._trodden = index, before
        return [*before, Stretch(self._at[index], position)]

    def _up_to(self, position: int) -> list[Stretch]:
        stretches: list[Stretch] = []
        while position > 0:
            index = bisect_right(self._at, position) - 1
            if index < 0:
                stretches.append(Stretch(1, position))
                break
            stretches.append(Stretch(self._at[index], position))
            position = self._parent[index]
        return stretches[::-1]

    def is_ancestor(self, earlier: int, later: int) -> bool:
        """True if `earlier` lies on the line of `later` (a position lies on its own line)."""
        return any(first <= earlier <= last for first, last in self.path(later))

    def branches(self, head: int) -> Iterator[Branch]:
        """Every line of a log that ends at `head`, in the order they were begun."""
        starts = [1, *self._at]
        for index, first in enumerate(starts):
            last = starts[index + 1] - 1 if index + 1 < len(starts) else head
            parent = self._parent[index - 1] if index else 0
            yield Branch(index + 1, parent, first, last, current=last == head)

    def as_mapping(self) -> dict[int, int]:
        """Every rewind: position -> parent."""
        return dict(zip(self._at, self._parent, strict=True))


def lies_on(path: list[Stretch], position: int) -> bool:
    """True if a position lies on this path."""
    # Asked of every record that is read, where a generator would cost more than the answer.
    for first, last in path:  # noqa: SIM110
        if first <= position <= last:
            return True
    return False
