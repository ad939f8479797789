"""Times of exporting and importing a large campaign, and the memory they take.

Run it: `python benchmarks/archive.py [RECORDS]`.

A tower of rulings of ten stones each, recorded, exported as a folder and as a zip file, and taken into an empty
ledger. Each step runs in a process of its own, whose largest memory is given as what it had beyond a process that
did the same with a tower of a tenth of the size: what does not grow comes to little.
"""

import os
import platform
import resource
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from time import perf_counter

sys.path.insert(0, str(Path(__file__).parents[1]))

from domain.kernel.campaign.founding import FoundCampaign
from domain.kernel.people import EVERYONE
from exchange.archive.checking import check
from exchange.archive.opening import opened
from exchange.archive.storing import store
from exchange.archive.writing import write_archive
from ledger.answers import Submission
from ledger.ledger import Ledger
from projections.read_models import ReadModels
from projections.story.chronicle import chronicle
from tests.support.tower import TOWER, LayStones

STONES = 10
TOGETHER = 100
GAMES = {"tower": TOWER}


def opened_ledger(path: Path) -> Ledger:
    return Ledger(GAMES, {"SQLALCHEMY_URL": f"sqlite:///{path}"})


def build(path: Path, records: int) -> None:
    ledger = opened_ledger(path)
    high = {"limit": 10 * records}
    ledger.found(FoundCampaign(game="tower", title="Babel", slug="babel", house_rules=high))
    lay = Submission(command=LayStones(count=STONES), faces=tuple(1 + n % 6 for n in range(STONES)))
    for _ in range(records // STONES // TOGETHER):
        ledger.rule_all("babel", [lay] * TOGETHER)
    assert ledger.head("babel") >= records, "a ruling was refused"
    ledger.close()


def export(path: Path, place: Path) -> None:
    ledger = opened_ledger(path)
    write_archive(
        ledger,
        "babel",
        place,
        chronicle=lambda head: chronicle(
            ledger.told("babel", head), ledger.moment("babel", head).campaign, "Tower", EVERYONE
        ),
        told_to=EVERYONE,
    )
    ledger.close()


def take_in(place: Path, path: Path) -> None:
    with opened(place) as archive:
        sound = check(archive, GAMES)
        ledger = opened_ledger(path)
        store(ledger, sound)
        ledger.close()


def follow(path: Path) -> None:
    ledger = opened_ledger(path)
    ReadModels(ledger).catch_up("babel")
    ledger.close()


def measured(step: Callable[[], None]) -> tuple[float, int]:
    """Seconds, and the largest memory in kilobytes, of a step in a process of its own."""
    began = perf_counter()
    child = os.fork()
    if child == 0:
        step()
        os._exit(0)
    _pid, status, usage = os.wait4(child, 0)
    assert status == 0, "the step broke"
    return perf_counter() - began, usage.ru_maxrss


def run(folder: Path, records: int) -> dict[str, tuple[float, int]]:
    folder.mkdir()
    base, bag, packed = folder / "a.sqlite3", folder / "babel", folder / "babel.zip"
    found = {
        "recorded": measured(lambda: build(base, records)),
        "exported, folder": measured(lambda: export(base, bag)),
        "exported, zip": measured(lambda: export(base, packed)),
        "imported, folder": measured(lambda: take_in(bag, folder / "b.sqlite3")),
        "imported, zip": measured(lambda: take_in(packed, folder / "c.sqlite3")),
        "read models": measured(lambda: follow(folder / "b.sqlite3")),
    }
    print(f"{records:,} records: {base.stat().st_size:,} bytes of SQLite, {packed.stat().st_size:,} as zip")
    return found


def main() -> None:
    records = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    print(f"{platform.python_implementation()} {platform.python_version()}, {platform.machine()}")
    with tempfile.TemporaryDirectory() as name:
        small, large = run(Path(name) / "small", records // 10), run(Path(name) / "large", records)
    for step, (seconds, memory) in large.items():
        more = (memory - small[step][1]) / 1000
        print(
            f"{step:18} {seconds:7.1f} s, {records / seconds:9,.0f} records/s, {memory / 1000:6.0f} MB, "
            f"{more:+6.1f} MB beside a tenth of it"
        )
    print(f"(this process: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000:.0f} MB before any step)")


if __name__ == "__main__":
    main()
