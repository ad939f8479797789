"""A campaign to take earlier play into."""

from collections.abc import Iterator

import pytest

from domain.kernel.campaign.commands import FoundCampaign, SeatPerson
from domain.kernel.terms import PersonId
from ledger.answers import Submission
from ledger.ledger import Ledger
from tests.support.toy import GAME


@pytest.fixture
def salt() -> Iterator[Ledger]:
    """A ledger in memory with one campaign, its GM Gwen and a player Ada."""
    ledger = Ledger({GAME.key: GAME}, {"SQLALCHEMY_URL": "sqlite://"})
    ledger.found(FoundCampaign(game=GAME.key, title="Salt", slug="salt", gm_name="Gwen"))
    ledger.rule("salt", Submission(command=SeatPerson(person=PersonId("ada"), name="Ada")))
    yield ledger
    ledger.close()
