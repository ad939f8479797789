"""The most memory a replay takes, by the length of the log: `python -m benchmarks.memory [--full]`.

Each length is replayed by a process of its own, which then says how much it has ever held.
"""

import resource
import subprocess
import sys
from pathlib import Path

from benchmarks.growing import SLUG, folder, grown, tower
from benchmarks.measuring import Figure, Scale, alone, amount, note

PATH = "memory"


def held() -> float:
    """The most that this process has held, in MB."""
    status = Path("/proc/self/status")
    if status.exists():  # `ru_maxrss` would begin with what the parent held when it started this process
        return next(int(line.split()[1]) / 1e3 for line in status.read_text().splitlines() if "VmHWM" in line)
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most / (1e6 if sys.platform == "darwin" else 1e3)


def replay(path: str) -> None:
    ledger = tower(f"sqlite:///{path}")
    began = held()
    for _step in ledger.line(SLUG):
        pass
    print(began, held())
    ledger.close()


def measure(scale: Scale) -> list[Figure]:
    figures = []
    with folder() as here:
        for length in scale.lengths:
            path = here / f"{length}.sqlite3"
            grown(path, length).close()
            words = [sys.executable, "-m", "benchmarks.memory", "--replay", str(path)]
            ran = subprocess.run(words, capture_output=True, text=True, cwd=Path(__file__).parents[1], check=False)
            if ran.returncode:
                figures.append(note(PATH, f"{length:,} records: {ran.stderr.strip().splitlines()[-1]}"))
                continue
            began, most = map(float, ran.stdout.split())
            figures.append(
                amount(PATH, f"{length:,} records replayed, the whole process", most, "MB", at_most=100)
            )
            figures.append(
                amount(PATH, f"{length:,} records replayed, more than before it began", most - began, "MB")
            )
    return figures


if __name__ == "__main__":
    if sys.argv[1:2] == ["--replay"]:
        replay(sys.argv[2])
    else:
        alone(measure)
