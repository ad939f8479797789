"""Every target of speed, measured in one run: `python -m benchmarks.targets --full`.

Prints the table, says which targets hold, and keeps it in `benchmarks/results` as Markdown and as JSON. On a
machine that does something else meanwhile the ratios are of little worth: the load before is printed with them.
"""

import argparse
import sys
from time import perf_counter

from benchmarks import (
    append,
    library,
    log_page,
    memory,
    positions,
    rebuilding,
    replay,
    verifying,
    what_if,
)
from benchmarks.measuring import Figure, Measure, Scale, as_markdown, keep, machine

PATHS: dict[str, Measure] = {
    "append": append.measure,
    "replay": replay.measure,
    "positions": positions.measure,
    "verifying": verifying.measure,
    "rebuilding": rebuilding.measure,
    "what_if": what_if.measure,
    "library": library.measure,
    "log_page": log_page.measure,
    "memory": memory.measure,
}


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__)
    size = words.add_mutually_exclusive_group()
    size.add_argument(
        "--quick", action="store_true", help="small campaigns, a few minutes; so it is if nothing is said"
    )
    size.add_argument("--full", action="store_true", help="up to a million records and 10,000 campaigns")
    words.add_argument("--only", nargs="+", choices=PATHS, metavar="PATH", help=f"of {', '.join(PATHS)}")
    words.add_argument("--seed", type=int, default=1)
    given = words.parse_args()
    scale, about = Scale(given.full, given.seed), machine()
    figures: list[Figure] = []
    name = "full" if given.full else "quick"
    for path, measure in PATHS.items():
        if given.only and path not in given.only:
            continue
        began = perf_counter()
        figures += measure(scale)
        print(f"{path}: {perf_counter() - began:.0f} s", file=sys.stderr, flush=True)
        keep(
            "-".join([name, *(given.only or [])]), about, figures
        )  # so that what broke off is kept as far as it came
    print(as_markdown(about, figures))


if __name__ == "__main__":
    main()
