"""Recordings without what was written beside the sound: titles, comments, places.

MP3 loses its tags. In MP4 and WAV the boxes that hold such things become empty room of the same length, so that
nothing else moves. What is inside Ogg and WebM stays, which is said.
"""

import struct
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import BinaryIO

from exchange.media.errors import NotAccepted
from exchange.media.kinds import is_mp3

Write = Callable[[BinaryIO, BinaryIO], None]
"""Writes one file anew into another."""
_AT_ONCE = 2**20
_WITH_PARTS = (b"moov", b"trak", b"mdia", b"moof", b"traf")
_BESIDE = (b"udta", b"meta", b"uuid", b"\xa9xyz", b"ID32")
_BESIDE_WAV = (b"LIST", b"id3 ", b"ID3 ", b"bext", b"iXML", b"_PMX", b"axml", b"cart", b"aXML")
_CUT = "This recording is damaged or cut off. Put it in again, from where it is whole."
MAY_TELL = "What the program that made it wrote beside the sound, such as a title or a place, is still in it."
TRACK = "It has a track beside picture and sound, which may tell where it was filmed: that is still in it."


def without_tags(content: BinaryIO, into: BinaryIO) -> None:
    """Copy the sound of an MP3 file, and nothing that stands before or behind it. Raises `NotAccepted`."""
    start, end = _after_tags(content), _before_tags(content)
    content.seek(start)
    first = content.read(min(64 * 1024, max(0, end - start)))
    found = next((at for at in range(len(first) - 3) if is_mp3(first[at : at + 4])), None)
    if found is None:
        raise NotAccepted(_CUT)
    content.seek(start + found)
    left = end - start - found
    while left > 0 and (part := content.read(min(_AT_ONCE, left))):
        into.write(part)
        left -= len(part)


def _after_tags(content: BinaryIO) -> int:
    at = 0
    while True:
        content.seek(at)
        head = content.read(10)
        if len(head) < 10 or not head.startswith(b"ID3"):
            return at
        size = head[6] << 21 | head[7] << 14 | head[8] << 7 | head[9]
        at += 10 + size + (10 if head[5] & 0x10 else 0)


def _before_tags(content: BinaryIO) -> int:
    end = content.seek(0, 2)
    while True:
        before = end
        content.seek(max(0, end - 128))
        if content.read(3) == b"TAG" and end >= 128:
            end -= 128
        content.seek(max(0, end - 227))
        if content.read(4) == b"TAG+" and end >= 227:
            end -= 227
        content.seek(max(0, end - 32))
        foot = content.read(32)
        if foot.startswith(b"APETAGEX") and len(foot) == 32:
            size, flags = struct.unpack_from("<I4xI", foot, 12)
            end -= min(end, size + (32 if flags & 0x8000_0000 else 0))
        content.seek(max(0, end - 15))
        lyrics = content.read(15)
        if lyrics.endswith(b"LYRICS200") and lyrics[:6].isdigit():
            end -= min(end, int(lyrics[:6]) + 15)
        if end == before:
            return end


@dataclass(frozen=True, slots=True)
class _Box:
    kind: bytes
    at: int
    """The place of its kind."""
    inside: int
    end: int


def blank_mp4(copy: BinaryIO) -> tuple[str, ...]:
    """Empty the boxes of an MP4 or QuickTime file that hold no picture and no sound, where they stand; what is to
    be said of it. Raises `NotAccepted`.
    """
    size, warnings = copy.seek(0, 2), list[str]()
    kinds = set()
    waiting = [(0, size)]
    while waiting:
        for box in _boxes(copy, *waiting.pop()):
            kinds.add(box.kind)
            if box.kind in _BESIDE:
                _blank(copy, box, b"free")
            elif box.kind in _WITH_PARTS:
                waiting.append((box.inside, box.end))
            elif box.kind == b"hdlr":
                copy.seek(box.inside + 8)
                if copy.read(4) not in (b"soun", b"vide", b"text", b"sbtl", b"subt", b"clcp", b"hint", b"tmcd"):
                    warnings.append(TRACK)
    if not kinds & {b"moov", b"moof"}:
        raise NotAccepted(_CUT)
    return tuple(dict.fromkeys(warnings))


def _boxes(content: BinaryIO, start: int, end: int) -> Iterator[_Box]:
    at = start
    while at < end:
        content.seek(at)
        head = content.read(16)
        if end - at < 8 or len(head) < 8:
            if not head.strip(b"\0"):
                return  # room at the end
            raise NotAccepted(_CUT)
        size, kind = struct.unpack(">I4s", head[:8])
        inside = at + 8
        if size == 1 and len(head) == 16:
            (size,) = struct.unpack(">Q", head[8:])
            inside = at + 16
        elif size == 0:
            if kind == b"\0\0\0\0":
                return  # a list that ends so
            size = end - at
        if size < inside - at or at + size > end:
            raise NotAccepted(_CUT)
        yield _Box(kind, at + 4, inside, at + size)
        at += size


def blank_wav(copy: BinaryIO) -> None:
    """Empty the chunks of a WAV file that hold no sound, where they stand. Raises `NotAccepted`."""
    size, at, sound = copy.seek(0, 2), 12, False
    while at + 8 <= size:
        copy.seek(at)
        kind, length = struct.unpack("<4sI", copy.read(8))
        end = at + 8 + length
        if end > size + 1:
            raise NotAccepted(_CUT)
        sound = sound or kind == b"data"
        if kind in _BESIDE_WAV:
            _blank(copy, _Box(kind, at, at + 8, min(end, size)), b"JUNK")
        at = end + length % 2
    if not sound:
        raise NotAccepted(_CUT)


def _blank(copy: BinaryIO, box: _Box, kind: bytes) -> None:
    copy.seek(box.at)
    copy.write(kind)
    copy.seek(box.inside)
    left = box.end - box.inside
    while left > 0:
        left -= copy.write(bytes(min(_AT_ONCE, left)))
