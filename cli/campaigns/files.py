"""`attach` and `files`: pictures, maps, handouts and recordings of a campaign."""

import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

from pydantic import ValidationError

from cli.campaigns.rulings import answer_json, refuse
from cli.options import Options
from cli.outcome import usage_error
from cli.output_files import place_to_write
from cli.printing import as_json, cell, remark, rows, say, table
from cli.progress import bar
from cli.viewer import asker_called, id_called, names, viewer_of
from domain.kernel.journal.attached.state import AttachedFile, portrait_of
from domain.kernel.journal.attached.terms import Belongs, BelongsTo, FileRole, Focus, audience_of
from domain.kernel.journal.files import BringFileBack, DescribeFile, PutFileAway
from domain.kernel.journal.visibility import Visibility
from domain.kernel.messages import Command
from domain.kernel.people import GM_ONLY, may_see
from domain.kernel.terms import PersonId, slugify
from domain.kernel.wording.faults import first_problem
from exchange.command_forms.batch import rule_together
from exchange.media.accepting import Accepted, accept, said_size
from exchange.media.attaching import attach as put_in
from exchange.media.attaching import sum_of, warnings_about
from exchange.media.kinds import KINDS
from ledger.answers import Refused
from ledger.files.reading import KeptFile
from ledger.files.store import NoSuchFile
from projections.transcripts.moments import read_by_others
from wiring.library import Library

_CODE = 8
_AT_ONCE = 2**20
_TO = "character:NAME, faction:NAME, place:NAME, scene:NAME, session:N, record:N or campaign"


@dataclass(frozen=True, slots=True, kw_only=True)
class FileWish:
    """The wishes for a file. None where nothing is said."""

    to: str | None = None
    role: str | None = None
    caption: str | None = None
    alt: str | None = None
    audience: str | None = None
    focus: str | None = None


def attach(options: Options, campaign: str, file: str, wish: FileWish, by: str | None) -> None:
    """Put a file in and record what it belongs to."""
    with options.existing() as library, _opened(file) as content:
        slug = library.ledger.find(campaign).slug
        about: dict[str, Any] = {"belongs": _belongs(library, slug, wish.to or "campaign")}
        about |= {"caption": wish.caption or "", "alt": wish.alt or ""}
        about |= _audience(library, slug, wish.audience or "table")
        if wish.role is not None:
            about["role"] = _role(wish.role)
        with accept(content, Path(file).name) as taken:
            asker = asker_called(library, slug, by)
            if wish.role is None and _is_first_face(library, slug, asker, about["belongs"], taken):
                about["role"] = FileRole.PORTRAIT
            with bar(f"Putting in {taken.name}", taken.size) as put:
                answer = put_in(library.ledger, slug, taken, about, by=asker, progress=put)
            warnings = warnings_about(taken)
        if isinstance(answer, Refused):
            refuse(answer)
        it = library.ledger.moment(slug).journal.files[-1]
        if options.json:
            as_json({"campaign": slug, "file": file_json(it), "warnings": warnings, **answer_json(answer)})
            return
        face = " as the portrait" if it.role is FileRole.PORTRAIT and wish.role is None else ""
        say(f"{it.name} is file {it.number} of {slug}, attached to {belongs_to(library, slug, it)}{face}.")
    for warning in warnings:
        remark(warning)


@contextmanager
def _opened(file: str) -> Iterator[BinaryIO]:
    if file == "-":
        yield sys.stdin.buffer
        return
    if "\0" in file or not Path(file).is_file():  # a pipe would be waited for, perhaps for ever
        raise usage_error(f"There is no file {file}.")
    with Path(file).open("rb") as content:
        yield content


def _role(said: str) -> FileRole:
    try:
        return FileRole(said.strip().lower())
    except ValueError as error:
        known = ", ".join(FileRole)
        raise usage_error(f"A file is no {said!r}. Say one of: {known}.") from error


def _is_first_face(library: Library, slug: str, asker: str, to: Belongs, taken: Accepted) -> bool:
    """True for a picture of a character with no portrait that the asker knows of but, at most, this very one."""
    if to.kind is not BelongsTo.CHARACTER or to.id is None or not taken.media.startswith("image/"):
        return False
    moment = library.ledger.moment(slug)
    face = portrait_of(moment.journal.files, to.id, moment.campaign.asker(PersonId(asker)))
    return face is None or face.digest == sum_of(taken.content)


def _belongs(library: Library, slug: str, said: str) -> Belongs:
    """The thing a file is attached to, by the name people have for it. Raises `CommandFailed`."""
    kind, _, name = said.strip().partition(":" if ":" in said else " ")
    name = name.strip()
    try:
        what = BelongsTo(kind.strip().lower())
        if what is BelongsTo.CAMPAIGN:
            return Belongs()
        if what in (BelongsTo.SESSION, BelongsTo.RECORD):
            return Belongs(kind=what, number=int(name))
        known = names(library, slug)
        found = id_called(name, known)
        return Belongs(kind=what, id=found if found in known else slugify(name))
    except ValueError as error:  # Pydantic's is one too
        raise usage_error(f"{said!r} is nothing to attach to. Say {_TO}.") from error


def _audience(library: Library, slug: str, said: str) -> dict[str, Any]:
    """The audience of a file, as its fields say it. Raises `CommandFailed`."""
    if said in ("table", GM_ONLY) and said not in library.ledger.moment(slug).campaign.people:
        return {"visibility": said, "only_for": None}
    if said == "table":
        return {"visibility": said, "only_for": None}
    person = viewer_of(library, slug, said).person
    if person not in library.ledger.moment(slug).campaign.people:
        raise usage_error(f"{said!r} has no seat in {slug}. Say table, gm or a person at the table.")
    gm = library.ledger.moment(slug).campaign.gm
    return {"visibility": "gm", "only_for": None} if person == gm else {"visibility": "table", "only_for": person}


# --- looking ---------------------------------------------------------------------------------------------------


def listed(options: Options, campaign: str, looks: str | None, *, everything: bool) -> None:
    """The files that whoever looks may see."""
    with options.existing() as library:
        slug = library.ledger.find(campaign).slug
        who, files = viewer_of(library, slug, looks), library.ledger.moment(slug).journal.files
        seen = [it for it in files if may_see(who, it.audience) and (everything or (it.here and not it.put_away))]
        if options.json:
            as_json({"campaign": slug, "files": [file_json(it) for it in seen]})
            return
        if not seen:
            say(f"There are no files of {slug} to show.")
            return
        made = table("#file", "name", "what", "belongs to", "for", "#size", title=slug)
        say(rows(made, (_row(library, slug, it) for it in seen)))


def _row(library: Library, slug: str, it: AttachedFile) -> tuple[object, ...]:
    if not it.here:
        return it.number, cell("removed", "dim"), "", belongs_to(library, slug, it), "", ""
    away = ", put away" if it.put_away else ""
    name = cell(f"{it.name}{f': {it.caption}' if it.caption else ''}")
    return (
        it.number,
        name,
        f"{it.role}{away}",
        belongs_to(library, slug, it),
        _for(library, slug, it),
        said_size(it.size),
    )


def _for(library: Library, slug: str, it: AttachedFile) -> str:
    if it.only_for is not None:
        return names(library, slug).get(it.only_for, it.only_for)
    return "the GM" if it.audience == GM_ONLY else "the table"


def belongs_to(library: Library, slug: str, it: AttachedFile) -> str:
    """The thing a file belongs to, in words."""
    return it.belongs.said(names(library, slug))


def shown(options: Options, campaign: str, number: int, looks: str | None) -> None:
    """One file, with all that is said of it."""
    with options.existing() as library:
        slug = library.ledger.find(campaign).slug
        it = one_file(library, slug, number, looks)
        if options.json:
            as_json({"campaign": slug, "file": file_json(it)})
            return
        what = KINDS[it.media].what if it.media in KINDS else "file"
        size = f", {it.width} by {it.height} pixels" if it.width else ""
        away = " It is put away." if it.put_away else ""
        say(f"File {it.number} of {slug}: {it.name}, a {what} of {said_size(it.size)}{size}.")
        say(
            f"It is attached to {belongs_to(library, slug, it)} as {it.role}, for {_for(library, slug, it)}.{away}"
        )
        for words in (it.caption, it.alt):
            if words:
                say(words)


def one_file(library: Library, slug: str, number: int, looks: str | None) -> AttachedFile:
    """The file of this number, for whoever looks. Raises `CommandFailed`."""
    who, files = viewer_of(library, slug, looks), library.ledger.moment(slug).journal.files
    it = files[number - 1] if number <= len(files) else None
    if it is not None and it.seen_by(who):
        return it
    if it is not None and not it.here:
        raise usage_error(f"File {number} of {slug} was removed, so there is nothing left of it.")
    raise usage_error(f"There is no file {number} in {slug}: `campaign files {slug}` lists them.")


def file_json(it: AttachedFile) -> dict[str, Any]:
    """A file with all that is said of it, as data."""
    return {
        "file": it.number,
        "digest": it.digest if it.here else None,
        "name": it.name if it.here else None,
        "media": it.media,
        "size": it.size,
        "role": it.role.value,
        "belongs": it.belongs.model_dump(mode="json"),
        "caption": it.caption,
        "alt": it.alt,
        "audience": it.audience,
        "width": it.width,
        "height": it.height,
        "focus": None if it.focus is None else it.focus.model_dump(),
        "attached_by": it.person,
        "put_away": it.put_away,
        "removed": not it.here,
    }


def written(options: Options, campaign: str, number: int, output: str, looks: str | None) -> None:
    """Write a file as it is kept, to a place or to stdout."""
    with options.existing() as library:
        entry = library.ledger.find(campaign)
        it = one_file(library, entry.slug, number, looks)
        if looks is not None and not it.opened_by(viewer_of(library, entry.slug, looks)):
            raise usage_error(f"File {number} is a recording, for those heard in it once each has agreed.")
        place = None if output == "-" else place_to_write(output)
        try:
            with KeptFile(library.ledger.files, entry.id, it.digest) as content:
                if place is None:
                    _copy(content, sys.stdout.buffer)
                    return
                with place.open("wb") as made:
                    _copy(content, made)
        except NoSuchFile as error:
            raise usage_error(f"The bytes of file {number} are not in this ledger: {error}") from error
    if options.json:
        as_json({"campaign": entry.slug, "file": file_json(it), "written": str(place)})
    else:
        say(f"{it.name} is written to {place}.")


def _copy(content: Any, into: BinaryIO) -> None:
    while part := content.read(_AT_ONCE):
        into.write(part)


# --- changing --------------------------------------------------------------------------------------------------


def describe(
    options: Options,
    campaign: str,
    number: int,
    wish: FileWish,
    by: str | None,
    *,
    with_transcript: bool = False,
) -> None:
    """Say anew what a file shows and who may see it. What nothing is said of stays."""
    with options.existing() as library:
        slug = library.ledger.find(campaign).slug
        it = one_file(library, slug, number, None)
        whom = {"visibility": it.visibility, "only_for": it.only_for}
        if wish.audience is not None:
            whom = _audience(library, slug, wish.audience)
        said: dict[str, Any] = {
            "caption": it.caption if wish.caption is None else wish.caption,
            "alt": it.alt if wish.alt is None else wish.alt,
            "focus": it.focus if wish.focus is None else _focus(wish.focus),
        }
        others = _read_by_others(library, slug, it, whom)
        try:
            commands: list[Command] = [DescribeFile.model_validate({"file": number, **said, **whom})]
            for each in others if with_transcript else ():
                stands = {"caption": each.caption, "alt": each.alt, "focus": each.focus}
                commands.append(DescribeFile.model_validate({"file": each.number, **stands, **whom}))
        except ValidationError as error:
            raise usage_error(first_problem(error)) from error
        _record(options, library, slug, commands, by, f"File {number} of {slug} is described anew.")
        for each in others:
            if with_transcript:
                remark(f"Its transcript, file {each.number}, is for the same people.")
            elif wish.audience is not None:
                say_it_stays(library, slug, each, "narrow it as well")


def _read_by_others(library: Library, slug: str, it: AttachedFile, whom: Mapping[str, Any]) -> list[AttachedFile]:
    """The transcripts of a recording that would be for others than it; none of any other file."""
    if it.role is not FileRole.RECORDING:
        return []
    audience = audience_of(Visibility(whom["visibility"]), whom["only_for"])
    return read_by_others(library.ledger.moment(slug).journal.files, it, viewer_of(library, slug, None), audience)


def say_it_stays(library: Library, slug: str, it: AttachedFile, instead: str) -> None:
    """Remark that a transcript does not follow its recording, and what to ask instead."""
    remark(
        f"Its transcript, file {it.number}, stays: what was said in it is for {_for(library, slug, it)} to read. "
        f"Ask with --with-transcript to {instead}."
    )


def _focus(said: str) -> Focus | None:
    """The square that was said in hundredths; None for the middle. Raises `CommandFailed`."""
    if said.strip().lower() == "middle":
        return None
    try:
        left, top, side = (round(float(part) * 10) for part in said.split(","))
        return Focus(left=left, top=top, side=side)
    except (ValueError, OverflowError) as error:  # Pydantic's is one too
        raise usage_error(
            f"{said!r} is no square. Say three numbers to 100, as in 25,10,50, or middle."
        ) from error


def put_away(options: Options, campaign: str, number: int, by: str | None) -> None:
    """Show a file no more."""
    with options.existing() as library:
        slug = library.ledger.find(campaign).slug
        _record(options, library, slug, [PutFileAway(file=number)], by, f"File {number} of {slug} is put away.")


def show_again(options: Options, campaign: str, number: int, by: str | None) -> None:
    """Show a file again that was put away."""
    with options.existing() as library:
        slug = library.ledger.find(campaign).slug
        _record(
            options, library, slug, [BringFileBack(file=number)], by, f"File {number} of {slug} is shown again."
        )


def _record(
    options: Options, library: Library, slug: str, commands: Sequence[Command], by: str | None, said: str
) -> None:
    answer = rule_together(library.ledger, slug, commands, asker_called(library, slug, by))
    if isinstance(answer, Refused):
        refuse(answer)
    if options.json:
        as_json({"campaign": slug, **answer_json(answer[-1])})
    else:
        say(said)
