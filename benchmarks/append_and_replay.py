"""How close appending and replaying come to their limits: `python benchmarks/append_and_replay.py`.

Appending is compared with raw `sqlite3` writing rows of the same bytes under the same journal and sync settings,
replaying with a bare cursor over (type, bytes) of the same rows. Ratios of one run on one machine; absolute
times say more about the disk than about the program.
"""

import platform
import sqlite3
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import perf_counter

sys.path.insert(0, str(Path(__file__).parents[1]))

from domain.kernel.campaign.commands import FoundCampaign
from ledger.answers import Submission
from ledger.ledger import Ledger
from tests.support.tower import TOWER, LayStones

RULINGS = 1_500
ROUNDS = 3
RECORDS = 4


def timed(work: Callable[[], object]) -> float:
    started = perf_counter()
    work()
    return perf_counter() - started


def tower(path: Path) -> Ledger:
    ledger = Ledger({"tower": TOWER}, {"SQLALCHEMY_URL": f"sqlite:///{path}"})
    ledger.found(FoundCampaign(game="tower", title="Babel", slug="babel"))
    return ledger


def journal_of(ledger: Ledger) -> str:
    """The journal mode the ledger writes with: it belongs to a connection, so the file does not tell."""
    assert ledger.store.database
    with ledger.store.database.reading() as connection:
        return str(connection.exec_driver_sql("PRAGMA journal_mode").scalar())


def append_ours(ledger: Ledger) -> None:
    submission = Submission(command=LayStones(count=RECORDS), faces=(1, 2, 3, 4))
    for _ in range(RULINGS):
        ledger.rule("babel", submission)


def append_raw(path: Path, rows: list[tuple[int, str, bytes]], journal: str) -> None:
    database = sqlite3.connect(path, isolation_level=None)
    database.execute(f"PRAGMA journal_mode={journal}")
    database.execute("PRAGMA synchronous=FULL")
    database.execute(
        "CREATE TABLE event (id INTEGER PRIMARY KEY AUTOINCREMENT, campaign TEXT, position INTEGER, type TEXT,"
        " state BLOB, UNIQUE (campaign, position))"
    )
    for first in range(0, RULINGS * RECORDS, RECORDS):
        database.execute("BEGIN IMMEDIATE")
        database.executemany(
            "INSERT INTO event (campaign, position, type, state) VALUES ('babel', ?, ?, ?)",
            [(first + n, tag, stored) for n, (_p, tag, stored) in enumerate(rows[:RECORDS])],
        )
        database.execute("COMMIT")
    database.close()


def main() -> None:
    appends, replays = [], []
    with tempfile.TemporaryDirectory() as folder:
        for round_ in range(ROUNDS):
            path = Path(folder) / f"ours-{round_}.sqlite3"
            ledger = tower(path)
            ours = timed(lambda ledger=ledger: append_ours(ledger))  # type: ignore[misc]
            rows = list(ledger.stored("babel"))
            reader = sqlite3.connect(path)
            journal = journal_of(ledger)
            raw_path = Path(folder) / f"raw-{round_}.sqlite3"
            raw = timed(lambda: append_raw(raw_path, rows[10:], journal))  # noqa: B023 - called at once
            appends.append((ours, raw))

            def fetch() -> None:
                query = "SELECT topic, state FROM ledger_events ORDER BY originator_version"
                for _row in reader.execute(query):  # noqa: B023 - called at once
                    pass

            def replay() -> None:
                for _step in ledger.line("babel"):  # noqa: B023 - called at once
                    pass

            replays.append((timed(replay), timed(fetch)))
            reader.close()
            ledger.close()
    each = [ours / RULINGS * 1000 for ours, _raw in appends]
    print(f"{platform.platform()}, Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}, {journal}")
    print(f"append, {RECORDS} records a ruling: {median(each):.2f} ms a ruling,")
    print(f"  {median(ours / raw for ours, raw in appends):.1f} times raw sqlite3 (target 1.6)")
    rate = [len(rows) / ours for ours, _fetch in replays]
    print(f"replay of a line, validated: {median(rate):,.0f} records/s,")
    print(f"  {median(ours / fetch for ours, fetch in replays):.1f} times a bare fetch (target 5)")


if __name__ == "__main__":
    main()
