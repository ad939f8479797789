"""A page of a hundred entries of the log, by the length of the log: `python -m benchmarks.log_page [--full]`."""

from collections.abc import Callable
from functools import partial
from random import Random

from benchmarks.growing import SLUG, folder, grown, not_waiting_for_the_disk
from benchmarks.measuring import Figure, Scale, alone, best, milliseconds
from projections.read_models import ReadModels
from projections.tables.selection import Filter

PATH = "log page"


def newest(views: ReadModels) -> None:
    views.timeline(SLUG, None, newest_first=True)


def nothing(views: ReadModels) -> None:
    views.timeline(SLUG, None, where=Filter(search="zebra"))


def pages(views: ReadModels, after: list[int]) -> None:
    for each in after:
        views.timeline(SLUG, None, after=each)


def measure(scale: Scale) -> list[Figure]:
    chance, figures = Random(scale.seed), []
    with folder() as here:
        for length in scale.lengths if not scale.full else scale.lengths[:-1]:  # the read models of more take long
            ledger = grown(here / f"{length}.sqlite3", length)
            views = ReadModels(ledger)
            with not_waiting_for_the_disk(ledger):
                views.summaries()
            head = ledger.head(SLUG)
            anywhere = [chance.randint(1, head) for _ in range(20)]
            works: dict[str, Callable[[ReadModels], None]] = {
                "the newest": newest,
                "anywhere": partial(pages, after=anywhere),
                "a word nobody wrote": nothing,
            }
            for name, work in works.items():
                took = best(len(anywhere) if name == "anywhere" else 1, partial(work, views), 3)
                figures.append(milliseconds(PATH, f"{length:,} records: {name}", took.clock))
            ledger.close()
    return figures


if __name__ == "__main__":
    alone(measure)
