"""Logs of chat on IRC as mIRC and the clients after it write them: sessions, and lines of a time and a nickname.

    Session Start: Sat Mar 02 20:10:00 2019
    [20:14] <Gwen> The tide is out.
    [20:15] * Wren lifts the lamp
    [20:15] * Bram has joined #causeway

Other clients write the day in each line, or tabs around the nickname, and a log on the web may tell no times at
all. A session dates its times and begins an evening; without one, the day in the name of the file does, or that on
which the play began. What a client says of the channel itself stands behind the same star as what somebody does:
only who also speaks is taken to act. What a program rolls for whoever asked it for that, and names in front, is a
roll of theirs.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import date, datetime

from domain.kernel.journal.earlier import EntryForm
from exchange.imports.entries import NOBODY, Item, Occurrences, Remarked, Said
from exchange.imports.pieces import FilePiece, whole_lines
from exchange.imports.readers.days import LogDays, day_in, hour_of
from exchange.imports.readers.worded_rolls import in_words
from exchange.imports.source import Clock, ImportFile
from exchange.imports.texts import NAMED, clean, decoded, from_iso, in_another_encoding, name

_COLOURED = re.compile(r"\x03(?:\d{1,2}(?:,\d{1,2})?)?|[\x02\x0f\x11\x16\x1d\x1e\x1f]")
_SPOKEN = (
    r"<[@+%&~ ]?(?P<who>[^<>!\s]{1,60})(?:![^<>\s]{1,120})?>[ \t]?(?P<words>.*)|[ \t]?[*•]{1,3}[ \t]+(?P<act>.+)"
)
_LINE = re.compile(
    r"(?:\d{1,2}(?=\[))?\[?"
    r"(?:(?P<iso>\d{4}-\d{2}-\d{2})[T ]|(?P<date>\d{1,2}[-./]\d{1,2}[-./]\d{4}),? "
    r"|(?P<day>\d{1,2} [A-Z][a-z]{2}|[A-Z][a-z]{2} \d{1,2}) )?"
    r"(?P<time>\d{1,2}:\d{2}(?::\d{2})?)(?: ?(?P<half>[AaPp])[Mm])?(?P<zone>Z|[+-]\d{2}:?\d{2})?\]?"
    rf"(?:[ \t]{{0,2}}(?:{_SPOKEN}|(?:-!-|-->|<--|--)[ \t]+(?P<told>.+)"
    r"|-(?P<noticed>[^\s<>:!-][^\s<>:]{0,60}?)(?::[#&]\S{1,60})?-[ \t](?P<notice>.+))"
    r"|\t[@+%&~]?(?P<nick>[^<>\s]{1,60})\t(?P<said>.*)|(?(zone)[ \t](?P<event>[^\s<*•].*)|(?!)))"
)
_TIMELESS = re.compile(
    rf"(?P<iso>)(?P<date>)(?P<day>)(?P<time>)(?P<half>)(?P<zone>)(?P<told>)(?P<noticed>)(?P<notice>)(?P<nick>)(?P<said>)"
    rf"(?P<event>)(?:{_SPOKEN})"
)
"""A line of a log from which the times were taken, as it is put on the web."""
_TAGS = frozenset(("a", "b", "blockquote", "body", "br", "center", "code", "dd", "div", "dl", "dt", "em", "font"))
_TAGS |= frozenset(("h1", "h2", "h3", "h4", "head", "hr", "html", "i", "img", "li", "ol", "p", "pre", "q", "s"))
_TAGS |= frozenset(("section", "small", "span", "strong", "table", "td", "th", "title", "tr", "tt", "u", "ul"))
_ENOUGH = 4
"""Lines without a time that make a log."""
_SESSION = re.compile(
    r"(?:--- )?(?P<what>[^\[\]<>:\n]{1,60}?):? +(?P<when>(?:\w{3} ){2} ?\d{1,2}(?: \d{2}:\d{2}:\d{2})? \d{4})\s*",
    re.ASCII,
)
"""A line that tells a day, in the language of the client: the beginning of a session, its end, midnight."""
_GOES_ON = ("Session Time", "Session Close", "Day changed", "Log closed")
_OF_THE_CHANNEL = re.compile(
    r"(?:\([^()]{0,200}\) ?|\[[^\[\]]{0,200}\] ?)?(?:has (?:joined|left|quit|been kicked|changed (?:the )?topic)\b"
    r"|is now known as |was kicked by |sets (?:channel )?mode\b|(?:sets|changes|changed) (?:the )?topic\b|Quit\b)"
)
"""Words of a client behind a nickname, which nobody of that name did in play."""
_ADDRESS = re.compile(r"\s?[(\[][^()\[\]\s@]{0,100}@[^()\[\]\s]{1,200}[)\]]")
"""The address of somebody, as clients write it behind a nickname. It is theirs alone, and is not kept."""
_IDENT = re.compile(r"Session Ident: .*")
_NAMED_DAY = re.compile(r"(?<!\d)(\d{4})[-_.]?(\d{2})[-_.]?(\d{2})(?!\d)")
"""A day in the name of a file, as clients begin one each day."""
_DATES = ("%a %b %d %H:%M:%S %Y", "%a %b %d %Y")
_MOST_NAMES = 5_000
_HEAD = 1 << 16
_COMMAND = re.compile(r"[!./]\w*r(?:oll)?\b|[!./]\w*\s*\d*[dD]\d|roll (?:\d{1,2}#)?\d*[dD]\d", re.ASCII)
"""Words to a program that rolls dice in the channel."""
_ADDRESSED = re.compile(r"(?:(?:[^\s<>]{1,60} )?--> ?)?@?(?P<who>[^\s:,<>]{1,60})[:,]?\s")


def looks_like(text: str) -> bool:
    """True if several of its first lines are those of such a log, and two of them are spoken."""
    several = [it for it in plain(text).split("\n")[:200] if it.strip()][:-1]
    lines = [found for it in several if (found := _LINE.fullmatch(it))]
    others = sum(_SESSION.fullmatch(it) is not None or _IDENT.fullmatch(it) is not None for it in several)
    spoken = sum(bool(it["who"] or it["nick"]) for it in lines)
    return (spoken >= 2 and 2 * (len(lines) + others) > len(several)) or looks_timeless(text)


def looks_timeless(text: str) -> bool:
    """True if most of its first lines are spoken, `<Gwen> The tide is out.`, and none of them tells a time."""
    several = [it.strip() for it in plain(text).split("\n")[:200] if it.strip()]
    lines = [found for it in several if (found := _TIMELESS.fullmatch(it))]
    names = [it["who"].lower() for it in lines if it["who"]]
    if len(names) < _ENOUGH or 2 * len(lines) <= len(several) or any(map(_LINE.fullmatch, several)):
        return False
    return len(set(names)) < len(names) and _TAGS.isdisjoint(names)


def _begun(line: str, timeless: bool) -> re.Match[str] | None:
    return _LINE.fullmatch(line) or (_TIMELESS.fullmatch(line) if timeless else None)


def _is_timeless(source: ImportFile) -> bool:
    with source.opened() as stream:
        return looks_timeless(decoded(stream.read(_HEAD), source.otherwise)[0].replace("\r", ""))


def plain(text: str) -> str:
    """The text without the codes of colours and bold letters."""
    return _COLOURED.sub("", text)


def _day_told(shown: str) -> date | None:
    for form in _DATES:
        try:
            return datetime.strptime(shown, form).date()
        except ValueError:
            continue
    return None


def _day_of_the_name(named: str) -> date | None:
    found = _NAMED_DAY.search(named)
    try:
        return date(int(found[1]), int(found[2]), int(found[3])) if found else None
    except ValueError:
        return None


def read(source: ImportFile) -> Iterator[Item]:
    """The lines of the log, in its order."""
    ids, others, undated, days, evening = Occurrences(), 0, 0, LogDays(source.clock), ""
    if not source.clock.begins and (named := _day_of_the_name(source.name)):
        days.begin(named)
    timeless = _is_timeless(source)
    known, asking = _names(source, timeless), set[str]()
    old = source.otherwise
    with source.opened() as stream:
        base = stream.tell()
        for piece in whole_lines(stream, source.name):
            raw, utf8 = decoded(piece.raw, old)
            others += not utf8
            line = plain(raw)
            if session := _SESSION.fullmatch(line):
                if begun := _day_told(session["when"]):
                    days.begin(begun)
                    evening = evening if session["what"].startswith(_GOES_ON) else begun.isoformat()
                continue
            if _IDENT.fullmatch(line):
                continue
            found = _begun(line, timeless)
            said = _asked(_said(found, line, piece, base, days, source.clock, ids, known, evening), asking)
            undated += said.when is None
            yield said
    if others:
        yield Remarked("the whole file", in_another_encoding(others, encoding=NAMED[old]))
    if undated:
        yield Remarked("the whole file", "some of its lines tell no day, so they have no times")


def _asked(said: Said, asking: set[str]) -> Said:
    """The line, as that of whoever has asked for its roll. `asking` are those whose dice have not fallen yet."""
    if not said.rolls:
        if _COMMAND.match(said.text) and len(asking) < _MOST_NAMES:
            asking.add(said.speaker)
        return said
    addressed = _ADDRESSED.match(said.text)
    who = name(addressed["who"]) if addressed else NOBODY
    if who == said.speaker or who not in asking:
        return said
    asking.remove(who)
    return replace(said, speaker=who, alias=who)


def _names(source: ImportFile, timeless: bool) -> frozenset[str]:
    """The nicknames that speak."""
    found: set[str] = set()
    old = source.otherwise
    with source.opened() as stream:
        for piece in whole_lines(stream, source.name):
            line = _begun(plain(decoded(piece.raw, old)[0]), timeless)
            who = (line["who"] or line["nick"]) if line else None
            if who and len(found) < _MOST_NAMES:
                found.add(name(who))
    return frozenset(found)


def _when(found: re.Match[str], days: LogDays, clock: Clock) -> str | None:
    """The time of a line, and the day where the line tells it."""
    if not found["time"]:
        return None
    if found["zone"]:
        return from_iso(f"{found['iso']}T{found['time']}{found['zone']}")
    if found["iso"]:
        try:
            days.begin(date.fromisoformat(found["iso"]))
        except ValueError:
            return None
    elif found["date"]:
        if (told := day_in(found["date"], clock)) is None:
            return None
        days.begin(told)
    elif found["day"] and not days.go_to(found["day"]):
        return None
    hour, *rest = found["time"].split(":")
    return days.stamp(hour_of(hour, found["half"]), *map(int, rest))


def _said(
    found: re.Match[str] | None,
    line: str,
    piece: FilePiece,
    base: int,
    days: LogDays,
    clock: Clock,
    ids: Occurrences,
    known: frozenset[str],
    evening: str,
) -> Said:
    when = _when(found, days, clock) if found else None
    speaker, text, form = NOBODY, line, EntryForm.STORY
    if found and (who := found["who"] or found["nick"] or found["noticed"]):
        words = found["words"] if found["who"] else found["said"] or found["notice"] or ""
        speaker, text, form = name(who, NOBODY), words, EntryForm.TALK
    elif found:
        text = found["act"] or found["told"] or found["event"]
        who, _, acts = text.partition(" ")
        who = who.removesuffix(":")
        if (
            found["act"]
            and name(who) in known
            and acts
            and not (_OF_THE_CHANNEL.match(acts) or _ADDRESS.match(acts))
        ):
            speaker, text, form = name(who), acts, EntryForm.EMOTE
    text = clean(text).strip()
    known_by = ids.id_of(when or (found["time"] if found else ""), speaker, form.value, text)
    text = _ADDRESS.sub("", text).strip() if found and form is EntryForm.STORY else text
    fallen = in_words(text)
    return Said(
        id=f"irc:{known_by}",
        place=f"line {piece.line}",
        span=(base + piece.start, len(piece.raw)),
        speaker=speaker,
        alias="" if speaker == NOBODY else speaker,
        form=EntryForm.ROLL if fallen else form if text else EntryForm.VERBATIM,
        when=when,
        text=text or clean(line).strip(),
        rolls=tuple(fallen),
        marks=_told_at(found) if found and found["time"] and when is None else (),
        evening=evening,
        why="" if text else "a message without words",
    )


def _told_at(found: re.Match[str]) -> tuple[str]:
    """The time of a line whose day is not known, as it stands there."""
    return (f"at {found['day'] or ''} {found['time']}".replace("  ", " "),)
