"""Chats of KakaoTalk as its programs save them as text.

    --------------- 2024년 3월 5일 화요일 ---------------      2024년 3월 5일 오후 9:05, Wren : The tide is out.
    [Wren] [오후 9:05] The tide is out.                       2024. 3. 5. 오후 9:06, Gil : Who carries the lamp?
    [Gil] [오후 9:06] Who carries the lamp?

The one is the desktop's, the other the telephones'; both also in English. What the program says itself, such as
who came in, bears no name and is kept word for word.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from domain.kernel.journal.earlier import EntryForm
from exchange.imports.entries import NOBODY, About, Item, Occurrences, Remarked, Said
from exchange.imports.pieces import whole_lines
from exchange.imports.readers.worded_rolls import in_words
from exchange.imports.source import Clock, ImportFile
from exchange.imports.texts import clean, decoded, in_another_encoding, name

_MONTHS = (
    *("January", "February", "March", "April", "May", "June", "July", "August", "September", "October"),
    *("November", "December"),
)
_KOREAN_DAY = r"(?P<year>\d{4})(?:년|\.) (?P<month>\d{1,2})(?:월|\.) (?P<day>\d{1,2})(?:일|\.)"
_ENGLISH_DAY = rf"(?P<named>{'|'.join(_MONTHS)}) (?P<on>\d{{1,2}}), (?P<of>\d{{4}})"
_TIME = r"(?:(?P<half>오전|오후) )?(?P<hour>\d{1,2}):(?P<minute>\d{2})(?: (?P<meridiem>[AP]M))?"
_DAY_LINE = re.compile(rf"(?:-{{5,}} )?(?:{_KOREAN_DAY}|[A-Z][a-z]+, {_ENGLISH_DAY})(?: \S요일)?(?: -{{5,}})?")
_NOTICE = re.compile(
    r".{1,80}님(?:이|을) .{0,200}(?:들어왔습니다|나갔습니다|초대했습니다|내보냈습니다)\.?.{0,100}"
)
_DESKTOP = re.compile(rf"\[(?P<who>[^\n\]]{{1,80}})\] \[{_TIME}\] (?P<words>.*)")
_TELEPHONE = re.compile(
    rf"(?:{_KOREAN_DAY}|{_ENGLISH_DAY})(?: at)? {_TIME}(?:, (?:(?P<who>.{{1,80}}?) : )?(?P<words>.*))?"
)
_PREAMBLE = re.compile(
    r"(?P<title>.*?) ?님과 카카오톡 대화|KakaoTalk Chats with (?P<with>.*)|(?:저장한 날짜|Date Saved) : .*"
)
_KOREAN = "cp949"
_LINES = 2_000
_LOOKED_AT = 200
_NO_DAY = 0, 0, 0


@dataclass(slots=True)
class _Message:
    """A message as it is read: where it stands, who says it and when, and its lines."""

    line: int
    start: int
    end: int
    speaker: str = NOBODY
    when: str | None = None
    shown: str = ""
    words: list[str] = field(default_factory=list)


def looks_like(head: bytes) -> bool:
    """True for the beginning of such a text: days between rules, or the day with each message."""
    text = head.decode("utf-8", "replace")
    text = head.decode(_KOREAN, "replace") if "\ufffd" in text[:-2] else text
    lines = [line.strip() for line in text.removeprefix("\ufeff").split("\n")[:_LOOKED_AT] if line.strip()]
    desktop = any(map(_DAY_LINE.fullmatch, lines)) and any(map(_DESKTOP.fullmatch, lines))
    return desktop or sum(bool((it := _TELEPHONE.fullmatch(line)) and it["who"]) for line in lines) > 1


def read(source: ImportFile) -> Iterator[Item]:
    """The messages of the text, in its order."""
    ids, others, day = Occurrences(), 0, _NO_DAY
    message = _Message(1, 0, 0)
    with source.opened() as stream:
        base = stream.tell()
        for piece in whole_lines(stream, source.name):
            line, utf8 = decoded(piece.raw, _KOREAN)
            others += not utf8
            line = line.removeprefix("\ufeff").rstrip()
            end = piece.start + len(piece.raw)
            if day == _NO_DAY and (told := _PREAMBLE.fullmatch(line)):
                if title := name(told["title"] or told["with"]):
                    yield About(title=title)
                continue
            ruled, head = _DAY_LINE.fullmatch(line), _DESKTOP.fullmatch(line) or _TELEPHONE.fullmatch(line)
            said = head or ruled or _NOTICE.fullmatch(line)
            if not said and len(message.words) < _LINES:
                message.words.append(line)
                message.end = end
                continue
            yield from _entry(message, source, base, ids)
            if head is None:
                day = _day(ruled) if ruled else day
                message = replace(
                    message, line=piece.line, start=piece.start, end=end, words=[] if ruled else [line]
                )
                if said:
                    message = replace(message, speaker=NOBODY, when=None if ruled else message.when)
                continue
            day = _day(head) if head.re is _TELEPHONE else day
            when = _stamp(head, day, source.clock)
            half = head["half"] or head["meridiem"] or ""
            shown = f"{'-'.join(map(str, day))} {half} {head['hour']}:{head['minute']}"
            words = [head["words"]] if head["words"] is not None else []
            message = _Message(piece.line, piece.start, end, name(head["who"], NOBODY), when, shown, words)
        yield from _entry(message, source, base, ids)
    if others:
        yield Remarked("the whole file", in_another_encoding(others, encoding="CP949"))


def _day(told: re.Match[str]) -> tuple[int, int, int]:
    if told["year"]:
        return int(told["year"]), int(told["month"]), int(told["day"])
    return int(told["of"]), _MONTHS.index(told["named"]) + 1, int(told["on"])


def _stamp(head: re.Match[str], day: tuple[int, int, int], clock: Clock) -> str | None:
    """The time of a message as UTC, or None where its day is not known."""
    hour = int(head["hour"])
    if half := head["half"] or head["meridiem"]:
        hour = hour % 12 + (12 if half in ("오후", "PM") else 0)
    return clock.stamp(*day, hour, int(head["minute"]), 0)


def _entry(message: _Message, source: ImportFile, base: int, ids: Occurrences) -> Iterator[Said]:
    text = clean("\n".join(message.words)).strip()
    if not text:
        return
    nobody = message.speaker == NOBODY
    fallen = () if nobody else tuple(in_words(text))
    yield Said(
        id=f"kakaotalk:{ids.id_of(message.shown, message.speaker, text)}",
        place=f"line {message.line}",
        span=(base + message.start, message.end - message.start),
        speaker=message.speaker,
        alias="" if nobody else message.speaker,
        form=EntryForm.ROLL if fallen else EntryForm.VERBATIM if nobody else EntryForm.TALK,
        when=message.when,
        text=text,
        rolls=fallen,
        why="words that nobody says" if nobody else "",
    )
