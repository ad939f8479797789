"""Checks of what a command claims of another campaign against what stood there."""

from collections.abc import Callable

from domain.kernel.game import AnyGame, Claim
from domain.kernel.moment import AnyMoment
from domain.kernel.people import Asker
from ledger.errors import LedgerError
from ledger.log.entry import CampaignEntry
from ledger.log.receipts import SHORTEST_SEAL

Found = Callable[[str], CampaignEntry]
Looked = Callable[[str, int], AnyMoment]


def problem_of(claim: Claim, game: AnyGame, asking: str, asker: Asker, found: Found, looked: Looked) -> str | None:
    """Reason why a claim made in one campaign by somebody there does not hold, in a sentence, else None."""
    try:
        entry = found(claim.campaign)
        if entry.slug == asking:
            return "A campaign is no proof of itself: name the earlier one."
        if entry.game != game.key:
            return f"{claim.campaign} is a campaign of another game."
        moment = looked(entry.slug, claim.position)
    except LedgerError as error:
        return str(error)
    if len(claim.seal) < SHORTEST_SEAL or not moment.seal.startswith(claim.seal):
        return f"Record {claim.position} of {claim.campaign} has another seal than this."
    return claim.differs(moment.game, asker)
