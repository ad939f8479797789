"""A view that facts make, as of any position of any line, without folding anew at each step."""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from typing import Generic, TypeVar

from domain.kernel.facts import Fact
from ledger.bounded import BoundedDict
from ledger.log.lines import Lines
from projections.history.stored_facts import StoredFact, along

View = TypeVar("View")

_REMEMBERED = 256
"""The most views that are kept; most steps change nothing and find the one before."""


class ViewHistory(Generic[View]):
    """The view that some facts come to (`of`) along the line of a position. `kept` are all of them, in order.

    Between two facts nothing changes, so each view is worked out once and shared: it must not be changed.
    """

    def __init__(self, kept: Sequence[StoredFact], lines: Lines, of: Callable[[Iterable[Fact]], View]) -> None:
        self._kept = kept
        self._positions = [each.position for each in kept]
        self._lines = lines
        self._of = of
        self._known: BoundedDict[int, View] = BoundedDict(_REMEMBERED)

    def at(self, position: int) -> View:
        """The view as of a position."""
        path = self._lines.path(position)
        last = 0
        for stretch in reversed(path):
            last = bisect_right(self._positions, stretch.last)
            if last and self._positions[last - 1] >= stretch.first:
                break
            last = 0
        if last not in self._known:
            self._known[last] = self._of(each.fact for each in along(self._kept[:last], path))
        return self._known[last]
