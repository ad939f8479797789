"""Memory of a dashboard with fifty people stepping through one campaign, after they left, and with fifty others.

`python -m benchmarks.fifty_people`. Each has a page of the replay open over a socket of their own, and asks for
places of the log one after another; then all of them go. What stays is what the pages of all share, which has a
bound: so fifty others, who come then, are to add little.
"""

import argparse
import os
import subprocess
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from tempfile import gettempdir
from time import perf_counter, sleep

from benchmarks.dashboard import SLUG, _head, _serving, campaign
from benchmarks.measuring import Figure, amount, as_markdown, keep, machine
from tests.support.wire import Page, page

PATH = "fifty people"
PEOPLE, PLACES, RECORDS = 50, 8, 5_000
PORT = 8786
LET_GO = 130.0
"""Seconds from their leaving until what they had is looked for: Streamlit keeps it for two minutes, should they
come back.
"""


def resident(server: "subprocess.Popen[bytes]") -> float:
    """Megabytes that a process holds."""
    pages = int(Path(f"/proc/{server.pid}/statm").read_text("ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def measure(database: Path, port: int) -> list[Figure]:
    """The memory of the server before, with all of them there, after, and with as many others."""
    head = _head(database)

    def step(number: int, one: Page) -> None:
        for place in range(PLACES):
            one.draw("replay", f"campaign={SLUG}&at={1 + (number * PLACES + place) * 37 % head}")

    with _serving(database, port) as server:
        with page(port, {}) as first:
            step(0, first)
        sleep(2)
        before, began = resident(server), perf_counter()
        there = _with_all(server, port, step)
        took = perf_counter() - began
        sleep(LET_GO)
        after = resident(server)
        others = _with_all(server, port, step)
    who = f"{PEOPLE} people, {PLACES} places each, of {RECORDS:,} records"
    return [
        amount(PATH, "the dashboard, one person having looked", before, "MB"),
        amount(PATH, f"{who}: more than before", there - before, "MB"),
        amount(PATH, f"{who}: more than before, {LET_GO:.0f} s after they left", after - before, "MB"),
        amount(PATH, f"{who}: more than before, with as many others then", others - before, "MB"),
        amount(PATH, f"{who}: places drawn", PEOPLE * PLACES / took, "/s"),
    ]


def _with_all(server: "subprocess.Popen[bytes]", port: int, step: Callable[[int, Page], None]) -> float:
    """Megabytes that the server holds when everybody has stepped and is still there."""
    with ExitStack() as open_pages:
        all_of_them = [open_pages.enter_context(page(port, {})) for _ in range(PEOPLE)]
        with ThreadPoolExecutor(PEOPLE) as pool:
            list(pool.map(step, range(PEOPLE), all_of_them))
        return resident(server)


def main() -> None:
    """Make the campaign if it is missing, measure, print and keep the table."""
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--cache", type=Path, default=Path(gettempdir()) / "campaign-ledger-benchmarks")
    words.add_argument("--port", type=int, default=PORT)
    given = words.parse_args()
    given.cache.mkdir(parents=True, exist_ok=True)
    about = machine()
    figures = measure(campaign(given.cache, RECORDS), given.port)
    keep("fifty_people", about, figures)
    print(as_markdown(about, figures))


if __name__ == "__main__":
    main()
