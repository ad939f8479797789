"""A large file put into a ledger while rulings go on beside it: `python -m benchmarks.attachments --size 1024`.

One process takes the file in as `campaign attach` does, spooling, hashing and staging it; another records a ruling
every fiftieth of a second in the same SQLite file, before and meanwhile. Told are how long a ruling took, half of
them and 99 of 100, and by how much the process with the file grew. `--keep NAME` writes it into the results.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path
from statistics import quantiles
from time import perf_counter, sleep
from typing import Any

from domain.kernel.campaign.founding import FoundCampaign
from domain.kernel.journal.notes import WriteNote
from ledger.answers import Ruled, Submission
from ledger.ledger import Ledger
from tests.support.tower import TOWER

MEGABYTE = 2**20
PAUSE = 0.02
"""Seconds between two rulings: more than a table ever asks for."""
ALONE = 500
"""The number of rulings measured before the file is put in."""


def opened(database: Path | str) -> Ledger:
    """The ledger of the measurement, in a file or at an address."""
    address = database if isinstance(database, str) else f"sqlite:///{database}"
    return Ledger({"tower": TOWER}, {"SQLALCHEMY_URL": address})


def rule(ledger: Ledger, number: int) -> float:
    """Record a ruling; the milliseconds it took."""
    began = perf_counter()
    answer = ledger.rule("babel", Submission(command=WriteNote(text=f"Stone {number} is laid.")))
    assert isinstance(answer, Ruled)
    return (perf_counter() - began) * 1_000


def rulings(ledger: Ledger, go_on: Callable[[int], bool]) -> Iterator[float]:
    """Rulings, one every fiftieth of a second."""
    number = 0
    while go_on(number):
        yield rule(ledger, number)
        number += 1
        sleep(PAUSE)


def grown() -> int:
    """The most memory that this process has held so far, in bytes."""
    import resource

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1_024


def put_in(database: str, file: Path) -> None:
    """Run in the other process: take the file in and attach it. Prints what it took."""
    from exchange.media.accepting import accept
    from exchange.media.attaching import attach

    ledger = opened(database)
    ledger.moment("babel")
    with file.open("rb") as small, accept(BytesIO(small.read(MEGABYTE)), "small.ogg") as first:
        attach(ledger, "babel", first, {}, by="gm")  # with all that is loaded for it
    before, began = grown(), perf_counter()
    with file.open("rb") as content, accept(content, file.name) as taken:
        accepted = perf_counter()
        answer = attach(ledger, "babel", taken, {}, by="gm")
    assert isinstance(answer, Ruled)
    done = perf_counter()
    told = {"grown": grown() - before, "looked_at": accepted - began, "put_in": done - accepted}
    ledger.close()
    print(json.dumps(told))


def measured(size: int) -> dict[str, Any]:
    """The figures for a file of so many bytes."""
    with tempfile.TemporaryDirectory() as folder:
        database, file = Path(folder) / "ledger.sqlite3", Path(folder) / "evening.ogg"
        with file.open("wb") as made:
            made.write(b"OggS" + os.urandom(MEGABYTE - 4))  # a gibibyte is the most that is taken
            for _ in range(size // MEGABYTE - 1):
                made.write(os.urandom(MEGABYTE))
        ledger = opened(database)
        ledger.found(FoundCampaign(game="tower", title="Babel", slug="babel"))
        alone = list(rulings(ledger, lambda number: number < ALONE))
        words = [sys.executable, "-m", "benchmarks.attachments", "--put-in", f"sqlite:///{database}", str(file)]
        with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as other:
            beside = list(rulings(ledger, lambda _number: other.poll() is None))
            told = json.loads(other.communicate()[0])
        ledger.close()
        return {"size": size, "alone": _spread(alone), "beside": _spread(beside), **told}


def _spread(took: list[float]) -> dict[str, float]:
    cuts = quantiles(took, n=100)
    return {"rulings": len(took), "half": cuts[49], "p99": cuts[98], "longest": max(took)}


def said(found: dict[str, Any]) -> str:
    """The figures as a table."""
    lines = [
        f"A file of {found['size'] // MEGABYTE} MiB: looked at in {found['looked_at']:.1f} s, put in in "
        f"{found['put_in']:.1f} s; the process grew by {found['grown'] / MEGABYTE:.1f} MiB.",
        "",
        "| rulings, ms | how many | half within | 99 of 100 within | longest |",
        "|---|---|---|---|---|",
    ]
    for name, what in (("alone", "alone"), ("beside", "beside the file")):
        it = found[name]
        figures = " | ".join(f"{it[each]:.1f}" for each in ("half", "p99", "longest"))
        lines.append(f"| {what} | {it['rulings']} | {figures} |")
    return "\n".join(lines)


def main() -> None:
    """Measure, and print or keep what came of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", type=int, default=128, help="MiB of the file")
    parser.add_argument("--keep", metavar="NAME", help="write it into benchmarks/results")
    parser.add_argument("--put-in", nargs=2, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.put_in:
        database, file = asked.put_in
        put_in(database, Path(file))
        return
    table = said(measured(asked.size * MEGABYTE))
    print(table)
    if asked.keep:
        (Path(__file__).parent / "results" / f"{asked.keep}.md").write_text(table + "\n", "utf-8")


if __name__ == "__main__":
    main()
