"""The same ledger on the event-sourcing library's own persistence modules, by configuration alone."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from domain.kernel.campaign.commands import FoundCampaign, RewindLine
from domain.kernel.journal.commands import WriteNote
from ledger.answers import Ruled, Submission
from ledger.ledger import Ledger
from tests.support.tower import TOWER, LayStones


@pytest.fixture(params=["sqlite", "popo"])
def env(request: pytest.FixtureRequest, tmp_path: Path) -> Mapping[str, str]:
    if request.param == "sqlite":
        return {"PERSISTENCE_MODULE": "eventsourcing.sqlite", "SQLITE_DBNAME": str(tmp_path / "library.sqlite3")}
    return {"PERSISTENCE_MODULE": "eventsourcing.popo"}


def test_a_campaign_lives_on_the_librarys_own_module(env: Mapping[str, str]) -> None:
    play_and_check(env, lasting="SQLITE_DBNAME" in env)


def play_and_check(env: Mapping[str, str], *, lasting: bool) -> None:
    """Record, repeat, rewind and read again. `lasting`: whether a second ledger sees what the first stored."""
    ledger = Ledger({"tower": TOWER}, env, snapshot_every=4)
    ledger.found(FoundCampaign(game="tower", title="Babel", slug="babel"))
    for number, face in enumerate((1, 2, 3, 4, 5, 6)):
        submission = Submission(command=LayStones(), faces=(face,), key=f"n{number}")
        assert isinstance(ledger.rule("babel", submission), Ruled)
        again = ledger.rule("babel", submission)
        assert isinstance(again, Ruled)
        assert again.repeated
    ledger.rule("babel", Submission(command=WriteNote(text="high")))
    ledger.rule("babel", Submission(command=RewindLine(to=5, reason="too high")))
    assert [entry.slug for entry in ledger.campaigns()] == ["babel"]
    readers = [ledger, Ledger({"tower": TOWER}, env)] if lasting else [ledger]
    for reader in readers:
        assert reader.moment("babel").game.height == 6
        assert reader.moment("babel", 8).game.height == 21
        assert [note.text for note in reader.moment("babel").journal.notes] == ["high"]
    for reader in readers:
        reader.close()
