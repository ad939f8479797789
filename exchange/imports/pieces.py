"""Large files in small parts: lines, and the elements of a JSON document, without holding the whole in memory."""

import re
from collections.abc import Generator, Iterator
from dataclasses import dataclass
from io import SEEK_SET, BufferedReader, RawIOBase
from itertools import pairwise
from typing import Any, BinaryIO

from exchange.imports.entries import NotTaken

CHUNK = 1 << 17
LARGEST = 16 << 20
"""Bytes of one line or element. What is larger is no message of anybody."""
LARGEST_HEAD = 1 << 16
_LARGEST_STRETCH = 8 << 20
_MARK = 4_096
"""Bytes that a place where a stretch begins may be told by."""

_SOMETHING = re.compile(rb"[^\s\x00,;]")
"""The first byte of what stands behind a document and is more than a sign of its end."""
_OUTSIDE = re.compile(rb'["{}\[\],:]')
_INSIDE = re.compile(rb'["\\]')
_PAGE_ENDS = re.compile(rb"</html\s*>", re.IGNORECASE)


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


class _Stretch(RawIOBase):
    """A stream as if it ended there, its places those of the whole."""

    def __init__(self, stream: BinaryIO, end: int) -> None:
        self._stream, self._end = stream, end

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def seek(self, at: int, whence: int = SEEK_SET) -> int:
        return self._stream.seek(at, whence)

    def tell(self) -> int:
        return self._stream.tell()

    def readinto(self, into: Any) -> int:
        found = self._stream.read(max(0, min(len(into), self._end - self._stream.tell())))
        into[: len(found)] = found
        return len(found)


def pages(stream: BinaryIO) -> Iterator[BinaryIO]:
    """The web pages of a file, each as if the file ended with it: several may have been put into one. What stands
    behind the end of the last is given like another page, unless nothing does.
    """
    begin = at = stream.tell()
    kept = b""
    while chunk := stream.read(CHUNK):
        data, at = kept + chunk, at + len(chunk)
        for found in _PAGE_ENDS.finditer(data):
            end = at - len(data) + found.end()
            if end > begin:
                yield from _from_to(stream, begin, end)
                stream.seek(at)
                begin = end
        kept = data[-_MARK:]
    stream.seek(begin)
    if stream.read(_MARK).strip():
        yield from _from_to(stream, begin, at)


def _from_to(stream: BinaryIO, begin: int, end: int) -> Iterator[BinaryIO]:
    stream.seek(begin)
    yield BufferedReader(_Stretch(stream, end))


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
    them the object's other values, with their `key`. A document that follows in the same file is read as well.
    What is not `whole` comes last: there the file is cut off, or goes on with something else.
    """
    window = _Window(stream)
    more = yield from _document(window, wanted, only=True)
    while more and (begun := window.next(_SOMETHING, window.at)) is not None:
        window.at -= 1
        if begun not in b"{[":
            yield FilePiece(window.at, window.between(window.at, window.at + LARGEST_HEAD), whole=False)
            return
        more = yield from _document(window, wanted, only=False)


def _document(window: _Window, wanted: str, *, only: bool) -> Generator[FilePiece, None, bool]:
    """The elements of the document that begins here. True at its end; false after what is not whole.

    Unless it is the `only` one, an object without the array that is wanted is none of its kind, and not whole.
    """
    depth, level, start, key, root, last, whole = 0, 0, window.at, None, 0, "", only or not wanted
    while (byte := window.next(_OUTSIDE, start)) is not None:
        here = window.at - 1
        if window.at - start > LARGEST and depth >= 1:
            yield FilePiece(start, window.between(start, start + LARGEST_HEAD), key=key, whole=False)
            return False
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
                whole = whole or root == 0x5B
            elif depth == 2 and byte == 0x5B and root == 0x7B and key == wanted and wanted:
                level, start, key, whole = 2, window.at, None, True
        elif byte in b"}]":
            if depth == level or (depth == 1 and root == 0x7B):
                yield from _piece(window, start, here, key)
                start = window.at
                if depth == 2:
                    level, key = 0, None
            depth -= 1
            if depth <= 0 and not whole:
                break
            if depth <= 0:
                return True
        elif byte == 0x2C and (depth == level or (depth == 1 and root == 0x7B)):
            yield from _piece(window, start, here, key)
            start, key = window.at, key if depth == level else None
        elif byte == 0x3A and depth == 1 and root == 0x7B:
            key, start = last, window.at
    rest = window.between(start, start + LARGEST_HEAD)
    yield FilePiece(start, rest, key=key, whole=False)
    return False


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
