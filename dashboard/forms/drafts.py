"""Drafts: forms begun and not yet sent, kept on the server, so that they outlive a reload and a refusal.

A draft belongs to a campaign, a person and a form. Nothing of it is stored: it ends with the server. One that was
filled in from the record ends also when words are removed from that, since it may hold them.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from threading import Lock
from typing import Any

from ledger.bounded import BoundedDict

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


@dataclass(frozen=True, slots=True)
class _Draft:
    """The values by the place of the field; and where the record stood that they come from: see `Drafts.keep`."""

    values: dict[str, Any]
    removed_at: int | None


@dataclass(slots=True)
class Drafts:
    """The drafts of one server."""

    _kept: BoundedDict[DraftKey, _Draft] = field(default_factory=lambda: BoundedDict(MOST_DRAFTS))
    _lock: Lock = field(default_factory=Lock)

    def of(self, key: DraftKey) -> Mapping[str, Any]:
        """The values filled in, by the place of the field; empty when nothing was."""
        with self._lock:
            kept = self._kept.get(key)
            if kept is None:
                return {}
            self._kept.move_to_end(key)
            return dict(kept.values)

    def keep(self, key: DraftKey, values: Mapping[str, Any], removed_at: int | None = None) -> None:
        """Keep what is filled in now instead of what was.

        `removed_at` is told of values that come from the record: where words were last removed from that. It is
        known of them however often they are changed.
        """
        size = sum(len(str(value)) for value in values.values())
        with self._lock:
            if not values or size > LONGEST_DRAFT:
                self._kept.pop(key, None)
                return
            if removed_at is None and key in self._kept:
                removed_at = self._kept[key].removed_at
            self._kept[key] = _Draft(dict(values), removed_at)

    def forget(self, key: DraftKey) -> None:
        """It was recorded, or thrown away."""
        with self._lock:
            self._kept.pop(key, None)

    def drop_after_removal(self, campaign: str, removed_at: int) -> None:
        """Drop what was taken from the record of this campaign before words were last removed from it, there."""
        with self._lock:
            for key, kept in list(self._kept.items()):
                if key.campaign == campaign and kept.removed_at is not None and kept.removed_at < removed_at:
                    del self._kept[key]

    @property
    def campaigns(self) -> set[str]:
        """The campaigns from whose records anything is kept."""
        with self._lock:
            return {key.campaign for key, kept in self._kept.items() if kept.removed_at is not None}


DRAFTS = Drafts()
"""Those of this server."""
RECORDED = Drafts()
"""The content of forms of several commands when they were recorded, by the key of their rulings: taken back, it
comes back with the form.
"""
