"""A mapping that holds so many entries and no more."""

from collections import OrderedDict
from typing import TypeVar

Key = TypeVar("Key")
Value = TypeVar("Value")


class BoundedDict(OrderedDict[Key, Value]):
    """A dict of at most `most` entries: the one put in, or moved to the end, longest ago makes room for a new one.

    Reading an entry does not move it: whoever means use to count says so with `move_to_end`. It has no lock.
    """

    def __init__(self, most: int) -> None:
        super().__init__()
        self._most = most

    def __setitem__(self, key: Key, value: Value) -> None:
        super().__setitem__(key, value)
        self.move_to_end(key)
        while len(self) > self._most:
            self.popitem(last=False)
