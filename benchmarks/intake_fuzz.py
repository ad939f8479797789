"""Mangled files without end: each is read, surveyed and, one in five, taken into a ledger and checked.

    python -m benchmarks.intake_fuzz --runs 20000 --seed 1
    python -m benchmarks.intake_fuzz --seconds 600

Prints how many were read, broken off or not taken, the slowest, and stops at the first accident with its seed.
"""

import argparse
import random
import sys
import tempfile
import time
from collections import Counter
from itertools import count
from pathlib import Path

from domain.kernel.campaign.founding import FoundCampaign
from exchange.imports.entries import NotTaken
from ledger.ledger import Ledger
from tests.support.intake import taken_in
from tests.support.mangling import mangled, read_through
from tests.support.toy import GAME


def _taken_in(ledger: Ledger, file: Path) -> str:
    before = ledger.head("salt")
    try:
        report = taken_in(ledger, file)
    except NotTaken:
        assert ledger.head("salt") == before, "something was stored of a file that was not taken"
        return "not taken into a ledger"
    assert report.refused is None, report.refused
    assert report.recorded.total() + report.known == report.survey.entries
    assert all(it.ended for it in ledger.moment("salt").journal.intakes)
    assert taken_in(ledger, file).recorded.total() == 0, "a second time something was new"
    return "taken into a ledger"


def _new_ledger() -> Ledger:
    ledger = Ledger({GAME.key: GAME}, {"SQLALCHEMY_URL": "sqlite://"})
    ledger.found(FoundCampaign(game=GAME.key, title="Salt", slug="salt"))
    return ledger


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--runs", type=int, default=2_000)
    words.add_argument("--seconds", type=float, help="go on for so long, however many they are")
    words.add_argument("--seed", type=int, default=1)
    given = words.parse_args()
    outcomes: Counter[str] = Counter()
    slowest = (0.0, 0)
    began, ledger = time.perf_counter(), _new_ledger()
    with tempfile.TemporaryDirectory() as folder:
        for number in count():
            if time.perf_counter() - began > given.seconds if given.seconds else number >= given.runs:
                break
            seed = given.seed * 1_000_003 + number
            chance = random.Random(seed)
            file = Path(folder) / chance.choice(("file.json", "file.md", "file.txt"))
            file.write_bytes(mangled(chance))
            started = time.perf_counter()
            try:
                outcomes[read_through(file, chance)] += 1
                if number % 5 == 0:
                    outcomes[_taken_in(ledger, file)] += 1
            except Exception:
                kept = Path(tempfile.gettempdir()) / f"accident-{seed}{file.suffix}"
                kept.write_bytes(file.read_bytes())
                print(f"an accident with seed {seed}, kept as {kept}", file=sys.stderr)
                raise
            slowest = max(slowest, (time.perf_counter() - started, seed))
            if number % 500 == 499:
                ledger.close()
                ledger = _new_ledger()
    took = time.perf_counter() - began
    print(f"{number} files in {took:.0f} s, the slowest {slowest[0]:.2f} s (seed {slowest[1]})")
    for outcome, many in outcomes.most_common():
        print(f"  {outcome}: {many}")


if __name__ == "__main__":
    main()
