"""A folder of an export: one JSON file a message becomes one source; a LevelDB folder is said to be none.

Foundry keeps its messages in LevelDB from version 11 on. No library that reads it is both pure Python and well
kept (the common ones bind LevelDB's own C++), while Foundry exports by itself: so the way there is told instead.
"""

import json
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from exchange.imports.entries import NotTaken
from exchange.imports.source import Clock, Source, json_value

FROM_THE_WORLD = (
    "(foundry.utils.saveDataToFile ?? saveDataToFile)(JSON.stringify({users: "
    "game.users.contents.map(it => ({_id: it.id, name: it.name})), messages: game.messages.contents}), "
    '"application/json", "messages.json")'
)
"""What a GM types into the console of the browser: it saves every message and the names of those who wrote them,
and nothing else of their accounts, in every version from 8 on."""

LEVELDB = (
    "LevelDB, as Foundry keeps its messages from version 11 on, which cannot be read as it is. In the world, "
    f"press F12 and type: {FROM_THE_WORLD}. Or close the world, let `fvtt package unpack messages --in DATA --out "
    "FOLDER` make JSON of its folder data, and take in FOLDER."
)
_MOST = 64 << 20
"""Bytes of one file. What is larger is no message of anybody."""


@contextmanager
def source_at(path: Path, clock: Clock) -> Iterator[Source]:
    """A file, or a folder of JSON files as one, each on a line. Raises `NotTaken` for any other folder."""
    if not path.is_dir():
        yield Source(path, path.name, clock)
        return
    name = path.resolve().name
    if (path / "CURRENT").exists() or any(path.glob("*.ldb")) or any(path.glob("MANIFEST-*")):
        raise NotTaken(f"{name} is {LEVELDB}")
    files = sorted(it for it in path.rglob("*.json") if it.is_file())
    if not files:
        raise NotTaken(
            f"The folder {name} holds no JSON files, so there is nothing to take in. Name a file in it."
        )
    with tempfile.NamedTemporaryFile(suffix=".jsonl") as joined:
        for file in files:
            joined.write(_on_a_line(file) + b"\n")
        joined.flush()
        yield Source(Path(joined.name), name, clock)


def _on_a_line(file: Path) -> bytes:
    with file.open("rb") as stream:
        raw = stream.read(_MOST)
    value = json_value(raw)
    if value is None:
        return b" ".join(raw.split())  # it is kept word for word, and said not to be understood
    return json.dumps(value, ensure_ascii=False, sort_keys=True).encode("utf-8", "replace")
