"""Checking the chain, and everything else that `verify` checks: `python -m benchmarks.verifying [--full]`."""

from itertools import pairwise

from benchmarks.growing import SLUG, folder, grown
from benchmarks.measuring import Figure, Scale, alone, amount, rate, ratio, side_by_side
from benchmarks.replay import fetch
from ledger.care.verify import verify
from ledger.log.chain import follow

PATH = "verify"


def measure(scale: Scale) -> list[Figure]:
    figures, costs = [], {}
    with folder() as here:
        for length in scale.lengths:
            path = here / f"{length}.sqlite3"
            ledger = grown(path, length)
            head = ledger.head(SLUG)

            def chain() -> None:
                for _link in follow(ledger.stored(SLUG)):  # noqa: B023 - called at once
                    pass

            works = {"chain": chain, "fetch": lambda: fetch(path), "whole": lambda: verify(ledger, SLUG)}  # noqa: B023
            took = side_by_side(head, works, 1 if length > 100_000 else 3)
            costs[length] = took["whole"].work
            ledger.close()
            times = took["chain"].work / took["fetch"].work
            figures.append(ratio(PATH, f"the chain of {length:,}, against a bare fetch", times, at_most=4))
            figures.append(rate(PATH, f"everything of {length:,}", 1 / took["whole"].clock))
            figures.append(
                amount(PATH, f"everything: a record of {length:,}", took["whole"].work * 1e6, "µs of processor")
            )
    for shorter, longer in pairwise(scale.lengths):
        figures.append(
            ratio(
                PATH, f"{longer:,} records, against {shorter:,}", 10 * costs[longer] / costs[shorter], at_most=13
            )
        )
    return figures


if __name__ == "__main__":
    alone(measure)
