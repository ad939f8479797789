"""Chat that was copied out of a window: names before words, and rolls as Roll20 and Beyond20 show them.

    Wren:
    rolling 1d20+5
    (12)+5
    =17

A name is one that speaks twice, or before a roll. What stands before the first name is told by nobody.

Roll20 puts a name over its words or right before them, `Wren:So.`, and a blank only behind the labels of a card,
as in `Range: 60 feet`. Where a whole text is such, what stands before a blank is no name. What somebody does
stands behind an empty line, `Wren waves at Gil.`: where nearly all such lines begin with a name, it is that one's.
"""

import re
from collections import Counter
from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass, field

from domain.kernel.journal.earlier import EntryForm
from domain.kernel.logged.played import Grade, LoggedRoll
from exchange.imports import rolls
from exchange.imports.discord.tables import time_in
from exchange.imports.entries import NOBODY, Item, Occurrences, Remarked, Said
from exchange.imports.pieces import whole_lines
from exchange.imports.readers.ccfolia import in_words as of_bcdice
from exchange.imports.readers.worded_rolls import in_words
from exchange.imports.roll20.page import shown_time
from exchange.imports.source import Clock, ImportFile
from exchange.imports.texts import NAMED, clean, decoded, in_another_encoding, name

_NAMED = re.compile(
    r"\s*(?:\[(?P<at>[^\[\]\n]{4,40})\] ?)?(?P<who>[^:：<>\[\]\n]{1,60}?)(?: ?\(GM\))?(?::(?:\s+|$)|：\s*)"
    r"(?P<words>.*)$"
)
"""A colon of Japanese or Chinese stands right before the words."""
_CLOSE = re.compile(
    r"(?P<at>)(?P<who>[^\W\d_][^:<>\[\]\n]{0,58}?[^:<>\[\]\s])(?: ?\(GM\))?:(?P<words>[^\s\d:/\\].*)"
)
"""A name right before its words. Before a number it is a label, as in `Roll 1:6`."""
_WHISPERED = re.compile(r"\s*\((To|From)\s+([^()]{1,60}?)(?:\s*\(GM\))?\):\s*(.*)")
_SHOWS_A_ROLL = re.compile(r"\s*\d[\d\s.+]{0,40}")
_UNDER = re.compile(r"\s*(?P<who>[^:<>\n]{1,60}?)\s+[—–-]\s+(?P<at>[^\n]{4,40}?)\s*$")
"""As Discord's own window is copied: `Wren — 03/05/2020 9:05 PM`, and the words below."""
ROLLING = re.compile(r"\s*rolling\s+(?=.{0,200}\d*d(?:\d|%|f))(.{1,500})", re.IGNORECASE)
_RESULT = re.compile(r"\s*=\s*(-?\d{1,12}(?:\.\d+)?)\s*$")
_OF_A_SUM = re.compile(r"[\d\s+\-*/(),.{}|]{0,4000}")
"""A line between a roll and its total that holds only dice: some browsers copy each on a line of its own."""
_TERMS = re.compile(r"(?<!\d)(\d{0,3})d(\d{1,16})(?![\d.]*\d)", re.IGNORECASE)
_FACES = re.compile(r"\(([\d\s+,]{1,4000})\)")
_SHORTENED = re.compile(r"[^\W\d_]\S{0,30} [^\W\d_]\.")
"""A name as Roll20 shortens whole ones: `Mara F.`. It is one also where it speaks only once."""
_LABEL = re.compile(
    r"(?:on )?(?:a )?(?:crit(?:ical)? ?)?(?:hits?|miss)|(?:opportunity )?attacks?(?: (?:roll|bonus|\d+))?|"
    r"crit(?:ical)?|damage(?: \d+)?|sav(?:es?|ing throws?)|[ad]c|range|targets?|area|rolls?(?: \d+)?|results?|"
    r"total|(?:after)?effects?|special|trigger|requirements?|sustain(?: (?:standard|minor|move|free))?|summon|"
    r"(?:(?:standard|minor|move|free|immediate|bonus|no) )?(?:re)?actions?|level|duration|components?|"
    r"casting time|school|keywords?|type|description|notes?|skill(?: check)?|ability|modifier|check|cost|"
    r"charges|ammo|uses?",
    re.IGNORECASE,
)
"""Labels of the cards on which a roll or a power is shown, none of them a name unless its bearer rolls."""
_ENDS_OF_CODE = (",", ";", "{", "[", "(")
"""Ends of lines of data and programs, whose keys stand before colons as names do."""
_LONGEST_NAME = 5
_MOST_NAMES = 5_000
_SOME = 3
"""Lines behind an empty one that begin with a name. Fewer tell nothing."""
_LONGEST = 2_000
"""Lines of one message, unless that would end in the midst of a roll."""
_MOST_BETWEEN = 8
"""Lines between a roll and its total, where they hold more than dice."""


@dataclass(slots=True)
class _Message:
    line: int
    start: int
    end: int
    speaker: str
    at: str = ""
    words: list[str] = field(default_factory=list)
    acts: bool = False
    """True if somebody is told to do something, as an emote does."""
    whispered: bool = False

    def is_full(self, line: str) -> bool:
        """True if this line begins another message, because so many stand in this one."""
        many = len(self.words)
        return many >= _LONGEST and (many >= 2 * _LONGEST or not _OF_A_SUM.fullmatch(line.lstrip(" =")))

    def going_on(self, line: int, start: int, end: int) -> "_Message":
        """Another message of the same speaker."""
        return _Message(line, start, end, self.speaker, whispered=self.whispered)


def looks_copied(text: str) -> bool:
    """True if a text is chat: several lines begin with names, or somebody rolls."""
    several = [it for it in text.split("\n")[:400] if it.strip()]
    said = [(found, it) for it in several if (found := _NAMED.match(it)) and _short(found["who"])]
    named = Counter(found["who"].strip() for found, _line in said)
    again = sum(many for many in named.values() if many > 1)
    close = (found for it in several if (found := _CLOSE.fullmatch(it)) and _short(found["who"]))
    if any(ROLLING.match(it["words"]) for it in close):
        return True
    rolled = any(map(ROLLING.match, several)) or any(ROLLING.match(found["words"] or "") for found, _line in said)
    if not named or rolled:
        return bool(named)
    coded = sum(it.rstrip().endswith(_ENDS_OF_CODE) for _found, it in said)
    return again >= 4 and 3 * again >= len(several) and 2 * coded < len(said)


def read(source: ImportFile) -> Iterator[Item]:
    """The messages of the text, in its order."""
    ids, others, message = Occurrences(), 0, _Message(1, 0, 0, NOBODY)
    when: str | None = None
    due: str | None = None
    known, over, acting = _names(source)
    old, last = source.otherwise, 0
    with source.opened() as stream:
        base = stream.tell()
        for piece in whole_lines(stream, source.name):
            line, utf8 = decoded(piece.raw, old)
            others += not utf8
            end = piece.start + len(piece.raw)
            apart, last = piece.line > last + 1, piece.line
            if told := _WHISPERED.fullmatch(line):
                yield from _entry(message, when, source, base, ids)
                other = name(told[2], NOBODY)
                speaker = NOBODY if told[1] == "To" else other  # whoever copied the chat is not named
                message = _Message(piece.line, piece.start, end, speaker, whispered=True)
                message.words.append(f"(To {other}) {told[3]}" if told[1] == "To" else told[3])
                when, due = due, None
            elif found := _begun(line, known, over):
                yield from _entry(message, when, source, base, ids)
                at = (found["at"] or "").strip()
                who = found["who"].strip()
                speaker = known.get(who, who)
                message = _Message(piece.line, piece.start, end, name(speaker, NOBODY), at)
                message.acts = speaker != who
                when, due = _when(at, source.clock) or due, None
                words = found.groupdict().get("words") or ""
                words = f"{who.removeprefix(speaker).strip()}: {words}" if message.acts else words
                message.words += [words] if words.strip() else []
            elif apart and acting and (doer := _doer(line, known)):
                yield from _entry(message, when, source, base, ids)
                message = _Message(
                    piece.line, piece.start, end, doer, words=[line[len(doer) :].strip()], acts=True
                )
                when, due = due, None
            elif shown := _when(line.strip(), source.clock):
                yield from _entry(message, when, source, base, ids)
                message, when = message.going_on(piece.line, piece.start, end), None
                due = shown
            else:
                if message.is_full(line):
                    yield from _entry(message, when, source, base, ids)
                    message = message.going_on(piece.line, piece.start, end)
                message.words.append(line)
                message.end = end
        yield from _entry(message, when, source, base, ids)
    if others:
        yield Remarked("the whole file", in_another_encoding(others, encoding=NAMED[old]))


def _when(shown: str, clock: Clock) -> str | None:
    if not shown or len(shown) > 40:
        return None
    return time_in(shown, clock) or shown_time(shown, clock)


def _short(who: str) -> bool:
    return len(who.split()) <= _LONGEST_NAME and any(map(str.isalpha, who))


def _names(source: ImportFile) -> tuple[Mapping[str, str], bool, bool]:
    """The names that stand before words, and whose each is: in `Wren says: "No."` it is Wren who acts. And whether
    names stand over their words or right before them, so that what stands before a blank is none; and whether a
    line behind an empty one is what somebody does.
    """
    told, close, loose = Counter[str](), Counter[str](), Counter[str]()
    rolling, apart = set[str](), list[str]()
    before, last = "", 0
    old = source.otherwise
    with source.opened() as stream:
        for piece in whole_lines(stream, source.name):
            line = decoded(piece.raw, old)[0].rstrip("\r\n")
            if last and piece.line > last + 1 and len(apart) < _MOST_NAMES and not _NAMED.match(line):
                apart.append(line[:200])
            last = piece.line
            if before and ROLLING.match(line):
                told[before] += 2
                rolling.add(before)
            if before and (ROLLING.match(line) or _SHOWS_A_ROLL.fullmatch(line)):
                close[before] += 1
            found = None if _WHISPERED.fullmatch(line) else _NAMED.match(line) or _CLOSE.fullmatch(line)
            who = found["who"].strip() if found and _short(found["who"]) and not ROLLING.match(line) else ""
            words = (found["words"] or "") if found else ""
            before = who if found and not words.strip() else ""
            if not found or not who or (who not in told and len(told) >= _MOST_NAMES):
                continue
            if rolls_at_once := ROLLING.match(words) is not None:
                rolling.add(who)
            (loose if found.re is _NAMED and words.strip() else close)[who] += 2 if rolls_at_once else 1
            told[who] += 2 if rolls_at_once else 1 if found.re is _NAMED else 0
    over = _stand_over(close, loose)
    known = {it for it, many in (close if over else told).items() if many > 1}
    known = {it for it in known if it in rolling or not _LABEL.fullmatch(it)}
    known |= {it for it in told if rolling and not over and _SHORTENED.fullmatch(it)}
    did = sum(bool(_doer(it, known)) for it in apart) if rolling else 0
    return {it: next(_acting(it, known), it) for it in known}, over, did >= _SOME and 5 * did >= 4 * len(apart)


def _stand_over(close: Counter[str], loose: Counter[str]) -> bool:
    """True if nobody whose name stands over words, or right before them, ever stands before a blank as well."""
    again = [it for it, many in close.items() if many > 1]
    both = sum(close[it] for it in loose)
    many = sum(close.values())
    return len(again) > 1 and many >= sum(loose.values()) and 20 * both <= many


def _doer(line: str, known: Container[str]) -> str:
    """The longest name that a line begins with, where it goes on with what its bearer does; else empty."""
    words = line[:200].split(" ")
    several = (" ".join(words[:many]) for many in range(min(len(words) - 1, _LONGEST_NAME), 0, -1))
    return next((it for it in several if it in known), "")


def _acting(name_told: str, known: Container[str]) -> Iterator[str]:
    """Yield the longest name that these words begin with, and go on from with what its bearer does."""
    words = name_told.split(" ")
    for many in range(len(words) - 1, 0, -1):
        if words[many][:1].islower() and (who := " ".join(words[:many])) in known:
            yield who


def _begun(line: str, known: Container[str], over: bool) -> re.Match[str] | None:
    """The beginning of a message, with who says it."""
    found = _NAMED.match(line)
    if found and over and (found["words"] or "").strip():
        found = None
    found = found or _CLOSE.fullmatch(line)
    if found and found["who"].strip() in known and not ROLLING.match(line):
        return found
    under = _UNDER.match(line)
    return under if under and _short(under["who"]) and re.search(r"\d{1,2}[:.]\d{2}", under["at"]) else None


def _entry(message: _Message, when: str | None, source: ImportFile, base: int, ids: Occurrences) -> Iterator[Said]:
    text = clean("\n".join(message.words)).strip()
    if not text:
        return
    fallen, rest = _rolled(text)
    yield Said(
        id=f"copied:{ids.id_of(source.stem, message.at or when or '', message.speaker, text)}",
        place=f"line {message.line}",
        span=(base + message.start, message.end - message.start),
        speaker=message.speaker,
        alias="" if message.speaker == NOBODY else message.speaker,
        form=_form(message, fallen),
        when=when,
        text=rest,
        rolls=tuple(fallen),
        secret=message.whispered,
        marks=(f"at {message.at}",) if message.at and when is None else (),
    )


def _form(message: _Message, fallen: list[LoggedRoll]) -> EntryForm:
    if fallen:
        return EntryForm.ROLL
    if message.speaker == NOBODY:
        return EntryForm.STORY
    return EntryForm.EMOTE if message.acts else EntryForm.SPEECH


def _rolled(text: str) -> tuple[list[LoggedRoll], str]:
    """The rolls of a message, and its other words. Only `rolling …`, its faces and `=17` below it are a roll."""
    said, fallen, rest, at = text.split("\n"), list[LoggedRoll](), list[str](), 0
    while at < len(said):
        asked = ROLLING.match(said[at])
        end = _end_of_roll(said, at) if asked else at
        came = _RESULT.match(said[end]) if asked and end < len(said) else None
        if asked is None or came is None:
            rest.append(said[at])
            at += 1
            continue
        roll, shown = _roll(asked[1].strip(), " ".join(said[at + 1 : end]), came[1])
        fallen.append(roll)
        rest += [shown] if shown else []
        at = end + 1
    fallen += [] if fallen else in_words(text) or (of_bcdice(text) if "＞" in text else [])
    return fallen, "\n".join(rest).strip()


def _end_of_roll(said: list[str], at: int) -> int:
    """The line with the total of a roll, or one behind the last where none follows it."""
    only_dice = True
    for end in range(at + 1, len(said)):
        if _RESULT.match(said[end]):
            return end
        only_dice = only_dice and _OF_A_SUM.fullmatch(said[end]) is not None
        if not only_dice and end - at >= _MOST_BETWEEN - 1:
            break
    return len(said)


def _roll(formula: str, shown: str, total: str) -> tuple[LoggedRoll, str]:
    """A roll with its faces, where they are as many as the formula asks for in each of its terms; and what stood
    between the two that no roll can hold.
    """
    terms = _TERMS.findall(formula)
    sizes = [int(size) for many, size in terms for _ in range(int(many or 1))]
    groups = [re.findall(r"\d+", it) for it in _FACES.findall(shown)]
    faces = [face for group in groups for face in group]
    fits = len(faces) == len(sizes)
    dice = [rolls.die(size, face) for size, face in zip(sizes, faces, strict=True)] if fits else []
    roll = rolls.rolled(formula, dice if all(dice) else [], total, program="roll20")
    if roll.dice and roll.grade is not Grade.EXACT and not _fits(formula, shown, total):
        roll = rolls.rolled(formula, [], total, program="roll20")  # what stands in parentheses was something else
    if roll.dice or not shown:
        return roll, ""
    if len(shown) > rolls.LONGEST:
        return roll, shown
    return roll.model_copy(update={"label": clean(shown)}), ""


def _fits(formula: str, shown: str, total: str) -> bool:
    """True if a sum like `(12)+5` has the parts of its formula, or comes to the total."""
    if "".join(re.sub(r"\d{0,3}d\d{1,9}", "", formula, flags=re.IGNORECASE).split()) == "".join(
        _FACES.sub("", shown).split()
    ):
        return True
    if not re.fullmatch(r"[\d\s+\-()]{1,1000}", shown):
        return False
    numbers = re.findall(r"([+-]?)(\d+)", re.sub(r"[()\s]", "", shown))
    return sum(-int(it) if sign == "-" else int(it) for sign, it in numbers) == float(total)
