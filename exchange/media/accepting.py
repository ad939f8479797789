"""Accepting a file: its kind, its limit, and removing what tells where somebody lives.

It is spooled to the disk as it comes, so that a gigabyte takes no memory. What is not taken in leaves nothing.
"""

import os
import re
import unicodedata
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, fields, replace
from tempfile import SpooledTemporaryFile
from types import TracebackType
from typing import BinaryIO, Self, cast

from exchange.media import recordings
from exchange.media.errors import NotAccepted, room_on_disk
from exchange.media.kinds import FIRST, MEGABYTE, UNKNOWN, Limits, MediaKind, OtherPicture, kind_of
from exchange.media.ogg import blank_ogg

SETTING = "CAMPAIGN_FILE_LIMITS"
"""`picture=20 recording=1024`: limits in MiB, and `pixels` in millions."""
LONGEST_NAME = 200
_IN_MEMORY = 2 * MEGABYTE
_AT_ONCE = 2**20
_SIGNS = re.compile(r"[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff/\\]")

OTHER_PICTURE = (
    "This kind of picture may carry where it was taken, and that cannot be taken out of it here. "
    "Save it as JPEG or PNG first."
)
MAY_TELL_MORE = "What its program wrote in it, such as who made it and when, is still there."
NOT_LOOKED_INTO = "Nobody could look into it here: it is handed out as it is, and never shown in a page."


@dataclass(slots=True)
class Accepted:
    """A file that may be kept, as it would be: to be closed, which removes it from the disk."""

    name: str
    kind: MediaKind
    content: BinaryIO
    size: int
    width: int | None = None
    height: int | None = None
    warnings: tuple[str, ...] = ()
    """The warnings about it, in sentences."""

    @property
    def media(self) -> str:
        """Its kind as the web calls it."""
        return self.kind.media

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.content.close()


def accept(stream: BinaryIO, name: str, limits: Limits | None = None) -> Accepted:
    """Look at a file, and make of it what may be kept. `stream` is read once. Raises `NotAccepted`."""
    most = limits or limits_set()
    called = plain_name(name)
    first = _read_up_to(stream, FIRST)
    if not first:
        raise NotAccepted(f"{called} is empty.")
    try:
        kind = kind_of(first)
    except OtherPicture as error:
        raise NotAccepted(OTHER_PICTURE) from error
    spool = _spool()
    try:
        with room_on_disk():
            size = _copy(first, stream, spool, most.of(kind.media), kind)
            return _freed(Accepted(called, kind, spool, size), most)
    except BaseException:
        spool.close()
        raise


def _spool() -> BinaryIO:
    return cast("BinaryIO", SpooledTemporaryFile(max_size=_IN_MEMORY))


def _read_up_to(stream: BinaryIO, size: int) -> bytes:
    """Read so many bytes, though they may come in pieces; fewer only at the end."""
    read = b""
    while len(read) < size and (part := stream.read(size - len(read))):
        read += part
    return read


def _copy(first: bytes, stream: BinaryIO, spool: BinaryIO, most: int, kind: MediaKind) -> int:
    size, part = 0, first
    while part:
        size += len(part)
        if size > most:
            raise NotAccepted(f"This {kind.what} is larger than {said_size(most)}, which is the most for one.")
        spool.write(part)
        part = stream.read(_AT_ONCE)
    return size


def _freed(file: Accepted, limits: Limits) -> Accepted:
    """The same without what was written beside it, as far as that can be done."""
    media = file.media
    if media.startswith("image/"):
        return _picture(file, limits)
    if media == "audio/mpeg":
        return _written_anew(file, recordings.without_tags)
    if media in ("audio/mp4", "video/mp4", "video/quicktime"):
        return replace(file, warnings=recordings.blank_mp4(file.content))
    if media == "audio/wav":
        recordings.blank_wav(file.content)
        return replace(file, size=file.content.seek(0, os.SEEK_END))
    if media == "audio/ogg" and blank_ogg(file.content):
        return file
    if media in ("audio/ogg", "video/webm"):
        return replace(file, warnings=(recordings.MAY_TELL,))
    if media == "application/pdf":
        return replace(file, warnings=(MAY_TELL_MORE,))
    if media == UNKNOWN:
        return replace(file, warnings=(NOT_LOOKED_INTO,))
    return file if _is_text(file.content) else replace(file, kind=kind_of(b"\0"), warnings=(NOT_LOOKED_INTO,))


def _picture(file: Accepted, limits: Limits) -> Accepted:
    from exchange.media.pictures import rewrite  # Pillow is there with an extra

    made = _spool()
    try:
        found = rewrite(file.content, made, file.media, limits)
        size = made.seek(0, os.SEEK_END)
        if size > 2 * limits.picture:
            raise NotAccepted(f"This picture is larger than {said_size(limits.picture)} when it is written anew.")
    except BaseException:
        made.close()
        raise
    file.content.close()
    return replace(file, content=made, size=size, width=found.width, height=found.height, warnings=found.warnings)


def _written_anew(file: Accepted, write: recordings.Write) -> Accepted:
    made = _spool()
    try:
        write(file.content, made)
    except BaseException:
        made.close()
        raise
    file.content.close()
    return replace(file, content=made, size=made.seek(0, os.SEEK_END))


def _is_text(content: BinaryIO) -> bool:
    """True if all of it is text as every program writes it today. No text is longer than may be read whole."""
    content.seek(0)
    with suppress(UnicodeDecodeError):
        return "\0" not in content.read().decode("utf-8")
    return False


def plain_name(name: str) -> str:
    """A file's name without folders, line breaks and signs that turn its letters around."""
    last = re.split(r"[/\\]", name)[-1]
    called = unicodedata.normalize("NFC", _SIGNS.sub("", last)).strip().strip(".")
    if len(called) > LONGEST_NAME:
        stem, dot, ending = called.rpartition(".")
        ending = ending[:12]
        called = f"{(stem or ending)[: LONGEST_NAME - 13].rstrip()}{dot}{ending}"
    return called or "file"


def said_size(size: int) -> str:
    """A number of bytes as people say it."""
    for unit, many in (("GiB", 2**30), ("MiB", 2**20), ("KiB", 2**10)):
        if size >= many:
            return f"{size / many:.1f}".removesuffix(".0") + f" {unit}"
    return f"{size} bytes"


def limits_set(env: Mapping[str, str] = os.environ) -> Limits:
    """The limits as this installation sets them. Raises `NotAccepted` for words that set none."""
    said = env.get(SETTING, "").replace(",", " ").split()
    chosen: dict[str, int] = {}
    for word in said:
        name, _, number = word.partition("=")
        known = {it.name for it in fields(Limits)}
        if name not in known or not (number.isascii() and number.isdigit() and 0 < len(number) < 8):
            raise NotAccepted(
                f"{SETTING} says {word!r}: say {', '.join(sorted(known))}, each with = and a number of MiB."
            )
        chosen[name] = int(number) * (1_000_000 if name == "pixels" else MEGABYTE)
    return replace(Limits(), **chosen)
