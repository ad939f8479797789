"""Words that mean nothing, 10,000 lines of them, at every command.

`python -m benchmarks.fuzzed_command_lines [LINES] [SEED]`. What must hold: every line ends with 0, or with one
plain sentence and the status for it; nothing is recorded by words that are off, no password is printed, nothing is
repeated at length, and nothing "in the program broke".
"""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import domain
from tests.support.fuzzing import Fuzzed, fuzz

LINES, SEED = 10_000, 20_261_122
GAMES = Path("tests/cli/games").absolute()


def main() -> None:
    """Type, and print how the lines ended; exit 1 if any ended as none may."""
    lines, seed = (int(word) for word in (*sys.argv[1:], *map(str, (LINES, SEED)[len(sys.argv) - 1 :])))
    domain.__path__.append(str(GAMES))
    with TemporaryDirectory() as folder:
        told = fuzz(Path(folder), lines, seed, GAMES / "delve" / "samples" / "cave.jsonl", said)
    ended = ", ".join(f"{many} with {status}" for status, many in sorted(told.statuses.items()))
    print(f"{told.lines} lines, seed {seed}: {ended}; {len(told.wrong)} as none may")
    for wrong in told.wrong:
        print(wrong)
    sys.exit(1 if told.wrong else 0)


def said(told: Fuzzed) -> None:
    """Say how far it is."""
    if told.lines % 250 == 0:
        print(f"\r{told.lines} lines, {len(told.wrong)} as none may", end="", flush=True, file=sys.stderr)


if __name__ == "__main__":
    main()
