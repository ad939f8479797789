"""A library of 10,000 campaigns, opened, listed and searched: `python -m benchmarks.library [--full]`.

Without `--full` it has 300. The campaigns are the first rulings of every sample campaign, many times over.
"""

from random import Random
from time import perf_counter

from benchmarks.growing import folder, not_waiting_for_the_disk, shelf
from benchmarks.measuring import Figure, Scale, alone, best, milliseconds
from wiring.library import open_library

PATH = "library"
TARGET = 300.0
"""Milliseconds to list ten thousand campaigns."""
RULINGS = 12


def measure(scale: Scale) -> list[Figure]:
    chance, figures = Random(scale.seed), []
    for campaigns in (300, 10_000) if scale.full else (60, 300):
        with folder() as here:
            path = here / "library.sqlite3"
            ledger = shelf(path, campaigns // 6 + 1, RULINGS)
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
    return figures


if __name__ == "__main__":
    alone(measure)
