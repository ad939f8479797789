"""Kills whoever takes in a file, again and again: `python -m benchmarks.killed_intakes --kills N`.

Each attempt is a process of its own that takes a chat in with its read models, in parts of a few hundred entries
that are decided some at a time, and is killed (SIGKILL) at a random moment. After each the ledger is opened anew:
it is sound, holds whole parts and the file itself beside them or none of it, its read models say what its records
say, and taking the file in again adds just what is missing. With `--postgres` the ledger lies on a server. The
seed is printed.
"""

import argparse
import contextlib
import os
import secrets
import signal
import tempfile
from collections import Counter
from pathlib import Path
from random import Random
from time import perf_counter, sleep

from domain.kernel.campaign.founding import FoundCampaign
from exchange.imports import importing
from ledger.care.verify import verify
from ledger.ledger import Ledger
from ledger.recording import in_parts
from projections.read_models import ReadModels
from tests.support.intake import taken_in
from tests.support.postgres import running_postgres
from tests.support.toy import GAME

PART, PARTS = 200, 4
WHOLE = PARTS * (PART - 1)
"""Entries of the chat: the opening of its evening counts in each part too."""


def opened(address: str) -> Ledger:
    """The ledger with its read models."""
    ledger = Ledger({GAME.key: GAME}, {"SQLALCHEMY_URL": address})
    ledger.followers.append(ReadModels(ledger))
    return ledger


def attempt(address: str, file: Path, after: float | None) -> float:
    """Take the file in in another process and kill it so many seconds after it began; the seconds that it took."""
    began, child = perf_counter(), os.fork()
    if child == 0:
        try:
            ledger = opened(address)
            taken_in(ledger, file)
            ledger.close()
        finally:
            os._exit(0)
    if after is not None:
        sleep(after)
        os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return perf_counter() - began


def checked(address: str, file: Path) -> int:
    """The number of entries that are there. Raises `AssertionError` where half of a part is."""
    ledger = opened(address)
    try:
        logged = ledger.moment("salt", from_start=True).campaign.logged
        kept = [it.size for it in ledger.files.kept(ledger.find("salt").id)]
        found, views = verify(ledger, "salt"), ledger.followers[-1]
        assert found.sound, found.problems
        assert isinstance(views, ReadModels)
        assert views.problems("salt") == []
        assert logged.entries % (PART - 1) == 0, logged.entries
        assert logged.open is None, logged.open
        assert kept == [file.stat().st_size] * bool(logged.entries), kept
        known = taken_in(ledger, file, dry=True)
        assert (known.known, known.recorded.total()) == (logged.entries, WHOLE - logged.entries)
        return logged.entries
    finally:
        ledger.close()


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--kills", type=int, default=50)
    asked.add_argument("--seed", type=int, default=secrets.randbits(32))
    asked.add_argument("--postgres", action="store_true")
    given = asked.parse_args()
    importing.BATCH_SIZE, in_parts.RULINGS_AT_ONCE = PART, PART // 4
    random, came = Random(given.seed), Counter[str]()
    print(f"{given.kills} kills, {PARTS} parts of {PART} entries, seed {given.seed}", flush=True)
    server = running_postgres() if given.postgres else contextlib.nullcontext()
    with tempfile.TemporaryDirectory() as folder, server as running:
        file = Path(folder) / "talk.jsonl"
        said = (f'{{"author": "Ada", "content": "{n} {"tide " * 40}[[1d20]]"}}\n' for n in range(WHOLE))
        file.write_text("".join(said), "utf-8")
        whole = 0.0
        for number in range(-1, given.kills):
            address = running.fresh_database() if running else f"sqlite:///{folder}/ledger.sqlite3"
            ledger = opened(address)
            ledger.found(FoundCampaign(game=GAME.key, title="Salt", slug="salt"))
            ledger.close()
            took = attempt(address, file, None if number < 0 else random.uniform(0.0, whole))
            whole = whole or took
            there = checked(address, file)
            came[
                f"{there // (PART - 1)} of {PARTS} parts"
                if number >= 0
                else f"not killed: {there // (PART - 1)} parts"
            ] += 1
            if there < WHOLE:
                attempt(address, file, None)
                assert checked(address, file) == WHOLE
                came["then taken in whole"] += 1
            if running:
                running.drop(address)
            for beside in Path(folder).glob("ledger.sqlite3*"):
                beside.unlink()
    for how, often in sorted(came.items()):
        print(f"{often:6} {how}")


if __name__ == "__main__":
    main()
