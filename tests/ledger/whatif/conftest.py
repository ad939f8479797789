"""A tower with a history to question."""

from collections.abc import Callable

import pytest

from campaign_laws.submissions import just_seen
from domain.kernel.campaign.founding import FoundCampaign
from domain.kernel.campaign.seats import SeatPerson
from domain.kernel.campaign.sessions import OpenSession
from domain.kernel.messages import Command
from domain.kernel.terms import PersonId
from ledger.answers import Refused, Ruled, Submission
from ledger.ledger import Ledger
from ledger.records.snapshots import SnapshotInterval
from tests.support.tower import TOWER

Rule = Callable[..., Ruled]


def ask(ledger: Ledger, command: Command, *faces: int, by: str = "gm") -> Ruled | Refused:
    return ledger.rule("babel", just_seen(ledger, "babel", Submission(command=command, by=by, faces=faces)))


def rule(ledger: Ledger, command: Command, *faces: int, by: str = "gm") -> Ruled:
    answer = ask(ledger, command, *faces, by=by)
    assert isinstance(answer, Ruled), answer
    return answer


def refused(answer: object) -> str:
    assert isinstance(answer, Refused), answer
    assert not answer.message.startswith("Refused:"), answer.message
    assert "?>" not in answer.message, answer.message
    return answer.refusal.code


def stored(ledger: Ledger) -> list[tuple[int, str, bytes]]:
    return list(ledger.stored("babel"))


@pytest.fixture
def tower(address: str) -> Ledger:
    """Founded by the GM, with Ada at the table; nothing is built yet. Rulings 1 to 3."""
    ledger = Ledger({"tower": TOWER}, {"SQLALCHEMY_URL": address}, snapshot_interval=SnapshotInterval(10, 10))
    ledger.found(FoundCampaign(game="tower", title="Babel", slug="babel", house_rules={"limit": 12}))
    rule(ledger, SeatPerson(person=PersonId("ada"), name="Ada"))
    rule(ledger, OpenSession(title="Stones"))
    return ledger
