"""Replaying a line from its founding, every record validated: `python -m benchmarks.replay [--full]`.

Beside a bare cursor over (type, bytes) of the same rows, and the event-sourcing library's own way of bringing back
an aggregate of as many events. The growth of the cost is measured on towers of a thousand records and more.
"""

from itertools import pairwise
from pathlib import Path
from uuid import UUID, uuid4

from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event

from benchmarks.growing import SLUG, folder, grown, shelf
from benchmarks.measuring import Figure, Scale, alone, amount, best, rate, ratio, side_by_side
from ledger.database.sqlite.driver import sqlite3

PATH = "replay"


class Stones(Aggregate):
    """The tower as the library would have it."""

    def __init__(self) -> None:
        self.height = 0

    @event("Laid")
    def lay(self, face: int) -> None:
        self.height += face


def by_the_library(path: Path, events: int) -> float:
    """Seconds for each event that `repository.get` brings back."""
    application: Application[UUID] = Application(
        {"PERSISTENCE_MODULE": "eventsourcing.sqlite", "SQLITE_DBNAME": str(path)}
    )
    stones = Stones()
    for _ in range(events - 1):
        stones.lay(face=3)
    application.save(stones)
    took = best(events, lambda: application.repository.get(stones.id), 3)
    application.close()
    return took.work


def fetch(path: Path) -> None:
    connection = sqlite3.connect(path)
    for _row in connection.execute("SELECT topic, state FROM ledger_events ORDER BY originator_version"):
        pass
    connection.close()


def measure(scale: Scale) -> list[Figure]:
    figures, costs = [], {}
    with folder() as here:
        for length in scale.lengths:
            path = here / f"{length}.sqlite3"
            ledger = grown(path, length)
            head = ledger.head(SLUG)

            def replay() -> None:
                ledger.moment(SLUG, from_start=True)  # noqa: B023 - called at once

            rounds = 2 if length > 100_000 else 5
            took = side_by_side(head, {"replay": replay, "fetch": lambda: fetch(path)}, rounds)  # noqa: B023
            costs[length] = took["replay"].work
            figures.append(amount(PATH, f"a record of {length:,}", took["replay"].work * 1e6, "µs of processor"))
            ledger.close()
            against = took["replay"].work / took["fetch"].work
            if length == scale.lengths[-1]:
                figures.append(rate(PATH, f"a line of {length:,}, validated", 1 / took["replay"].clock))
            if length == max(each for each in scale.lengths if each <= 100_000):
                figures.append(ratio(PATH, f"a line of {length:,}, against a bare fetch", against, at_most=5))
                library = by_the_library(here / f"library-{uuid4().hex}", length)
                faster = library / took["replay"].work
                figures.append(ratio(PATH, "faster than eventsourcing's repository.get", faster, at_least=8))
        for shorter, longer in pairwise(scale.lengths):
            growth = 10 * costs[longer] / costs[shorter]
            figures.append(ratio(PATH, f"{longer:,} records, against {shorter:,}", growth, at_most=13))
        ledger = shelf(here / "games.sqlite3", 2)
        slugs = [entry.slug for entry in ledger.campaigns()]
        records = sum(ledger.head(slug) for slug in slugs)

        def games() -> None:
            for slug in slugs:
                for _step in ledger.line(slug):
                    pass

        took = side_by_side(records, {"replay": games, "fetch": lambda: fetch(here / "games.sqlite3")}, 3)
        ledger.close()
        figures.append(
            ratio(PATH, "the games' samples, against a bare fetch", took["replay"].work / took["fetch"].work)
        )
    return figures


if __name__ == "__main__":
    alone(measure)
