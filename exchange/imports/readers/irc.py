"""Logs of chat on IRC as mIRC and the clients after it write them: sessions, and lines of a time and a nickname.

    Session Start: Sat Mar 02 20:10:00 2019
    [20:14] <Gwen> The tide is out.
    [20:15] * Wren lifts the lamp
    [20:15] * Bram has joined #causeway

Other clients write the day in each line, or tabs around the nickname. A session dates its times and begins an
evening; without one, the day in the name of the file does, or that on which the play began. What a client
says of the channel itself stands behind the same star as what somebody does: only who also speaks is taken to act.
What a program rolls for whoever asked it for that, and names in front, is a roll of theirs.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import date, datetime

from domain.kernel.journal.earlier import EntryForm
from exchange.imports.entries import NOBODY, Item, Occurrences, Remarked, Said
from exchange.imports.pieces import FilePiece, whole_lines
from exchange.imports.readers.days import LogDays
from exchange.imports.readers.worded_rolls import in_words
from exchange.imports.source import ImportFile
from exchange.imports.texts import NAMED, clean, decoded, in_another_encoding, name

_COLOURED = re.compile(r"\x03(?:\d{1,2}(?:,\d{1,2})?)?|[\x02\x0f\x11\x16\x1d\x1e\x1f]")
_LINE = re.compile(
    r"(?:\d{1,2}(?=\[))?\[?"
    r"(?:(?P<iso>\d{4}-\d{2}-\d{2})[T ]|(?P<day>\d{1,2} [A-Z][a-z]{2}|[A-Z][a-z]{2} \d{1,2}) )?"
    r"(?P<time>\d{1,2}:\d{2}(?::\d{2})?)\]?(?:[ \t]{0,2}"
    r"(?:<[@+%&~ ]?(?P<who>[^<>!\s]{1,60})(?:![^<>\s]{1,120})?>[ \t]?(?P<words>.*)|[ \t]?\*{1,3}[ \t]+(?P<act>.+)"
    r"|(?:-!-|-->|<--|--)[ \t]+(?P<told>.+))|\t[@+%&~]?(?P<nick>[^<>\s]{1,60})\t(?P<said>.*))"
)
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
_COMMAND = re.compile(r"[!./]\w*r(?:oll)?\b|[!./]\w*\s*\d*[dD]\d", re.ASCII)
"""Words to a program that rolls dice in the channel."""
_ADDRESSED = re.compile(r"@?(?P<who>[^\s:,<>]{1,60})[:,]?\s")


def looks_like(text: str) -> bool:
    """True if several of its first lines are those of such a log, and two of them are spoken."""
    several = [it for it in plain(text).split("\n")[:200] if it.strip()][:-1]
    lines = [found for it in several if (found := _LINE.fullmatch(it))]
    others = sum(_SESSION.fullmatch(it) is not None or _IDENT.fullmatch(it) is not None for it in several)
    return sum(it["who"] is not None or it["nick"] is not None for it in lines) >= 2 and 2 * (
        len(lines) + others
    ) > len(several)


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
    known, asking = _names(source), set[str]()
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
            said = _asked(_said(line, piece, base, days, ids, known, evening), asking)
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


def _names(source: ImportFile) -> frozenset[str]:
    """The nicknames that speak."""
    found: set[str] = set()
    old = source.otherwise
    with source.opened() as stream:
        for piece in whole_lines(stream, source.name):
            line = _LINE.fullmatch(plain(decoded(piece.raw, old)[0]))
            who = (line["who"] or line["nick"]) if line else None
            if who and len(found) < _MOST_NAMES:
                found.add(name(who))
    return frozenset(found)


def _when(found: re.Match[str], days: LogDays) -> str | None:
    """The time of a line, and the day where the line tells it."""
    if found["iso"]:
        try:
            days.begin(date.fromisoformat(found["iso"]))
        except ValueError:
            return None
    elif found["day"] and not days.go_to(found["day"]):
        return None
    return days.stamp(*map(int, found["time"].split(":")))


def _said(
    line: str, piece: FilePiece, base: int, days: LogDays, ids: Occurrences, known: frozenset[str], evening: str
) -> Said:
    found = _LINE.fullmatch(line)
    when = _when(found, days) if found else None
    speaker, text, form = NOBODY, line, EntryForm.STORY
    if found and (who := found["who"] or found["nick"]):
        words = found["words"] if found["who"] else found["said"]
        speaker, text, form = name(who, NOBODY), words, EntryForm.TALK
    elif found:
        text = found["act"] or found["told"]
        who, _, acts = text.partition(" ")
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
        marks=(f"at {found['day'] or ''} {found['time']}".replace("  ", " "),) if found and when is None else (),
        evening=evening,
        why="" if text else "a message without words",
    )
