"""Backups taken while other processes record: each is whole, sound, and the very records that were there."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ledger.answers import Ruled, Submission
from ledger.care.backup import back_up, opened_backup, restore
from ledger.care.raw_copy import back_up_as_is
from ledger.care.repair.repairing import is_sound
from ledger.care.verify import verify
from tests.support.killing import begun_tower, opened
from tests.support.tower import LayStones

RECORD_ON = """
import sys
from ledger.answers import Ruled, Submission
from tests.support.killing import opened
from tests.support.tower import LayStones
ledger = opened(sys.argv[1])
print("begun", flush=True)
while True:
    assert isinstance(ledger.rule("babel", Submission(command=LayStones(), faces=(1,))), Ruled)
"""


@contextmanager
def others_recording(address: str) -> Iterator[None]:
    """Two processes that record into the ledger without rest, and must not fail meanwhile."""
    command = [sys.executable, "-c", RECORD_ON, address]
    writers = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    try:
        for writer in writers:
            assert writer.stdout is not None
            assert writer.stdout.readline() == "begun\n"
        yield
        assert [writer.poll() for writer in writers] == [None, None]
    finally:
        for writer in writers:
            writer.kill()
            writer.wait()


def test_each_copy_is_a_whole_ledger_of_some_moment(address: str, tmp_path: Path) -> None:
    ledger = begun_tower(address)
    assert isinstance(ledger.rule("babel", Submission(command=LayStones(), faces=(1,))), Ruled)
    copies = []
    with others_recording(address):
        for number in range(6):
            before = ledger.head("babel")
            file = tmp_path / f"copy-{number}.sqlite3"
            if number % 3 == 2:
                back_up_as_is(ledger, file, opened)
            else:
                back_up(ledger, file, opened)
            copies.append((file, before, ledger.head("babel")))
    assert copies[0][1] < copies[-1][2], "somebody recorded meanwhile"
    for file, before, after in copies:
        with opened_backup(file, opened) as (copy, manifest):
            head = copy.head("babel")
            assert before <= head <= after
            assert is_sound(copy)
            assert copy.moment("babel").seal == ledger.moment("babel", head).seal
            other = opened(f"sqlite:///{file.with_suffix('.restored')}")
            restore(copy, other, manifest=manifest)
            assert other.moment("babel").seal == copy.moment("babel").seal
            other.close()
    assert verify(ledger, "babel").sound
    ledger.close()
