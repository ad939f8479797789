"""Words for ids, with those that are only numbered counted instead of listed.

A long campaign has had ten thousand actions, and all that is to be said of one is "action 7312". Listing them
anew for each record would make every record dearer than the one before it.
"""

from collections.abc import Mapping
from typing import Any


class Names(dict[str, str]):
    """Names by id. `counted` says how many of a kind there were: with {"scene": 3}, `scene-2` is "scene 2".

    Numbered ids are found by `get`, `[]` and `in`, unless another name was given to them; they are not iterated.
    """

    __slots__ = ("counted",)

    def __init__(self, given: Mapping[str, str], counted: Mapping[str, int]) -> None:
        super().__init__(given)
        self.counted = counted

    def __missing__(self, key: str) -> str:
        kind, _, number = key.rpartition("-")
        written = number.isascii() and number.isdigit() and not number.startswith("0") and len(number) < 18
        if not written or int(number) > self.counted.get(kind, 0):
            raise KeyError(key)
        return f"{kind} {number}"

    def get(self, key: str, default: Any = None) -> Any:
        """The name, or else `default`."""
        try:
            return self[key]
        except KeyError:
            return default

    def __contains__(self, key: object) -> bool:
        return isinstance(key, str) and self.get(key) is not None

    def __ror__(self, other: Mapping[str, str]) -> "Names":  # type: ignore[override]
        """Names known otherwise, which these are put over."""
        return Names({**other, **self}, self.counted)


def counted_in(names: Mapping[str, str]) -> Mapping[str, int]:
    """How many of each kind are only numbered among these names."""
    return names.counted if isinstance(names, Names) else {}
