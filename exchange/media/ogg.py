"""Comments of Ogg sound and film made blank where they stand: titles, places, who made it. Nothing moves.

Each stream of an Ogg file says them in its second packet, as Vorbis does (RFC 7845, 5.2; Xiph's "Vorbis I
specification", 5). Their lengths stay and their letters become spaces; the sums of the pages are worked out anew.
"""

import struct
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import BinaryIO

_HEAD = 27
_MOST_COMMENTS = 16 * 2**20
_MARKS = {b"\x01vorbis": b"\x03vorbis", b"OpusHead": b"OpusTags", b"\x80theora": b"\x81theora"}
"""The beginnings of streams, with those of their second packets."""


@dataclass(slots=True)
class _Stream:
    """A stream within the file: the bytes of the packet that is being read, and where each of them stands."""

    packets: int = 0
    begins: bytes = b""
    comment: bytearray = field(default_factory=bytearray)
    places: list[tuple[int, int]] = field(default_factory=list)
    """Stretches of the file in which the comments stand: where, and how long."""
    pages: list[int] = field(default_factory=list)


def blank_ogg(copy: BinaryIO) -> bool:
    """Make the comments of an Ogg file blank; False where a stream is of no known kind, or not whole: it stays."""
    try:
        return _blank_streams(copy)
    except _NotWhole:
        return False


class _NotWhole(Exception):
    """Bytes that are not as an Ogg file has them."""


def _blank_streams(copy: BinaryIO) -> bool:
    known, streams = True, dict[int, _Stream]()
    for at, serial, first, lengths in _pages(copy):
        if first:
            streams[serial] = _Stream()
        stream = streams.get(serial)
        if stream is None or stream.packets > 1:
            continue
        place = at + _HEAD + len(lengths)
        for length in lengths:
            if stream.packets == 0 and len(stream.begins) < 8:
                copy.seek(place)
                stream.begins += copy.read(min(length, 8 - len(stream.begins)))
            elif stream.packets == 1:
                copy.seek(place)
                stream.comment += copy.read(length)
                stream.places.append((place, length))
                stream.pages = list(dict.fromkeys((*stream.pages, at)))
                if len(stream.comment) > _MOST_COMMENTS:
                    raise _NotWhole
            place += length
            if length < 255:
                stream.packets += 1
                if stream.packets == 2:
                    known &= _blank(copy, stream)
    return known and bool(streams)


def _pages(copy: BinaryIO) -> Iterator[tuple[int, int, bool, bytes]]:
    """Each page: its place, the number of its stream, whether it is the first of it, and lengths of its pieces."""
    at, end = 0, copy.seek(0, 2)
    while at < end:
        copy.seek(at)
        head = copy.read(_HEAD)
        lengths = copy.read(head[26]) if len(head) == _HEAD else b""
        if len(head) < _HEAD or head[:4] != b"OggS" or len(lengths) < head[26]:
            raise _NotWhole
        yield at, struct.unpack_from("<I", head, 14)[0], bool(head[5] & 2), lengths
        at += _HEAD + len(lengths) + sum(lengths)


def _blank(copy: BinaryIO, stream: _Stream) -> bool:
    mark = next((it for begins, it in _MARKS.items() if stream.begins.startswith(begins)), None)
    said = stream.comment
    if mark is None or not said.startswith(mark):
        return False
    at = len(mark)
    at = _over(said, at)
    if at + 4 > len(said):
        raise _NotWhole
    many = int.from_bytes(said[at : at + 4], "little")
    at += 4
    for _ in range(many):
        at = _over(said, at)
    if mark == b"OpusTags":
        said[at:] = bytes(len(said) - at)  # what may stand behind them is for nobody
    done = 0
    for place, length in stream.places:
        copy.seek(place)
        copy.write(said[done : done + length])
        done += length
    for page in stream.pages:
        _sum_anew(copy, page)
    return True


def _over(said: bytearray, at: int) -> int:
    """Make the words that stand here blank, and say where the next begin."""
    if at + 4 > len(said):
        raise _NotWhole
    length = int.from_bytes(said[at : at + 4], "little")
    end = at + 4 + length
    if end > len(said):
        raise _NotWhole
    said[at + 4 : end] = (b"X=" + b" " * length)[:length]
    return end


def _sum_anew(copy: BinaryIO, at: int) -> None:
    copy.seek(at)
    head = bytearray(copy.read(_HEAD))
    lengths = copy.read(head[26])
    page = head + lengths + copy.read(sum(lengths))
    page[22:26] = bytes(4)
    found = 0
    for byte in page:
        found = (found << 8) & 0xFFFFFFFF ^ _TABLE[found >> 24 ^ byte]
    copy.seek(at + 22)
    copy.write(struct.pack("<I", found))


def _row(number: int) -> int:
    found = number << 24
    for _ in range(8):
        found = (found << 1) & 0xFFFFFFFF ^ (0x04C11DB7 if found & 0x80000000 else 0)
    return found


_TABLE = [_row(number) for number in range(256)]
