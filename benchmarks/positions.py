"""State at random positions, and opening a campaign: `python -m benchmarks.positions [--full]`."""

from random import Random
from statistics import median
from time import perf_counter

from benchmarks.growing import SLUG, folder, grown, tower
from benchmarks.measuring import Figure, Scale, alone, amount, milliseconds
from ledger.database.sqlite.driver import sqlite3

PATH = "state at a position"


def measure(scale: Scale) -> list[Figure]:
    figures = []
    chance = Random(scale.seed)
    with folder() as here:
        for length in scale.lengths:
            path = here / f"{length}.sqlite3"
            ledger = grown(path, length)
            head = ledger.head(SLUG)
            times = []
            for _ in range(400):
                at = chance.randint(1, head)
                began = perf_counter()
                ledger.moment(SLUG, at)
                times.append(perf_counter() - began)
            ledger.close()
            times.sort()
            last = length == scale.lengths[-1]
            half, most = (2, 6) if last else (None, None)
            figures.append(
                milliseconds(PATH, f"{length:,} records: half of them within", median(times), at_most=half)
            )
            figures.append(
                milliseconds(
                    PATH, f"{length:,} records: 99 of 100 within", times[len(times) * 99 // 100], at_most=most
                )
            )
            began = perf_counter()
            ledger = tower(f"sqlite:///{path}")
            ledger.head(SLUG)
            figures.append(
                milliseconds("open", f"a database with {length:,} records, to its head", perf_counter() - began)
            )
            ledger.close()
            if last:
                figures.append(
                    amount(PATH, "snapshots, of the records' size", size_of_snapshots(path), "%", at_most=1)
                )
    return figures


def size_of_snapshots(path: object) -> float:
    connection = sqlite3.connect(str(path))
    sizes = [
        connection.execute(f"SELECT coalesce(sum(length(state)), 0) FROM {table}").fetchone()[0]
        for table in ("ledger_snapshots", "ledger_events")
    ]
    connection.close()
    return float(100 * sizes[0] / sizes[1])


if __name__ == "__main__":
    alone(measure)
