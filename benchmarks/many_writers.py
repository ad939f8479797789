"""How long anybody waits when many record at once: `python benchmarks/many_writers.py [--rulings N]`.

Eight processes on one campaign, eight on eight, and seven at live games beside one that imports in bulk into the
same database; on SQLite and on PostgreSQL. After each, everything is checked: nothing lost or doubled, positions
without gaps, chains, index and read models whole. Times of one machine, with as many cores as it has.
"""

import argparse
import os
import platform
import sqlite3
import sys
import tempfile
from pathlib import Path
from time import perf_counter

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.support.crowd import Job, crowd, found
from tests.support.postgres import running_postgres

WRITERS = 8


def measure(kind: str, address: str, campaigns: int, rulings: int, *, bulk: bool = False) -> None:
    slugs = found(address, campaigns)
    jobs = [Job(address, slugs[number % campaigns], number, rulings) for number in range(WRITERS)]
    if bulk:
        jobs[-1] = Job(address, slugs[-1], WRITERS, rulings * 20, bulk=True)
    began = perf_counter()
    waited = crowd(jobs)
    took = perf_counter() - began
    live = [it for it in waited if not it.bulk]
    recorded = sum(it.recorded for it in waited)
    what = f"{WRITERS} on {campaigns}" + (", one of them in bulk" if bulk else "")
    medians = sorted(it.median for it in live)
    print(
        f"{kind:<11}{what:<30}{recorded:>7}{recorded / took:>9.0f}/s"
        f"{1000 * medians[len(medians) // 2]:>10.1f} ms{1000 * max(it.longest for it in live):>10.0f} ms"
        f"{sum(it.conflicts for it in waited):>8}",
        flush=True,
    )


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--rulings", type=int, default=150)
    given = asked.parse_args()
    print(f"Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}, {os.cpu_count()} cores")
    print(f"{'':<11}{'processes on campaigns':<30}{'rulings':>7}{'':>11}{'median':>13}{'longest':>13}{'lost':>8}")
    with tempfile.TemporaryDirectory() as folder, running_postgres() as server:
        for campaigns, bulk in ((1, False), (WRITERS, False), (WRITERS, True)):
            file = f"sqlite:///{folder}/{campaigns}-{bulk}.sqlite3"
            measure("SQLite", file, campaigns, given.rulings, bulk=bulk)
            measure("PostgreSQL", server.fresh_database(), campaigns, given.rulings, bulk=bulk)


if __name__ == "__main__":
    main()
