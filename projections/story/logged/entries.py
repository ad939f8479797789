"""An entry of play that was taken in: who speaks, and the lines that a story has for it."""

import re
from collections.abc import Sequence
from itertools import groupby, zip_longest

from domain.kernel.logged.chapters.entries import EntryLogged
from domain.kernel.logged.messages import NOBODY, UNNAMED
from domain.kernel.logged.played import LoggedRoll, rolls_beside
from domain.kernel.wording.emphasis import plainly_said, without_marks

_HEADING = re.compile(r"\s*#{1,6}\s")
"""The mark of a heading in notes."""
_SCRAPS = 4
"""So many scraps of lines under one another stand in one line."""
_LONGEST_SCRAP = 24
_SCRAP_WORDS = 3
_ENDS_SPEECH = '.!?…:,;”"'
_HEADED_TWICE = 2
_SHORTEST_HEADING = 4
_LONGEST_HEADING = 60
_EDGE = 40
"""Signs of the shortest line that breaks off at the edge of a page."""


def speaker_of(entry: EntryLogged) -> str:
    """The name of whoever speaks; empty where the source does not say."""
    name = " ".join(entry.speaker.split())
    return "" if name == NOBODY else name


def title_words(title: str, *, logged: bool) -> str:
    """A title in one line; that of play taken in without the marks that its notes have for emphasis and links."""
    line = " ".join(title.split())
    return without_marks(line) if logged else line


def without_title(text: str, title: str) -> str:
    """An entry without its first line, where that is the heading that stands right above it."""
    first, _, rest = text.partition("\n")
    heading = _HEADING.sub("", first).strip().rstrip("#").strip()
    return rest.lstrip("\n") if title and heading.casefold() == title.casefold() else text


def entry_lines(entry: EntryLogged, headline: str) -> str:
    """An entry of play that was taken in without its speaker: what was said, and under it what was rolled."""
    marks = _listed(entry.marks)
    after = headline.removesuffix(marks).removeprefix(entry.speaker).removeprefix(":").removeprefix(" ·")
    after = after.strip().removesuffix("·").rstrip()
    if not speaker_of(entry) and not entry.text:
        after = after.removeprefix(UNNAMED).lstrip()
    plain = plainly_said(entry.text).strip()
    said = words_of_entry(entry.text, rolls_beside(entry.speaker, entry.text, entry.rolls))
    more = after.removeprefix(plain).removeprefix(" ·").strip() if after.startswith(plain) else after
    if more.startswith("rolls "):
        more = more[0].upper() + more[1:]
    beside = entry.marks if headline.endswith(marks) else ()  # a line each, where one sentence has them in a row
    return "\n".join(part for part in (said if more != after else "", more, *beside) if part)


def words_of_entry(text: str, beside: Sequence[LoggedRoll]) -> str:
    """The lines of an entry: each of speech, and the scraps under one another, as the values of a card, in one.

    A heading that a card has twice stands once, and a total that is all its last line says is told by the roll
    `beside`.
    """
    lines = _headed_once(_unwrapped(text.strip()))
    *_, before, last = ["", "", *(line.strip() for line in lines)]
    if before and not before.endswith((":", "=")) and last in {roll.total for roll in beside}:
        lines.pop()
    return _scraps_joined(lines)


def _headed_once(lines: Sequence[str]) -> list[str]:
    """Lines of which a heading that stands twice, with more under it, stands once. What a person says twice is
    mostly the end, or said a third time, or short, or begins small: that stays.
    """
    runs = [list(same) for _, same in groupby(lines, str.strip)]
    return [
        line
        for run, below in zip_longest(runs, runs[1:])
        for line in (run[:1] if below and len(run) == _HEADED_TWICE and _is_a_heading(run[0]) else run)
    ]


def _is_a_heading(line: str) -> bool:
    bare = line.strip()
    return (
        _SHORTEST_HEADING <= len(bare) <= _LONGEST_HEADING
        and not bare[0].islower()
        and bare[-1] not in _ENDS_SPEECH
    )


def _scraps_joined(lines: Sequence[str]) -> str:
    found: list[str] = []
    for scrap, group in groupby(lines, _is_a_scrap):
        run = list(group)
        found += [" · ".join(it.strip() for it in run)] if scrap and len(run) >= _SCRAPS else run
    return "\n".join(found)


def _unwrapped(text: str) -> list[str]:
    """The lines of a text; one that was broken at the edge of a page goes on with its next."""
    found: list[str] = []
    for line in text.split("\n"):
        broken = found and len(found[-1]) >= _EDGE and (found[-1][-1].isalpha() or found[-1].endswith(","))
        if broken and line[:1].islower():
            found[-1] += f" {line}"
        else:
            found.append(line)
    return found


def _is_a_scrap(line: str) -> bool:
    bare = line.strip()
    return 0 < len(bare) <= _LONGEST_SCRAP and len(bare.split()) <= _SCRAP_WORDS and bare[-1] not in _ENDS_SPEECH


def _listed(items: Sequence[str]) -> str:
    """A few texts as a sentence has them."""
    return " and ".join(part for part in (", ".join(items[:-1]), *items[-1:]) if part)
