"""Recordings written down as text: in each line when something is said, by whom, and what.

    [0:00:06.8 - 0:00:07.2] SPEAKER_00 - Who goes?
    **[00:12] Wren:** I do.
    00:00:15 Gil: And so do I.

Times count from the beginning of the recording: the first is near nothing, and none is before the one above it.
Lines without a time go on with what was said.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import NamedTuple

from exchange.imports.entries import NOBODY, Item, Remarked
from exchange.imports.pieces import whole_lines
from exchange.imports.recordings.spoken_turns import NO_BEGINNING, Piece, SpokenTurns
from exchange.imports.source import ImportFile
from exchange.imports.texts import decoded, in_another_encoding, name

_TIME = r"(?:\d{1,2}:)?\d{1,2}:\d{2}(?:[.,]\d{1,6})?"
_TO = r"\s*(?:-->|->|-|–|—|to)\s*"
_HEAD = re.compile(
    rf"\s*(?:\*\*|__)?(?:[\[(](?P<at>{_TIME})(?:{_TO}(?P<to>{_TIME}))?[\])]|(?P<bare>\d{{1,2}}:\d{{2}}:\d{{2}}))"
    r"(?:\*\*)?\s*(?P<rest>\S.*)"
)
_NAMED = re.compile(
    r"(?:\*\*|__)?(?P<who>[^\s:<>*_\[\]][^:<>*\n]{0,59}?)(?:\*\*)?(?::(?:\*\*|__)?(?:\s+|$)|\s+-\s+)(?P<words>.*)"
)
_PROGRAMS = re.compile(r"speaker[ _]?\w{1,3}|unknown", re.IGNORECASE)
_LOOKED_AT = 400
_SOME = 3
_NEAR = 600
"""Seconds in which the first words of a recording are said. A time of day is seldom so early."""
_MOST_NAMES = 5_000


class _Head(NamedTuple):
    begun: float
    ended: float | None
    rest: str
    hours: bool


def _head(line: str) -> _Head | None:
    found = _HEAD.fullmatch(line) if ":" in line[:20] else None
    if found is None:
        return None
    at, to = found["at"] or found["bare"], found["to"]
    if any(int(it) > 59 for told in (at, to) if told for it in re.split(r"[:.,]", told)[1:-1]):
        return None
    return _Head(_seconds(at), _seconds(to) if to else None, found["rest"], at.count(":") == 2)


def _seconds(told: str) -> float:
    total = 0.0
    for part in told.replace(",", ".").split(":"):
        total = 60 * total + float(part)
    return total


def _called(rest: str) -> str:
    found = _NAMED.fullmatch(rest)
    return found["who"].strip() if found else ""


def looks_like(text: str) -> bool:
    """True if most lines of a text have a time that counts from the beginning of a recording, and a speaker."""
    lines = [it for it in text.split("\n") if it.strip()][:_LOOKED_AT]
    heads = [head for line in lines if (head := _head(line))]
    if len(heads) < _SOME or 2 * len(heads) < len(lines) or heads[0].begun > _NEAR * (6 if heads[0].hours else 1):
        return False
    if any(later.begun < head.begun for head, later in pairwise(heads)):
        return False
    named = Counter(who for head in heads if (who := _called(head.rest)))
    again = sum(many for who, many in named.items() if many > 1 or _PROGRAMS.fullmatch(who))
    return again >= _SOME and 2 * again >= len(heads)


def read(source: ImportFile) -> Iterator[Item]:
    """The turns of the recording, in its order."""
    others, ended, speaker, known = 0, 0.0, NOBODY, _names(source)
    old = source.otherwise
    with source.opened() as stream:
        turns = SpokenTurns(source, "timed-text", stream.tell())
        for piece in whole_lines(stream, source.name):
            line, utf8 = decoded(piece.raw, old)
            others += not utf8
            head = _head(line)
            words, begun, after = line.strip(), ended, ended
            if head is not None:
                begun, after, words = head.begun, head.ended or head.begun, head.rest
                found = _NAMED.fullmatch(words)
                if found and found["who"].strip() in known:
                    speaker, words = name(found["who"], NOBODY), found["words"]
            ended = max(after, begun)
            end = piece.start + len(piece.raw)
            heard = Piece(f"line {piece.line}", piece.start, end, begun, ended, speaker, words.strip(" *"))
            if heard.words:
                yield from turns.hear(heard)
        yield from turns.rest()
    if others:
        yield Remarked("the whole file", in_another_encoding(others))
    if source.clock.begins is None:
        yield NO_BEGINNING


def _names(source: ImportFile) -> frozenset[str]:
    """The names that stand behind times: those that do so twice, or that a program gives to speakers."""
    old = source.otherwise
    with source.opened() as stream:
        lines: Iterable[str] = (decoded(it.raw, old)[0] for it in whole_lines(stream, source.name))
        told = Counter[str]()
        for line in lines:
            who = _called(head.rest) if (head := _head(line)) else ""
            if who and (who in told or len(told) < _MOST_NAMES):
                told[who] += 1
    return frozenset(who for who, many in told.items() if many > 1 or _PROGRAMS.fullmatch(who))
