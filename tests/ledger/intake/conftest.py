"""A campaign to take earlier play into."""

from collections.abc import Iterator

import pytest

from domain.kernel.campaign.founding import FoundCampaign
from domain.kernel.campaign.seats import SeatPerson
from domain.kernel.terms import PersonId
from ledger.answers import Submission
from ledger.ledger import Ledger
from tests.support.toy import GAME


@pytest.fixture
def salt() -> Iterator[Ledger]:
    """A ledger in memory with one campaign, its GM Gwen and a player Ada."""
    yield from salt_in("sqlite://")


@pytest.fixture
def salt_on_postgres(postgres_address: str) -> Iterator[Ledger]:
    """The same on a server."""
    yield from salt_in(postgres_address)


def salt_in(address: str) -> Iterator[Ledger]:
    ledger = Ledger({GAME.key: GAME}, {"SQLALCHEMY_URL": address})
    ledger.found(FoundCampaign(game=GAME.key, title="Salt", slug="salt", gm_name="Gwen"))
    ledger.rule("salt", Submission(command=SeatPerson(person=PersonId("ada"), name="Ada")))
    yield ledger
    ledger.close()
