"""Keeps a fingerprint of what every game answers along each of its scenarios: `python tests/golden/keep_walks.py`.

Run it after a change that means to alter answers, and look at which scenarios it names. `... --show GAME SCENARIO`
prints the lines of one walk: printed by the program before and after a change, `diff` shows what became of it.
"""

import json
import sys
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from domain.registry import games
from tests.support.scripts import scenarios_of
from tests.support.walk import walk, walks_of

FILE = Path(__file__).parent / "walks.json"


def kept() -> Mapping[str, Mapping[str, str]]:
    """The fingerprints that are kept, by game and scenario."""
    known: Mapping[str, Mapping[str, str]] = json.loads(FILE.read_text("utf-8")) if FILE.exists() else {}
    return known


def fingerprint(game: str, scenario: str) -> str:
    """The fingerprint of one walk today."""
    whole = sha256()
    for line in walk(games()[game], scenarios_of(game)[scenario], _walked_before(game)[scenario]):
        whole.update(line.encode())
    return whole.hexdigest()[:16]


@cache
def _walked_before(game: str) -> Mapping[str, int]:
    return walks_of(scenarios_of(game))


def main() -> None:
    """Make them all anew, and name those that differ."""
    if sys.argv[1:2] == ["--show"]:
        game, scenario = sys.argv[2:]
        for line in walk(games()[game], scenarios_of(game)[scenario]):
            print(line)
        return
    before = kept()
    made = {game: {name: fingerprint(game, name) for name in scenarios_of(game)} for game in before}
    for game, walks in made.items():
        for name, print_ in walks.items():
            if before.get(game, {}).get(name) != print_:
                print(f"{game}: {name}")
    FILE.write_text(json.dumps(made, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
