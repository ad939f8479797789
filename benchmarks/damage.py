"""Damages each page of each index of sample campaigns: `python benchmarks/damage.py [--every N] [SAMPLE…]`.

Each sample is played into a ledger of its own. Then each page of each index, and of each table that is kept as
one, is emptied (a sound page that has lost what was on it), blanked, and put back as it was when the ledger was
shorter. Each time: the ledger may not be taken for sound, no campaign may come to another state or be exported
otherwise, and `campaign repair` must make it sound again, with the same states. Says how many were tried, and the
slowest.
"""

import argparse
import sys
import tempfile
from contextlib import closing
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from domain.registry import games
from ledger.ledger import Ledger
from projections.read_models import ReadModels
from tests.support.damaging import damage_each_page
from wiring.samples import Sample, found, samples


def played(sample: Sample, path: Path) -> bytes:
    """Play a sample into a new file; what comes back is that file as it was when most of it was played."""
    older: list[bytes] = []

    def progress(done: int, total: int) -> None:
        if not older and done >= total * 3 // 4:
            older.append(path.read_bytes())

    with closing(Ledger(games(), {"SQLALCHEMY_URL": f"sqlite:///{path}"})) as ledger:
        ledger.followers.append(ReadModels(ledger))
        found(ledger, sample, progress)
    return older[0] if older else path.read_bytes()


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--every", type=int, default=1, help="Try one damage in so many.")
    known = {sample.slug: sample for sample in samples(games())}
    told = "One of the samples, or several; or else all."
    asked.add_argument("sample", nargs="*", metavar="SAMPLE", choices=[[], *known], help=told)
    given = asked.parse_args()
    wrong = 0
    for sample in [known[slug] for slug in given.sample or known]:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "sample.sqlite3"
            older = played(sample, path)
            outcome = damage_each_page(path, older, games(), Path(folder), given.every)
        wrong += len(outcome.wrong)
        told = f"{outcome.tried} damages, {len(outcome.wrong)} wrong, at most {outcome.slowest:.1f} s"
        print(f"{sample.slug}: {told}", *outcome.wrong[:20], sep="\n  ", flush=True)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
