"""Sample files, and a campaign to take them into."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from domain.kernel.campaign.commands import FoundCampaign, SeatPerson
from domain.kernel.terms import PersonId
from ledger.answers import Submission
from ledger.intake.entries import Said
from ledger.intake.mapping import Mapping, guessed
from ledger.intake.recognising import format_of
from ledger.intake.source import Source
from ledger.intake.spool import Spool, spooled
from ledger.intake.survey import survey
from ledger.intake.taking_in import Report, people_of, take_in
from ledger.ledger import Ledger
from tests.support.toy import GAME

FILES = Path(__file__).parent / "files"

Read = Callable[[str | Path], list[Said]]


def spool_of(path: Path) -> Spool:
    source = Source(path, path.name)
    return spooled(source, format_of(source))


@pytest.fixture
def read() -> Read:
    """The entries of a sample, in the order of time."""

    def entries(name: str | Path) -> list[Said]:
        with spool_of(FILES / name) as spool:
            return list(spool)

    return entries


@pytest.fixture
def ledger() -> Iterator[Ledger]:
    ledger = Ledger({GAME.key: GAME})
    ledger.found(FoundCampaign(game=GAME.key, title="Salt", slug="salt", gm_name="Gwen"))
    ledger.rule("salt", Submission(command=SeatPerson(person=PersonId("ada"), name="Ada")))
    yield ledger
    ledger.close()


def taken_in(
    ledger: Ledger, path: Path, change: Callable[[Mapping], None] = lambda mapping: None, **how: bool
) -> Report:
    """Take a file in with what is guessed, changed as the test wants it."""
    with spool_of(path) as spool:
        found = survey(spool)
        mapping = guessed(spool, found, "salt", people_of(ledger, "salt"))
        change(mapping)
        return take_in(ledger, spool, found, mapping, **how)
