"""Foundry's text log, `fvtt-log-….txt`: blocks between lines of hyphens, in local time and without ids.

It may lack the text of cards, so it is the poorest of Foundry's exports.
"""

import re
from collections.abc import Iterator
from typing import Any

from domain.kernel.journal.earlier import EntryForm
from domain.kernel.logged.played import LoggedRoll
from exchange.imports import rolls
from exchange.imports.entries import NOBODY, Item, Occurrences, Remarked, Said
from exchange.imports.pieces import whole_lines
from exchange.imports.source import Clock, ImportFile
from exchange.imports.texts import clean, decoded, in_another_encoding, name, verbatim

_RULE = re.compile(r"-{20,}")
_AFTERNOONS = frozenset(("P", "오후", "下午", "午後"))
_HEAD = re.compile(
    r"\[(\d{1,4})[/.\-] ?(\d{1,2})[/.\-] ?(\d{1,4})\.?,? +(오전|오후|上午|下午|午前|午後)? ?"
    r"(\d{1,2})[:.](\d{2})(?:[:.](\d{2}))?\s*(?:([AP])\.?\s?M\.?)?\s*\] ?(.*)",
    re.IGNORECASE,
)
"""A date, a time and a name, as the browsers of many countries write them."""
_ROLL = re.compile(r"(.*\d*d\d+.*?) = ([\d\s+\-*/%().,]+) = (-?\d+(?:\.\d+)?)")
_PROSE = re.compile(r"(?<![\w@.])(?!(?:floor|ceil|round|abs|min|max|sign)\b)[^\W\d_]{4,}")
"""Words that stand in no formula."""
_LONGEST = 2_000
"""Lines of one block. More are no message."""


def read(source: ImportFile) -> Iterator[Item]:
    """The blocks of the log, in its order."""
    block: list[str] = []
    first, others, ids = 1, 0, Occurrences()
    with source.opened() as stream:
        for piece in whole_lines(stream, source.name):
            line, utf8 = decoded(piece.raw)
            others += not utf8
            if _RULE.fullmatch(line.strip()) or len(block) >= _LONGEST:
                yield from _block(block, first, source.clock, ids)
                block = []
                continue
            first = first if block else piece.line
            block.append(line)
    yield from _block(block, first, source.clock, ids)
    if others:
        yield Remarked("the whole file", in_another_encoding(others))


def _block(block: list[str], first: int, clock: Clock, ids: Occurrences) -> Iterator[Said]:
    if not block:
        return
    place, raw = f"line {first}", verbatim("\n".join(block))
    known = f"foundry-log:{ids.id_of(raw)}"
    head = _HEAD.fullmatch(block[0].strip())
    if head is None:
        yield Said(
            id=known,
            place=place,
            speaker=NOBODY,
            form=EntryForm.VERBATIM,
            text=raw,
            why="it does not begin with a time and a name",
        )
        return
    found = _ROLL.fullmatch(block[-1].strip()[:1_000]) if len(block) > 1 else None
    if found and _PROSE.search(re.sub(r"\[[^\[\]]*\]", "", found[1])):
        found = None
    words = block[1:-1] if found else block[1:]
    text = clean("\n".join(words)).strip()
    said: dict[str, Any] = {
        "id": known,
        "place": place,
        "speaker": name(head[9], NOBODY),
        "when": _time(head, clock),
    }
    if found:
        yield Said(**said, form=EntryForm.ROLL, text=text, rolls=(_roll(found, text),))
    elif text:
        yield Said(**said, form=EntryForm.STORY, text=text)
    else:
        yield Said(**said, form=EntryForm.VERBATIM, text=raw, why="nothing is left of its card but the name")


def _time(head: re.Match[str], clock: Clock) -> str | None:
    one, two, three = int(head[1]), int(head[2]), int(head[3])
    if one > 31:
        year, month, day = one, two, three
    else:
        year, month, day = (three, two, one) if clock.day_first or one > 12 else (three, one, two)
    hour, half = int(head[5]), (head[4] or head[8] or "").upper()
    if half:
        hour = hour % 12 + (12 if half in _AFTERNOONS else 0)
    return clock.stamp(year, month, day, hour, int(head[6]), int(head[7] or 0))


def _roll(found: re.Match[str], label: str) -> LoggedRoll:
    """Only where a term is one die does its part of the sum say what the die showed."""
    terms = re.split(r"\s+[+\-*/]\s+", found[1].strip())
    parts = re.split(r"\s+[+\-*/]\s+", found[2].strip())
    dice = []
    for term, part in zip(terms, parts, strict=False) if len(terms) == len(parts) else ():
        if single := re.fullmatch(r"1?d(\d+)", term):
            dice.append(rolls.die(single[1], part))
    return rolls.rolled(found[1].strip(), dice, found[3], label.split("\n")[0], program="foundry")
