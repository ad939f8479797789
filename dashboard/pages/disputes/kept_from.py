"""The parts of earlier rulings that are kept from whoever looks."""

from collections.abc import Iterable

from domain.kernel.facts import Retelling
from domain.kernel.people import Viewer, may_see
from ledger.handle import CampaignHandle
from ledger.ledger import Ledger
from ledger.log.tags import JOURNAL_PREFIX


def wholly_seen(retellings: Iterable[Retelling], viewer: Viewer) -> bool:
    """True if nothing of a ruling is kept from this viewer."""
    return all(
        may_see(viewer, each.audience) and all(may_see(viewer, fact.audience) for fact in each.facts)
        for each in retellings
    )


def kept_from(ledger: Ledger, campaign: CampaignHandle, ruling: int, viewer: Viewer | None) -> frozenset[int]:
    """The rulings of play after one, on the line of the head, that this viewer may not know all of."""
    found = ledger.review.past(campaign).ruling(ruling)
    if found is None or viewer is None or viewer.is_gm:
        return frozenset()
    return frozenset(
        told.record.envelope.ruling
        for told in campaign.told(since=found.before or found.last)
        if not told.record.envelope.type.startswith(JOURNAL_PREFIX)
        and told.record.envelope.ruling != ruling
        and not wholly_seen((told.retelling,), viewer)
    )
