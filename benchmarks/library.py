"""A library of 10,000 campaigns, opened, listed and searched: `python -m benchmarks.library [--full]`.

Without `--full` it has 300. The campaigns are the first rulings of every sample campaign, many times over.
"""

from random import Random
from statistics import median
from time import perf_counter, sleep

from benchmarks.growing import folder, not_waiting_for_the_disk, shelf
from benchmarks.measuring import Figure, Scale, alone, best, milliseconds
from domain.registry import games
from projections.tables import projector
from wiring.library import open_library
from wiring.samples import samples

PATH = "library"
TARGET = 300.0
"""Milliseconds to list ten thousand campaigns."""
RULINGS = 12


def measure(scale: Scale) -> list[Figure]:
    chance, figures = Random(scale.seed), []
    for campaigns in (300, 10_000) if scale.full else (60, 300):
        with folder() as here:
            path = here / "library.sqlite3"
            ledger = shelf(path, -(-campaigns // len(samples(games()))), RULINGS)
            ledger.close()
            library = open_library(str(path))
            with not_waiting_for_the_disk(library.ledger):
                began = perf_counter()
                library.views.summaries()
                figures.append(
                    milliseconds(PATH, f"{campaigns:,}: read models of all made once", perf_counter() - began)
                )
            library.close()
            began = perf_counter()
            library = open_library(str(path))
            figures.append(milliseconds(PATH, f"{campaigns:,}: opened", perf_counter() - began))
            listed = best(1, library.views.summaries, 3)
            target = TARGET if campaigns == 10_000 else None
            figures.append(milliseconds(PATH, f"{campaigns:,}: listed", listed.clock, at_most=target))
            slugs = [entry.slug for entry in library.ledger.campaigns()]
            some = [chance.choice(slugs) for _ in range(20)]
            found = best(20, lambda: [library.ledger.find(slug) for slug in some], 1)  # noqa: B023 - called at once
            figures.append(milliseconds(PATH, f"{campaigns:,}: one found by its name", found.clock))
            page = best(20, lambda: [library.views.timeline(slug, None) for slug in some], 1)  # noqa: B023
            figures.append(milliseconds(PATH, f"{campaigns:,}: the first page of one", page.clock))
            library.close()
            figures += after_an_upgrade(str(path), campaigns)
    return figures


def after_an_upgrade(path: str, campaigns: int) -> list[Figure]:
    """The shelf of a program that has to make all rows anew, while that goes on beside it."""
    before, projector.VERSION = projector.VERSION, "another"
    try:
        library = open_library(path)
        library.views.shelf.in_background = True
        began = perf_counter()
        library.views.summaries()
        shown, listed = perf_counter() - began, []
        while library.views.shelf.progress is not None:
            asked = perf_counter()
            library.views.summaries()
            listed.append(perf_counter() - asked)
            sleep(0.1)
        took = perf_counter() - began
        library.close()
    finally:
        projector.VERSION = before
    target = TARGET if campaigns == 10_000 else None
    return [
        milliseconds(PATH, f"{campaigns:,}: listed first after an upgrade", shown, at_most=target),
        milliseconds(PATH, f"{campaigns:,}: listed meanwhile, median", median(listed or [shown])),
        milliseconds(PATH, f"{campaigns:,}: until all read models were made anew", took),
    ]


if __name__ == "__main__":
    alone(measure)
