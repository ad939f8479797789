"""Kinds of files, told by their first bytes and never by their name; and the kinds that may be shown in a page."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

FIRST = 4_096
"""The number of bytes that are enough to tell."""
MEGABYTE = 2**20
GIGABYTE = 2**30

UNKNOWN = "application/octet-stream"
TEXT = "text/plain"
_SRT = re.compile(r"\ufeff?\s*\d+\s*\r?\n\s*\d{1,3}:\d{2}:\d{2}[,.]\d{1,3}\s*-->")
_PHOTOS = (b"heic", b"heix", b"hevc", b"hevx", b"heim", b"heis", b"mif1", b"msf1", b"avif", b"avis")


@dataclass(frozen=True, slots=True)
class MediaKind:
    """A kind of file: its media type, what a person calls it, its ending."""

    media: str
    what: str
    ending: str
    inline: bool = False
    """True if a page may show or play it where it stands. Never what could carry a script."""


KINDS: Mapping[str, MediaKind] = {
    it.media: it
    for it in (
        MediaKind("image/png", "picture", "png", True),
        MediaKind("image/jpeg", "picture", "jpg", True),
        MediaKind("image/webp", "picture", "webp", True),
        MediaKind("image/gif", "picture", "gif", True),
        MediaKind("audio/mpeg", "recording", "mp3", True),
        MediaKind("audio/ogg", "recording", "ogg", True),
        MediaKind("audio/mp4", "recording", "m4a", True),
        MediaKind("audio/wav", "recording", "wav", True),
        MediaKind("video/mp4", "film", "mp4", True),
        MediaKind("video/quicktime", "film", "mov", True),
        MediaKind("video/webm", "film", "webm", True),
        MediaKind("text/vtt", "transcript", "vtt", True),
        MediaKind("application/x-subrip", "transcript", "srt"),
        MediaKind(TEXT, "text", "txt", True),
        MediaKind("application/pdf", "PDF", "pdf"),
        MediaKind(UNKNOWN, "file", "bin"),
    )
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """The largest sizes of files, in bytes; of pictures in pixels too."""

    picture: int = 20 * MEGABYTE
    pixels: int = 50_000_000
    document: int = 100 * MEGABYTE
    recording: int = GIGABYTE
    text: int = 5 * MEGABYTE
    campaign: int = 10 * GIGABYTE

    def of(self, media: str) -> int:
        """The most bytes of a file of this kind."""
        if media.startswith("image/"):
            return self.picture
        if media.startswith(("audio/", "video/")):
            return self.recording
        return self.text if media.startswith("text/") or media == "application/x-subrip" else self.document


def kind_of(first: bytes) -> MediaKind:
    """The kind of a file that begins with these bytes. Raises `OtherPicture`."""
    return KINDS[_media_of(first)]


class OtherPicture(Exception):
    """A picture of a kind that is not taken: what it carries beside the picture cannot be taken out here."""


def _media_of(first: bytes) -> str:
    if first.startswith(b"\x89PNG\r\n\x1a\n"):
        return "image/png"
    if first.startswith(b"\xff\xd8\xff"):
        return "image/jpeg"
    if first.startswith((b"GIF87a", b"GIF89a")):
        return "image/gif"
    if first[:4] == b"RIFF" and first[8:12] in _RIFF:
        return _RIFF[first[8:12]]
    if first[4:8] == b"ftyp":
        return _of_mp4(first)
    if first.startswith((b"II*\0", b"MM\0*", b"II+\0", b"MM\0+", b"8BPS", b"\0\0\0\x0cjP  ", b"\xff\x0a")):
        raise OtherPicture
    if first.startswith((b"BM",)) and first[6:10] == b"\0\0\0\0":
        raise OtherPicture
    if first.startswith(b"%PDF-"):
        return "application/pdf"
    if first.startswith(b"ID3") or is_mp3(first):
        return "audio/mpeg"
    if first.startswith(b"OggS"):
        return "audio/ogg"
    if first.startswith(b"\x1a\x45\xdf\xa3") and b"webm" in first[:64]:
        return "video/webm"
    return _of_text(first)


_RIFF = {b"WEBP": "image/webp", b"WAVE": "audio/wav"}


def _of_mp4(first: bytes) -> str:
    brand = first[8:12]
    if brand in _PHOTOS:
        raise OtherPicture
    if brand == b"qt  ":
        return "video/quicktime"
    return "audio/mp4" if brand in (b"M4A ", b"M4B ") else "video/mp4"


def is_mp3(first: bytes) -> bool:
    """True if a frame of MPEG sound begins here: its sync, and a layer, rate and frequency that exist."""
    return (
        len(first) > 3
        and first[0] == 0xFF
        and first[1] & 0xE6 == 0xE2
        and first[2] >> 4 not in (0, 15)
        and first[2] >> 2 & 3 != 3
    )


def _of_text(first: bytes) -> str:
    """Text where it can be read as such. Markup is none: a browser would run what is in it."""
    try:
        said = first.decode("utf-8")
    except UnicodeDecodeError as error:
        if error.start < len(first) - 3:  # a letter may be cut in two at the end
            return UNKNOWN
        said = first[: error.start].decode("utf-8")
    if not said.strip() or any(sign < " " and sign not in "\t\n\r\f" for sign in said):
        return UNKNOWN
    if said.lstrip("\ufeff").startswith("WEBVTT"):
        return "text/vtt"
    if _SRT.match(said):
        return "application/x-subrip"
    return UNKNOWN if said.lstrip("\ufeff \t\r\n").startswith("<") else TEXT
