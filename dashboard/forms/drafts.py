"""Drafts: forms begun and not yet sent, kept on the server, so that they outlive a reload and a refusal.

A draft belongs to a campaign, a person, a form, and the tab of the browser in which it is written: two tabs of one
person are two sheets of paper. One whose tab was closed goes on in the next that opens the form. Nothing of it is
stored: it ends with the server. One that was filled in from the record ends also when words are removed from that,
since it may hold them.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from threading import Lock
from typing import Any

from dashboard.forms.tabs import is_connected, this_session, this_tab
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
    tab: str = ""

    @staticmethod
    def here(campaign: str, person: str, form: str) -> "DraftKey":
        """The key of a draft in the tab that is drawn."""
        return DraftKey(campaign, person, form, this_tab())


@dataclass(frozen=True, slots=True)
class _Draft:
    """The values by the place of the field; and where the record stood that they come from: see `Drafts.keep`."""

    values: dict[str, Any]
    removed_at: int | None
    session: str = ""
    """The connection over which it was last written."""


@dataclass(slots=True)
class Drafts:
    """The drafts of one server."""

    _kept: BoundedDict[DraftKey, _Draft] = field(default_factory=lambda: BoundedDict(MOST_DRAFTS))
    _lock: Lock = field(default_factory=Lock)

    def of(self, key: DraftKey) -> Mapping[str, Any]:
        """The values filled in, by the place of the field; empty when nothing was.

        Those of a tab that is open no more are this one's from now on.
        """
        with self._lock:
            kept = self._kept.get(key) or self._left_behind(key)
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
            self._kept[key] = _Draft(dict(values), removed_at, this_session())

    def _left_behind(self, key: DraftKey) -> _Draft | None:
        """Take over the latest draft of the same form in a tab that was closed."""
        for other in reversed(self._kept):
            same = (other.form, other.person, other.campaign) == (key.form, key.person, key.campaign)
            if same and other.tab != key.tab and not is_connected(self._kept[other].session):
                self._kept[key] = replace(self._kept.pop(other), session=this_session())
                return self._kept[key]
        return None

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
