"""A backup with every 50th byte changed in turn, and with each of its rows dropped: restored never.

    python -m benchmarks.spoiled_backups [--every 50]

Each change must be refused before anything is stored. Prints how many were tried and how many were accepted.
"""

import argparse
import tempfile
import time
from pathlib import Path

from eventsourcing.persistence import PersistenceError

from domain.registry import games
from ledger.care.backup import back_up, opened_backup, restore
from ledger.database.sqlite.driver import sqlite3
from ledger.errors import LedgerError
from ledger.ledger import Ledger


def opened(address: str) -> Ledger:
    """A ledger with the games of this program."""
    return Ledger(games(), {"SQLALCHEMY_URL": address})


def accepted(file: Path) -> bool:
    """True if anything of it can be restored. A refusal must have stored nothing."""
    target = opened("sqlite://")
    try:
        with opened_backup(file, opened) as (copy, manifest):
            restore(copy, target, manifest=manifest)
    except (LedgerError, PersistenceError):
        if target.store.recorder.max_notification_id() is not None:
            raise AssertionError("refused, and yet something was stored") from None
        return False
    finally:
        target.close()
    return True


def main() -> None:
    """Spoil one backup again and again."""
    from wiring.samples import found, samples

    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--every", type=int, default=50)
    every = asked.parse_args().every
    started = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "monday.sqlite3"
        ledger = opened("sqlite://")
        found(ledger, samples(games())[0])
        back_up(ledger, file, opened)
        ledger.close()
        content = bytearray(file.read_bytes())
        assert accepted(file), "the backup itself"
        bytes_tried = bytes_accepted = 0
        for place in range(0, len(content), every):
            content[place] ^= 1 << (place // every) % 8
            file.write_bytes(content)
            bytes_tried += 1
            bytes_accepted += accepted(file)
            content[place] ^= 1 << (place // every) % 8
        file.write_bytes(content)
        with sqlite3.connect(file) as disk:
            ids = [row for (row,) in disk.execute("SELECT id FROM ledger_events")]
        rows_accepted = 0
        for row in ids:
            file.write_bytes(content)
            with sqlite3.connect(file) as disk:
                disk.execute("DELETE FROM ledger_events WHERE id = ?", (row,))
            rows_accepted += accepted(file)
    print(f"bytes changed: {bytes_tried}, accepted: {bytes_accepted}")
    print(f"rows dropped: {len(ids)}, accepted: {rows_accepted}")
    print(f"{time.perf_counter() - started:.0f} s, a file of {len(content)} bytes, every {every}th byte")


if __name__ == "__main__":
    main()
