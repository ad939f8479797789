"""A session as it is read: headings, paragraphs of what happened, what was written down in its place.

Pure functions to HTML. Every sentence carries `data-go`: it leads to its moment in the replay.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from dashboard.ui.drawing.attached import FileAddress, attached_html, hear_html
from domain.kernel.facts import TestClosed
from domain.kernel.journal.attached.state import AttachedFile
from domain.kernel.journal.attached.terms import BelongsTo
from domain.kernel.people import EVERYONE
from exchange.documents.html.faces import NO_FACES, Faces
from exchange.documents.html.markup import joined, number, people, text
from exchange.documents.html.story import MomentLinks
from exchange.documents.plates import PlacedPlates, Plate, hung
from ledger.answers import ToldRecord
from ledger.log.tags import JOURNAL_PREFIX, REWOUND
from projections.story.model import Part as ToldPart
from projections.views.story import Happening, Heading, Part, Writing, parts_of
from projections.views.timeline import TimelineEntry
from projections.views.voices import Heard as Place

LONGEST_PARAGRAPH = 7
"""The most sentences in one paragraph."""
_ENDS = (".", "!", "?", "…", ":", "”", '"', ")")


@dataclass(frozen=True, slots=True)
class StoryPassage:
    """One record of the story. `breaks` when a new paragraph begins with it, `ends` when one ends."""

    position: int
    ruling: int
    parts: tuple[Part, ...]
    breaks: bool
    ends: bool


def passages(
    entries: Iterable[TimelineEntry], told: Mapping[int, ToldRecord], names: Mapping[str, str]
) -> list[StoryPassage]:
    """The story of these entries. Where a record's own telling is at hand, with its headings in full."""
    found = []
    for entry in entries:
        own = told.get(entry.position)
        parts = tuple(parts_of(own)) if own is not None else (_plain(entry, names),)
        settled = own is not None and any(isinstance(fact, TestClosed) for fact in own.retelling.facts)
        found.append(StoryPassage(entry.position, entry.ruling, parts, bool(entry.opens), settled))
    return found


def _plain(entry: TimelineEntry, names: Mapping[str, str]) -> Part:
    """An entry by its headline alone."""
    secret = entry.audience != EVERYONE
    if entry.type.startswith(JOURNAL_PREFIX) or entry.type == REWOUND:
        return Writing(entry.position, entry.kind, names.get(entry.by, entry.by), entry.headline, secret, entry.by)
    if entry.opens in ("session", "scene"):
        return Heading(entry.position, 2 if entry.opens == "session" else 3, entry.headline)
    return Happening(entry.position, entry.kind, entry.headline, secret)


def story_html(
    story: Sequence[StoryPassage], sought: str = "", faces: Faces = NO_FACES, *, entries: bool = False
) -> str:
    """The story as prose, or one record a line with `entries`. What was sought is marked."""
    drawn = joined(_drawn(story, sought, faces, entries))
    return f'<div class="story{" listed" if entries else ""}">{drawn}</div>'


def _drawn(story: Sequence[StoryPassage], sought: str, faces: Faces, entries: bool) -> Iterator[str]:
    open_now: list[Happening] = []
    for passage in story:
        if passage.breaks:
            yield _paragraph(open_now, sought)
            open_now = []
        for part in passage.parts:
            if isinstance(part, Happening):
                open_now.append(part)
                continue
            yield _paragraph(open_now, sought)
            open_now = []
            yield _heading(part, sought, faces) if isinstance(part, Heading) else _writing(part, sought, faces)
        if passage.ends or entries or len(open_now) >= LONGEST_PARAGRAPH:
            yield _paragraph(open_now, sought)
            open_now = []
    yield _paragraph(open_now, sought)


def _paragraph(sentences: Sequence[Happening], sought: str) -> str:
    if not sentences:
        return ""
    first = sentences[0]
    kinds = joined(f'<i class="k-{kind}"></i>' for kind in dict.fromkeys(it.kind.value for it in sentences))
    return (
        f'<p class="told"><span class="margin">{number(first.position)}<span>{kinds}</span></span>'
        f"{' '.join(_sentence(it, sought) for it in sentences)}</p>"
    )


def _sentence(it: Happening, sought: str) -> str:
    words = it.text.strip()
    stop = "" if words.endswith(_ENDS) else "."
    secret = " secret" if it.secret else ""
    return (
        f'<span role="link" tabindex="0" class="people{secret}" data-go="{it.position}" '
        f'title="Moment {number(it.position)}">{marked(words, sought)}{stop}</span>'
    )


def _heading(it: Heading, sought: str, faces: Faces) -> str:
    level = min(3, max(2, it.level))
    when = f"<small>{text(it.when)}</small>" if it.when else ""
    who = ", ".join(faces.beside_name_of(who) + people(name) for who, name in it.there)
    there = f'<p class="there">{who}</p>' if it.there else ""
    return (
        f'<h{level} id="record-{it.position}"><button type="button" class="people" dir="auto" '
        f'data-go="{it.position}">{marked(it.title, sought)}</button>{when}</h{level}>{there}'
    )


def _writing(it: Writing, sought: str, faces: Faces) -> str:
    secret = "<small>not for everybody</small>" if it.secret else ""
    to = f'data-go="{it.position}" aria-label="To moment {number(it.position)}"'
    face = faces.beside_author(it.person) if it.person else faces.beside(it.by)
    return (
        f'<blockquote class="k-{it.kind.value}"><p class="by">{face}{people(it.by)}{secret}'
        f'<button type="button" {to}>{number(it.position)}</button></p>'
        f'<p class="people" dir="auto">{marked(it.text, sought)}</p></blockquote>'
    )


@dataclass(frozen=True, slots=True)
class HeardMoments(MomentLinks):
    """Attributes of what leads to a moment, with the recording in which it is heard and the files there."""

    where: Callable[[int], Place | None]
    address: FileAddress
    files: Mapping[int, AttachedFile] = field(default_factory=dict)
    """By their numbers."""

    def figure(self, plate: Plate) -> str:
        """A file that hangs there: fetched by whoever looks, and not within the page."""
        return attached_html([self.files[plate.number]], self.address)

    def heard(self, positions: Sequence[int]) -> str:
        """The recording in which these records are heard, folded, from the first that it has on; nothing where it
        has none of them.
        """
        return hear_html(next(filter(None, map(self.where, positions)), None), self.address)


def hung_in_story(
    files: Mapping[int, AttachedFile], parts: Iterable[ToldPart], first: int, last: int
) -> PlacedPlates:
    """The files of moments from `first` to `last`, of scenes and of places, where these are told."""
    placed = (
        Plate(number=number, content=b"", width=0, height=0, alt="", belongs=it.belongs)
        for number, it in files.items()
        if it.belongs.kind in _IN_A_STORY
        and (it.belongs.kind is not BelongsTo.RECORD or first <= (it.belongs.number or 0) <= last)
    )
    return replace(hung(placed, parts, whole=False), of={})  # those of people are on their sheets


_IN_A_STORY = (BelongsTo.RECORD, BelongsTo.SCENE, BelongsTo.PLACE)


def marked(words: str, sought: str) -> str:
    """Words with what was sought marked in them, in any case."""
    wanted = sought.strip()
    if not wanted:
        return text(words)
    pieces = re.split(f"({re.escape(wanted)})", words, flags=re.IGNORECASE)
    return joined(f"<mark>{text(it)}</mark>" if n % 2 else text(it) for n, it in enumerate(pieces))
