"""Waiting times when many record at once: `python benchmarks/many_writers.py [--rulings N] [--keep]`.

Eight processes on one campaign, eight on eight, and seven at live games beside one that imports in bulk into the
same database; on SQLite and on PostgreSQL. After each, everything is checked: nothing lost or doubled, positions
without gaps, chains, index and read models whole. Times of one machine, with as many cores as it has;
PostgreSQL does not wait for its disk here, SQLite does.
"""

import argparse
import sys
import tempfile
from functools import partial
from pathlib import Path
from time import perf_counter

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.measuring import (
    Figure,
    amount,
    as_markdown,
    keep,
    machine,
    milliseconds,
    rate,
    ratio,
    side_by_side,
)
from ledger.answers import Submission
from ledger.database.database import WAIT_SECONDS
from ledger.ledger import Ledger
from tests.support.crowd import Job, crowd, found, opened
from tests.support.postgres import running_postgres
from tests.support.tower import LayStones

WRITERS = 8
LONGEST = 1_000 * WAIT_SECONDS
"""Milliseconds: longer, and a writer would be told that the ledger is busy."""


def measure(kind: str, address: str, campaigns: int, rulings: int, *, bulk: bool = False) -> list[Figure]:
    """The figures of one kind: how often, how long at the median and how long at worst; and a test that all of
    it is there.
    """
    slugs = found(address, campaigns)
    jobs = [Job(address, slugs[number % campaigns], number, rulings) for number in range(WRITERS)]
    if bulk:
        jobs[-1] = Job(address, slugs[-1], WRITERS, rulings * 20, bulk=True)
    began = perf_counter()
    waited = crowd(jobs)
    took = perf_counter() - began
    live = [it for it in waited if not it.bulk]
    medians = sorted(it.median for it in live)
    what = f"{WRITERS} processes on {campaigns}" + (", one of them in bulk" if bulk else "")
    return [
        rate(kind, f"{what}: rulings, starting included", sum(it.recorded for it in waited) / took),
        milliseconds(kind, f"{what}: wait, median", medians[len(medians) // 2]),
        milliseconds(
            kind, f"{what}: wait, longest of a live game", max(it.longest for it in live), at_most=LONGEST
        ),
        amount(kind, f"{what}: conflicts that reached a writer", sum(it.conflicts for it in waited), "times"),
    ]


def in_turn(address: str, apart: str, rulings: int) -> list[Figure]:
    """Two who record in one campaign in turn, with all read models, against one who records alone."""
    (shared,), (own,) = found(address, 1), found(apart, 1)
    one, other, alone = opened(address), opened(address), opened(apart)
    asked = Submission(command=LayStones(count=3), faces=(1, 2, 3))

    def work(*ledgers: Ledger, slug: str) -> None:
        for number in range(rulings):
            ledgers[number % len(ledgers)].rule(slug, asked)

    works = {"in turn": partial(work, one, other, slug=shared), "alone": partial(work, alone, slug=own)}
    took = side_by_side(rulings, works)
    for ledger in (one, other, alone):
        ledger.close()
    times = took["in turn"].work / took["alone"].work
    return [ratio("SQLite", "two in turn, against one alone, time of the processor", times, at_most=1.3)]


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--rulings", type=int, default=150)
    asked.add_argument("--keep", action="store_true", help="write the table into benchmarks/results")
    given = asked.parse_args()
    about, figures = machine(), []
    with tempfile.TemporaryDirectory() as folder, running_postgres() as server:
        figures += in_turn(f"sqlite:///{folder}/turn.sqlite3", f"sqlite:///{folder}/alone.sqlite3", 100)
        for campaigns, bulk in ((1, False), (WRITERS, False), (WRITERS, True)):
            file = f"sqlite:///{folder}/{campaigns}-{bulk}.sqlite3"
            figures += measure("SQLite", file, campaigns, given.rulings, bulk=bulk)
            figures += measure("PostgreSQL", server.fresh_database(), campaigns, given.rulings, bulk=bulk)
    print(as_markdown(about, figures))
    if given.keep:
        keep("many_writers", about, figures)


if __name__ == "__main__":
    main()
