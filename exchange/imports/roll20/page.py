"""Roll20's chat archive as a web page: the archive embedded in it as base64, or the messages as they were drawn.

On a drawn page only the first of several messages of one speaker bears a name and a time: both are carried
forward. A whisper bears "(To Wren):" where whoever saved the page sent it, "(From Gil):" where they received it.
"""

import base64
import re
import tempfile
from collections.abc import Iterable, Iterator
from datetime import datetime
from itertools import pairwise
from typing import BinaryIO

from domain.kernel.journal.earlier import EntryForm
from domain.kernel.logged.played import LoggedDie, LoggedRoll
from exchange.imports import rolls
from exchange.imports.entries import NOBODY, About, Item, Occurrences, Remarked, Said
from exchange.imports.markup import Element
from exchange.imports.markup import read as read_markup
from exchange.imports.pieces import CHUNK, elements, pages
from exchange.imports.readers.titles import title_of_page
from exchange.imports.readers.worded_rolls import in_words
from exchange.imports.roll20.chat import FORMS, SECRET, messages, time_of
from exchange.imports.source import Clock, ImportFile
from exchange.imports.texts import clean, decoded, identifier, name, verbatim

_EMBEDDED = re.compile(rb"msgdata\s*=\s*[\"']")
_MESSAGE = re.compile(rb"<div\s[^>]{0,300}?class=[\"']message\s")
_BY = re.compile(rb"<span[^<>]*class=[\"']?by[\"' ][^<>]*>([^<]{1,400})<")
_MOST_NAMES = 5_000
_HEAD = 1 << 14
_LARGEST = 8 << 20
_PARTS = ("tstamp", "by", "formula", "diceroll", "rolled", "inlinerollresult", "message")
_TIMES = ("%B %d, %Y %I:%M%p", "%B %d, %Y %H:%M", "%d %B %Y %H:%M")
_WHISPERED = re.compile(r"\((To|From)\s+(.+?)(?:\s*\(GM\))?\)?")
_ROLLING = re.compile(r"^(?:\(To [^()]{1,200}\)\s*)?rolling\s", re.IGNORECASE)
_FUDGE = {"+": 3, "0": 2, "-": 1, "−": 1}
_OWNER = ""
"""Stands among the players' ids for whoever saved the page: their own messages are marked as "you"."""
_TAG_TITLE = re.compile(r"(?:<img\b[^>]*>\s*)?Rolling\s+(.*?)\s*(?:\s=\s*(.*)|=\s*([^=]*))?", re.DOTALL)
"""A mark of where the dice came from may stand before it. A formula may hold a sign of equality, as `2d6r=1`."""


def read(source: ImportFile) -> Iterator[Item]:
    """The messages of the page."""
    with source.opened() as stream:
        begin = stream.tell()
        yield About(title=title_of_page(stream.read(_HEAD).decode("utf-8", "replace")))
        stream.seek(begin)
        found = 0
        for page in pages(stream):
            for item in _page(page, source.clock):
                found += 1
                yield item
    if not found:
        yield Remarked("the whole file", "no message of a chat archive stands on this page", broken=True)


def _page(page: BinaryIO, clock: Clock) -> Iterator[Item]:
    begin = page.tell()
    if not _embedded(page):
        page.seek(begin)
        yield from _drawn(page, clock)
        return
    with tempfile.TemporaryFile() as archive:
        whole = _unpack(page, archive)
        archive.seek(0)
        yield from messages(elements(archive))
        if not whole:
            yield Remarked("the embedded archive", "it is cut off, or no base64", broken=True)


def _embedded(stream: BinaryIO) -> bool:
    """True if an archive is embedded; the stream then stands at its first byte."""
    base, kept = stream.tell(), b""
    while chunk := stream.read(CHUNK):
        data = kept + chunk
        if found := _EMBEDDED.search(data):
            stream.seek(base + found.end())
            return True
        base += len(data) - 64 if len(data) > 64 else 0
        kept = data[-64:] if len(data) > 64 else data
    return False


def _unpack(stream: BinaryIO, archive: BinaryIO) -> bool:
    """Decode up to the closing quote. False when there is none, or when it is not base64."""
    rest = b""
    while chunk := stream.read(CHUNK):
        end = min((at for at in (chunk.find(b'"'), chunk.find(b"'")) if at >= 0), default=-1)
        rest += chunk[:end] if end >= 0 else chunk
        usable = len(rest) if end >= 0 else len(rest) // 4 * 4
        try:
            archive.write(base64.b64decode(rest[:usable].replace(b"\\/", b"/"), validate=True))
        except ValueError:
            return False
        rest = rest[usable:]
        if end >= 0:
            return True
    return False


def _drawn(stream: BinaryIO, clock: Clock) -> Iterator[Item]:
    ids, speaker, when = Occurrences(), NOBODY, None
    players: dict[str, str] = {}
    owners: set[str] = set()
    speakers = _speakers(stream)
    last, own = NOBODY, False
    for start, raw in _messages(stream):
        place = f"byte {start}"
        markup, _utf8 = decoded(raw)
        words, parts = read_markup(markup, *_PARTS, aside=("by", "tstamp"))
        message = next((it for it in parts if "message" in it.classes), None)
        if message is None:
            continue
        given = message.attributes.get("data-messageid", "")
        kind = next((it for it in FORMS if it in message.classes), "")
        by = _called(_first(parts, "by"))
        player = _player(message)
        if "you" in message.classes and player:
            owners.add(player)
        mine = "you" in message.classes or player in owners  # a roll for the GM alone is not marked as one's own
        if by and kind != "whisper":
            speaker = last = name(by, NOBODY)
            if player:
                players[player] = speaker
            if mine:
                players[_OWNER] = speaker
        elif own is not mine:
            speaker = players.get(_OWNER, NOBODY) if not own else NOBODY  # not whoever spoke before
        own = mine
        if shown := _first(parts, "tstamp"):
            when = shown_time(shown, clock)
        text, sender = words, speaker
        if kind == "whisper":
            sender, listener = _whispered(by, speaker, players.get(player) or players.get(_OWNER, NOBODY))
            text = f"(To {listener}) {words}" if listener and words else words
        elif kind == "emote" and not by:
            sender = _named_first(words, speakers)
        fallen = _rolls(parts)
        form = FORMS.get(kind, EntryForm.VERBATIM)
        if "rollresult" in kind:
            text, form = ("", form) if fallen else (text, EntryForm.TALK)
        why = "" if kind else "a kind of message that is not known"
        if not text and not fallen:
            form, text, why = EntryForm.VERBATIM, verbatim(words or markup), "it shows neither words nor a roll"
        yield Said(
            id=f"roll20:{identifier(given) or ids.id_of(last, when or '', words)}",
            place=place + (f", message {identifier(given)}" if given else ""),
            speaker=NOBODY if kind == "desc" else sender,
            form=form,
            when=time_of(given) or when,
            text=clean(text),
            rolls=tuple(fallen),
            secret=not kind or kind in SECRET or bool({"private", "gmroll"} & message.classes),
            why=why,
        )


def _called(by: str) -> str:
    """The name that stands before a message."""
    return re.sub(r"(?:\s*\(GM\))?\s*:?\s*$", "", by)


def _speakers(stream: BinaryIO) -> frozenset[str]:
    """Everybody whose name stands before a message; the stream is left where it was."""
    begin, found = stream.tell(), set[str]()
    for _start, raw in _messages(stream):
        if (by := _BY.search(raw)) and len(found) < _MOST_NAMES:
            called = name(_called(read_markup(decoded(by[1])[0])[0]))
            found |= {called} if not _WHISPERED.fullmatch(called) else set()
    stream.seek(begin)
    return frozenset(found)


def _player(message: Element) -> str:
    """The id of whoever's message it is, where the page tells."""
    return message.attributes.get("data-playerid", "") or next(
        (it.removeprefix("player-") for it in message.classes if it.startswith("player-")), ""
    )


def _named_first(words: str, known: Iterable[str]) -> str:
    """The speaker whom these words begin with, as an emote does; nobody where that name is not known yet."""
    names = (it for it in known if it and words.startswith(it) and not words[len(it) : len(it) + 1].isalnum())
    return max(names, key=len, default=NOBODY)


def _whispered(by: str, before: str, owner: str) -> tuple[str, str]:
    """The speaker of a whisper, and to whom where the page tells: it names only the other one of the two."""
    told = _WHISPERED.fullmatch(by)
    if told is None:
        return name(by, before), ""
    return (owner, name(told[2])) if told[1] == "To" else (name(told[2], NOBODY), "")


def _messages(stream: BinaryIO) -> Iterator[tuple[int, bytes]]:
    """Yield the place where each message begins, and its bytes up to the next."""
    data, base, begun = b"", stream.tell(), False
    while chunk := stream.read(CHUNK):
        data += chunk
        starts = [it.start() for it in _MESSAGE.finditer(data)]
        for first, following in pairwise(starts):
            yield base + first, data[first:following]
        keep = starts[-1] if starts else max(0, len(data) - 4096) if not begun else 0
        if len(data) - keep > _LARGEST:
            keep = len(data) - 4096
        begun = begun or bool(starts)
        base, data = base + keep, data[keep:]
    if data and _MESSAGE.match(data):
        yield base, data


def _first(parts: list[Element], kind: str) -> str:
    return next((it.text for it in parts if kind in it.classes), "")


def shown_time(shown: str, clock: Clock) -> str | None:
    """A time as Roll20 shows it, `March 05, 2020 9:05PM`."""
    for form in _TIMES:
        try:
            at = datetime.strptime(shown.strip().upper().replace(" AM", "AM").replace(" PM", "PM"), form)
        except ValueError:
            continue
        return clock.stamp(at.year, at.month, at.day, at.hour, at.minute, 0)
    return None


def _rolls(parts: list[Element]) -> list[LoggedRoll]:
    found, dice, formula, drawn = [], [], "", list[str]()
    for part in parts:
        if "diceroll" in part.classes:
            dice.append(_shown(part, formula))
            drawn.append(part.text)
        elif "formula" in part.classes and "formattedformula" not in part.classes:
            formula = _ROLLING.sub("", part.text).strip()
        elif "rolled" in part.classes:
            if dice or rolls.names_dice(formula):
                label = " ".join(drawn) if None in dice else ""  # what is no face is shown all the same
                found.append(rolls.rolled(formula, dice, part.text, label, program="roll20"))
            dice, formula, drawn = [], "", []
        elif "inlinerollresult" in part.classes:
            found.extend(_of_a_title(part))
    return found


def _shown(part: Element, formula: str) -> LoggedDie | None:
    """A die of a roll. Those that penetrate (`!p`) show one less than what fell: they tell no faces."""
    kept = "dropped" not in part.classes
    if fudge := _FUDGE.get(part.text[:1]) if "df" in formula.lower() else None:
        return rolls.die(3, fudge, kept)
    size = next((it[1:] for it in part.classes if re.fullmatch(r"d\d+", it)), "")
    shown = re.match(r"\d+", part.text)  # a sign may follow, which joins it to the next die
    return rolls.die(size, shown and shown[0], kept) if "!p" not in formula.lower() else None


def _of_a_title(part: Element) -> Iterator[LoggedRoll]:
    title = part.attributes.get("original-title") or part.attributes.get("title", "")
    told = _TAG_TITLE.fullmatch(title[:2_000].strip())
    if not told:
        return
    formula, _ = read_markup(told[1])
    shown, marked = read_markup(told[2] or told[3] or "", "basicdiceroll")
    if elsewhere := rolls.rolled_elsewhere(formula):
        yield from in_words(f"{elsewhere} {shown}") or [rolls.rolled(elsewhere, [], part.text, program="roll20")]
        return
    if not rolls.names_dice(formula):
        return  # it only shows a number of a sheet
    asked = re.findall(r"(?<!\d)(\d{0,3})d(\d{1,16})(?!\d)", formula)
    sizes = [size for many, size in asked for _ in range(int(many or 1))]
    if not marked and (in_text := in_words(f"{formula} {shown} = {part.text}")):
        yield from in_text
        return
    if len(set(sizes)) == 1 and len(marked) > len(sizes) and re.search(r"!(?!p)|r", formula):
        sizes = sizes[:1] * len(marked)  # more of them fell, as dice exploded or were thrown again
    fits = len(sizes) == len(marked)
    dice = [rolls.die(size, it.text) for size, it in zip(sizes, marked, strict=False)] if fits else []
    yield rolls.rolled(formula, dice, part.text, program="roll20")
