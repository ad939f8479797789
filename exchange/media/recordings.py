"""Recordings without what was written beside the sound: titles, comments, places.

Of MP3 the frames of sound are copied and nothing between them. In MP4 and WAV every box that is not needed to
play it becomes empty room of the same length, so that nothing else moves: what is kept is listed, not what goes.
Of Ogg the comments become blank: see `ogg`. What is inside WebM stays, which is said.
"""

import re
import struct
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import BinaryIO

from exchange.media.errors import NotAccepted

Write = Callable[[BinaryIO, BinaryIO], None]
"""Writes one file anew into another."""
_AT_ONCE = 2**20
_PLAYED: Mapping[bytes, frozenset[bytes]] = {
    within: frozenset(kinds[at : at + 4] for at in range(0, len(kinds), 5))
    for within, kinds in {
        b"": b"ftyp styp moov mdat moof mfra sidx ssix",
        b"moov": b"mvhd trak mvex iods",
        b"trak": b"tkhd mdia edts tref tapt",
        b"mdia": b"mdhd hdlr minf elng",
        b"minf": b"vmhd smhd hmhd nmhd gmhd sthd dinf stbl hdlr",
        b"dinf": b"dref",
        b"stbl": b"stsd stts ctts cslg stsc stsz stz2 stco co64 stss stsh stps stdp sdtp sbgp sgpd subs saiz saio",
        b"edts": b"elst",
        b"mvex": b"mehd trex leva",
        b"moof": b"mfhd traf",
        b"traf": b"tfhd tfdt trun sdtp sbgp sgpd subs saiz saio senc",
    }.items()
}
"""The boxes from which a film or a sound is played, by the box they lie in."""
_SHOWN = (b"soun", b"vide", b"text", b"sbtl", b"subt", b"clcp", b"hint", b"tmcd")
_NAME_AT = 24
"""Bytes of a handler before the name of the program that wrote it."""
_PLAYED_OF_WAV = (b"fmt ", b"data", b"fact")
_RATES = (
    (0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320),
    (0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160),
)
"""Kilobits a second of a frame, by its number: of MPEG 1, and of 2 and 2.5."""
_LONGEST_FRAME = 2_900
"""More bytes than the longest frame has."""
_MOST_WRONG = 100_000
"""The most places that only look like a frame: a file made of them would keep this computer busy."""
_MPEG_1 = 3
_FREQUENCIES = {_MPEG_1: (44_100, 48_000, 32_000), 2: (22_050, 24_000, 16_000), 0: (11_025, 12_000, 8_000)}
_FRAME = re.compile(
    b"\xff[\xe2\xe3\xf2\xf3\xfa\xfb]["
    + b"".join(re.escape(bytes((it,))) for it in range(256) if it >> 4 not in (0, 15) and it >> 2 & 3 in range(3))
    + b"]"
)
"""The head of a frame: its sync, a version, the third layer, and a rate and frequency that exist."""
_CUT = "This recording is damaged or cut off. Put it in again, from where it is whole."
MAY_TELL = "What the program that made it wrote beside the sound, such as a title or a place, is still in it."
TRACK = "It has a track beside picture and sound, which may tell where it was filmed: that is still in it."


def without_tags(content: BinaryIO, into: BinaryIO) -> None:
    """Copy the frames of an MP3 file, and nothing that stands before, between or behind them.

    A frame is one that another follows, or that follows one of its kind. Raises `NotAccepted`.
    """
    at, end = _after_tags(content), _before_tags(content)
    before: tuple[int, bytes] | None = None
    wrong = 0
    while at < end:
        content.seek(at)
        part = content.read(min(_AT_ONCE, end - at))
        last, begun = at + len(part) >= end, 0
        while head := _FRAME.search(part, begun):
            begun = head.start()
            stop = begun + _frame_length(head[0])
            if not last and stop + len(head[0]) > len(part):
                break
            kind = bytes((head[0][1], head[0][2] & 0x0C))
            if stop <= len(part) and (
                before == (at + begun, kind) or stop == len(part) or _FRAME.match(part, stop)
            ):
                into.write(part[begun:stop])
                begun, before = stop, (at + stop, kind)
            else:
                begun, wrong = begun + 1, wrong + 1  # what only looks like one
                if wrong > _MOST_WRONG:
                    raise NotAccepted(_CUT)
        at = end if last else at + (begun if head else len(part) - 2)
    if before is None:
        raise NotAccepted(_CUT)


def _frame_length(head: bytes) -> int:
    """The bytes of the frame of MPEG sound that begins so, its head among them."""
    version = head[1] >> 3 & 3
    rate = _RATES[version != _MPEG_1][head[2] >> 4] * 1_000
    samples = 144 if version == _MPEG_1 else 72
    return samples * rate // _FREQUENCIES[version][head[2] >> 2 & 3] + (head[2] >> 1 & 1)


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
    size, warnings, kinds = copy.seek(0, 2), list[str](), set[bytes]()
    waiting = [(b"", 0, size)]
    while waiting:
        within, start, end = waiting.pop()
        for box in _boxes(copy, start, end):
            kinds.add(box.kind)
            if box.kind not in _PLAYED[within]:
                _blank(copy, box, b"free")
            elif box.kind in _PLAYED:
                waiting.append((box.kind, box.inside, box.end))
            elif box.kind in (b"mvhd", b"tkhd", b"mdhd"):
                _forget_when(copy, box)
            elif box.kind == b"dref":
                for named in _boxes(copy, box.inside + 8, box.end):
                    _zero(copy, named.inside + 4, named.end)  # where its maker kept it
            elif box.kind == b"hdlr":
                copy.seek(box.inside + 8)
                if within == b"mdia" and copy.read(4) not in _SHOWN:
                    warnings.append(TRACK)
                if box.end > box.inside + _NAME_AT:
                    _zero(copy, box.inside + _NAME_AT, box.end)
    if not kinds & {b"moov", b"moof"}:
        raise NotAccepted(_CUT)
    return tuple(dict.fromkeys(warnings))


def _forget_when(copy: BinaryIO, box: _Box) -> None:
    """Empty the times at which it was made and changed: they say when somebody was there."""
    copy.seek(box.inside)
    long = copy.read(1) == b"\x01"
    _zero(copy, box.inside + 4, min(box.end, box.inside + (20 if long else 12)))


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
    """Empty the chunks of a WAV file that hold no sound, where they stand, and cut off what is behind the last.

    Raises `NotAccepted`.
    """
    size, at, sound = copy.seek(0, 2), 12, False
    while at + 8 <= size:
        copy.seek(at)
        kind, length = struct.unpack("<4sI", copy.read(8))
        end = at + 8 + length
        if end > size + 1:
            if sound:
                break
            raise NotAccepted(_CUT)
        sound = sound or kind == b"data"
        if kind not in _PLAYED_OF_WAV:
            _blank(copy, _Box(kind, at, at + 8, min(end, size)), b"JUNK")
        at = end + length % 2
    if not sound:
        raise NotAccepted(_CUT)
    copy.truncate(min(at, size))


def _blank(copy: BinaryIO, box: _Box, kind: bytes) -> None:
    copy.seek(box.at)
    copy.write(kind)
    _zero(copy, box.inside, box.end)


def _zero(copy: BinaryIO, start: int, end: int) -> None:
    copy.seek(start)
    left = end - start
    while left > 0:
        left -= copy.write(bytes(min(_AT_ONCE, left)))
