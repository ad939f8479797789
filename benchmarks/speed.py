"""The figures of speed that people feel, in one run of a quarter of an hour: `python -m benchmarks.speed`.

Recording beside its rivals, on SQLite as it is here and with the extra `wal` where `--wal` names a folder that
holds it; the parts of a ruling; two who record in turn; what a what-if comes to; making read models anew; a step
and the first sheet of the replay; and fifty people. Each is a program of its own, run after the other so that none
disturbs the next, and each keeps its table in `benchmarks/results`. On a machine that does something else
meanwhile none of it is of much worth.
"""

import argparse
import os
import subprocess
import sys
from pathlib import Path
from tempfile import gettempdir
from time import perf_counter

ROOT = Path(__file__).parents[1]
RECORDS = 5_000


def programs(cache: Path, port: int, wal: str | None) -> list[tuple[str, list[str], str | None]]:
    """Each program's name, its words, and the folder of a newer SQLite if it is to use it."""
    small = ["benchmarks.targets", "--only"]
    found: list[tuple[str, list[str], str | None]] = [
        ("step, first sheet", ["benchmarks.dashboard", *_of(cache, port), "--records", str(RECORDS)], None),
        ("append", ["benchmarks.append", "--full", "--keep", "append"], None),
        ("append, parts", ["benchmarks.append_parts", "--full", "--keep", "append_parts"], None),
    ]
    if wal is not None:
        found += [
            ("append, wal", ["benchmarks.append", "--full", "--keep", "append_wal"], wal),
            ("append, parts, wal", ["benchmarks.append_parts", "--full", "--keep", "append_parts_wal"], wal),
        ]
    return [
        *found,
        ("contention", ["benchmarks.many_writers", "--keep"], None),
        ("what-if, rebuild", [*small, "what_if", "rebuilding"], None),
        ("fifty people", ["benchmarks.fifty_people", *_of(cache, port + 1)], None),
    ]


def _of(cache: Path, port: int) -> list[str]:
    return ["--cache", str(cache), "--port", str(port)]


def main() -> None:
    """Run them all, and say how long each took and which did not end well."""
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--cache", type=Path, default=Path(gettempdir()) / "campaign-ledger-benchmarks")
    words.add_argument("--port", type=int, default=8780)
    words.add_argument("--wal", metavar="FOLDER", help="of `pip install --target FOLDER pysqlite3`")
    given = words.parse_args()
    given.cache.mkdir(parents=True, exist_ok=True)
    wrong = []
    for name, program, newer in programs(given.cache, given.port, given.wal):
        began = perf_counter()
        places = [str(ROOT), *([newer] if newer else [])]
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(places)}
        ended = subprocess.run([sys.executable, "-m", *program], cwd=ROOT, env=environment, check=False)
        wrong += [name] if ended.returncode else []
        print(f"{name}: {perf_counter() - began:.0f} s", file=sys.stderr, flush=True)
    if wrong:
        sys.exit(f"Not measured to their end: {', '.join(wrong)}.")


if __name__ == "__main__":
    main()
