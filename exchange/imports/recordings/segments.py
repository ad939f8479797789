"""Recordings written down by programs, as JSON: segments, each with a beginning, an end and its words, and with a
speaker where the program told them apart.

    {"text": "…", "segments": [{"start": 0.6, "end": 3.8, "text": " The tide is out.", "speaker": "SPEAKER_01"}]}

So write Whisper and what is made of it (WhisperX, faster-whisper), also without the object about the list, and
with a segment for each word. `utterances` of AssemblyAI count in milliseconds; so do the `offsets` of whisper.cpp,
under `transcription`.
"""

import re
from collections.abc import Iterator, Mapping
from math import isfinite
from typing import Any, BinaryIO

from exchange.imports.entries import ALONE, NOBODY, Item, Remarked
from exchange.imports.pieces import CHUNK, elements
from exchange.imports.recordings.spoken_turns import NO_BEGINNING, Piece, SpokenTurns
from exchange.imports.source import ImportFile, json_value
from exchange.imports.texts import clean, name

_IN_MILLIS = ("utterances", "transcription")
_LIST = re.compile(rb'"(segments|utterances|transcription)"\s*:\s*\[\s*\{')
_BEGINS_LIST = re.compile(rb"\s*\[\s*\{")
_SEGMENT = re.compile(rb'"(?:start|offsets)"\s*:')
_WORDS = re.compile(rb'"text"\s*:\s*"')
_FIRST_TEXT = re.compile(rb'\s*\{\s*"(?:text|language|task|duration|systeminfo|confidence)"\s*:')
_LOOKED_AT = 8 << 20
"""Bytes in which the list must begin: Whisper writes all the words before it once more."""
_KEPT = 64


def list_in(stream: BinaryIO) -> str | None:
    """The key of the list of segments of such a file, empty where the file is that list; None for other files."""
    at = stream.tell()
    head = stream.read(CHUNK)
    if _BEGINS_LIST.match(head):
        end = head.find(b"}") + 1 or len(head)
        first = head[:end]
        both = _SEGMENT.search(first) and b'"end"' in first and _WORDS.search(head)
        return "" if both and b'"_id"' not in first else None
    found = _LIST.search(head)
    more = _FIRST_TEXT.match(head) is not None
    while found is None and more and stream.tell() - at < _LOOKED_AT and (chunk := stream.read(CHUNK)):
        head = head[-_KEPT:] + chunk
        found = _LIST.search(head)
    if found is None:
        return None
    behind = head[found.end() :] + stream.read(CHUNK)
    return found[1].decode() if _SEGMENT.search(behind[:4_096]) and _WORDS.search(behind) else None


def looks_like(source: ImportFile) -> bool:
    """True if the file has segments of a recording."""
    with source.opened() as stream:
        return list_in(stream) is not None


def read(source: ImportFile) -> Iterator[Item]:
    """The turns of the recording, in its order."""
    with source.opened() as stream:
        base, number, unread, ended = stream.tell(), 0, 0, 0.0
        wanted = list_in(stream) or ""
        stream.seek(base)
        turns = SpokenTurns(source, "segments", base, " ")
        for piece in elements(stream, wanted):
            place = f"byte {piece.start}"
            if not piece.whole:
                yield from turns.rest()
                yield Remarked(place, f"the file is cut off here, or goes on with something else: {ALONE}", True)
                return
            if piece.key is not None:
                continue
            number += 1
            heard = _piece(json_value(piece.raw), wanted, ended, number, piece.start, len(piece.raw))
            if heard is None:
                unread += 1
                continue
            ended = heard.ended
            if heard.words:
                yield from turns.hear(heard)
        yield from turns.rest()
    if unread:
        are = "1 of its segments has" if unread == 1 else f"{unread:,} of its segments have"
        yield Remarked("the whole file", f"{are} no words, and could not be read", unread=unread)
    if not number:
        yield Remarked("the whole file", "no segment of a recording stands in it", broken=True)
    elif source.clock.begins is None:
        yield NO_BEGINNING


def _piece(value: Any, wanted: str, before: float, number: int, start: int, length: int) -> Piece | None:
    """A segment, or None for what is none. One without a beginning begins where that before it ended."""
    fields: Mapping[str, Any] = value if isinstance(value, dict) else {}
    words = fields.get("text")
    if not isinstance(words, str):
        return None
    offsets = fields.get("offsets")
    told: Mapping[str, Any] = offsets if isinstance(offsets, dict) else fields
    unit = 1_000 if wanted in _IN_MILLIS else 1
    begun = _number(told.get("start", told.get("from")), before * unit) / unit
    ended = _number(told.get("end", told.get("to")), begun * unit) / unit
    speaker = fields.get("speaker")
    who = name(str(speaker) if isinstance(speaker, int) else speaker, NOBODY)
    return Piece(f"segment {number}", start, start + length, begun, max(ended, begun), who, clean(words).strip())


def _number(value: object, otherwise: float) -> float:
    """Seconds or milliseconds since the beginning. What is none, or none of a recording, is the other number."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return otherwise
    return float(value) if abs(value) < 1e12 and isfinite(value) and value >= 0 else otherwise
