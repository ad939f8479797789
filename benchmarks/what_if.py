"""Times of a what-if: `python -m benchmarks.what_if [--full]`.

A tower of 10,000 rulings of four stones each is asked what would have come of it had one ruling gone otherwise,
200 rulings and 10,000 rulings back; a sample campaign gone on to 5,310 records is asked what it would come to on
the sheets, the map and the tracks, 405 records back; then every sample campaign is decided once more from its
founding, which says what a ruling of a real game costs.
"""

from functools import partial
from statistics import median
from time import perf_counter

from benchmarks.growing import SLUG, STONES, evenings, folder, grown, shelf
from benchmarks.measuring import Figure, Scale, alone, amount, best, milliseconds
from domain.kernel.history.alternatives import OtherDice, Strike
from domain.kernel.history.past import RulingForm
from domain.kernel.people import Asker, Role
from domain.kernel.terms import PersonId
from ledger.ledger import Ledger
from ledger.whatif.verdicts import WhatIf
from projections.compare.outcome import outcome_of
from projections.read_models import ReadModels

PATH = "what-if"
PLAYED, RECORDS, BACK = "lamps-of-veil", 5_310, 405
RULINGS = 10_000
TARGETS = {200: 150.0, RULINGS: 5_000.0}
"""Milliseconds for a what-if over so many rulings."""


def ask(ledger: Ledger, back: int, *, struck: bool) -> float:
    """Seconds for a what-if `back` rulings ago."""
    ruling = RULINGS + 2 - back
    began = perf_counter()
    answer = ledger.review.what_if(SLUG, ruling, Strike() if struck else OtherDice(dice=(2, 2, 2, 2)))
    assert isinstance(answer, WhatIf)
    return perf_counter() - began


def outcomes(ledger: Ledger) -> list[Figure]:
    """The times of working out a ruling struck 405 records ago: for a program just started, and for one that
    follows.
    """
    fresh, following = ReadModels(ledger), ReadModels(ledger)
    ledger.followers.append(following)
    head = ledger.head(PLAYED)
    following.catch_up(PLAYED)
    past = ledger.review.past(PLAYED)
    for at in range(head - BACK, head):
        found = past.at(at)
        if found.form is RulingForm.PLAY and found.current and found.before:
            answer = ledger.review.what_if(PLAYED, found.number, Strike())
            if isinstance(answer, WhatIf):
                break
    assert isinstance(answer, WhatIf)
    viewer = Asker(PersonId("gm"), Role.GM)
    figures = []
    for who, views, target in (("just started", fresh, None), ("asked again", following, 25.0)):
        took = best(1, partial(outcome_of, ledger, views, answer, viewer), 1 if views is fresh else 5)
        figures.append(milliseconds(PATH, f"what it comes to, {who}", took.clock, at_most=target))
        figures.append(amount(PATH, f"what it comes to, {who}, work", took.work * 1000, "ms of processor"))
    return figures


def measure(scale: Scale) -> list[Figure]:
    figures = []
    with folder() as here:
        ledger = grown(here / "tower.sqlite3", RULINGS * STONES + 2)
        for back, target in TARGETS.items():
            times = [ask(ledger, back, struck=number % 2 == 1) for number in range(5 if scale.full else 3)]
            figures.append(milliseconds(PATH, f"over {back:,} rulings", median(times), at_most=target))
        ledger.close()
        ledger = evenings(here / "evenings.sqlite3", PLAYED, RECORDS)
        figures += outcomes(ledger)
        ledger.close()
        ledger = shelf(here / "games.sqlite3", 1)
        for entry in ledger.campaigns():
            began = perf_counter()
            rechecked = ledger.review.recheck(entry.slug)
            each = (perf_counter() - began) / rechecked.rulings
            figures.append(amount(PATH, f"a ruling of {entry.slug} decided once more", each * 1e6, "µs"))
        ledger.close()
    return figures


if __name__ == "__main__":
    alone(measure)
