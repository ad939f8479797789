"""Views as of any position: a fold along that position's line, with nothing kept."""

from collections.abc import Iterator
from typing import TypeVar

from domain.kernel.people import Viewer
from domain.kernel.sheet import Sheet
from ledger.answers import ToldRecord
from ledger.ledger import Ledger
from projections.audiences import as_told_to, audience_of
from projections.projection import Projection
from projections.views.sheets import seen_by, sheets_of

View = TypeVar("View")


def view_at(
    ledger: Ledger,
    campaign: str,
    projection: Projection[View],
    at: int | None = None,
    viewer: Viewer | None = None,
) -> View:
    """The view along the line of `at` (of the head, if none is given), from what the viewer may know.

    Without a viewer it is what the whole table knows. Raises `NoSuchCampaign`, `NoSuchPosition`, `BrokenLedger`.
    """
    return projection.fold(told_to(ledger, campaign, at, viewer))


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
