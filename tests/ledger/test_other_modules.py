"""The same ledger on the event-sourcing library's own persistence modules, by configuration alone."""

from collections.abc import Callable, Mapping

import pytest
from sqlalchemy import make_url

from campaign_laws.submissions import just_seen
from domain.kernel.campaign.founding import FoundCampaign
from domain.kernel.campaign.rewinding import RewindLine
from domain.kernel.journal.notes import WriteNote
from ledger.answers import Ruled, Submission
from ledger.ledger import Ledger
from ledger.records.snapshots import SnapshotInterval
from tests.support.tower import TOWER, LayStones


def on_sqlite(request: pytest.FixtureRequest) -> Mapping[str, str]:
    folder = request.getfixturevalue("tmp_path")
    return {"PERSISTENCE_MODULE": "eventsourcing.sqlite", "SQLITE_DBNAME": f"{folder}/library.sqlite3"}


def on_postgres(request: pytest.FixtureRequest) -> Mapping[str, str]:
    url = make_url(request.getfixturevalue("postgres_address"))
    return {
        "PERSISTENCE_MODULE": "eventsourcing.postgres",
        "POSTGRES_DBNAME": url.database or "",
        "POSTGRES_HOST": str(url.query["host"]),
        "POSTGRES_PORT": str(url.port or 5432),
        "POSTGRES_USER": url.username or "postgres",
        "POSTGRES_PASSWORD": url.password or "none",
    }


def in_memory(request: pytest.FixtureRequest) -> Mapping[str, str]:
    return {"PERSISTENCE_MODULE": "eventsourcing.popo"}


@pytest.mark.parametrize(
    ("module", "lasting"),
    [
        pytest.param(on_sqlite, True, id="sqlite"),
        pytest.param(on_postgres, True, id="postgres", marks=pytest.mark.postgres),
        pytest.param(in_memory, False, id="memory"),
    ],
)
def test_a_campaign_lives_on_the_librarys_own_module(
    module: Callable[[pytest.FixtureRequest], Mapping[str, str]], lasting: bool, request: pytest.FixtureRequest
) -> None:
    play_and_check(module(request), lasting=lasting)


def play_and_check(env: Mapping[str, str], *, lasting: bool) -> None:
    """Record, repeat, rewind and read again. `lasting`: whether a second ledger sees what the first stored."""
    ledger = Ledger({"tower": TOWER}, env, snapshot_interval=SnapshotInterval(4, 4))
    ledger.found(FoundCampaign(game="tower", title="Babel", slug="babel"))
    for number, face in enumerate((1, 2, 3, 4, 5, 6)):
        submission = Submission(command=LayStones(), faces=(face,), key=f"n{number}")
        assert isinstance(ledger.rule("babel", submission), Ruled)
        again = ledger.rule("babel", submission)
        assert isinstance(again, Ruled)
        assert again.repeated
    ledger.rule("babel", Submission(command=WriteNote(text="high")))
    ledger.rule("babel", just_seen(ledger, "babel", Submission(command=RewindLine(to=5, reason="too high"))))
    assert [entry.slug for entry in ledger.campaigns()] == ["babel"]
    readers = [ledger, Ledger({"tower": TOWER}, env)] if lasting else [ledger]
    for reader in readers:
        assert reader.moment("babel").game.height == 6
        assert reader.moment("babel", 8).game.height == 21
        assert [note.text for note in reader.moment("babel").journal.notes] == ["high"]
    for reader in readers:
        reader.close()
