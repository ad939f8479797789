"""Logs of ccfolia, and what its dice bot BCDice writes: a paragraph a message, of tab, name and words.

    <p style="…"><span> [main]</span> <span>Name</span> : <span> CCB<=65 (1D100<=65) ＞ 34 ＞ … </span></p>

Newer logs have an article of class `message` with its time. A page that was drawn of a log has two paragraphs for
each message, of class `message-user-text` and `message-content-text`, under its tab. Tabs other than the main ones
may be secret between two people, but the log does not say so.
"""

import re
from collections.abc import Iterator
from typing import TypeAlias

from domain.kernel.journal.earlier import EntryForm
from domain.kernel.logged.played import LoggedDie, LoggedRoll
from exchange.imports import rolls
from exchange.imports.entries import NOBODY, Item, Moved, Occurrences, Remarked, Said
from exchange.imports.markup import Element, tree
from exchange.imports.pieces import FilePiece, stretches
from exchange.imports.source import ImportFile
from exchange.imports.texts import clean, decoded, from_iso, in_another_encoding, name, verbatim, whole

BEGINS = re.compile(rb"<p(?=[\s>])|<article(?=[\s>])", re.IGNORECASE)
_ARROW = re.compile(r"\s*[＞→]\s*")
_ASKED = re.compile(r"\(([^()]*(?:\([^()]*\)[^()]*)*)\)")
_FACES = re.compile(r"(-?\d{1,9})?\[([\d,\s]{1,4000})\]")
_DICE = re.compile(r"(?<!\d)(\d{1,3})d(\d{1,16})(?!\d)", re.IGNORECASE)
_ROLLED = re.compile(r"\d[db]\d", re.IGNORECASE)
_POOL = re.compile(r"\s*(\d{1,3})b(\d{1,9})(?:[<>=]+\d+)?\s*", re.IGNORECASE)
_SEVERAL = re.compile(r"\s*\d{1,3}(?:\s*,\s*\d{1,3}){1,10}\s*")
_MOVED = re.compile(r"\[ ?(.{1,80}?) ?\] (.{1,80}?) : (-?\d{1,15})(?:/\d+)? → (-?\d{1,15})(?:/\d+)?")
_LONGEST = 2_000


def read(source: ImportFile) -> Iterator[Item]:
    """The messages of the log, in its order."""
    ids, others, found = Occurrences(), 0, 0
    tab = speaker = ""
    with source.opened() as stream:
        base = stream.tell()
        for piece in stretches(stream, BEGINS):
            markup, utf8 = decoded(piece.raw)
            here, tab = tab, _tab_after(markup) or tab
            if piece.key == "head" and not BEGINS.match(piece.raw):
                continue
            others += not utf8
            first = next((it for it in tree(markup).inside if isinstance(it, Element)), None)
            if first is None or first.tag not in ("p", "article"):
                continue
            if "message-user-text" in first.classes:
                speaker = name(first.text)
                continue
            if not first.text:
                continue
            found += 1
            drawn = "message-content-text" in first.classes
            told = (here, speaker, first.words(), None) if drawn else _told(first)
            yield _message(told, piece, base, source, ids)
    if others:
        yield Remarked("the whole file", in_another_encoding(others, "message"))
    if not found:
        yield Remarked("the whole file", "no message of a log stands on this page", broken=True)


_Parts: TypeAlias = tuple[str, str, str, str | None]
"""Tab, speaker, words and time of a message."""


def _tab_after(markup: str) -> str:
    """The tab that is named on a drawn page, for the message that follows."""
    named = tree(markup).all("tab-text") if "tab-text" in markup else []
    return name(named[-1].text) if named else ""


def _told(element: Element) -> _Parts:
    return _article(element) if element.tag == "article" else _paragraph(element)


def _message(told: _Parts, piece: FilePiece, base: int, source: ImportFile, ids: Occurrences) -> Said:
    tab, speaker, words, when = told
    text = clean(words).strip()
    fallen, moves = in_words(text), moves_in(text)
    return Said(
        id=f"ccfolia:{ids.id_of(source.stem, tab, when or '', speaker, text)}",
        place=f"line {piece.line}",
        span=(base + piece.start, len(piece.raw)),
        speaker=speaker or NOBODY,
        alias=speaker,
        form=form_of(speaker, text, fallen, moves),
        when=when,
        text=text or verbatim(piece.raw),
        rolls=tuple(fallen),
        moves=tuple(moves),
        marks=(f"tab: {tab}",) if tab else (),
        why="" if text else "it has no words",
    )


def form_of(speaker: str, text: str, fallen: list[LoggedRoll], moves: list[Moved]) -> EntryForm:
    """The form of a message with these words, rolls and numbers that moved."""
    if not text:
        return EntryForm.VERBATIM
    spoken = EntryForm.SPEECH if speaker else EntryForm.STORY
    return EntryForm.ROLL if fallen else EntryForm.CHANGE if moves else spoken


def _paragraph(element: Element) -> _Parts:
    spans = [it for it in element.inside if isinstance(it, Element) and it.tag == "span"]
    if len(spans) < 3:
        return "", "", element.words(), None
    tab = name(spans[0].text.strip("[] "))
    return tab, name(spans[1].text), "\n".join(it.words() for it in spans[2:]), None


def _article(element: Element) -> _Parts:
    """A newer message: header with name, tab and time, and what is left of its words."""
    times = [it for it in element.each() if it.tag == "time"]
    named = element.all("name", "message-name", "author", "speaker")
    tabs = element.all("tab", "channel", "message-tab")
    when = from_iso(times[0].attributes.get("datetime")) if times else None
    words = element.words([*times[:1], *named[:1], *tabs[:1]])
    tab = (
        tabs[0].text
        if tabs
        else element.attributes.get("data-tab", "") or element.attributes.get("data-channel", "")
    )
    return name(tab.strip("[] ")), name(named[0].text if named else ""), words, when


def moves_in(text: str) -> list[Moved]:
    """The numbers that moved, as the room writes them: `[ Name ] HP : 12 → 9`."""
    return [_moved(it) for it in _MOVED.finditer(text)] if "→" in text else []


def _moved(found: re.Match[str]) -> Moved:
    return Moved(name(found[1]), name(found[2]), whole(found[3]) or 0, whole(found[4]) or 0)


def in_words(text: str) -> list[LoggedRoll]:
    """The rolls that BCDice wrote: `(2D6+3) ＞ 7[3,4]+3 ＞ 10`, `(1D100<=65) ＞ 34 ＞ …`, a line each."""
    found = []
    for line in text.split("\n") if len(text) <= _LONGEST else ():
        parts = _ARROW.split(line)
        asked = _asked(parts[0]) if len(parts) > 1 else None
        if asked and (roll := _roll(asked[1].strip(), parts[1:], _label(parts[0], asked))):
            found.append(roll)
    return found


def _asked(head: str) -> re.Match[str] | None:
    """The formula as the bot understood it: the last in parentheses, behind what somebody wrote."""
    found = list(_ASKED.finditer(head)) if "(" in head else []
    return next((it for it in reversed(found) if _ROLLED.search(it[1])), None)


def _label(head: str, asked: re.Match[str]) -> str:
    """The words behind the formula of a roll: what it is for."""
    label = " ".join((head[: asked.start()] + head[asked.end() :]).split())
    return "" if label.lower() == asked[1].strip().lower() else label


def _of_pool(formula: str, size: str, shown: list[str], label: str) -> LoggedRoll | None:
    """Dice that are counted one by one and never added: `(4B6) ＞ 6,1,2,3`."""
    dice = [rolls.die(size, face) for face in shown]
    return rolls.rolled(formula, dice, "", label, each_told=True) if dice and all(dice) else None


def _with_bonus(formula: str, shown: list[str], total: str, label: str) -> LoggedRoll | None:
    """A roll with bonus dice, `(1D100<=60) ＞ 24, 44 ＞ 44`: each result is told, and one of them counts."""
    counts = shown.index(total) if total in shown else -1
    dice = [rolls.die(100, face, number == counts) for number, face in enumerate(shown)]
    told = counts >= 0 and all(dice)
    return rolls.rolled(formula, dice if told else [], total, label, each_told=told, program="bcdice")


def _roll(formula: str, steps: list[str], label: str) -> LoggedRoll | None:
    if pool := _POOL.fullmatch(formula):
        return _of_pool(formula, pool[2], re.findall(r"\d+", steps[0]), label)
    terms = _DICE.findall(formula)
    if not terms:
        return None
    sizes = [int(size) for many, size in terms for _ in range(int(many))]
    shown = [face for group in _FACES.finditer(steps[0]) for face in re.findall(r"\d+", group[2])]
    total = next((it.strip() for it in reversed(steps) if re.fullmatch(r"\s*-?\d{1,15}\s*", it)), "")
    compares = re.search(r"[<>=]", formula) is not None
    if not shown and len(sizes) == 1 and re.fullmatch(r"\s*\d+\s*", steps[0]):
        plain = re.fullmatch(r"\s*\d*d\d+\s*(?:[<>=].*)?", formula, re.IGNORECASE)
        shown = [steps[0].strip()] if plain else []
    if compares:
        total = steps[0].strip() if re.fullmatch(r"\s*-?\d+\s*", steps[0]) else total
    if compares and sizes == [100] and (several := _SEVERAL.fullmatch(steps[0])):
        return _with_bonus(formula, re.findall(r"\d+", several[0]), total, label)
    dice: list[LoggedDie | None] = []
    if len(shown) == len(sizes):
        dice = [rolls.die(size, face) for size, face in zip(sizes, shown, strict=True)]
    if not total and not (dice and all(dice)):
        return None  # an arrow behind dice that somebody only names
    return rolls.rolled(formula, dice if all(dice) else [], total, label, program="bcdice")
