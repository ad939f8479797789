"""How long a what-if takes: `python benchmarks/what_if.py`.

A tower of 10,000 rulings of four stones each is asked what would have come of it had one ruling gone otherwise,
200 rulings and 10,000 rulings back; then every sample campaign is decided once more from its founding, which says
what a ruling of a real game costs. Times of one machine, for comparing runs on it.
"""

import platform
import sys
import tempfile
from pathlib import Path
from time import perf_counter, process_time

sys.path.insert(0, str(Path(__file__).parents[1]))

from dashboard.samples import found, samples
from domain.kernel.alternatives import OtherDice, Strike
from domain.kernel.campaign.commands import FoundCampaign
from domain.registry import games
from ledger.answers import Submission
from ledger.court.verdicts import WhatIf
from ledger.ledger import Ledger
from tests.support.tower import TOWER, LayStones

RULINGS = 10_000
ROUNDS = 5
TARGETS = {200: 0.150, 10_000: 5.0}
"""Seconds for a what-if over so many rulings."""


def tower(path: Path) -> Ledger:
    ledger = Ledger({"tower": TOWER}, {"SQLALCHEMY_URL": f"sqlite:///{path}"})
    ledger.found(FoundCampaign(game="tower", title="Babel", slug="babel"))
    for _ in range(RULINGS):
        ledger.rule("babel", Submission(command=LayStones(count=4), faces=(1, 2, 3, 4)))
    return ledger


def ask(ledger: Ledger, back: int, *, struck: bool) -> tuple[float, float]:
    """Seconds on the clock, and of work, for a what-if `back` rulings ago."""
    ruling = RULINGS + 2 - back
    began, worked = perf_counter(), process_time()
    answer = ledger.court.what_if("babel", ruling, Strike() if struck else OtherDice(dice=(2, 2, 2, 2)))
    assert isinstance(answer, WhatIf)
    return perf_counter() - began, process_time() - worked


def main() -> None:
    print(f"{platform.python_implementation()} {platform.python_version()}, {platform.machine()}")
    with tempfile.TemporaryDirectory() as folder:
        ledger = tower(Path(folder) / "tower.sqlite3")
        for back, target in TARGETS.items():
            took = sorted(ask(ledger, back, struck=number % 2 == 1) for number in range(ROUNDS))
            clock, work = took[ROUNDS // 2]
            holds = "holds" if clock <= target else "MISSED"
            print(
                f"what-if over {back:6,} rulings  {clock * 1000:6.0f} ms, of work {work * 1000:6.0f} ms;"
                f" target {target * 1000:5.0f} ms: {holds}"
            )
        ledger.close()
        for sample in samples(games()):
            ledger = Ledger(games(), {"SQLALCHEMY_URL": f"sqlite:///{Path(folder) / sample.slug}.sqlite3"})
            found(ledger, sample)
            began = perf_counter()
            rechecked = ledger.court.recheck(sample.slug)
            each = (perf_counter() - began) / rechecked.rulings
            assert not rechecked.differing
            print(f"{sample.slug:24} {rechecked.rulings:6,} rulings decided once more, {each * 1e6:6.0f} µs each")
            ledger.close()


if __name__ == "__main__":
    main()
