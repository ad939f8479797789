"""Records and sheets as of any position, for one viewer: read along that position's line, with nothing kept."""

from collections.abc import Iterator

from domain.kernel.people import Viewer
from domain.kernel.sheet import Sheet
from ledger.answers import ToldRecord
from ledger.ledger import Ledger
from projections.audiences import as_told_to, audience_of
from projections.views.sheets import seen_by, sheets_of


def told_to(
    ledger: Ledger, campaign: str, at: int | None, viewer: Viewer | None, since: int = 0
) -> Iterator[ToldRecord]:
    """The records of a line after `since` as this viewer may know them."""
    audience = audience_of(viewer)
    for told in ledger.told(campaign, at, since):
        mine = as_told_to(audience, told)
        if mine is not None:
            yield mine


def sheets_at(ledger: Ledger, campaign: str, at: int | None = None, *, viewer: Viewer) -> list[Sheet]:
    """The sheets of the cast as of a position, as this viewer may see them."""
    game = ledger.game(ledger.find(campaign).game)
    return seen_by(viewer, sheets_of(game, ledger.moment(campaign, at)))
