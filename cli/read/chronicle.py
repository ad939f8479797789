"""`chronicle`: a campaign or a session retold as a file to read, in a format of one's choice."""

import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from cli.extras import need
from cli.interrupt import between_steps
from cli.options import Options
from cli.outcome import CommandFailed, Status, broken, usage_error
from cli.printing import as_json, remark, say
from cli.progress import bar
from cli.viewer import recipient_of
from domain.kernel.people import Viewer
from exchange.documents.campaign.files import FORMATS, write
from exchange.documents.campaign.sessions import NotSessions, SessionRange
from exchange.documents.campaign.telling import (
    NoSuchSession,
    Telling,
    TooLong,
    telling_of,
)
from exchange.documents.printed.errors import CannotPrint
from exchange.documents.replay_page import MOST_RECORDS
from projections.audiences import audience_of
from projections.story.lengths import Length
from wiring.library import Library

if TYPE_CHECKING:
    from exchange.documents.printed.signs import ScriptLack


_FEW = 12
"""Sessions that are named one by one."""


def chronicle(
    options: Options,
    campaign: str,
    session: str | None,
    who: str | None,
    form: str | None,
    file: str | None,
    fonts: str | None,
    length: str | None = None,
    about: str | None = None,
) -> None:
    """Write the story to a file, or to stdout."""
    form = format_of(form, file, FORMATS)
    brought = fonts_in(fonts, form)
    wanted = _length_of(length, about, form)
    sessions = _sessions(session)
    with options.existing() as library:
        slug = library.ledger.find(campaign).slug
        recipient = recipient_of(library, slug, who)
        whose = None if about is None else _character(library, slug, recipient, about)
        telling = _telling(library, slug, sessions, recipient, form, wanted, whose)
        with writing(file, form) as to, between_steps() as stopped, bar(f"Retelling {slug}") as moved:

            def progress(done: int, total: int) -> None:
                if done % 100 == 0 or done == total:
                    moved(done, total)
                stopped()

            telling.progress = progress
            with printing():
                boxes = boxes_said(form, write(telling, form, to, remark, brought))
    if file is not None:
        told(
            options,
            file,
            form,
            {
                "campaign": slug,
                "session": session if sessions is None or sessions.first != sessions.last else sessions.first,
                "told_to": audience_of(recipient),
                **boxes,
            },
        )


def _sessions(words: str | None) -> SessionRange | None:
    """The sessions that somebody typed. Raises `CommandFailed`."""
    try:
        return None if words is None else SessionRange.parse(words)
    except NotSessions as error:
        raise usage_error(str(error)) from None


def _telling(
    library: Library,
    slug: str,
    sessions: SessionRange | None,
    recipient: Viewer | None,
    form: str,
    length: Length,
    whose: str | None,
) -> Telling:
    """The telling that was asked for. Raises `CommandFailed` where there is none, or more than a file holds."""
    ledger, views = library.ledger, library.views
    try:
        return telling_of(
            ledger, views, slug, sessions, recipient, bounded=form != "md", length=length, whose=whose
        )
    except TooLong as error:
        parts = ", ".join(f"--session {part}" for part in error.parts)
        raise usage_error(
            f"{error.records:,} records are more than the {MOST_RECORDS:,} that a {form} holds. Tell {slug} in "
            f"parts: {parts}; or as --format md, which has no such end."
        ) from None
    except NoSuchSession as error:
        few = len(error.there) <= _FEW
        there = ", ".join(map(str, error.there)) if few else f"{error.there[0]} to {error.there[-1]}"
        there = there or "none yet"
        raise usage_error(f"There is no session {error.wanted} in {slug}. There are: {there}.") from None


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


def format_of(form: str | None, file: str | None, formats: Mapping[str, str]) -> str:
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


@contextmanager
def printing() -> Iterator[None]:
    """Say why a PDF cannot be set. Raises `CommandFailed`."""
    try:
        yield
    except CannotPrint as error:
        raise broken(str(error)) from error


def boxes_said(form: str, lacks: "list[ScriptLack]") -> dict[str, object]:
    """Say which signs of a PDF no font had, and what to do; the same as it stands in JSON."""
    for lack in lacks:
        remark(f"{lack.in_words()} Put it into a folder and name that with --fonts.")
    return {"boxes": [asdict(lack) for lack in lacks]} if form == "pdf" else {}


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
