"""Ledgers of towers, on each kind of database."""

from collections.abc import Callable, Iterator

import pytest

from domain.kernel.campaign.founding import FoundCampaign
from ledger.ledger import Ledger
from ledger.records.snapshots import SnapshotInterval
from tests.support.tower import TOWER

OpenLedger = Callable[[], Ledger]


@pytest.fixture
def open_ledger(address: str) -> Iterator[OpenLedger]:
    """Opens the same ledger, again and again: each as another process would."""
    opened: list[Ledger] = []

    def another() -> Ledger:
        opened.append(
            Ledger({"tower": TOWER}, {"SQLALCHEMY_URL": address}, snapshot_interval=SnapshotInterval(10, 10))
        )
        return opened[-1]

    yield another
    for ledger in opened:
        ledger.close()


@pytest.fixture
def ledger(open_ledger: OpenLedger) -> Ledger:
    """A ledger with one tower in it, founded by the GM."""
    ledger = open_ledger()
    ledger.found(FoundCampaign(game="tower", title="Babel", slug="babel"))
    return ledger
