"""Kills whoever attaches a file, again and again: `python -m benchmarks.killed_attachments --kills N --size MIB`.

Each attempt is a process of its own that takes a file in as `campaign attach` does, and is killed (SIGKILL) at a
random moment between its first look at the file and its end. After each the ledger is opened anew: either the
record and every byte of the file are there, or neither is told of, and the same file can be attached afterwards,
in no more than a few times what it takes where nobody was killed. With `--postgres` the ledger lies on a server.
The seed is printed.
"""

import argparse
import contextlib
import os
import secrets
import signal
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path
from random import Random
from time import perf_counter, sleep

from benchmarks.attachments import MEGABYTE, opened
from domain.kernel.campaign.founding import FoundCampaign
from ledger.care.verify import verify
from ledger.files.store import FileState
from tests.support.postgres import running_postgres

LONGEST = 120.0
"""Seconds for which the first attempt, that nobody kills, is waited for."""
MOST_TIMES = 10
"""The most that an attempt after a kill may take, as a multiple of the first."""


def attempt(database: str, file: Path, after: float | None, longest: float) -> float:
    """Attach a file in another process and kill it so many seconds after it began; the seconds that it took.

    Raises `AssertionError`, with what the process said, where one that is not killed fails or takes too long.
    """
    words = [
        sys.executable,
        "-X",
        "faulthandler",
        "-m",
        "benchmarks.attachments",
        "--put-in",
        database,
        str(file),
    ]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as other:
        began = perf_counter()
        if after is not None:
            sleep(after)
            other.send_signal(signal.SIGKILL)
            other.communicate()
            return perf_counter() - began
        try:
            _, said = other.communicate(timeout=longest)
        except subprocess.TimeoutExpired:
            other.send_signal(signal.SIGABRT)
            _, said = other.communicate()
            raise AssertionError(f"{database}: not done in {longest:.0f} s. {said}") from None
        assert other.returncode == 0, f"{database}: left with {other.returncode}. {said}"
        return perf_counter() - began


def checked(database: str) -> str:
    """The outcome of the last attempt, in a word. Raises `AssertionError` where half of it is there."""
    ledger = opened(database)
    try:
        files = ledger.moment("babel", from_start=True).journal.files
        found = verify(ledger, "babel")
        assert found.sound, found.problems
        states = {it.digest: it.state for it in found.files}
        assert all(states[it.digest] is FileState.SOUND for it in files), states
        for it in files:
            assert sum(map(len, ledger.files.read(ledger.find("babel").id, it.digest))) == it.size
        return ("neither", "the small file alone", "record and bytes")[len(files)]
    finally:
        ledger.close()


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--kills", type=int, default=50)
    asked.add_argument("--size", type=int, default=16, help="MiB of the file")
    asked.add_argument("--seed", type=int, default=secrets.randbits(32))
    asked.add_argument("--postgres", action="store_true")
    given = asked.parse_args()
    random, came = Random(given.seed), Counter[str]()
    print(f"{given.kills} kills, files of {given.size} MiB, seed {given.seed}", flush=True)
    server = running_postgres(in_memory=False) if given.postgres else contextlib.nullcontext()
    with tempfile.TemporaryDirectory() as folder, server as running:
        file = Path(folder) / "evening.ogg"
        with file.open("wb") as made:
            made.write(b"OggS")
            for _ in range(given.size):
                made.write(os.urandom(MEGABYTE))
        whole = 0.0
        for number in range(-1, given.kills):
            database = running.fresh_database() if running else f"sqlite:///{folder}/ledger.sqlite3"
            after = None if number < 0 else random.uniform(0.3 * whole, whole)
            longest = LONGEST if number < 0 else max(MOST_TIMES * whole, 10.0)
            took = _try(database, file, after, longest, came)
            whole = whole or took
            if running:
                running.drop(database)
            for beside in Path(folder).glob("ledger.sqlite3*"):
                beside.unlink()
    for how, often in sorted(came.items()):
        print(f"{often:6} {how}")


def _try(database: str, file: Path, after: float | None, longest: float, came: Counter[str]) -> float:
    ledger = opened(database)
    ledger.found(FoundCampaign(game="tower", title="Babel", slug="babel"))
    ledger.close()
    took = attempt(database, file, after, longest)
    became = checked(database)
    came[became if after is not None else f"not killed: {became}"] += 1
    if after is not None and became != "record and bytes":
        attempt(database, file, None, longest)
        again = checked(database)
        assert again != "neither", again
        came[f"then attached again: {again}"] += 1
    return took


if __name__ == "__main__":
    main()
