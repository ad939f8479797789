"""Drafts: forms begun and not yet sent, kept on the server, so that they outlive a reload and a refusal.

A draft belongs to a campaign, a person and a form. Nothing of it is stored: it ends with the server.
"""

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field
from threading import Lock
from typing import Any

MOST_DRAFTS = 2_000
"""The draft that was touched longest ago makes room for a new one."""
LONGEST_DRAFT = 400_000
"""Letters. A larger one is not kept."""


@dataclass(frozen=True, slots=True)
class DraftKey:
    """The owner of a draft and the form it belongs to."""

    campaign: str
    person: str
    form: str


@dataclass(slots=True)
class Drafts:
    """The drafts of one server."""

    _kept: OrderedDict[DraftKey, dict[str, Any]] = field(default_factory=OrderedDict)
    _lock: Lock = field(default_factory=Lock)

    def of(self, key: DraftKey) -> Mapping[str, Any]:
        """The values filled in, by the place of the field; empty when nothing was."""
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
            return dict(self._kept.get(key, {}))

    def keep(self, key: DraftKey, values: Mapping[str, Any]) -> None:
        """Keep what is filled in now instead of what was."""
        size = sum(len(str(value)) for value in values.values())
        with self._lock:
            if not values or size > LONGEST_DRAFT:
                self._kept.pop(key, None)
                return
            self._kept[key] = dict(values)
            self._kept.move_to_end(key)
            while len(self._kept) > MOST_DRAFTS:
                self._kept.popitem(last=False)

    def forget(self, key: DraftKey) -> None:
        """It was recorded, or thrown away."""
        with self._lock:
            self._kept.pop(key, None)


DRAFTS = Drafts()
"""Those of this server."""
RECORDED = Drafts()
"""The content of forms of several commands when they were recorded, by the key of their rulings: taken back, it
comes back with the form.
"""
