"""Coverage of each layer by the tests, lines and branches, held against its floor: `make coverage`.

A floor is what was measured, rounded down and not by less than half a percent, for histories made up by chance run
through other lines each time. `--keep` writes today's as the new floors, which never sink.
"""

import json
import sys
from collections import defaultdict
from pathlib import Path

from coverage import Coverage

FLOORS = Path(__file__).with_name("coverage_floors.json")
SLACK = 0.5
"""The percents by which two runs of the same tests may differ."""
TOO_LITTLE = 1


def measured() -> dict[str, float]:
    """The share of lines and branches that were run, by layer, in percent, from the data in the current folder."""
    read = Coverage()
    read.load()
    place = Path(".coverage.json")
    read.json_report(outfile=str(place))
    told = json.loads(place.read_text("utf-8"))
    place.unlink()
    run: dict[str, int] = defaultdict(int)
    there: dict[str, int] = defaultdict(int)
    for file, it in told["files"].items():
        if Path(file).parts[0] == "tests":
            continue  # games of the tests, which lie in `domain` for them
        layer = layer_of(Path(file))
        run[layer] += it["summary"]["covered_lines"] + it["summary"]["covered_branches"]
        there[layer] += it["summary"]["num_statements"] + it["summary"]["num_branches"]
    return {layer: 100 * run[layer] / there[layer] for layer in sorted(there) if there[layer]}


def layer_of(file: Path) -> str:
    """The layer a file belongs to; of the domain, the kernel or the game."""
    return "/".join(file.parts[: 2 if file.parts[0] == "domain" else 1])


def main() -> int:
    """Print each layer beside its floor. 1 where one lies below it."""
    floors = json.loads(FLOORS.read_text("utf-8")) if FLOORS.exists() else {}
    found = measured()
    below = [layer for layer, share in found.items() if share < floors.get(layer, 0)]
    for layer, share in found.items():
        print(f"{share:6.1f} %  floor {floors.get(layer, 0):3d} %  {layer}{'  TOO LITTLE' * (layer in below)}")
    if "--keep" in sys.argv[1:]:
        kept = {layer: max(int(share - SLACK), floors.get(layer, 0)) for layer, share in found.items()}
        FLOORS.write_text(json.dumps(kept, indent=1) + "\n", "utf-8")
    return TOO_LITTLE if below else 0


if __name__ == "__main__":
    sys.exit(main())
