"""Making all read models anew: `python -m benchmarks.rebuilding [--full]`."""

from contextlib import redirect_stdout
from io import StringIO
from itertools import pairwise
from time import perf_counter

from benchmarks.growing import SLUG, folder, grown, shelf
from benchmarks.measuring import Figure, Scale, alone, amount, best, rate, ratio
from cli.care.verify import rebuild
from cli.options import Options
from projections.read_models import ReadModels

PATH = "rebuild"
LONGEST = 100_000
"""Records: a million would take most of the time of all the others together."""


def measure(scale: Scale) -> list[Figure]:
    figures, costs = [], {}
    lengths = [length for length in scale.lengths if length <= LONGEST]
    with folder() as here:
        for length in lengths:
            ledger = grown(here / f"{length}.sqlite3", length)
            views = ReadModels(ledger)
            took = best(ledger.head(SLUG), views.rebuild, 1 if length > 10_000 else 3)
            ledger.close()
            costs[length] = took.work
            figures.append(amount(PATH, f"a record of {length:,}", took.work * 1e6, "µs of processor"))
            if length == lengths[-1]:
                figures.append(rate(PATH, f"a tower of {length:,}", 1 / took.clock, at_least=50_000))
        for shorter, longer in pairwise(lengths):
            times = 10 * costs[longer] / costs[shorter]
            figures.append(ratio(PATH, f"{longer:,} records, against {shorter:,}", times, at_most=13))
        path = here / "games.sqlite3"
        ledger = shelf(path, 10 if scale.full else 4)
        records = sum((ledger.index.heads() or {}).values())
        ledger.close()
        began = perf_counter()
        with redirect_stdout(StringIO()):
            rebuild(Options(str(path)), "timeline")
        took_all = perf_counter() - began
        figures.append(rate(PATH, f"{records:,} records of the games' samples", records / took_all))
    return figures


if __name__ == "__main__":
    alone(measure)
