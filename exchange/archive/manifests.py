"""Checks of a bag against its manifests (RFC 8493, sections 2.1.3, 2.2.1 and 3)."""

import hashlib
import re
from collections import defaultdict
from collections.abc import Collection, Iterator
from pathlib import Path
from urllib.parse import unquote

_LINE = re.compile(r"([0-9A-Fa-f]+)[ \t]+\*?([^\r\n]+)")
_NAME = re.compile(r"(?:tag)?manifest-([a-z0-9]+)\.txt")
_READ_AT_ONCE = 2**20

Sums = dict[str, dict[str, str]]
"""The hash that a manifest lists of each path, in hexadecimal, by the name of its algorithm."""


class WrongManifest(ValueError):
    """A manifest that cannot be read, in a sentence."""


def listed_in(folder: Path, names: Collection[str]) -> Sums:
    """Every path that the manifests among `names` list, with its hashes. Raises `WrongManifest`, `OSError`."""
    sums: Sums = defaultdict(dict)
    for name in sorted(names):
        if found := _NAME.fullmatch(name):
            algorithm = found.group(1)
            for path, listed in _lines_of(folder, name):
                if algorithm in sums[path]:
                    raise WrongManifest(f"{name} lists {path} twice")
                sums[path][algorithm] = listed
    return dict(sums)


def _lines_of(folder: Path, name: str) -> Iterator[tuple[str, str]]:
    try:
        text = (folder / name).read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise WrongManifest(f"{name} is no text in UTF-8") from error
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        found = _LINE.fullmatch(line)
        if found is None:
            raise WrongManifest(f"line {number} of {name} is no hash and path")
        yield unquote(found.group(2)).removeprefix("./"), found.group(1).lower()


def changed_in(folder: Path, sums: Sums) -> list[str]:
    """The files whose bytes are not what the manifests list, in order. Raises `OSError`."""
    return [path for path, listed in sorted(sums.items()) if _hashes(folder / path, listed) != listed]


def _hashes(file: Path, algorithms: Collection[str]) -> dict[str, str]:
    hashing = {name: hashlib.new(name, usedforsecurity=False) for name in algorithms}
    with file.open("rb") as content:
        while read := content.read(_READ_AT_ONCE):
            for each in hashing.values():
                each.update(read)
    return {name: each.hexdigest() for name, each in hashing.items()}
