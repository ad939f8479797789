"""A campaign as a story to be read: what begins, what happens, what was written down, in order.

Values, not yet in any format: the chronicle draws them as Markdown, the reading page as HTML, the book as PDF.
Nothing in them is escaped.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TypeAlias

from domain.kernel import facts
from domain.kernel.campaign.state import TakenSeat
from domain.kernel.facts import Kind
from domain.kernel.logged.chapters.entries import EntryLogged
from domain.kernel.logged.messages import ENTRY, NOBODY, NOT_JUDGED
from domain.kernel.people import EVERYONE, GM_ONLY, Audience, Role
from ledger.answers import ToldRecord
from ledger.log.tags import JOURNAL_PREFIX, REWOUND
from projections.views.dates import day_words, titled
from projections.views.timeline import by_of, played_at

SEATS = {Role.GM: "game master", Role.PLAYER: "player"}
UNNAMED = ("gm", "game master")
"""The names of a GM to whom nobody gave one, in small letters."""
BEFORE = "Before the first session"
NO_SEATS: Mapping[str, TakenSeat] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Heading:
    """Something begins: `level` 2 a session or chapter, 3 a scene. `when` and `there` are empty if unknown.

    `there` are ids and names.
    """

    position: int
    level: int
    title: str
    when: str = ""
    there: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Happening:
    """One record in a sentence."""

    position: int
    kind: Kind
    text: str
    secret: bool


@dataclass(frozen=True, slots=True)
class Writing:
    """Something that somebody wrote, or the reason why play went back: it stands by itself.

    `person` is the id of whose it is, where they sit at the table.
    """

    position: int
    kind: Kind
    by: str
    text: str
    secret: bool
    person: str = ""


Part: TypeAlias = Heading | Happening | Writing


def parts_of(told: ToldRecord) -> list[Part]:
    """A record as its listener may know it, as parts of a story: headings, or one of the others."""
    found: list[Part] = list(_headings(told))
    return found or [_writing(told) if _stands_alone(told) else _happening(told)]


def who_may_read(audience: Audience, people: Mapping[str, TakenSeat] = NO_SEATS) -> str:
    """Says, in a sentence, whom a story is told to. `people` are those of the campaign, by id."""
    if audience == EVERYONE:
        return "This is what everybody at the table may know."
    if audience == GM_ONLY:
        return "This is everything, also what is for the game master's eyes only."
    person = audience.removeprefix("person:")
    return f"This is what {people[person].name if person in people else person} may know."


def says_who_runs_it(name: str, role: Role | None, gm_called: str = "") -> bool:
    """True for a GM who was given no name: theirs says what they do, which need not be told twice. `gm_called` is
    the game's own word for whoever runs it.
    """
    return role is Role.GM and name.casefold() in (*UNNAMED, gm_called.casefold())


def session_title(session: int, title: str) -> str:
    """A session by its number, and its name where it has one; a day as days are written everywhere."""
    return f"Session {session}" + (f": {titled(title)}" if title else "")


def _headings(told: ToldRecord) -> Iterator[Heading]:
    names, position = told.retelling.names, told.record.position
    for fact in told.retelling.facts:
        match fact:
            case facts.SessionOpened():
                when = "; ".join(part for part in (_when(told), NOT_JUDGED if fact.logged else "") if part)
                yield Heading(position, 2, session_title(fact.session, _line(fact.title)), when=when)
            case facts.ChapterOpened():
                yield Heading(position, 2, _line(fact.title))
            case facts.SceneOpened():
                title, place = _line(fact.title) or "A scene", _named(fact.place, names)
                there = tuple((who, _named(who, names)) for who in fact.present)
                named = f"{title}, {place}" if place and place != title else title
                yield Heading(position, 3, named, there=there)


def _stands_alone(told: ToldRecord) -> bool:
    tag = told.record.envelope.type
    return tag in (ENTRY, REWOUND) or tag.startswith(JOURNAL_PREFIX)


def _happening(told: ToldRecord) -> Happening:
    retelling = told.retelling
    return Happening(told.record.position, retelling.kind, retelling.headline, retelling.audience != EVERYONE)


def _writing(told: ToldRecord) -> Writing:
    retelling, event = told.retelling, told.record.event
    person, text = by_of(told), retelling.headline
    by = _named(person, retelling.names)
    if isinstance(event, EntryLogged):
        speaker = "" if event.speaker == NOBODY else event.speaker
        person, by, text = "", _line(speaker), _without(speaker, text)
    return Writing(told.record.position, retelling.kind, by, text, retelling.audience != EVERYONE, person)


def _without(speaker: str, headline: str) -> str:
    """The words of somebody who is named beside them."""
    return headline.removeprefix(speaker).removeprefix(":").removeprefix(" ·").strip()


def _named(name: str, names: Mapping[str, str]) -> str:
    return _line(names.get(name, name))


def _line(text: str) -> str:
    return " ".join(text.split())


def _when(told: ToldRecord) -> str:
    envelope, at = told.record.envelope, played_at(told)
    day = day_words(at) or at
    return f"{day}; {_line(envelope.fiction_time)}" if envelope.fiction_time else day
