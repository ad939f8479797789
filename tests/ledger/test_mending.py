"""Index and snapshots can be dropped and come back the same from the records."""

from pathlib import Path

from ledger.care.rebuild_index import rebuild_index, rebuild_snapshots
from ledger.care.verify import verify
from ledger.database.sqlite.driver import sqlite3
from ledger.ledger import Ledger
from ledger.records.snapshots import SnapshotInterval
from tests.cli.caves import GAMES, a_cave

TABLES = {
    "ledger_campaigns": "campaign",
    "ledger_submissions": "campaign, key",
    "ledger_snapshots": "originator_id, originator_version",
}


def test_index_and_snapshots_come_back_row_for_row(tmp_path: Path) -> None:
    path = tmp_path / "cave.sqlite3"
    ledger = Ledger(GAMES, {"SQLALCHEMY_URL": f"sqlite:///{path}"}, snapshot_interval=SnapshotInterval(5, 5))
    a_cave(ledger)
    a_cave(ledger, "another")
    with sqlite3.connect(path) as database:
        before = {
            table: database.execute(f"SELECT * FROM {table} ORDER BY {key}").fetchall()
            for table, key in TABLES.items()
        }
        assert all(before.values())
        database.execute("DELETE FROM ledger_campaigns WHERE slug = 'another'")
        database.execute("DELETE FROM ledger_submissions")
        database.execute("UPDATE ledger_snapshots SET state = x'00'")
    rebuild_index(ledger)
    told: list[tuple[int, int]] = []
    taken = rebuild_snapshots(
        ledger, lambda done, total: told.append((done, total)), snapshot_interval=SnapshotInterval(5, 5)
    )
    assert taken == len(before["ledger_snapshots"])
    assert told[-1][0] == told[-1][1]
    with sqlite3.connect(path) as database:
        for table, key in TABLES.items():
            assert database.execute(f"SELECT * FROM {table} ORDER BY {key}").fetchall() == before[table]
    assert verify(ledger, "cave").sound
    assert verify(ledger, "another").sound
    ledger.close()
