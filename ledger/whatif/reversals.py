"""Reversals: every time a line was left, by whom, when, why, and what it did in numbers."""

from collections.abc import Iterator
from dataclasses import dataclass

from domain.kernel.campaign.rewinding import LineRewound, RewindForm
from domain.kernel.history.alternatives import Alternative
from domain.kernel.journal.disputes import OverturnedCounts, RulingOverturned
from ledger.log.tags import REWOUND
from ledger.records.open_campaign import OpenCampaign

OVERTURNED = RulingOverturned.model_fields["type"].default


@dataclass(frozen=True, slots=True, kw_only=True)
class Reversal:
    """One line left for another. Numbers count rulings of play."""

    position: int
    """The record that left it; the new line begins here."""
    at: str
    by: str
    form: RewindForm
    reason: str
    to: int
    """The position play returned to."""
    left_at: int
    """The end of the line that was left: going there brings it back."""
    left: int
    regained: int
    ruling: int | None = None
    """The ruling that was overturned, if one was."""
    alternative: Alternative | None = None
    dispute: int | None = None
    tally: OverturnedCounts | None = None


def reversals(held: OpenCampaign) -> Iterator[Reversal]:
    """Every reversal of a campaign, in the order of its log."""
    outcomes = {event.line: event for event in _outcomes(held)}
    for record in held.with_tag(REWOUND):
        event, envelope = record.event, record.envelope
        if not isinstance(event, LineRewound):
            continue
        outcome = outcomes.get(record.position)
        yield Reversal(
            position=record.position,
            at=envelope.at,
            by=envelope.by,
            form=event.form,
            reason=event.reason,
            to=event.to,
            left_at=record.position - 1,
            left=event.left,
            regained=event.regained,
            ruling=outcome.ruling if outcome else None,
            alternative=outcome.alternative if outcome else None,
            dispute=outcome.dispute if outcome else None,
            tally=outcome.tally if outcome else None,
        )


def _outcomes(held: OpenCampaign) -> Iterator[RulingOverturned]:
    for record in held.with_tag(OVERTURNED):
        if isinstance(record.event, RulingOverturned):
            yield record.event
