"""Every sample campaign, played once for a whole run of the tests and copied wherever one is wanted."""

import fcntl
import shutil
from pathlib import Path
from typing import Any

import sqlalchemy as sql

from domain.registry import games
from wiring.library import open_library
from wiring.samples import Sample, found, samples


def played_in(shared: Path) -> Path:
    """A SQLite ledger with every sample and its read models, in a folder that all processes of a run share.

    Made by whoever asks first; the others wait. Nobody may write into it: see `copied`.
    """
    made = shared / "samples.sqlite3"
    with (shared / "samples.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not made.exists():
            making = shared / "samples-in-the-making.sqlite3"
            library = open_library(str(making))
            assert library.ledger.store.database
            sql.event.listen(library.ledger.store.database.engine, "checkout", _without_waiting_for_the_disk)
            for sample in samples(games()):
                found(library.ledger, sample)
            library.close()
            making.rename(made)
    return made


def copied(played: Path, to: Path) -> Path:
    """A copy to do with as one likes."""
    shutil.copy(played, to)
    return to


def longest_sample(key: str) -> Sample:
    """The sample of a game in which most happens."""
    return max(samples({key: games()[key]}), key=lambda sample: len(sample.script.script.lines))


def _without_waiting_for_the_disk(driver: Any, _record: object, _proxy: object) -> None:
    driver.execute("PRAGMA synchronous=OFF")
