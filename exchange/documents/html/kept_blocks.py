"""Markup of blocks as they stand, kept for the next drawing of their sheet: from one record to the next most
blocks are the very same.
"""

from collections import OrderedDict
from collections.abc import Callable
from threading import Lock

from domain.kernel.sheet import AnyBlock

MOST = 2_000_000
"""The number of characters kept: a sheet of a long campaign has a hundred thousand."""


class KeptBlocks:
    """Markup by the block it was drawn from, up to a size. Safe to share between threads.

    A block is known by being that very object: to compare the words of all would take as long as to draw them.
    Whoever keeps sheets shares the blocks that are equal.
    """

    def __init__(self, most: int = MOST) -> None:
        self._most, self._size = most, 0
        self._kept: OrderedDict[tuple[int, str, bool], tuple[AnyBlock, str]] = OrderedDict()
        self._lock = Lock()

    def html(self, block: AnyBlock, under: str, asks: bool, draw: Callable[[], str]) -> str:
        """The markup of a block under a heading, as `draw` makes it where it is not kept."""
        key = id(block), under, asks  # the block is kept with it, so that its id is not given to another
        with self._lock:
            found = self._kept.get(key)
            if found is not None:
                self._kept.move_to_end(key)
                return found[1]
        markup = draw()
        with self._lock:
            if key not in self._kept:
                self._kept[key] = block, markup
                self._size += len(markup)
            while self._size > self._most and self._kept:
                _, (_, oldest) = self._kept.popitem(last=False)
                self._size -= len(oldest)
        return markup

    def clear(self) -> None:
        """Keep nothing: words may have been removed that stand in it."""
        with self._lock:
            self._kept.clear()
            self._size = 0
