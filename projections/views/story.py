"""A campaign as a story to be read: what begins, what happens, what was written down, in order.

Values, not yet in any format: the chronicle draws them as Markdown, the reading page as HTML, the book as PDF.
Nothing in them is escaped.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import TypeAlias

from domain.kernel import facts
from domain.kernel.facts import Kind
from domain.kernel.people import EVERYONE, GM_ONLY, Audience, Role
from ledger.answers import Told
from ledger.log.tags import JOURNAL_PREFIX, REWOUND

SEATS = {Role.GM: "game master", Role.PLAYER: "player"}
BEFORE = "Before the first session"


@dataclass(frozen=True, slots=True)
class Heading:
    """Something begins: `level` 2 a session or chapter, 3 a scene. `when` and `there` are empty if unknown."""

    position: int
    level: int
    title: str
    when: str = ""
    there: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Happening:
    """One record in a sentence."""

    position: int
    kind: Kind
    text: str
    secret: bool


@dataclass(frozen=True, slots=True)
class Writing:
    """What somebody wrote, or why play went back: it stands by itself."""

    position: int
    kind: Kind
    by: str
    text: str
    secret: bool


Part: TypeAlias = Heading | Happening | Writing


def parts_of(told: Told) -> list[Part]:
    """A record as its listener may know it, as parts of a story: headings, or one of the others."""
    found: list[Part] = list(_headings(told))
    return found or [_writing(told) if _stands_alone(told) else _happening(told)]


def who_may_read(audience: Audience) -> str:
    """Whom a story tells what it tells, as a sentence."""
    if audience == EVERYONE:
        return "This is what everybody at the table may know."
    if audience == GM_ONLY:
        return "This is everything, also what is for the game master's eyes only."
    return f"This is what {audience.removeprefix('person:')} may know."


def _headings(told: Told) -> Iterator[Heading]:
    names, position = told.retelling.names, told.record.position
    for fact in told.retelling.facts:
        match fact:
            case facts.SessionOpened():
                title = f": {_line(fact.title)}" if fact.title.strip() else ""
                yield Heading(position, 2, f"Session {fact.session}{title}", when=_when(told))
            case facts.ChapterOpened():
                yield Heading(position, 2, _line(fact.title))
            case facts.SceneOpened():
                place = f", {_named(fact.place, names)}" if fact.place.strip() else ""
                there = tuple(_named(who, names) for who in fact.present)
                yield Heading(position, 3, f"{_line(fact.title) or 'A scene'}{place}", there=there)


def _stands_alone(told: Told) -> bool:
    return told.record.envelope.type.startswith(JOURNAL_PREFIX) or told.record.envelope.type == REWOUND


def _happening(told: Told) -> Happening:
    retelling = told.retelling
    return Happening(told.record.position, retelling.kind, retelling.headline, retelling.audience != EVERYONE)


def _writing(told: Told) -> Writing:
    by, retelling = _named(told.record.envelope.by, told.retelling.names), told.retelling
    return Writing(told.record.position, retelling.kind, by, retelling.headline, retelling.audience != EVERYONE)


def _named(name: str, names: Mapping[str, str]) -> str:
    return _line(names.get(name, name))


def _line(text: str) -> str:
    return " ".join(text.split())


def _when(told: Told) -> str:
    envelope = told.record.envelope
    at = envelope.happened_at or envelope.at
    try:
        day = datetime.fromisoformat(at).strftime("%Y-%m-%d")
    except ValueError:
        day = at
    return f"{day}; {_line(envelope.fiction_time)}" if envelope.fiction_time else day
