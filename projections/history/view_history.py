"""A view that facts make, as of any position of any line, without folding anew at each step."""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from typing import Generic, Protocol, TypeVar

from domain.kernel.facts import Fact
from ledger.bounded import BoundedDict
from ledger.log.lines import Lines, Stretch, lies_on
from projections.history.stored_facts import StoredFact, along

View = TypeVar("View")
Made = TypeVar("Made")

_REMEMBERED = 256
"""The most views that are kept; most steps change nothing and find the one before."""
_NEAR = 64
"""The most facts that are looked back over for a view to go on from."""


class Folding(Protocol[Made]):
    """A function from facts to the view they come to, which goes on from an earlier view where it is given one."""

    def __call__(self, told: Iterable[Fact], since: Made | None = None) -> Made:
        """The view after these facts. `since` stays as it is."""
        ...


class ViewHistory(Generic[View]):
    """The view that some facts come to (`of`) along the line of a position. `kept` are all of them, in order.

    Between two facts nothing changes, so each view is worked out once and shared: it must not be changed. One that
    is not known goes on from a view shortly before it on its line, if there is any.
    """

    def __init__(self, kept: Sequence[StoredFact], lines: Lines, of: Folding[View]) -> None:
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
        known = self._known.get(last)
        if known is None:
            before, earlier = self._before(last, path)
            known = self._of((each.fact for each in along(self._kept[before:last], path)), earlier)
            self._known[last] = known
        return known

    def _before(self, last: int, path: list[Stretch]) -> tuple[int, View | None]:
        """The nearest view known on this line, and the number of facts it lies after; 0 without any."""
        for before in range(last - 1, max(0, last - _NEAR), -1):
            known = self._known.get(before)
            if known is not None and lies_on(path, self._positions[before - 1]):
                return before, known
        return 0, None
