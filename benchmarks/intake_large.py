"""Times of reading large files of every format, and the memory they take.

    python -m benchmarks.intake_large --megabytes 1000 --only jsonl
    python -m benchmarks.intake_large --megabytes 300 --record
    python -m benchmarks.intake_large --megabytes 20 --record --keep intake_memory

Each file is written as its tool would write it, then read to its end and surveyed, in a process of its own, whose
largest memory is given beside that of a file of a fifth of the size. With `--record` it is recorded too.
"""

import argparse
import os
import tempfile
from functools import partial
from pathlib import Path

from benchmarks.archive import measured
from benchmarks.intake_files import FILES, written
from domain.kernel.campaign.founding import FoundCampaign
from exchange.imports.importing import import_file, people_of
from exchange.imports.mapping import guessed
from exchange.imports.recognising import format_of
from exchange.imports.source import ImportFile
from exchange.imports.spool import spooled
from exchange.imports.survey import survey
from ledger.ledger import Ledger
from tests.support.toy import GAME

RESULTS = Path(__file__).parent / "results"


def read(place: Path, told: Path, record: bool) -> None:
    source = ImportFile(place, place.name)
    with spooled(source, format_of(source)) as spool:
        found = survey(spool)
        done = 0
        if record:
            ledger = Ledger({GAME.key: GAME}, {"SQLALCHEMY_URL": f"sqlite:///{place}.sqlite3"})
            ledger.found(FoundCampaign(game=GAME.key, title="Salt", slug="salt"))
            mapping = guessed(spool, found, "salt", people_of(ledger, "salt"))
            done = import_file(ledger, spool, found, mapping, even_if_cut=True).recorded.total()
            ledger.close()
    told.write_text(f"{found.entries} {found.understood} {done}")


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--megabytes", type=int, default=300)
    words.add_argument("--only", nargs="+", choices=FILES, default=list(FILES))
    words.add_argument("--record", action="store_true", help="take it into a ledger as well")
    words.add_argument("--keep", metavar="NAME", help="write the table into benchmarks/results")
    given = words.parse_args()
    lines = [
        "| format | entries | understood | seconds | MB, a fifth of it | MB |",
        "|---|---:|---:|---:|---:|---:|",
    ]
    print("\n".join(lines), flush=True)
    with tempfile.TemporaryDirectory() as name:
        told = Path(name) / "told"
        for kind in given.only:
            memory = []
            for size in (given.megabytes * 200_000, given.megabytes * 1_000_000):
                place = written(Path(name), kind, size)
                seconds, most = measured(partial(read, place, told, given.record))
                memory.append(most / 1000)
                for each in Path(name).glob(f"{place.name}*"):
                    os.unlink(each)
            entries, understood, done = told.read_text().split()
            assert not given.record or entries == done, f"of {entries} entries of {kind}, {done} were recorded"
            lines.append(
                f"| {kind} | {int(entries):,} | {float(understood):.1%} | {seconds:.0f} | "
                f"{memory[0]:.0f} | {memory[1]:.0f} |"
            )
            print(lines[-1], flush=True)
    if given.keep:
        done = "recorded in a game of the tests" if given.record else "read and surveyed"
        about = f"A file of {given.megabytes} MB of each format, {done}: the largest memory of its process."
        text = "\n\n".join(("# Memory of taking in large files", about, "\n".join(lines)))
        (RESULTS / f"{given.keep}.md").write_text(text + "\n", "utf-8")


if __name__ == "__main__":
    main()
