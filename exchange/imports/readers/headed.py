"""Chat whose messages each begin with a line of a name and a time, as it is copied out of a window of Discord
or Telegram, as WhatsApp exports one, and as archives of play by post are kept.

    Wren — 3/5/2024 9:05 PM            Gil, [05.03.2024 21:07]
    The tide is out.                   Who carries the lamp?

    Bot                                **Wren** [GM] (2024-03-05 21:05:00):
    APP                                The tide is out.
     — 3/5/2024 9:06 PM
    1d20 (12) + 3 = 15                 05/03/2024, 21:07 - Gil: Who carries the lamp?

Words before the first such line are told by nobody. Whoever posts several messages in a row is named once: they
are one entry, unless it is longer than any message may be.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from domain.kernel.journal.earlier import EntryForm
from exchange.imports.discord.tables import AT, time_in
from exchange.imports.entries import NOBODY, Item, Occurrences, Remarked, Said
from exchange.imports.pieces import whole_lines
from exchange.imports.readers.bot_rolls import BotRolls
from exchange.imports.readers.worded_rolls import in_words
from exchange.imports.source import Clock, ImportFile
from exchange.imports.texts import LONGEST, NAMED, clean, decoded, in_another_encoding, name

_CLOCK = r"\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?:\s?[APap]\.?\s?[Mm]\.?)?"
_DAY = r"\d{1,4}[-./]\d{1,2}[-./]\d{1,4}"
_OF_WHATSAPP = rf"{_DAY}(?:(?:,|\s(?:{AT}))?\s+|T){_CLOCK}"
_HEADS = (
    re.compile(
        rf"(?P<who>[^\n]{{0,80}}?)\s*[—–]\s*(?P<at>(?:(?:{_DAY},?|(?:Today|Yesterday)(?: at)?) +)?{_CLOCK})\s*"
    ),
    re.compile(rf"(?P<who>[^\n\[\]]{{1,80}}?), \[(?P<at>{_DAY},? +{_CLOCK})\]\s*"),
    re.compile(
        rf"(?:\*\*(?P<bold>[^\n*]{{1,200}})\*\*|(?P<who>[^\n()*]{{1,80}}?))(?P<gm> \[GM\])? ?"
        rf"\((?P<at>{_DAY},? +{_CLOCK})\):\s*"
    ),
    re.compile(rf"(?P<who>[^\n]{{1,80}}?) +(?P<at>{_DAY},? +\d{{1,2}}:\d{{2}}:\d{{2}}(?:\s?[AP]M)?)\s*"),
    re.compile(
        rf"\u200e?\[(?P<at>{_OF_WHATSAPP})\] (?:~\s?)?(?P<who>[^\n:\u200e][^\n:]{{0,79}}):(?: (?P<words>.*))?"
    ),
    re.compile(rf"\u200e?\[(?P<at>{_OF_WHATSAPP})\] (?P<words>\u200e.*)"),
    re.compile(rf"\u200e?(?P<at>{_OF_WHATSAPP}) - (?:~\s?)?(?:(?P<who>[^\n:]{{1,80}}):(?: |$))?(?P<words>.*)"),
    re.compile(rf"(?P<at>\d{{1,2}}/\d{{1,2}}/\d\d,? {_CLOCK}): (?P<who>[^\n:]{{1,80}}): (?P<words>.*)"),
)
_HAS_TIME = re.compile(r"\d[:.]\d{2}")
_NUMBERS = re.compile(r"(\d{1,2})[-./]\d{1,2}[-./]\d{2,4}\b")
_PARTED = "\n---------------------------\n"
"""A line between the messages of a log of Foundry, whose times stand in brackets too."""
_OF_NO_WIDTH = "\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
"""Marks that say in which direction text runs, as stand about telephone numbers."""
_NOTICE = "\u200e"
"""Begins what WhatsApp itself says, and what stands in the place of pictures."""
_BADGE = re.compile(r"\s*✓?\s*(?:(?:verified )?app|bot|system)\s*", re.IGNORECASE)
_TAG = re.compile(r"\s*\[\S{1,12}\]\s*")
"""The badge of a program and the tag of a server, which Discord shows between a name and the time below it."""
_LINES = 2_000
_LONGEST = 4_000
"""Characters. What is longer was several messages, where only the first bears its head, and is parted between
lines, at an empty one where there is."""
_MOST_NAMES = 5_000
_NAMED_WITHIN = 4
"""Lines of a text in which its first message has told its name and time."""


@dataclass(slots=True)
class _Message:
    line: int
    start: int
    end: int
    speaker: str
    at: str = ""
    marks: tuple[str, ...] = ()
    words: list[tuple[int, int, str]] = field(default_factory=list)
    """Each line with its number and its first byte."""
    of_a_program: bool = False
    is_one: bool = False
    """True if no second message of its speaker can stand in it without a head of its own."""

    def named_last(self) -> tuple[str, bool]:
        """Take off the name that its last lines end with, before a line that only tells a time. And whether it is
        that of a program.
        """
        kept, badge = list(self.words), False
        for beside in (_BADGE, _TAG):
            if len(kept) > 1 and beside.fullmatch(kept[-1][2]):
                kept.pop()
                badge = badge or beside is _BADGE
        if not kept or not (called := name(kept[-1][2])):
            return "", False
        self.words = kept[:-1]
        return called, badge


class ChatHead(NamedTuple):
    """The beginning of a message."""

    who: str
    """Its speaker; empty where that stands in the lines above."""
    at: str
    marks: tuple[str, ...]
    words: str | None
    """The words that follow in the same line; None where they stand below."""


def head_of(line: str) -> ChatHead | None:
    """The beginning of a message, if this line is one."""
    if not _HAS_TIME.search(line[:300]):
        return None
    found = next((found for head in _HEADS if (found := head.fullmatch(line))), None)
    if found is None:
        return None
    told = found.groupdict()
    words = told.get("words")
    who = (told.get("bold") or told.get("who") or "").strip(_OF_NO_WIDTH)
    who = name(who, NOBODY if words is not None else "")
    return ChatHead(who, found["at"].strip(), ("GM",) if told.get("gm") else (), words)


def _is_notice(words: str) -> bool:
    """True for what WhatsApp itself says, and not for what stands in the place of somebody's picture."""
    rest = words.lstrip(_NOTICE)
    return words.startswith(_NOTICE) and not rest.startswith("<") and len(rest.split()) > 2


def looks_like(text: str) -> bool:
    """True if two messages begin in a text, or its first line begins one."""
    lines = [it for it in text.split("\n") if it.strip()]
    many = 0
    for number, line in enumerate(() if _PARTED in text else lines):
        found = head_of(line)
        if found and (found.who or number):
            many += 1
            if many == 2 or (number < _NAMED_WITHIN and len(lines) > number + 1):
                return True
    return False


def _clock_and_people(source: ImportFile) -> tuple[Clock, dict[str, bool]]:
    """The clock of the file, which reads the day first in all of it where one of its dates can be read in no other
    way. And the names of people in it, each with whether somebody speaks under it: WhatsApp says its own notices
    under the name of the group.
    """
    old, day_first, speaks = source.otherwise, source.clock.day_first, dict[str, bool]()
    above = _Message(0, 0, 0, NOBODY)
    with source.opened() as stream:
        for piece in whole_lines(stream, source.name):
            line = decoded(piece.raw, old)[0]
            head = head_of(line)
            if head is None:
                above.words = [*above.words[-2:], (0, 0, line)]
                continue
            told = _NUMBERS.match(head.at)
            day_first = day_first or (told is not None and 12 < int(told[1]) <= 31)
            who, program = (head.who, False) if head.who else above.named_last()
            above.words = []
            if who and not program and (who in speaks or len(speaks) < _MOST_NAMES):
                speaks[who] = speaks.get(who, False) or not _is_notice(head.words or "")
    return replace(source.clock, day_first=day_first), speaks


def read(source: ImportFile) -> Iterator[Item]:
    """The messages of the text, in its order."""
    ids, others, undated = Occurrences(), 0, False
    clock, speaks = _clock_and_people(source)
    begun, asked = False, BotRolls()
    for speaking in speaks:
        asked.hear("", speaking)
    message = _Message(1, 0, 0, NOBODY)
    old = source.otherwise
    with source.opened() as stream:
        base, last = stream.tell(), 0
        for piece in whole_lines(stream, source.name):
            line, utf8 = decoded(piece.raw, old)
            others += not utf8
            gap, last = piece.line > last + 1, piece.line
            head = head_of(line)
            who, program = (
                (head.who, False) if head and head.who else message.named_last() if head else ("", False)
            )
            if head and who:
                yield from _entries(message, source, clock, base, ids, asked)
                if _is_notice(head.words or "") and not (begun and speaks.get(who, True)):
                    who = NOBODY
                begun = True
                message = _Message(piece.line, piece.start, piece.start, who, head.at, head.marks)
                message.of_a_program = program
                if head.words is not None:
                    message.is_one = True
                    message.words.append((piece.line, piece.start, head.words.lstrip(_NOTICE)))
                undated = undated or time_in(message.at, clock) is None
            else:
                if len(message.words) >= _LINES:
                    yield from _entries(message, source, clock, base, ids, asked)
                    message = _Message(
                        piece.line, piece.start, piece.start, message.speaker, message.at, message.marks
                    )
                if gap and message.words:
                    message.words.append((piece.line, piece.start, ""))
                message.words.append((piece.line, piece.start, line))
            message.end = piece.start + len(piece.raw)
        yield from _entries(message, source, clock, base, ids, asked)
    if others:
        yield Remarked("the whole file", in_another_encoding(others, encoding=NAMED[old]))
    if undated:
        yield Remarked("the whole file", "some of its messages tell no date, so they have no times")


def _entries(
    message: _Message, source: ImportFile, clock: Clock, base: int, ids: Occurrences, asked: BotRolls
) -> Iterator[Said]:
    """A message as an entry, or as several where it is too long for one."""
    for number, (line, start, end, lines) in enumerate(_parts(message)):
        text = clean("\n".join(lines)).strip()
        silent = not text
        if silent and (number or not message.at):
            continue
        when = time_in(message.at, clock) if message.at else None
        fallen = in_words(text)
        spoken = EntryForm.STORY if message.speaker == NOBODY else EntryForm.TALK
        who = asked.rolled_for(text) if fallen and message.of_a_program else ""
        yield Said(
            id=f"headed:{ids.id_of('' if when else source.stem, message.at, message.speaker, text)}",
            place=f"line {line}",
            span=(base + start, end - start),
            speaker=who or message.speaker,
            alias="" if who or message.speaker == NOBODY else message.speaker,
            form=EntryForm.ROLL if fallen else EntryForm.VERBATIM if silent else spoken,
            when=when,
            text=text or f"[{message.at}] {message.speaker}",
            rolls=tuple(fallen),
            marks=(*message.marks, f"at {message.at}") if message.at and when is None else message.marks,
            why="a message without words" if silent else "",
        )


def _parts(message: _Message) -> Iterator[tuple[int, int, int, list[str]]]:
    """Yield the parts of a message: the line and the byte each begins at, the byte it ends before, its lines."""
    line, start, lines, long = message.line, message.start, list[str](), 0
    longest = LONGEST if message.is_one else _LONGEST
    for number, at, words in message.words:
        if long and (long + len(words) > longest or (long >= longest // 2 and not words.strip())):
            yield line, start, at, lines
            line, start, lines, long = number, at, [], 0
        lines.append(words)
        long += len(words) + 1
    yield line, start, message.end, lines
