"""The parts of a story, in no format and with nothing escaped: the chronicle, the book and the screen draw them.

Everything that is told is a row of spans. Each says whose words it is: a person's, a name, a number, a term of the
game, a joining word, or the sentence by which the record tells itself.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from domain.kernel.facts import Kind


class SpanKind(StrEnum):
    """The kind of a span, by whose words it is."""

    SAID = "said"
    """Words of a person, as they wrote them. At most a first letter is small within a sentence or large where one
    begins, and the verb of a relation agrees with the name before it."""
    NAME = "name"
    """The name of a subject of the story: somebody at the table, a character, a power or a place."""
    CALLED = "called"
    """The name of anything else: a test, a state, a word of the game."""
    NUMBER = "number"
    TERM = "term"
    """The game's own word for something."""
    JOINING = "joining"
    """Out of `domain.kernel.wording.joining`, and the stops between."""
    RECORD = "record"
    """The sentence a record has on every screen."""


@dataclass(frozen=True, slots=True)
class StorySpan:
    """Some words. `who` is the id behind the name of a subject."""

    role: SpanKind
    text: str
    who: str = ""
    secret: bool = False
    """Not for everybody at the table."""


Text: TypeAlias = tuple[StorySpan, ...]


def plain(text: Iterable[StorySpan]) -> str:
    """The words alone."""
    return "".join(span.text for span in text)


@dataclass(frozen=True, slots=True)
class Proof:
    """The dice and numbers behind a paragraph, to be folded: in few words, and record by record."""

    text: str
    records: tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class StoryRemark:
    """A note or comment, or why play went back: it stands by itself, under the name of whose it is."""

    position: int
    kind: Kind
    by: str
    text: str
    secret: bool
    person: str = ""
    """The id of whose it is, where they sit at the table."""
    voice: str = ""
    """The id of whoever speaks in play that was taken in; empty where nobody is said to speak."""
    about: int | None = None
    """The record that it is about."""
    logged: bool = False
    """Said in play that was taken in."""
    file: int = 0
    """The number of the file that it says something of; 0 for none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Paragraph:
    """One test, or what happened between two, with its notes. `positions` are its records, the first one first."""

    positions: tuple[int, ...]
    text: Text
    kinds: tuple[Kind, ...]
    concerns: tuple[str, ...] = ()
    test: str = ""
    proof: Proof | None = None
    remarks: tuple[StoryRemark, ...] = ()
    aim: Text = ()
    """The aim and what stood against it, as the text says it."""
    outcome: Text = ()
    """The outcome, as the text says it."""
    cost: Text = ()
    """The costs that somebody put into words, as the text says them."""
    turned: tuple[tuple[str, Text], ...] = ()
    """Characters who became something else in it or are gone, each with the sentence that says so; under no id the
    end of an act."""
    gone: tuple[Text, ...] = ()
    """That somebody is gone, in a sentence each, without its reason."""

    @property
    def position(self) -> int:
        """Its first record."""
        return self.positions[0]

    @property
    def secret(self) -> bool:
        """True if something in it is not for everybody."""
        return any(span.secret for span in self.text)


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionHead:
    """A session begins. `when` is its day in words; `previously` what came before, in at most four lines."""

    position: int
    session: int
    title: str
    when: str = ""
    previously: tuple[Text, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ChapterHead:
    """A larger part begins: an act, a season."""

    position: int
    title: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SceneHead:
    """A scene begins. `place` is empty where the title or the scene before says it already."""

    position: int
    scene: str
    title: str
    place: str = ""
    when: str = ""
    present: Text = ()
    concerns: tuple[str, ...] = ()
    text: str = ""
    demand: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SceneEnd:
    """A scene ends, and what came of it."""

    position: int
    scene: str
    title: str
    outcome: Text = ()
    concerns: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Member:
    """Somebody in the story: who plays them, and what was written about them before it began."""

    who: str
    name: str
    player: str
    how: str
    players: bool
    """True if a player plays them."""
    lines: tuple[Text, ...] = ()
    traits: tuple[str, ...] = ()
    """The traits that stand on the sheet by its name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Power:
    """A power or place on the map, in a sentence."""

    who: str
    name: str
    kind: str
    text: Text = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Prelude:
    """Part before the first session: the people, the powers, what was written, and its records, to be folded."""

    people: tuple[Member, ...] = ()
    voices: tuple[Member, ...] = ()
    """Names that stand in play that was taken in: whoever speaks there, and whatever has values there."""
    powers: tuple[Power, ...] = ()
    paragraphs: tuple[Paragraph | StoryRemark, ...] = ()
    records: tuple[tuple[int, str], ...] = ()


Part: TypeAlias = Prelude | SessionHead | ChapterHead | SceneHead | Paragraph | StoryRemark | SceneEnd


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """A scene with what happened in it; without a head, what happened between two."""

    head: SceneHead | None = None
    parts: tuple[Paragraph | StoryRemark, ...] = ()
    end: SceneEnd | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class StorySession:
    """A session, or what belongs to none, with its scenes."""

    head: SessionHead | ChapterHead | None = None
    scenes: tuple[Scene, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Story:
    """The whole of it."""

    prelude: Prelude = Prelude()
    sessions: tuple[StorySession, ...] = ()


def gathered(parts: Iterable[Part]) -> Story:
    """The parts of a story in order, put into its sessions and scenes."""
    prelude = Prelude()
    sessions: list[tuple[SessionHead | ChapterHead | None, list[Scene]]] = []
    head: SceneHead | None = None
    inside: list[Paragraph | StoryRemark] = []

    def close(end: SceneEnd | None) -> None:
        nonlocal head, inside
        if head or inside or end:
            if not sessions:
                sessions.append((None, []))
            sessions[-1][1].append(Scene(head=head, parts=tuple(inside), end=end))
        head, inside = None, []

    for part in parts:
        match part:
            case Prelude():
                prelude = part
            case SessionHead() | ChapterHead():
                close(None)
                sessions.append((part, []))
            case SceneHead():
                close(None)
                head = part
            case SceneEnd():
                close(part)
            case _:
                inside.append(part)
    close(None)
    return Story(
        prelude=prelude,
        sessions=tuple(StorySession(head=first, scenes=tuple(scenes)) for first, scenes in sessions),
    )
