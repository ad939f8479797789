"""Keeps the bounds of every field of every command: `python tests/golden/keep_limits.py`.

No scenario fills in ninety-nine traits to see that a hundred are refused; a bound that moves shows here.
"""

import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2]))

from domain.kernel.messages import tag_of
from domain.kernel.vocabulary import Vocabulary
from domain.registry import games

FILE = Path(__file__).parent / "limits.json"
BOUNDS = ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "minItems", "maxItems")


def kept() -> Mapping[str, Mapping[str, Any]]:
    """The bounds that are kept: by game, then by tag and path of a field."""
    known: Mapping[str, Mapping[str, Any]] = json.loads(FILE.read_text("utf-8")) if FILE.exists() else {}
    return known


def limits(game: str) -> dict[str, Any]:
    """The bounds of today in the commands of this game. What several commands hold stands there once."""
    found: dict[str, Any] = {}
    for kind in Vocabulary(games()[game]).commands.values():
        if tag_of(kind).startswith(f"{game}."):
            found |= _bounds(kind.model_json_schema(), tag_of(kind))
    return dict(sorted(found.items()))


def _bounds(schema: Any, at: str) -> Iterator[tuple[str, Any]]:
    """Each bound in a schema, with the way to it."""
    if isinstance(schema, Mapping):
        for name, inside in schema.items():
            if name in BOUNDS and not isinstance(inside, Mapping):
                yield f"{at} {name}", inside
            elif name == "$defs":
                for shared, its in inside.items():
                    yield from _bounds(its, shared)
            else:
                yield from _bounds(inside, at if name == "properties" else f"{at}.{name}")
    elif isinstance(schema, list):
        for number, inside in enumerate(schema):
            yield from _bounds(inside, f"{at}[{number}]")


if __name__ == "__main__":
    FILE.write_text(json.dumps({game: limits(game) for game in games()}, indent=1) + "\n", "utf-8")
