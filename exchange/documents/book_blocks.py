"""A book in order, in no format: chapters of blocks, which the PDF and the EPUB draw."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeAlias

from domain.kernel.wording.emphasis import Run, runs_of
from exchange.documents.html.face import Face
from exchange.documents.plates import TITLE as PLATES
from exchange.documents.plates import Plate
from exchange.documents.volume import (
    PEOPLE,
    POWERS_TITLE,
    SECRET,
    Volume,
    beside_name,
    face_of_member,
    face_of_power,
    lines_of,
)
from projections.story.model import (
    ChapterHead,
    Paragraph,
    Scene,
    SessionHead,
    StoryRemark,
    StorySession,
    Text,
    plain,
)
from projections.views.story import BEFORE, session_title

NOTHING = "…"
"""Stands for a title that nobody wrote."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BookHeading:
    """Something begins: at level 1 a part of the book, at level 2 a scene in it."""

    level: int
    title: str
    position: int = 0
    """Its record; 0 for none."""
    about: str = ""
    who: tuple[str, ...] = ()
    """Those looked up who are there."""
    previously: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class BookLines:
    """Lines of text: what a scene says in the beginning, what it demands, what came of it."""

    form: str
    """"said", "demand" or "came"."""
    position: int
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class BookNote:
    """Somebody's note, or what they said in play that was taken in. `who` is who that is, if looked up; `by` is
    empty where they go on right below what they wrote before.
    """

    position: int
    by: str
    who: str = ""
    lines: tuple[tuple[Run, ...], ...]
    secret: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class BookPassage:
    """A paragraph of the story with its notes. `who` are those looked up who are spoken of."""

    position: int
    text: str
    proof: str
    secret: bool
    who: tuple[str, ...]
    notes: tuple[BookNote, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class BookFigure:
    """A picture where it belongs."""

    plate: Plate


@dataclass(frozen=True, slots=True, kw_only=True)
class BookPerson:
    """Somebody, or a power, with a face."""

    who: str
    name: str
    by: str
    lines: tuple[str, ...]
    face: Face


BookBlock: TypeAlias = BookHeading | BookLines | BookNote | BookPassage | BookFigure | BookPerson


@dataclass(frozen=True, slots=True)
class BookChapter:
    """A part of the book that begins on its own. `name` is short, and no other chapter has it."""

    name: str
    title: str
    blocks: tuple[BookBlock, ...]
    within: bool = False
    """True for an act or a season, which may begin within a session."""


def chapters(volume: Volume) -> Iterator[BookChapter]:
    """The book from its first chapter to its last, without its title page and its index."""
    story, front = volume.story, volume.story.prelude
    if volume.people:
        shown = [
            BookPerson(
                who=it.who,
                name=it.name,
                by=beside_name(it),
                lines=tuple(map(_told, it.lines)),
                face=face_of_member(it),
            )
            for it in volume.people
        ]
        yield _of("people", PEOPLE, _with_plates(volume, shown))
    if front.powers:
        shown = [
            BookPerson(
                who=it.who,
                name=it.name,
                by="",
                lines=(_told(it.text),) if it.text else (),
                face=face_of_power(it),
            )
            for it in front.powers
        ]
        yield _of("powers", POWERS_TITLE, _with_plates(volume, shown))
    if volume.hung.front:
        yield _of("plates", PLATES, (BookFigure(plate=it) for it in volume.hung.front))
    if front.paragraphs:
        yield _of("before", BEFORE, _scene(volume, Scene(parts=front.paragraphs)))
    for number, session in enumerate(story.sessions, 1):
        yield _session(volume, f"part-{number}", session)


def _of(name: str, title: str, blocks: Iterable[BookBlock]) -> BookChapter:
    return BookChapter(name, title, (BookHeading(level=1, title=title), *blocks))


def _with_plates(volume: Volume, shown: Iterable[BookPerson]) -> Iterator[BookBlock]:
    for one in shown:
        yield one
        yield from (BookFigure(plate=it) for it in volume.hung.of.get(one.who, ()))


def _told(text: Text) -> str:
    return plain(text) + (f" ({SECRET})" if any(span.secret for span in text) else "")


def _session(volume: Volume, name: str, session: StorySession) -> BookChapter:
    head, opening = session.head, []
    title = "What follows"
    match head:
        case SessionHead():
            title = session_title(head.session, head.title)
            before = tuple(plain(line) for line in head.previously)
            opening.append(
                BookHeading(level=1, title=title, position=head.position, about=head.when, previously=before)
            )
        case ChapterHead():
            title = head.title or NOTHING
            opening.append(BookHeading(level=1, title=title, position=head.position))
        case None:  # what was played outside any session belongs to no chapter before it
            opening.append(BookHeading(level=1, title=title))
    plates = (BookFigure(plate=it) for it in volume.hung.beside(head)) if head is not None else ()
    scenes = (block for scene in session.scenes for block in _scene(volume, scene))
    return BookChapter(name, title, (*opening, *plates, *scenes), within=isinstance(head, ChapterHead))


def _scene(volume: Volume, scene: Scene) -> Iterator[BookBlock]:
    head, end = scene.head, scene.end
    if head is not None:
        about = " · ".join(it for it in (head.place, head.when, plain(head.present)) if it)
        there = dict.fromkeys(it for who in head.concerns if (it := volume.looked_up_as.get(who)))
        yield BookHeading(
            level=2, title=head.title or NOTHING, position=head.position, about=about, who=tuple(there)
        )
        for form, text in (("said", head.text), ("demand", head.demand)):
            if lines := tuple(lines_of(text)):
                yield BookLines(form=form, position=head.position, lines=lines)
        yield from (BookFigure(plate=it) for it in volume.hung.beside(head))
    before: StoryRemark | None = None
    for part in scene.parts:
        if isinstance(part, Paragraph):
            yield _passage(volume, part)
            before = part.remarks[-1] if part.remarks else None
        elif volume.hung.tells(part):
            yield _note(volume, part, before)
            before = part
        if plates := volume.hung.beside(part):
            yield from (BookFigure(plate=it) for it in plates)
            before = None
    if end is not None and end.outcome:
        yield BookLines(form="came", position=end.position, lines=(plain(end.outcome),))


def _passage(volume: Volume, part: Paragraph) -> BookPassage:
    notes = [it for it in part.remarks if volume.hung.tells(it)]
    return BookPassage(
        position=part.position,
        text=plain(part.text),
        proof=part.proof.text if part.proof else "",
        secret=part.secret,
        who=tuple(volume.found_in(part)),
        notes=tuple(_note(volume, it, before) for before, it in pairwise((None, *notes)) if it is not None),
    )


def _note(volume: Volume, remark: StoryRemark, before: StoryRemark | None) -> BookNote:
    goes_on = before is not None and (before.by, before.person) == (remark.by, remark.person)
    return BookNote(
        position=remark.position,
        by="" if goes_on and not remark.secret else remark.by,
        who=volume.looked_up_as.get(remark.voice or remark.person, ""),
        lines=tuple(runs_of(line) if remark.logged else (Run(line),) for line in lines_of(remark.text)),
        secret=remark.secret,
    )
