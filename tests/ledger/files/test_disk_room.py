"""A disk too small for a file: that is said before, or what was written of it makes room for rulings again."""

import io
import shutil
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
import sqlalchemy as sa

from ledger.answers import Ruled, Submission
from ledger.database.errors import LedgerUnavailable
from ledger.files.tables import PART, file_parts, files
from ledger.ledger import Ledger
from tests.support.disks import small_disk
from tests.support.filing import keep
from tests.support.tower import LayStones

DISK = 6_000
"""Kilobytes of it."""


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    with small_disk(tmp_path / "disk", DISK) as mounted:
        if not mounted:
            pytest.skip("needs the right to mount a disk")
        yield tmp_path / "disk"


@pytest.fixture
def address(disk: Path) -> str:
    return f"sqlite:///{disk / 'ledger.sqlite3'}"


def rows(ledger: Ledger) -> list[int]:
    database = ledger.files.database
    assert database is not None
    with database.reading() as connection:
        return [connection.scalar(sa.select(sa.func.count()).select_from(it)) or 0 for it in (files, file_parts)]


def lay(ledger: Ledger) -> None:
    assert isinstance(ledger.rule("babel", Submission(command=LayStones(), faces=(1,))), Ruled)


def test_a_file_larger_than_the_disk_is_refused_before_any_of_it_is_written(ledger: Ledger, disk: Path) -> None:
    campaign, free = ledger.find("babel").id, shutil.disk_usage(disk).free
    with pytest.raises(LedgerUnavailable, match="has no room for this file; nothing of it was kept"):
        ledger.files.stage(campaign, io.BytesIO(bytes(DISK * 1024)), rest=0)
    assert (rows(ledger), shutil.disk_usage(disk).free) == ([0, 0], free)
    lay(ledger)


@pytest.mark.parametrize("left", [0, 60, 400])
def test_a_disk_that_fills_meanwhile_is_as_free_for_rulings_as_before(
    ledger: Ledger, disk: Path, left: int
) -> None:
    campaign, filler = ledger.find("babel").id, disk / "filler"
    content = Random(7).randbytes(12 * PART)

    def filled(done: int, total: int) -> None:
        if done == 8 * PART:
            filler.write_bytes(bytes(max(0, shutil.disk_usage(disk).free - left * 1024)))

    with pytest.raises(LedgerUnavailable, match="is full; nothing was recorded"):
        ledger.files.stage(campaign, io.BytesIO(content), filled, rest=0)
    if left:  # without any, not even a row can be taken out
        assert rows(ledger) == [0, 0]
        for _ in range(50):
            lay(ledger)
    filler.unlink()
    ledger.files.stage(campaign, io.BytesIO(b"Another."), rest=0)
    assert rows(ledger) == [1, 1]
    keep(ledger, "babel", content)  # in the room that the first try took
