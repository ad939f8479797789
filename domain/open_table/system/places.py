"""Places of declarations in a TOML text: line and column, both counted from 1."""

import re
from collections.abc import Iterator

_HEADER = re.compile(r"^\s*\[\[?\s*([^\[\]]+?)\s*\]\]?\s*(?:#.*)?$")
_KEY = re.compile(
    r"^(\s*)((?:[A-Za-z0-9_-]+|\"[^\"]*\"|'[^']*')(?:\s*\.\s*(?:[A-Za-z0-9_-]+|\"[^\"]*\"|'[^']*'))*)\s*="
)
_PART = re.compile(r"\"[^\"]*\"|'[^']*'|[A-Za-z0-9_-]+")


def place_of(text: str, path: tuple[str, ...]) -> tuple[int, int]:
    """The place of what stands at a path, as near as it is declared on a line of its own."""
    best, found = 0, (1, 1)
    for number, column, declared, line in _lines(text):
        shared = _shared(declared, path)
        if shared < len(declared) and shared < len(path):
            continue
        if shared > best:
            best, found = shared, (number, _within(line, path[shared:], column))
    return found


def _lines(text: str) -> Iterator[tuple[int, int, tuple[str, ...], str]]:
    above: tuple[str, ...] = ()
    for number, line in enumerate(text.splitlines(), start=1):
        if header := _HEADER.match(line):
            above = _parts(header[1])
            yield number, 1, above, line
        elif key := _KEY.match(line):
            yield number, len(key[1]) + 1, (*above, *_parts(key[2])), line


def _parts(dotted: str) -> tuple[str, ...]:
    return tuple(part.strip("\"'") for part in _PART.findall(dotted))


def _shared(one: tuple[str, ...], other: tuple[str, ...]) -> int:
    count = 0
    for ours, theirs in zip(one, other, strict=False):
        if ours != theirs:
            break
        count += 1
    return count


def _within(line: str, rest: tuple[str, ...], column: int) -> int:
    """The column of the last of these keys that is written on the same line, in an inline table."""
    for part in rest:
        inside = re.compile(rf"(?<![A-Za-z0-9_-])[\"']?{re.escape(part)}[\"']?\s*(?:=|\.)").search(line, column)
        if inside is not None:
            column = inside.start() + 1
    return column
