"""The second chain: of everything in the records but words, so that a removal of words can be held to that.

A record of format 2 carries as `tally` what the records before it come to without their words: the SHA-256 of the
tally before and of the frame of the record before, hexadecimal digits first. A frame is a record with its words
blank: what stands at the paths that it names itself in `words`, and `by` and `fiction_time`. To call a changed
number "removed words" changes the frame, and with it the tally of every record after it and of every receipt.

A record of format 1 names no words. In its frame every text that somebody may have written is blank: all below
`command` and `data`, where objects are no more than their values.
"""

import json
import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from hashlib import sha256
from typing import Any, TypeAlias

from domain.kernel.schema.personal_words import ALL, EACH, NAMES, Path
from ledger.log.record import canonical, canonical_json

FIRST = sha256(b"campaign-ledger tally").hexdigest()
"""The stand-in for the tally before the first record: its own, in a campaign of format 2 from its start."""

_PARENT, _TALLY, _TYPE = b',"parent":', b',"tally":"', b'","type":"'
_DIGITS = len(FIRST)
_BY = re.compile(rb'\{"at":"[^"\\]*","by":"((?:[^"\\]|\\.)*)","campaign":')
_Tree: TypeAlias = dict[str, "_Tree"]
"""Paths by their parts; nothing below the last of one."""
_ALWAYS: tuple[Path, ...] = (("by",), ("fiction_time",))


def carried_by(stored: bytes) -> str | None:
    """The tally that a record carries; None where it is of format 1."""
    end = _end_of(stored)
    return stored[end - _DIGITS : end].decode() if end else None


def _end_of(stored: bytes) -> int:
    """The end of the tally that a record carries, 0 where it carries none.

    It stands behind the record's parent, where no text can hold the like: there its quotes would be escaped.
    """
    found = stored.rfind(_TALLY, max(stored.rfind(_PARENT), 0))
    begin = found + len(_TALLY)
    end = begin + _DIGITS
    return end if found > 0 and stored.startswith(_TYPE, end) else 0


def after(stored: bytes) -> str | None:
    """The tally that the record after this one carries. None after a record of format 1, which does not tell."""
    found = _KNOWN.get(stored)
    if found is None:
        found = _after(stored)
        if found is not None:
            remember(stored, found)
    return found


def remember(stored: bytes, found: str) -> None:
    """Keep what comes after a record: who writes it asks several times, and then never again."""
    if len(_KNOWN) >= _MOST:
        _KNOWN.clear()
    _KNOWN[stored] = found


_KNOWN: dict[bytes, str] = {}
_MOST = 64


def _after(stored: bytes) -> str | None:
    end = _end_of(stored)
    if not end:
        return None
    frame = _without_by(stored, end) or frame_of(json.loads(stored))
    return sha256(stored[end - _DIGITS : end] + frame).hexdigest()


def _without_by(stored: bytes, end: int) -> bytes | None:
    """The frame of a record whose tally ends there, where nobody's words are in it; None where some may be."""
    plain = stored.find(b'","words":[', end) < 0 and b'"fiction_time":' not in stored
    by = _BY.match(stored) if plain else None
    return stored[: by.start(1)] + stored[by.end(1) :] if by is not None else None


def after_next(before: str, fields: dict[str, Any]) -> str:
    """The tally after a record with these fields, `before` being the one it carries or would carry."""
    return sha256(before.encode() + frame_of(fields)).hexdigest()


def after_canonical(before: str, stored: bytes, fields: dict[str, Any]) -> str:
    """The same, of fields that are known to be written canonically in these bytes."""
    end = _end_of(stored)
    frame = _without_by(stored, end) if end else None
    return sha256(before.encode() + (frame or frame_of(fields))).hexdigest()


def after_aside(before: str, stored: bytes) -> str:
    """The tally after a record that was set aside: of whatever bytes lie there."""
    return sha256(before.encode() + stored).hexdigest()


def over(records: Iterable[tuple[bytes, bool]]) -> str:
    """The tally after all of these, from the first of a campaign on, each with whether it was set aside."""
    tally = FIRST
    for stored, aside in records:
        tally = after_aside(tally, stored) if aside else after_next(tally, json.loads(stored))
    return tally


def frame_of(fields: dict[str, Any]) -> bytes:
    """A record without its words."""
    if "tally" in fields:
        paths, tree = _paths(tuple(fields.get("words", ())))
        return canonical(blanked(fields, paths) if tree is None else _pruned(fields, tree))
    written = ("command", "data", "fiction_time")
    shapes: dict[str, Any] = {name: _shape(fields[name]) for name in written if name in fields}
    return canonical({**fields, **shapes, "by": ""})


def without_words(value: dict[str, Any], words: Sequence[str], within: str) -> dict[str, Any] | None:
    """The part `within` of a record that names these words, as it is in its frame; None where that is to be asked
    of the whole record.
    """
    _all, tree = _paths(tuple(words))
    if tree is None:
        return None
    pruned: dict[str, Any] = _pruned(value, tree[within]) if within in tree else value
    return pruned


@lru_cache(maxsize=256)
def _paths(words: tuple[str, ...]) -> tuple[tuple[Path, ...], _Tree | None]:
    """The paths of a record that names these words, and as a tree of their parts where no two of them meet."""
    paths = (*_ALWAYS, *(tuple(path.split(".")) for path in words))
    if any(part in (NAMES, ALL) for path in paths for part in path):
        return paths, None
    if any(a != b and a == b[: len(a)] for a in paths for b in paths):
        return paths, None
    tree: _Tree = {}
    for path in paths:
        node = tree
        for part in path:
            node = node.setdefault(part, {})
    return paths, tree if _apart(tree) else None


def _apart(tree: _Tree) -> bool:
    """True if nowhere both all items and one by its name are meant."""
    return (EACH not in tree or len(tree) == 1) and all(map(_apart, tree.values()))


def _pruned(value: Any, tree: _Tree) -> Any:
    """The same as `blanked` by a tree: nothing is copied but what leads to a text."""
    if not tree:
        return "" if isinstance(value, str) else value
    if isinstance(value, list):
        return [_pruned(each, tree[EACH]) for each in value] if EACH in tree else value
    if not isinstance(value, dict):
        return value
    if EACH in tree:
        return {name: _pruned(each, tree[EACH]) for name, each in value.items()}
    pruned = value.copy()
    for name, below in tree.items():
        if name in value:
            at = value[name]
            pruned[name] = "" if not below and type(at) is str else _pruned(at, below)
    return pruned


def blanked(value: Any, paths: Sequence[Path]) -> Any:
    """A JSON value with nothing left of the texts at these paths."""
    if any(path == () for path in paths):
        return "" if isinstance(value, str) else value
    if any(path[0] == ALL for path in paths):
        return _without_texts(value)
    if isinstance(value, dict):
        rest = {name: _below(name, paths) for name in value}
        inside = {name: blanked(each, rest[name]) if rest[name] else each for name, each in value.items()}
        return sorted(inside.values(), key=canonical_json) if (NAMES,) in paths else inside
    if isinstance(value, list):
        below = [path[1:] for path in paths if path[0] == EACH]
        return [blanked(each, below) for each in value] if below else value
    return value


def _below(name: str, paths: Sequence[Path]) -> list[Path]:
    return [path[1:] for path in paths if path[0] in (name, EACH)]


def _without_texts(value: Any) -> Any:
    if isinstance(value, str):
        return ""
    if isinstance(value, dict):
        return {name: _without_texts(each) for name, each in value.items()}
    return [_without_texts(each) for each in value] if isinstance(value, list) else value


def _shape(value: Any) -> Any:
    """A value of format 1: its numbers, its yes and no, and how many texts there are."""
    if isinstance(value, str):
        return ""
    if isinstance(value, dict):
        return sorted((_shape(each) for each in value.values()), key=canonical_json)
    return [_shape(each) for each in value] if isinstance(value, list) else value
