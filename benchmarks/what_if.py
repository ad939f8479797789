"""How long a what-if takes: `python -m benchmarks.what_if [--full]`.

A tower of 10,000 rulings of four stones each is asked what would have come of it had one ruling gone otherwise,
200 rulings and 10,000 rulings back; then every sample campaign is decided once more from its founding, which says
what a ruling of a real game costs.
"""

from statistics import median
from time import perf_counter

from benchmarks.growing import SLUG, STONES, folder, grown, shelf
from benchmarks.measuring import Figure, Scale, alone, amount, milliseconds
from domain.kernel.history.alternatives import OtherDice, Strike
from ledger.ledger import Ledger
from ledger.whatif.verdicts import WhatIf

PATH = "what-if"
RULINGS = 10_000
TARGETS = {200: 150.0, RULINGS: 5_000.0}
"""Milliseconds for a what-if over so many rulings."""


def ask(ledger: Ledger, back: int, *, struck: bool) -> float:
    """Seconds for a what-if `back` rulings ago."""
    ruling = RULINGS + 2 - back
    began = perf_counter()
    answer = ledger.court.what_if(SLUG, ruling, Strike() if struck else OtherDice(dice=(2, 2, 2, 2)))
    assert isinstance(answer, WhatIf)
    return perf_counter() - began


def measure(scale: Scale) -> list[Figure]:
    figures = []
    with folder() as here:
        ledger = grown(here / "tower.sqlite3", RULINGS * STONES + 2)
        for back, target in TARGETS.items():
            times = [ask(ledger, back, struck=number % 2 == 1) for number in range(5 if scale.full else 3)]
            figures.append(milliseconds(PATH, f"over {back:,} rulings", median(times), at_most=target))
        ledger.close()
        ledger = shelf(here / "games.sqlite3", 1)
        for entry in ledger.campaigns():
            began = perf_counter()
            rechecked = ledger.court.recheck(entry.slug)
            each = (perf_counter() - began) / rechecked.rulings
            figures.append(amount(PATH, f"a ruling of {entry.slug} decided once more", each * 1e6, "µs"))
        ledger.close()
    return figures


if __name__ == "__main__":
    alone(measure)
