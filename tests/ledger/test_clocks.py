"""A clock that goes back while a campaign is played: order is that of the records, and never that of times."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

from campaign_laws.submissions import just_seen
from domain.kernel.campaign.founding import FoundCampaign
from domain.kernel.campaign.rewinding import UndoRuling
from ledger.answers import Ruled, Submission
from ledger.care.backup import back_up, opened_backup, restore
from ledger.care.repair.repairing import Repair, is_sound, repair_file
from ledger.care.verify import verify
from ledger.database.sqlite.driver import sqlite3
from ledger.ledger import Ledger
from ledger.records.snapshots import SnapshotInterval
from projections.read_models import ReadModels
from tests.support.tower import TOWER, LayStones

GAMES = {"tower": TOWER}
BEGIN = datetime(2026, 11, 21, 20, 0, tzinfo=UTC)


def going_back() -> Iterator[datetime]:
    """Times of a clock that is set back by a year now and then, and once to the year it was made in."""
    for number in range(10_000):
        yield BEGIN + timedelta(minutes=number) - timedelta(days=365 * (number // 7 % 3))
        if number == 12:
            yield datetime(1970, 1, 1, tzinfo=UTC)


def opened(address: str) -> Ledger:
    times = going_back()
    ledger = Ledger(
        GAMES, {"SQLALCHEMY_URL": address}, snapshot_interval=SnapshotInterval(5, 5), clock=lambda: next(times)
    )
    ledger.followers.append(ReadModels(ledger))
    return ledger


def played(address: str) -> Ledger:
    ledger = opened(address)
    ledger.found(FoundCampaign(game="tower", title="Babel", slug="babel"))
    for face in (1, 2, 3, 4, 5) * 5:
        assert isinstance(ledger.rule("babel", Submission(command=LayStones(), faces=(face,))), Ruled)
    return ledger


def test_records_states_and_rows_follow_one_another_whatever_the_clock_says(address: str) -> None:
    ledger = played(address)
    told = list(ledger.told("babel"))
    assert [it.record.position for it in told] == list(range(1, 28))
    times = [it.record.envelope.at for it in told]
    assert sorted(times) != times
    for position in range(1, 28):
        assert ledger.moment("babel", position) == ledger.moment("babel", position, from_start=True)
    undone = ledger.rule(
        "babel", just_seen(ledger, "babel", Submission(command=UndoRuling(reason="The last one")))
    )
    assert isinstance(undone, Ruled)
    assert ledger.moment("babel").game.height == 75 - 5
    views = ledger.followers[-1]
    assert isinstance(views, ReadModels)
    assert [it.position for it in views.timeline("babel", None)] == [*range(1, 27), 28]
    assert views.problems("babel") == []
    assert verify(ledger, "babel").sound
    fresh = opened(address)
    assert fresh.moment("babel") == ledger.moment("babel")
    fresh.close()
    ledger.close()


def test_copies_and_repairs_go_by_no_clock_either(tmp_path: Path) -> None:
    path = tmp_path / "babel.sqlite3"
    ledger = played(f"sqlite:///{path}")
    state = ledger.moment("babel")
    back_up(ledger, tmp_path / "copy.sqlite3", opened)
    ledger.close()
    with opened_backup(tmp_path / "copy.sqlite3", opened) as (copy, manifest):
        other = opened(f"sqlite:///{tmp_path / 'other.sqlite3'}")
        restore(copy, other, manifest=manifest)
    assert other.moment("babel") == state
    other.close()
    kept = []
    for _ in range(3):  # within a second or two, so that names by the time alone would meet
        with sqlite3.connect(path) as connection:
            connection.execute("DELETE FROM ledger_heads")
        connection.close()
        repaired = repair_file(Repair(games=GAMES, clock=lambda: datetime(1970, 1, 1, tzinfo=UTC)), path)
        assert repaired.problems == []
        kept.append(repaired.copy)
    assert len(set(kept)) == 3
    assert all(it is not None and it.exists() for it in kept)
    again = opened(f"sqlite:///{path}")
    assert is_sound(again)
    assert again.moment("babel") == state
    again.close()
