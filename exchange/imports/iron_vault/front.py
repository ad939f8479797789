"""Fields in the first lines of a note (its front matter), between two lines of `---`.

They are YAML, of which only the shape of lines is read: a key, and what stands behind or under it. Nothing of it
is evaluated, and what looks otherwise is no front matter but the beginning of the note.
"""

import re
from collections.abc import Iterator
from itertools import chain

from exchange.imports.texts import clean

Line = tuple[int, str]
"""The number of a line, and its words."""

DATES = frozenset(("date", "played", "session-date", "session_date", "sessiondate", "day"))
"""Fields that say when an evening was."""
_FIELD = re.compile(
    r"(?P<key>[^\s:#\-'\"\[{][^:]{0,80}?|\"[^\"]{1,80}\"|'[^']{1,80}')\s*:(?:\s+(?P<value>.*?))?\s*"
)
_UNDER = re.compile(r"\s+\S.*|-(?:\s.*)?|#.*|\s*")
_NOTHING = frozenset(("", "[]", "{}", "null", "~", '""', "''"))
_FOLDED = re.compile(r"[|>][+-]?\d?[+-]?")
_MOST_LINES = 2_000


def parted(lines: Iterator[Line]) -> tuple[dict[str, str], Iterator[Line]]:
    """The fields of a note by their keys, and its other lines. A note without any has all of its lines left."""
    first = next(lines, None)
    if first is None or first[1].strip() != "---":
        return {}, chain([first] if first else [], lines)
    held = [first]
    for number, line in lines:
        held.append((number, line))
        if line.strip() in ("---", "..."):
            fields = _fields([it for _number, it in held[1:-1]])
            return ({}, chain(held, lines)) if fields is None else (fields, lines)
        if len(held) > _MOST_LINES or not (_FIELD.fullmatch(line) or _UNDER.fullmatch(line)):
            break
    return {}, chain(held, lines)


def _fields(lines: list[str]) -> dict[str, str] | None:
    """The fields that these lines say, each on one line; None where the first of them are none."""
    found: dict[str, list[str]] = {}
    under: list[str] | None = None
    for line in lines:
        if line.startswith("#") or not line.strip():
            continue
        field = _FIELD.fullmatch(line) if not line[0].isspace() else None
        if field is not None:
            under = found.setdefault(field["key"].strip("\"'"), [])
            value = field["value"] or ""
            under += [] if _FOLDED.fullmatch(value) else [value]
        elif under is None:
            return None
        else:
            under.append(line.strip().removeprefix("-").strip())
    said = {key: ", ".join(it for part in parts if (it := _plain(part))) for key, parts in found.items()}
    return {key: value for key, value in said.items() if value}


def _plain(value: str) -> str:
    value = value.strip()
    if value in _NOTHING:
        return ""
    if value[0] == "[" and value[-1] == "]" and not value.startswith("[["):
        return ", ".join(it for part in value[1:-1].split(",") if (it := _plain(part)))
    if len(value) > 1 and value[0] == value[-1] and value[0] in "\"'":
        value = value[1:-1]
    return clean(value).strip()
