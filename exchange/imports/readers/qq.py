"""Chats of QQ as text: QQ's own export of messages, and the logs that dice bots such as SealDice keep.

    2024-03-02 20:14:05 Wren(10001)            Wren(10001) 2024/03/02 20:14:05
    .ra Listen                                 .ra Listen

    Bot(10002) 20:14:06
    <Wren> "Listen" 检定结果为: D100=10/70

A bot tells whose roll it was, and the roll counts as theirs. Accounts have numbers, which tell who is called upon
and are not kept. Pictures, files and quotations stand as codes in brackets, and become marks. Where only times of
day are told, the day on which the play began gives them their dates.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from domain.kernel.journal.earlier import EntryForm
from domain.kernel.logged.played import LoggedRoll
from exchange.imports import rolls
from exchange.imports.entries import NOBODY, About, Item, Moved, Occurrences, Remarked, Said
from exchange.imports.pieces import whole_lines
from exchange.imports.readers.days import LogDays
from exchange.imports.source import Clock, ImportFile
from exchange.imports.texts import clean, decoded, in_another_encoding, name, whole

_ACCOUNT = (
    r"(?P<who>[^\n]{0,80}?)\s?(?:[(（](?P<id>(?:[A-Za-z-]{1,20}:)?\d{4,20})[)）]"
    r"|<(?P<mail>[^<>@\s]{1,60}@[^<>\s]{1,60})>)"
)
_TIME = r"(?:(?P<date>\d{4}[-/]\d{1,2}[-/]\d{1,2}) )?(?P<time>\d{1,2}:\d{2}:\d{2})(?: ?(?P<half>[AaPp])[Mm])?"
_HEADS = (re.compile(rf"\s*{_ACCOUNT}\s{_TIME}\s*"), re.compile(rf"\s*{_TIME}\s{_ACCOUNT}\s*"))
_PREAMBLE = re.compile(r"={20,}|消息记录（.*）|消息分组:.*|消息对象:(?P<title>.*)")
_WITHIN = r"(?:[^\[\]]|\[(?:[^\[\]]|\[[^\[\]]{0,400}\]){0,400}\]){0,4000}"
"""The inside of a code: a quotation has the code of its source in it, with lists of its own."""
_CODE = re.compile(rf"\[(?P<of>CQ|mirai):(?P<kind>[\w-]{{1,20}})(?P<with>{_WITHIN})\]")
_ACCOUNT_IN = re.compile(r"\d{4,20}")
_WHOSE = re.compile(r"<([^<>\n]{1,80})>|(?:^|[?？!！。\s])([^\s?？!！。<>]{1,80}?)进行的", re.MULTILINE)
_STEPS = re.compile(
    r"(?<![A-Za-z0-9.])(?P<formula>\d{0,3}[dD]\d{1,9}[-+*/ ()\ddD]{0,120}?)\s?=\s?"
    r"(?P<steps>(?:[-+*/ ()\d]|\[\d{0,3}[dD]\d{1,9}=[\d+]{1,4000}\]){1,200})=\s?(?P<total>-?\d{1,12})"
)
"""As SealDice works a roll out: `2D6+3=8[2D6=5+3]+3=11`."""
_GROUP = re.compile(r"\[(\d{0,3})[dD](\d{1,9})=([\d+]{1,4000})\]")
_SINGLE = re.compile(
    r"(?<![A-Za-z0-9.])1?[dD](?P<size>\d{1,9})\s?=\s?(?P<face>\d{1,9})(?:/(?P<under>\d{1,9}))?(?![\d.]*[\d\[=])"
)
_SKILL = re.compile(r"([^\s\"“”「」<>的，。,:：]{1,40})[\"”」]?\s?(?:[检鉴]定|技能)")
_MOVED = re.compile(r"(?P<what>[^\s:：]{1,20}?)(?:变化)?[:：]\s?(?P<was>-?\d{1,9})\s?➯\s?(?P<now>-?\d{1,9})")
_LONGEST = 4_000
_MOST_NAMES = 5_000
_MOST_LINES = 2_000
_CHINESE = "gb18030"
"""The encoding in which QQ wrote before it wrote UTF-8."""


@dataclass(slots=True)
class _Message:
    """A message as it is read: where it stands, who says it and when, and its lines."""

    line: int
    start: int
    end: int
    speaker: str
    shown: str = ""
    when: str | None = None
    words: list[str] = field(default_factory=list)


def begins(line: str) -> re.Match[str] | None:
    """The beginning of a message, with its speaker and time."""
    return next((found for head in _HEADS if (found := head.fullmatch(line))), None) if ":" in line else None


def looks_like(text: str) -> bool:
    """True if two messages begin in the text."""
    found = 0
    for line in text.split("\n")[:2_000]:
        found += begins(line) is not None
        if found == 2:
            return True
    return False


def _stamp(head: re.Match[str], days: LogDays, clock: Clock) -> str | None:
    """The time of a message as UTC, or None where its day is not known."""
    hour, minute, second = map(int, head["time"].split(":"))
    if head["half"]:
        hour = hour % 12 + (12 if head["half"] in "Pp" else 0)
    if head["date"] is None:
        return days.stamp(hour, minute, second)
    year, month, day = map(int, re.split("[-/]", head["date"]))
    return clock.stamp(year, month, day, hour, minute, second)


def read(source: ImportFile) -> Iterator[Item]:
    """The messages of the text, in its order."""
    ids, others, days, undated = Occurrences(), 0, LogDays(source.clock), 0
    names, heard = _accounts(source)
    message = _Message(1, 0, 0, NOBODY)
    with source.opened() as stream:
        base, last = stream.tell(), 0
        for piece in whole_lines(stream, source.name):
            line, utf8 = decoded(piece.raw, _CHINESE)
            others += not utf8
            gap, last, end = piece.line > last + 1, piece.line, piece.start + len(piece.raw)
            head = begins(line)
            if head is None and message.speaker == NOBODY and (told := _PREAMBLE.fullmatch(line.strip())):
                if told["title"]:
                    yield About(title=name(told["title"]))
            elif head is None and len(message.words) < _MOST_LINES:
                message.words += ["", line] if gap and message.words else [line]
                message.end = end
            else:
                yield from _entry(message, source, base, ids, names, heard)
                if head is None:
                    message = _Message(piece.line, piece.start, end, message.speaker, "", message.when, [line])
                    continue
                when = _stamp(head, days, source.clock)
                undated += when is None
                half = f"{head['half']}M" if head["half"] else ""
                shown = " ".join(filter(None, (head["date"], head["time"], half)))
                message = _Message(piece.line, piece.start, end, _speaker(head), shown, when)
        yield from _entry(message, source, base, ids, names, heard)
    if others:
        yield Remarked("the whole file", in_another_encoding(others, encoding="GB 18030"))
    if undated:
        yield Remarked(
            "the whole file", "it tells times of day and not on which day, so its entries have no times"
        )


def _accounts(source: ImportFile) -> tuple[dict[str, str], set[str]]:
    """The accounts that speak, by number or address, each with the name it bears last; and every name one bore."""
    names: dict[str, str] = {}
    heard: set[str] = set()
    with source.opened() as stream:
        for piece in whole_lines(stream, source.name):
            head = begins(decoded(piece.raw, _CHINESE)[0])
            if head and len(names) < _MOST_NAMES:
                names[head["id"] or head["mail"]] = called = _speaker(head)
                heard |= {called} if len(heard) < _MOST_NAMES else set()
    return names, heard


def _speaker(head: re.Match[str]) -> str:
    return name(head["who"], name(head["id"] or head["mail"], NOBODY))


def _entry(
    message: _Message,
    source: ImportFile,
    base: int,
    ids: Occurrences,
    names: dict[str, str],
    heard: set[str],
) -> Iterator[Said]:
    if not message.words and not message.shown:
        return
    said, marks = _decoded("\n".join(message.words), names)
    text = clean(said).strip()
    speaker = message.speaker
    fallen = in_words(text)
    whose = [name(it[1] or it[2]) for it in _WHOSE.finditer(text)] if fallen or "➯" in text else []
    if asked := next((it for it in whose if it in heard), ""):
        speaker = asked
    owner = next(iter(whose), "")
    moves = [_moved(it, owner) for it in _MOVED.finditer(text)] if owner else []
    empty = not text and not marks
    spoken = EntryForm.STORY if speaker == NOBODY else EntryForm.TALK
    form = EntryForm.ROLL if fallen else EntryForm.CHANGE if moves else spoken
    yield Said(
        id=f"qq:{ids.id_of(message.shown, message.speaker, text, *marks)}",
        place=f"line {message.line}",
        span=(base + message.start, message.end - message.start),
        speaker=speaker,
        alias="" if speaker == NOBODY else speaker,
        user="" if message.speaker == NOBODY else message.speaker,
        form=EntryForm.VERBATIM if empty else form,
        when=message.when,
        text=text or (f"[{marks[0].partition(':')[0]}]" if marks else f"[{message.shown}] {message.speaker}"),
        rolls=tuple(fallen),
        moves=tuple(moves),
        marks=(*marks, f"at {message.shown}") if message.shown and message.when is None else marks,
        why="a message without words" if empty else "",
    )


def _decoded(text: str, names: dict[str, str]) -> tuple[str, tuple[str, ...]]:
    """The words without the codes among them, and a mark for each code: a picture, a file, what is answered."""
    marks: list[str] = []

    def marked(found: re.Match[str]) -> str:
        kind, told = found["kind"], found["with"].strip(",: ")
        if kind == "at" and (account := _ACCOUNT_IN.search(told)):
            return f"@{names.get(account[0], account[0])}"
        marks.append(clean(f"{kind}: {told}" if told else kind)[:1_000])
        return ""

    return _CODE.sub(marked, text), tuple(marks)


def _moved(found: re.Match[str], owner: str) -> Moved:
    return Moved(owner, name(found["what"]), whole(found["was"]) or 0, whole(found["now"]) or 0)


def in_words(text: str) -> list[LoggedRoll]:
    """The rolls that a dice bot wrote: `D100=10/70`, `2D6+3=8[2D6=5+3]+3=11`."""
    found: list[LoggedRoll] = []
    for line in text.split("\n") if "=" in text and len(text) <= _LONGEST else ():
        worked = _STEPS.search(line)
        if worked:
            found += _worked_out(worked)
        elif single := _SINGLE.search(line):
            before = _SKILL.findall(text[: text.index(line)] + line[: single.start()])
            under = f"<={single['under']}" if single["under"] else ""
            die = rolls.die(single["size"], single["face"])
            formula = f"1d{single['size']}{under}"
            label = before[-1] if before else ""
            found += [rolls.rolled(formula, [die], single["face"], label, in_words=True)] if die else []
    return found


def _worked_out(found: re.Match[str]) -> list[LoggedRoll]:
    """A roll with its faces, where each of its terms has as many as it asks for."""
    dice = []
    for many, size, shown in _GROUP.findall(found["steps"]):
        faces = shown.split("+")
        if len(faces) != int(many or 1):
            return []
        dice += [rolls.die(size, face) for face in faces]
    return [rolls.rolled(found["formula"].strip(), dice, found["total"], in_words=True)] if all(dice) else []
