"""Somebody else records between the look and the press of Take back: how often another ruling is taken back.

`python -m benchmarks.undoing [ROUNDS]`, on SQLite and on PostgreSQL. The figure that must hold: 0 wrong of 1,000.
"""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.support.postgres import running_postgres
from tests.support.racing import races

ROUNDS = 1_000
SEED = 20_261_122


def main() -> None:
    """Race, and print what came of it; exit 1 if anything else was ever taken back."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS
    wrong = 0
    with TemporaryDirectory() as folder, running_postgres() as server:
        file = f"sqlite:///{Path(folder) / 'raced.sqlite3'}"
        addresses = {"SQLite": file, "PostgreSQL": server.fresh_database()}
        for name, address in addresses.items():
            told = races(address, rounds, SEED)
            wrong += told.wrong
            print(
                f"{name}, {rounds} rounds, seed {SEED}: {told.taken_back} took back what was seen, "
                f"{told.conflicts} were told of a conflict, {told.wrong} wrong"
            )
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
