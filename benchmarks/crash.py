"""Kills whoever records, again and again: `python benchmarks/crash.py [--kills N] [--seed S] [--both] [--bare]`.

Each writer is killed (SIGKILL) at a random moment: so long after its start or its first answer, after a random
statement, in the middle of one inside SQLite, or as soon as a message to PostgreSQL is on its way. With
`--postgres` one kill in four takes the server too; with `--both` half of the kills are on SQLite and half on
PostgreSQL; with `--bare` the writers have neither read models nor keys, and append to PostgreSQL by single
statements. After each, the ledger is opened and checked: every acknowledged ruling there as it was, nothing there
by halves, chain, witness, snapshots, index and read models whole, the table holding what the index gives, and the
ruling that nobody heard an answer to recorded once when it is sent again by its key. The seed is printed; the
same seed plans the same rulings and deaths, though the clock never falls twice on the same moment.
"""

import argparse
import platform
import secrets
import signal
import sys
import tempfile
from pathlib import Path
from random import Random
from time import perf_counter

sys.path.insert(0, str(Path(__file__).parents[1]))

from ledger.database.sqlite.driver import sqlite3
from tests.support.killing import Report, kill_writers
from tests.support.postgres import PostgresServer, running_postgres

SERVER_CRASHES = 4
"""One kill in so many takes the PostgreSQL server with it."""


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--kills", type=int, default=1_000)
    asked.add_argument("--seed", type=int, default=secrets.randbits(32))
    which = asked.add_mutually_exclusive_group()
    which.add_argument("--postgres", action="store_true")
    which.add_argument("--both", action="store_true")
    asked.add_argument("--bare", action="store_true")
    given = asked.parse_args()
    print(f"Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}, {platform.machine()}")
    if given.both:
        kill(given.kills - given.kills // 2, given.seed, postgres=False, bare=given.bare)
        kill(given.kills // 2, given.seed, postgres=True, bare=given.bare)
    else:
        kill(given.kills, given.seed, postgres=given.postgres, bare=given.bare)


def kill(kills: int, seed: int, *, postgres: bool, bare: bool) -> None:
    """Kill so many on one kind of database, and say what came of it."""
    print(
        f"{kills} kills on {'PostgreSQL' if postgres else 'SQLite'}{', bare' if bare else ''}, seed {seed}",
        flush=True,
    )
    began = perf_counter()
    if postgres:
        with running_postgres() as server:
            report = kill_with_server(server, kills, seed, bare=bare)
    else:
        with tempfile.TemporaryDirectory() as folder:
            report = kill_writers(
                lambda number: f"sqlite:///{folder}/{number}.sqlite3", kills, seed, progress=said, bare=bare
            )
    print(f"\n{report.kills} killed in {perf_counter() - began:.0f} s: {dict(report.deaths)}")
    print(f"{report.acknowledged} rulings had been acknowledged; all were there, and nothing by halves")
    found = "" if bare else ", each found by its key"
    print(f"{report.kept_unacknowledged} were stored before anybody heard of it{found}")
    print(f"{report.lost_unacknowledged} were not stored at all, and could be sent again")


def kill_with_server(server: PostgresServer, kills: int, seed: int, *, bare: bool) -> Report:
    """Kill writers on PostgreSQL, and now and then the server as well."""

    def disturb(random: Random) -> None:
        if random.randrange(SERVER_CRASHES) == 0:
            server.stop(signal.SIGQUIT)
            server.start()

    return kill_writers(lambda _number: server.fresh_database(), kills, seed, disturb, said, bare=bare)


def said(report: Report) -> None:
    if report.kills % 25 == 0:
        print(
            f"\r{report.kills} killed, {report.acknowledged} acknowledged rulings found again", end="", flush=True
        )


if __name__ == "__main__":
    main()
