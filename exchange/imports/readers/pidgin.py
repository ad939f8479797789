"""Logs of Pidgin, as web pages or text: a line for each message, a time before the name, the day in the heading.

    <h3>Conversation with #causeway at 3/2/2019 8:10:00 PM on gwen@irc.example.org (irc)</h3>
    <font color="#A82F2F"><font size="2">(8:14:02 PM)</font> <b>Gwen:</b></font> The tide is out.<br/>
    <font color="#062585"><font size="2">(8:15:00 PM)</font> <b>***Wren</b></font> lifts the lamp<br/>
    <font size="2">(8:16:00 PM)</font><b> Bram entered the room.</b><br/>

    (8:17:00 PM) Gwen: As text.

What a program rolls for whoever it names first is a roll of theirs.
"""

import re
from collections.abc import Iterator

from domain.kernel.journal.earlier import EntryForm
from exchange.imports.entries import NOBODY, About, Item, Occurrences, Remarked, Said
from exchange.imports.markup import plain
from exchange.imports.pieces import FilePiece, whole_lines
from exchange.imports.readers.days import LogDays, day_in, hour_of
from exchange.imports.readers.worded_rolls import in_words
from exchange.imports.source import Clock, ImportFile
from exchange.imports.texts import clean, decoded, in_another_encoding, name, verbatim

_CLOCK = r"\d{1,2}:\d{2}(?::\d{2})?(?: ?[AP]M)?"
_DAY = r"(?:\d{1,4}[-./]\d{1,2}[-./]\d{1,4},? )?"
_HEADING = re.compile(
    r"(?:<h3>)?Conversation with (?P<whom>.{1,200}?) at (?P<at>.{8,60}?) on \S.*?(?:</h3>.*|\))\s*"
)
_LINE = re.compile(
    rf"\s*(?:<font color=[^<>]{{1,20}}>)?<font size=[^<>]{{1,6}}>\((?P<at>{_DAY}{_CLOCK})\)</font>\s*"
    r"(?:<b>(?P<told> .*)</b>|<b>(?P<who>.{1,200}?)</b>(?:</font>)?(?P<words>.*?))\s*(?:<br ?/?>)?\s*"
)
_TEXT = re.compile(
    rf"\((?P<at>{_DAY}{_CLOCK})\) (?:(?P<who>\*\*\*\S{{1,60}}|[^:*\n]{{1,60}}:)(?: (?P<words>.*))?|(?P<told>.+))"
)
_PARTS = re.compile(r"(\d{1,2}):(\d{2})(?::(\d{2}))?(?: ?([AP])M)?")


def looks_like(head: bytes) -> bool:
    """True if a page begins as such a log does."""
    page = re.search(rb"<h3>Conversation with .{1,600} at .{8,60} on ", head[:4_000])
    return (
        page is not None
        or re.match(rb"Conversation with .{1,600} at .{8,60} on .{1,200}\)\s*\n\(", head) is not None
    )


def read(source: ImportFile) -> Iterator[Item]:
    """The lines of the log, in its order."""
    ids, others, undated, days = Occurrences(), 0, False, LogDays(source.clock)
    known = frozenset(_names(source))
    with source.opened() as stream:
        base = stream.tell()
        for piece in whole_lines(stream, source.name):
            line, utf8 = decoded(piece.raw)
            others += not utf8
            if heading := _HEADING.search(line) if "<h3>" in line else _HEADING.fullmatch(line):
                yield About(title=name(plain(heading["whom"])))
                if begun := day_in(heading["at"], source.clock):
                    days.begin(begun)
                continue
            found = _begun(line)
            if found or plain(line).strip():
                said = _said(found, line, piece, base, days, source.clock, ids, known)
                undated = undated or said.when is None
                yield said
    if others:
        yield Remarked("the whole file", in_another_encoding(others))
    if undated:
        yield Remarked("the whole file", "some of its lines tell no day, so they have no times")


def _begun(line: str) -> re.Match[str] | None:
    return _LINE.fullmatch(line) or _TEXT.fullmatch(line)


def _names(source: ImportFile) -> Iterator[str]:
    """Those whose words stand in it."""
    with source.opened() as stream:
        for piece in whole_lines(stream, source.name):
            found = _begun(decoded(piece.raw)[0])
            if found and found["who"]:
                yield _called(found["who"])


def _called(who: str) -> str:
    return name(plain(who).strip().removeprefix("***").removesuffix(":"), NOBODY)


def _time(shown: str, days: LogDays, clock: Clock) -> str | None:
    if told := day_in(shown, clock):
        days.begin(told)
    found = _PARTS.search(shown)
    if found is None:
        return None
    return days.stamp(hour_of(found[1], found[4]), int(found[2]), int(found[3] or 0))


def _said(
    found: re.Match[str] | None,
    line: str,
    piece: FilePiece,
    base: int,
    days: LogDays,
    clock: Clock,
    ids: Occurrences,
    known: frozenset[str],
) -> Said:
    when = _time(found["at"], days, clock) if found else None
    speaker, form = NOBODY, EntryForm.STORY
    words = line if found is None else found["words"] or found["told"] or ""
    if found and found["who"]:
        speaker = _called(found["who"])
        form = EntryForm.EMOTE if plain(found["who"]).strip().startswith("***") else EntryForm.TALK
    text = clean(plain(words)).strip()
    fallen = in_words(text)
    asked = name(text.split(" ", 1)[0]) if fallen else ""
    return Said(
        id=f"pidgin:{ids.id_of(when or (found['at'] if found else ''), speaker, text)}",
        place=f"line {piece.line}",
        span=(base + piece.start, len(piece.raw)),
        speaker=asked if asked in known else speaker,
        alias="" if speaker == NOBODY else speaker,
        form=EntryForm.ROLL if fallen else form if text else EntryForm.VERBATIM,
        when=when,
        text=text or verbatim(line),
        rolls=tuple(fallen),
        marks=(f"at {found['at']}",) if found and when is None else (),
        why="" if text else "a message without words",
    )
