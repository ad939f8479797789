"""Views and facts folded straight from the log: what the tables are held against."""

from collections.abc import Iterable
from typing import TypeVar

from domain.kernel.people import Viewer
from ledger.answers import ToldRecord
from ledger.ledger import Ledger
from projections.history.folded_views import told_to
from projections.history.stored_facts import StoredFact, kept_of
from projections.projection import Projection

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


def all_kept(records: Iterable[ToldRecord]) -> list[StoredFact]:
    """The facts to keep of some records, in order."""
    return [StoredFact(told.record.position, fact) for told in records for _number, fact in kept_of(told)]
