"""Words for ids, with those that are only numbered counted instead of listed.

A long campaign has had ten thousand actions, and all that is to be said of one is "action 7312". Listing them
anew for each record would make every record dearer than the one before it.
"""

from collections.abc import Mapping
from typing import Any


def own_title(session: int, title: str) -> str:
    """The title of a session; empty where it only says the number, which is said anyway."""
    return "" if " ".join(title.split()).casefold() == f"session {session}" else title


class Names(dict[str, str]):
    """Names by id. `counted` says how many of a kind there were: with {"scene": 3}, `scene-2` is "scene 2".

    Numbered ids are found by `get`, `[]` and `in`, unless another name was given to them; they are not iterated.
    """

    __slots__ = ("counted",)

    def __init__(self, given: Mapping[str, str], counted: Mapping[str, int]) -> None:
        super().__init__(given)
        self.counted = counted

    def __missing__(self, key: str) -> str:
        found = self._numbered(key)
        if found is None:
            raise KeyError(key)
        return found

    def _numbered(self, key: str) -> str | None:
        kind, _, number = key.rpartition("-")
        if kind not in self.counted:
            return None
        written = number.isascii() and number.isdigit() and not number.startswith("0") and len(number) < 18
        return f"{kind} {number}" if written and int(number) <= self.counted[kind] else None

    def get(self, key: str, default: Any = None) -> Any:
        """The name, or else `default`."""
        found = super().get(key)  # which asks `__missing__` nothing: it is asked of every word of every sentence
        if found is None:
            found = self._numbered(key)
        return default if found is None else found

    def __contains__(self, key: object) -> bool:
        return isinstance(key, str) and self.get(key) is not None

    def __ror__(self, other: Mapping[str, str]) -> "Names":  # type: ignore[override]
        """Names known otherwise, which these are put over."""
        return Names({**other, **self}, self.counted)


def counted_in(names: Mapping[str, str]) -> Mapping[str, int]:
    """The number of things of each kind that are only numbered among these names."""
    return names.counted if isinstance(names, Names) else {}
