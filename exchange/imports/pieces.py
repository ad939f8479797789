"""Large files in small parts: lines, and the elements of a JSON document, without holding the whole in memory."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import BinaryIO

from exchange.imports.entries import NotTaken

CHUNK = 1 << 20
LARGEST = 16 << 20
"""Bytes of one line or element. What is larger is no message of anybody."""
LARGEST_HEAD = 1 << 16
_LARGEST_STRETCH = 8 << 20
_MARK = 4_096
"""Bytes that a place where a stretch begins may be told by."""

_OUTSIDE = re.compile(rb'["{}\[\],:]')
_INSIDE = re.compile(rb'["\\]')


@dataclass(frozen=True, slots=True)
class FilePiece:
    """A part of a file: where it begins (bytes from 0), which line it is (from 1; 0: not counted), its bytes.

    `key` names it where it is the value of a key of the outermost object. `whole` is false for what was cut off at
    the end of the file, or was larger than anything that can be read.
    """

    start: int
    raw: bytes
    line: int = 0
    key: str | None = None
    whole: bool = True


def stretches(stream: BinaryIO, begins: re.Pattern[bytes]) -> Iterator[FilePiece]:
    """The stretches of a file that begin where the pattern finds something, up to the next such place.

    What stands before the first has the key `head`. One that is too large comes as its beginning, not `whole`.
    """
    base, data, line = stream.tell(), b"", 1
    key: str | None = "head"
    while True:
        chunk = stream.read(CHUNK)
        data += chunk
        safe = len(data) - _MARK if chunk else len(data)  # what begins later may not have come as a whole
        cuts = [0, *(at for it in begins.finditer(data) if 0 < (at := it.start()) <= safe)]
        cuts += [] if chunk else [len(data)]
        for first, end in pairwise(cuts):
            yield FilePiece(base + first, data[first:end], line, key)
            line, key = line + data.count(b"\n", first, end), None
        base, data = base + cuts[-1], data[cuts[-1] :]
        if len(data) > _LARGEST_STRETCH:
            yield FilePiece(base, data[:LARGEST_HEAD], line, key, whole=False)
            passed = len(data) - _MARK
            line, key = line + data.count(b"\n", 0, passed), "head"
            base, data = base + passed, data[passed:]
        if not chunk:
            return


def lines(stream: BinaryIO) -> Iterator[FilePiece]:
    """The lines that have something on them. One that is too large comes as its beginning, not `whole`."""
    start = number = 0
    while raw := stream.readline(LARGEST):
        number += 1
        length, cut = len(raw), len(raw) >= LARGEST and not raw.endswith(b"\n")
        while cut and (more := stream.readline(LARGEST)):
            length += len(more)
            if more.endswith(b"\n"):
                break
        if raw.strip():
            yield FilePiece(start, raw[:LARGEST_HEAD] if cut else raw.rstrip(b"\r\n"), number, whole=not cut)
        start += length


def whole_lines(stream: BinaryIO, name: str) -> Iterator[FilePiece]:
    """The lines of a text. Raises `NotTaken` at one that is too large: what it says could not be kept."""
    for piece in lines(stream):
        if not piece.whole:
            most = f"{LARGEST >> 20} MB"
            raise NotTaken(f"Line {piece.line} of {name} is longer than {most}, which no message is.")
        yield piece


class _Window:
    """A file read forward, of which only what is still wanted is kept."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._data = b""
        self._base = 0
        self.at = 0

    def next(self, pattern: re.Pattern[bytes], keep: int) -> int | None:
        """The next byte the pattern finds from here on, as a number; None at the end. `at` is just after it.

        Nothing from `keep` on is let go.
        """
        while True:
            if found := pattern.search(self._data, self.at - self._base):
                self.at = self._base + found.end()
                return self._data[found.start()]
            self.at = self._base + len(self._data)
            if not self._more(keep):
                return None

    def skip(self, keep: int) -> None:
        """Pass over one byte."""
        if self.at >= self._base + len(self._data):
            self._more(keep)
        self.at += 1

    def between(self, start: int, end: int) -> bytes:
        """Bytes that were kept."""
        return self._data[start - self._base : end - self._base]

    def _more(self, keep: int) -> bool:
        chunk = self._stream.read(CHUNK)
        dropped = max(0, min(keep, self.at) - self._base)
        self._data = self._data[dropped:] + chunk
        self._base += dropped
        return bool(chunk)


def elements(stream: BinaryIO, wanted: str = "") -> Iterator[FilePiece]:
    """The elements of a JSON document, one after the other.

    Of an array: its elements. Of an object: the elements of its array under the key `wanted`, and before and after
    them the object's other values, with their `key`. What is not `whole` comes last.
    """
    window = _Window(stream)
    depth, level, start, key, root, last = 0, 0, 0, None, 0, ""
    while (byte := window.next(_OUTSIDE, start)) is not None:
        here = window.at - 1
        if window.at - start > LARGEST and depth >= 1:
            yield FilePiece(start, window.between(start, start + LARGEST_HEAD), key=key, whole=False)
            return
        if byte == 0x22:  # a string: to its end
            if not _to_the_end(window, start):
                break
            if depth == 1 and root == 0x7B:
                last = window.between(here + 1, window.at - 1)[:200].decode("utf-8", "replace")
        elif byte in b"{[":
            depth += 1
            if depth == 1:
                root, start = byte, window.at
                level = 1 if root == 0x5B else 0
            elif depth == 2 and byte == 0x5B and root == 0x7B and key == wanted and wanted:
                level, start, key = 2, window.at, None
        elif byte in b"}]":
            if depth == level or (depth == 1 and root == 0x7B):
                yield from _piece(window, start, here, key)
                start = window.at
                if depth == 2:
                    level, key = 0, None
            depth -= 1
            if depth <= 0:
                return
        elif byte == 0x2C and (depth == level or (depth == 1 and root == 0x7B)):
            yield from _piece(window, start, here, key)
            start, key = window.at, key if depth == level else None
        elif byte == 0x3A and depth == 1 and root == 0x7B:
            key, start = last, window.at
    rest = window.between(start, start + LARGEST_HEAD)
    yield FilePiece(start, rest, key=key, whole=False)


def _to_the_end(window: _Window, keep: int) -> bool:
    while (byte := window.next(_INSIDE, keep)) is not None:
        if byte == 0x22:
            return True
        window.skip(keep)
    return False


def _piece(window: _Window, start: int, end: int, key: str | None) -> Iterator[FilePiece]:
    raw = window.between(start, end)
    if raw.strip():
        yield FilePiece(start + len(raw) - len(raw.lstrip()), raw.strip(), key=key)
