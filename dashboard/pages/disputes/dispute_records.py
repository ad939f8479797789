"""History of each dispute: when it was begun, added to and settled, and by whom."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from dashboard.ui.position_cache import Newest
from domain.kernel.campaign.house_rules import HouseRulesChanged
from domain.kernel.journal.disputes import (
    DisputeAddedTo,
    DisputeOpened,
    DisputeWithdrawn,
    RulingOverturned,
    RulingUpheld,
)
from ledger.handle import CampaignHandle
from ledger.ledger import Ledger

_KINDS = (DisputeOpened, DisputeAddedTo, RulingUpheld, DisputeWithdrawn, RulingOverturned)
RULES = str(HouseRulesChanged.model_fields["type"].default)
TAGS = frozenset({RULES, *(str(kind.model_fields["type"].default) for kind in _KINDS)})
OPENED = DisputeOpened.model_fields["type"].default
ADDED = DisputeAddedTo.model_fields["type"].default


@dataclass(frozen=True, slots=True)
class DisputeRecord:
    """One record about a dispute or the house rules: where, what, when, by whom, and what it says."""

    position: int
    tag: str
    at: str
    by: str
    data: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class _Read:
    """The papers found in the log, how far it was read, and where words had last been removed from it."""

    position: int
    papers: tuple[DisputeRecord, ...]
    removed_at: int


_KEPT: Newest[tuple[int, str], _Read] = Newest(40)
"""By ledger and campaign. A log only grows, so each look reads on from where the last one ended, unless words were
removed from it.
"""


def papers(ledger: Ledger, campaign: CampaignHandle) -> tuple[DisputeRecord, ...]:
    """Every record about a dispute or the house rules, in the order of the log, also of lines that were left."""
    key = id(ledger), str(campaign.entry.id)
    head, removed_at = campaign.head, campaign.removed_at
    known = _KEPT.get(key)
    if known is None or known.removed_at != removed_at:
        known = _Read(0, (), removed_at)
    if head > known.position:
        found = [
            _paper(position, tag, stored)
            for position, tag, stored in campaign.stored(gt=known.position, lte=head)
            if tag in TAGS
        ]
        known = _Read(head, (*known.papers, *found), removed_at)
        _KEPT.put(key, known)
    return known.papers


def about(filed: tuple[DisputeRecord, ...], dispute: int) -> list[DisputeRecord]:
    """The records of one dispute: the first begins it."""
    return [paper for paper in filed if paper.data.get("dispute") == dispute]


def _paper(position: int, tag: str, stored: bytes) -> DisputeRecord:
    fields = json.loads(stored)
    return DisputeRecord(position, tag, fields["at"], fields["by"], fields["data"])
