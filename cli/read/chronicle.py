"""`chronicle`: a campaign or a session retold as a file to read, in a format of one's choice."""

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from cli.extras import need
from cli.interrupt import between_steps
from cli.options import Options
from cli.outcome import CommandFailed, Status, broken, usage_error
from cli.printing import as_json, remark, say
from cli.progress import bar
from cli.read.pictures import Pictures
from cli.viewer import recipient_of
from domain.kernel.game import AnyGame
from domain.kernel.moment import AnyMoment
from domain.kernel.people import Asker, Audience, Role, Viewer
from domain.kernel.sheet import Sheet
from domain.kernel.terms import PersonId
from exchange.documents.html.faces import Faces
from exchange.documents.portraits import InlinePictures
from exchange.documents.replay_page import MOST_RECORDS, Replay, Step, page
from exchange.documents.volume import volume
from ledger.answers import ToldRecord
from projections.audiences import as_told_to, audience_of
from projections.story.chronicle import chronicle as as_markdown
from projections.story.lengths import Length, after
from projections.story.lengths import about as only_about
from projections.story.model import Part
from projections.story.story_builder import told_story
from projections.story.subjects import NO_SUBJECTS, Subjects, subjects_of
from projections.views.recap import sessions_in, spans_of
from projections.views.sheets import seen_by, sheets_of
from projections.views.story import SEATS, says_who_runs_it
from wiring.library import Library

if TYPE_CHECKING:
    from exchange.documents.printed.typesetting import Printed

FORMATS = {"md": "Markdown", "html": "one page of HTML with a replay", "pdf": "PDF"}
BOOKS = {**FORMATS, "epub": "a book for reading programs"}
ANYBODY = Asker(PersonId(""), Role.READER)
"""Sees what the whole table may."""


@dataclass(slots=True)
class ChronicleTelling:
    """A telling: the records retold, in the parts that they come in, and the recipient."""

    library: Library
    slug: str
    spans: list[tuple[int, int]]
    recipient: Viewer | None
    progress: Callable[[int], None]
    length: Length = Length.EVERYTHING
    whose: str | None = None
    heard: int = 0
    """From here on records are read, to know what came before those that are told."""
    changed: str = ""
    """The time of the last record that was told so far, in UTC."""

    @property
    def since(self) -> int:
        """The position after which the records begin that are told."""
        return self.spans[0][0]

    @property
    def until(self) -> int:
        """The position of the last of them."""
        return self.spans[-1][1]

    @property
    def span(self) -> tuple[int, int]:
        """The records that are told: after the first position, up to the second."""
        return self.since, self.until

    @property
    def viewer(self) -> Viewer:
        """The viewer it is told to."""
        return self.recipient or ANYBODY

    def told(self) -> Iterator[ToldRecord]:
        """The records with everything in them; whoever draws them asks whom they are for."""
        first, *others = self.spans
        for since, until in ((self.heard, first[1]), *others):
            for told in self.library.ledger.told(self.slug, until, since):
                self.progress(told.record.position)
                self.changed = told.record.envelope.at
                yield told

    def story(self, audience: Audience) -> Iterator[Part]:
        """The parts of the story, as its reader may know them."""
        mine = (it for each in self.told() if (it := as_told_to(audience, each)) is not None)
        parts = told_story(mine, _subjects(self) if self.since else NO_SUBJECTS)
        parts = after(parts, self.since) if self.since else parts
        return parts if self.whose is None else only_about(parts, self.whose)

    def steps(self) -> Iterator[Step]:
        """The same, each with the sheets of that moment as the recipient may see them."""
        handle, viewer = self.library.ledger.open(self.slug), self.viewer
        for told, moment in handle.told_with_moments(self.until, self.heard):
            at = told.record.position
            self.progress(at)
            if at > self.since and not any(since < at <= until for since, until in self.spans):
                continue  # another session, between two parts of this one
            yield told, partial(_sheets, handle.game, moment, viewer)


def _sheets(game: AnyGame, moment: AnyMoment, viewer: Viewer) -> list[Sheet]:
    return seen_by(viewer, sheets_of(game, moment))


def chronicle(
    options: Options,
    campaign: str,
    session: int | None,
    who: str | None,
    form: str | None,
    file: str | None,
    fonts: str | None,
    length: str | None = None,
    about: str | None = None,
) -> None:
    """Write the story to a file, or to stdout."""
    form = format_of(form, file, BOOKS)
    brought = fonts_in(fonts, form)
    wanted = _length_of(length, about, form)
    with options.existing() as library:
        slug = library.ledger.find(campaign).slug
        recipient = recipient_of(library, slug, who)
        spans = _spans(library, slug, session)
        since, until = spans[0][0], spans[-1][1]
        heard = _heard(library, slug, session, since)
        whose = None if about is None else _character(library, slug, recipient, about)
        many = sum(last - first for first, last in spans)
        if form != "md" and many > MOST_RECORDS:
            raise usage_error(
                f"{slug} has {many} records, and a {form} holds {MOST_RECORDS} at most: tell it session "
                "by session, with --session N, or as --format md, which has no such end."
            )
        with writing(file, form) as to, between_steps() as stopped, bar(f"Retelling {slug}") as moved:

            def progress(position: int) -> None:
                if position % 100 == 0 or position == until:
                    moved(max(0, position - since), max(1, until - since))
                stopped()

            printed = _write(
                ChronicleTelling(library, slug, spans, recipient, progress, wanted, whose, heard),
                form,
                to,
                brought,
            )
    if file is not None:
        told(
            options,
            file,
            form,
            {"campaign": slug, "session": session, "told_to": audience_of(recipient), **printed},
        )


def _write(telling: ChronicleTelling, form: str, to: BinaryIO, fonts: Path | None) -> dict[str, object]:
    """Write it; what is to be said of it in JSON."""
    ledger, slug = telling.library.ledger, telling.slug
    moment = ledger.moment(slug, telling.until)
    game = ledger.game(ledger.find(slug).game)
    audience = audience_of(telling.recipient)
    title, people = moment.campaign.title, moment.campaign.people
    seats = [
        seat.name
        if says_who_runs_it(seat.name, seat.role, game.gm_in_short)
        else f"{seat.name} ({SEATS[seat.role]})"
        for seat in people.values()
        if seat.role in SEATS
    ]
    if form in ("pdf", "epub"):
        shown = Pictures(telling.library, slug, telling.viewer, moment)
        parts, whole = telling.story(audience), not telling.since and telling.whose is None
        bound = volume(
            parts,
            title,
            game.title,
            seats,
            audience,
            shown.portraits(),
            shown.plates(telling.span),
            people=people,
            whole=whole,
        )
        if form == "epub":
            from exchange.documents.epub import epub

            to.write(epub(bound, str(ledger.find(slug).id), telling.changed))
            return {}
        from exchange.documents.printed.book import book

        return put_down(lambda: book(bound, fonts), to)
    if form == "md":
        subjects = _subjects(telling) if telling.since else NO_SUBJECTS
        pieces: Iterable[str] = as_markdown(
            telling.told(),
            moment.campaign,
            game.title,
            audience,
            subjects=subjects,
            length=telling.length,
            whose=telling.whose,
            since=telling.since,
        )
    else:
        within, plates = Pictures(telling.library, slug, telling.viewer, moment).within(telling.span)
        subjects = _subjects(telling) if telling.since else NO_SUBJECTS
        replay = Replay(audience, _faces(telling, within), subjects, telling.since, plates)
        replay.gather(telling.steps())
        pieces = page(replay, title, game.title, seats, within.style, people)
    written = sum(to.write(piece.encode("utf-8", "replace")) for piece in pieces)
    if not written:
        remark(f"Nothing was played in {slug} yet that could be told in short.")
    return {}


def _faces(telling: ChronicleTelling, within: InlinePictures) -> Faces:
    """Everybody's face as of the last record that is told."""
    views, slug, viewer = telling.library.views, telling.slug, telling.viewer
    cast, map_history = views.roster_history(slug, viewer), views.map_history(slug, viewer)
    return Faces(cast.at(telling.until), map_history.at(telling.until), within.pictures)


def _subjects(telling: ChronicleTelling) -> Subjects:
    views, slug, recipient = telling.library.views, telling.slug, telling.recipient
    return subjects_of(views.roster(slug, recipient), views.relations(slug, recipient))


def _heard(library: Library, slug: str, session: int | None, since: int) -> int:
    """The position where the session before begins, by which this one is introduced; for the first one that of the
    campaign, in which its scene may be set.
    """
    marks = library.views.marks(slug, at=since) if session and since else []
    before = [mark.position for mark in sessions_in(marks)]
    return library.ledger.lines(slug).parent(before[-1]) if before else 0 if session else since


def _length_of(length: str | None, about: str | None, form: str) -> Length:
    """The length of the telling. Raises `CommandFailed`."""
    if length and form != "md":
        raise usage_error(f"--length is for Markdown, and this would be {form}.")
    if about and form not in ("md", "pdf", "epub"):
        raise usage_error(f"--about is for Markdown, PDF and EPUB, and this would be {form}.")
    try:
        return Length((length or Length.EVERYTHING).lower())
    except ValueError:
        known = ", ".join(Length)
        raise usage_error(f"{length!r} is none of the lengths: {known}.") from None


def _character(library: Library, slug: str, recipient: Viewer | None, name: str) -> str:
    """The id of whoever is called so. Raises `CommandFailed`."""
    members = library.views.roster(slug, recipient).members
    if name in members:
        return name
    sought = name.casefold()
    for parts in (False, True):
        found = [
            it.character
            for it in members.values()
            if sought == it.name.casefold() or (parts and sought in it.name.casefold().split())
        ]
        if len(found) == 1:
            return found[0]
    there = ", ".join(it.name for it in members.values()) or "nobody yet"
    raise usage_error(f"Nobody in {slug} is called {name!r}, or more than one is. There are: {there}.")


def _spans(library: Library, slug: str, session: int | None) -> list[tuple[int, int]]:
    if session is None:
        return [(0, library.ledger.head(slug))]
    sound = library.ledger.soundness(slug)
    if sound.beyond is not None and not sound.position:
        raise sound.beyond
    marks = library.views.marks(slug, at=sound.position)
    sessions = sessions_in(marks)
    try:
        spans = spans_of(marks, session, library.ledger.lines(slug), sound.position)
    except KeyError:
        there = ", ".join(str(mark.session) for mark in sessions) or "none yet"
        if sound.beyond is not None:
            raise sound.beyond from None
        raise usage_error(f"There is no session {session} in {slug}. There are: {there}.") from None
    if sound.beyond is not None and session == sessions[-1].session:
        raise sound.beyond  # nobody can say that this was all of it
    return spans


def format_of(form: str | None, file: str | None, formats: Mapping[str, str] = FORMATS) -> str:
    """The format asked for, else that of the file name, else Markdown. Raises `CommandFailed`."""
    ending = Path(file).suffix.lower().lstrip(".") if file else ""
    wanted = (form or {"htm": "html", "markdown": "md"}.get(ending, ending) or "md").lower()
    if wanted not in formats:
        known = ", ".join(f"{name} ({what})" for name, what in formats.items())
        raise usage_error(f"{wanted!r} is none of the formats: {known}. Say which with --format.")
    if wanted == "pdf":
        need("typst", "fontTools")
    return wanted


def fonts_in(place: str | None, form: str) -> Path | None:
    """A folder of fonts, or a font, that somebody brings for their script. Raises `CommandFailed`."""
    if place is None:
        return None
    if form != "pdf":
        raise usage_error(f"--fonts is for a PDF, and this would be {form}.")
    if not Path(place).exists():
        raise usage_error(f"There is no folder of fonts {place}.")
    from exchange.documents.printed.fonts import brought

    if not brought(Path(place)):
        raise usage_error(
            f"There is no font in {place} that can be printed with: TrueType and OpenType files are (.ttf, .otf)."
        )
    return Path(place)


def put_down(printed: Callable[[], "Printed"], to: BinaryIO) -> dict[str, object]:
    """Write a PDF, and say which signs no font had; the same as it stands in JSON. Raises `CommandFailed`."""
    from exchange.documents.printed.signs import lacks_by_script
    from exchange.documents.printed.typesetting import CannotPrint

    try:
        paper = printed()
    except CannotPrint as error:
        raise broken(str(error)) from error
    to.write(paper.content)
    lacks = lacks_by_script(paper.missing)
    for lack in lacks:
        remark(f"{lack.in_words()} Put it into a folder and name that with --fonts.")
    return {"boxes": [asdict(lack) for lack in lacks]}


@contextmanager
def writing(file: str | None, form: str) -> Iterator[BinaryIO]:
    """The destination of the output: stdout, or a file that is there whole in the end, or not at all. Raises
    `CommandFailed`.
    """
    if file is None:
        if form in ("pdf", "epub", "parquet") and sys.stdout.isatty():
            raise usage_error(
                f"A {form} is nothing to read on a terminal: say which file it goes to, with -o FILE."
            )
        yield sys.stdout.buffer
        return
    place = Path(file)
    if not place.absolute().parent.is_dir():
        raise usage_error(f"There is no folder {place.absolute().parent} to write into.")
    if place.is_dir():
        raise usage_error(f"{file} is a folder. Say which file in it.")
    if place.exists() and not place.is_file():
        with _not_a_file(place) as to:
            yield to
        return
    part = place.with_name(f".{place.name[:80]}.part")
    try:
        with part.open("wb") as to:
            yield to
        part.replace(place)
    except KeyboardInterrupt:
        raise CommandFailed(Status.INTERRUPTED, "Stopped. Nothing was written.") from None
    except OSError as error:
        raise broken(f"{file} could not be written: {(error.strerror or str(error)).lower()}.") from error
    finally:
        part.unlink(missing_ok=True)


def _not_a_file(place: Path) -> BinaryIO:
    """A device or a pipe, to be written to: a file in its place would be gone with it. Raises `CommandFailed`."""
    try:
        # Nobody may be reading from a pipe: then it is said, and not waited for.
        handle = os.open(place, os.O_WRONLY | getattr(os, "O_NONBLOCK", 0))
        os.set_blocking(handle, True)
        return os.fdopen(handle, "wb")
    except OSError as error:
        raise broken(f"{place} could not be written: {(error.strerror or str(error)).lower()}.") from error


def told(options: Options, file: str, form: str, about: dict[str, object]) -> None:
    """Say what was written."""
    size = Path(file).stat().st_size
    if options.json:
        as_json({**about, "file": file, "format": form, "bytes": size})
    else:
        say(f"Written to {file}: {size:,} bytes of {form}.")
