"""Speed of recording play of another tool, in two checkouts of this program that take turns.

    python -m benchmarks.intake OLD NEW --rounds 5 --keep intake

The same chat of Foundry is read, and then recorded in an open table with its read models. What counts is time on
the processor from the first entry to the last, its file being kept included. The largest memory of a process that
records this chat stands beside that of one that records a chat five times as long.
"""

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median
from time import process_time

from benchmarks.intake_files import written
from exchange.imports.founding import found_for
from exchange.imports.importing import import_file, people_of
from exchange.imports.mapping import guessed
from exchange.imports.recognising import format_of
from exchange.imports.source import ImportFile
from exchange.imports.spool import spooled
from exchange.imports.survey import survey
from wiring.library import open_library

RESULTS = Path(__file__).parent / "results"


def recorded(file: Path, database: str) -> tuple[float, int]:
    """Entries a second on the processor, and how many entries there were."""
    library = open_library(database)
    source = ImportFile(file, file.name)
    with spooled(source, format_of(source)) as spool:
        found = survey(spool)
        slug = str(found_for(library.ledger, spool.about, "Salt", "Gwen"))
        mapping = guessed(spool, found, slug, people_of(library.ledger, slug))
        began = process_time()
        entries = import_file(library.ledger, spool, found, mapping, even_if_cut=True).recorded.total()
        took = process_time() - began
    library.close()
    return entries / took, entries


def one(checkout: Path, file: Path) -> dict[str, float]:
    """The figures of one process of a checkout: it runs this very file with the program that is there."""
    with tempfile.TemporaryDirectory() as folder:
        asked = [sys.executable, "-P", __file__, "--record", str(file), f"sqlite:///{folder}/ledger"]
        search = f"{checkout.resolve()}{os.pathsep}{Path(__file__).parents[1]}"
        told = subprocess.run(
            asked, env={**os.environ, "PYTHONPATH": search}, cwd=checkout, check=True, capture_output=True
        )
    found: dict[str, float] = json.loads(told.stdout)
    return found


def main() -> None:
    if sys.argv[1:2] == ["--record"]:
        speed, entries = recorded(Path(sys.argv[2]), sys.argv[3])
        most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print(json.dumps({"speed": speed, "entries": entries, "memory": most}))
        return
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("checkouts", nargs=2, type=Path, metavar="CHECKOUT")
    words.add_argument("--rounds", type=int, default=5)
    words.add_argument("--megabytes", type=float, default=8.0)
    words.add_argument("--keep", metavar="NAME", help="write the table into benchmarks/results")
    given = words.parse_args()
    lines = ["| checkout | entries | entries a second (median of rounds; all) | MB | MB, five times as long |"]
    lines.append("|---|---:|---|---:|---:|")
    with tempfile.TemporaryDirectory() as name:
        folders = [Path(name) / "short", Path(name) / "long"]
        for folder, times in zip(folders, (1, 5), strict=True):
            folder.mkdir()
            written(folder, "foundry-nedb", int(given.megabytes * times * 1_000_000))
        short, long = (folder / "messages.db" for folder in folders)
        rounds = [[one(checkout, short) for checkout in given.checkouts] for _ in range(given.rounds)]
        for index, called in enumerate(("before", "now")):
            mine = [each[index] for each in rounds]
            speeds = [it["speed"] for it in mine]
            larger = one(given.checkouts[index], long)
            shown = f"{median(speeds):,.0f} ({', '.join(f'{it:,.0f}' for it in speeds)})"
            most = median(it["memory"] for it in mine)
            lines.append(
                f"| {called} | {mine[0]['entries']:,.0f} | {shown} | {most:.0f} | {larger['memory']:.0f} |"
            )
    print("\n".join(lines))
    if given.keep:
        about = "Recording a chat of Foundry in an open table with its read models, SQLite on a disk."
        load = f"The load of the machine at the end was {os.getloadavg()[1]:.0f} on {os.cpu_count()} cores."
        text = "\n\n".join(("# Recording play of another tool", f"{about} Time on the processor. {load}", ""))
        text += "\n".join(lines) + "\n"
        (RESULTS / f"{given.keep}.md").write_text(text, "utf-8")


if __name__ == "__main__":
    main()
