"""Files attached to the campaign: by whom, to what, who may see them; put away and brought back.

A record names a file by the SHA-256 of its bytes, and the ledger keeps the bytes beside the records. What can be
known only with the game at hand, such as who plays a character, is asked first, by
`attached.attach_rights.check_attach_right`.
"""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field, field_validator

from domain.kernel import facts
from domain.kernel.campaign.guards import gm_only, seat_of
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import CommandRefused, must, need
from domain.kernel.history.past import Past
from domain.kernel.journal.attached.state import AttachedFile
from domain.kernel.journal.attached.terms import (
    GONE,
    Belongs,
    BelongsTo,
    Bytes,
    FileDigest,
    FileNumber,
    FileRole,
    Focus,
    Media,
    Pixels,
    audience_of,
)
from domain.kernel.journal.visibility import Visibility
from domain.kernel.messages import Command, Event
from domain.kernel.moment import AnyMoment
from domain.kernel.people import Asker, Audience
from domain.kernel.references import PersonRef
from domain.kernel.terms import Name, Person, Text

chapter = Chapter[AnyMoment, Past](
    "Files",
    {
        "gm_attaches": "You may attach files to your own character, to a session or to a moment. Ask the "
        "{gm_called} to attach one to {to}.",
        "not_your_character": "{character} is not your character: only whoever plays {character}, or the "
        "{gm_called}, may attach a file there.",
        "nothing_to_attach_to": "There is no {kind} here called {id}: attach the file to one that is there.",
        "moment_kept_from_you": "You know nothing of moment {position}: attach the file to one that you see.",
        "no_such_session": "There is no session {session} yet: attach the file to one that was begun.",
        "portrait_no_picture": "A portrait is a picture, and {name} is none: give it another role.",
        "portrait_of_nothing": "A portrait shows a character, a faction or a place: say which one.",
        "attached_already": "This very file is attached to {to} already.",
        "file_unknown": "There is no file {file} here that you may see.",
        "file_gone": "File {file} was removed, so there is nothing left of it.",
        "not_your_file": "Only {person}, who attached file {file}, or the {gm_called} may do this.",
    },
)


class AttachFile(Command):
    """Attach a file whose bytes were put into the ledger before.

    Refused:  `not_seated`, `gm_only` (for the GM alone, or for somebody else, by a player), `gm_attaches`,
              `not_your_character`, `nothing_to_attach_to`, `no_such_session`, `no_such_position`,
              `moment_kept_from_you`, `not_at_the_table`, `portrait_no_picture`, `portrait_of_nothing`,
              `attached_already`.
    Yields:   `FileAttached`.
    """

    type: Literal["journal.attach_file"] = "journal.attach_file"
    digest: FileDigest = Field(description="SHA-256 of the bytes as they are kept.")
    media: Media
    size: Bytes
    name: Name
    caption: Text = ""
    alt: Text = Field(default="", description="The picture in words, for whoever does not see it.")
    visibility: Visibility = Visibility.TABLE
    only_for: PersonRef | None = Field(default=None, description="The one person who may see it, beside the GM.")
    role: FileRole = FileRole.OTHER
    belongs: Belongs = Belongs()
    width: Pixels | None = None
    height: Pixels | None = None

    @field_validator("digest")
    @classmethod
    def _of_something(cls, digest: str) -> str:
        if digest == GONE:
            raise ValueError("this stands for a file that was removed")
        return digest


class FileAttached(Event):
    """Somebody attached a file. Files are counted from 1."""

    type: Literal["journal.file_attached.v1"] = "journal.file_attached.v1"
    file: FileNumber
    person: Person
    digest: FileDigest
    media: Media
    size: Bytes
    name: Name
    caption: Text
    alt: Text
    visibility: Visibility
    only_for: Person | None
    role: FileRole
    belongs: Belongs
    width: Pixels | None = None
    height: Pixels | None = None

    @property
    def digests(self) -> tuple[str, ...]:
        """The file itself, unless it was removed."""
        return () if self.digest == GONE else (self.digest,)


@chapter.decides(AttachFile)
def attach_file(moment: AnyMoment, command: AttachFile, asker: Asker, past: Past) -> Events:
    """Attach a file. Its place was judged before; its audience, and its fit to that place, are judged here."""
    _may_be_shown_to(moment, command.visibility, command.only_for, asker)
    if command.role is FileRole.PORTRAIT:
        need(command.media.startswith("image/"), "portrait_no_picture", name=command.name)
        faced = (BelongsTo.CHARACTER, BelongsTo.FACTION, BelongsTo.PLACE)
        need(command.belongs.kind in faced, "portrait_of_nothing")
    files = moment.journal.files
    need(not any(_same(it, command) for it in files), "attached_already", to=command.belongs)
    fields = command.model_dump(exclude={"type"})
    return [FileAttached.model_validate({"file": len(files) + 1, "person": asker.person, **fields})]


def _same(there: AttachedFile, command: AttachFile) -> bool:
    """True if this file lies open there already, to the same people and for the same purpose."""
    asked = (command.digest, command.belongs, command.role, audience_of(command.visibility, command.only_for))
    return not there.put_away and asked == (there.digest, there.belongs, there.role, there.audience)


def _may_be_shown_to(moment: AnyMoment, visibility: Visibility, only_for: Person | None, asker: Asker) -> None:
    """A player shows to the table or keeps for themselves and the GM; the GM shows to whom they like."""
    if visibility is Visibility.GM or only_for not in (None, asker.person):
        gm_only(asker)
    if only_for is not None:
        seat_of(moment.campaign, only_for)


@chapter.applies(FileAttached)
def _(moment: AnyMoment, event: FileAttached) -> None:
    files = moment.journal.files
    must(event.file == len(files) + 1, f"file {event.file} cannot follow {len(files)} files")
    files.append(
        AttachedFile(
            number=event.file,
            person=event.person,
            digest=event.digest,
            media=event.media,
            size=event.size,
            name=event.name,
            role=event.role,
            belongs=event.belongs,
            caption=event.caption,
            alt=event.alt,
            visibility=event.visibility,
            only_for=event.only_for,
            width=event.width,
            height=event.height,
        )
    )


def for_those_who_may_see(moment: AnyMoment, event: "FileAttached | EventOfFile") -> Audience:
    """Audience of an event about a file: those the file is for now."""
    return moment.journal.files[event.file - 1].audience


@chapter.tells(FileAttached, "{person} attaches {name} to {belongs}{caption:+: }", to=for_those_who_may_see)
def _(moment: AnyMoment, event: FileAttached) -> Iterable[facts.Fact]:
    yield from _told(moment.journal.files[event.file - 1])


def _told(file: AttachedFile) -> Iterable[facts.Fact]:
    """The file as it is described now. Its caption is told by itself too, so that it is found by its words."""
    number, kind, subject = file.belongs.number, file.belongs.kind, file.belongs.id
    about = number if kind is BelongsTo.RECORD else None
    yield facts.FileShown(
        file=file.number,
        digest=file.digest,
        media=file.media,
        name=file.name,
        role=file.role.value,
        belongs=kind.value,
        subject=subject,
        session=number if kind is BelongsTo.SESSION else None,
        about_position=about,
        caption=file.caption,
        alt=file.alt,
        width=file.width,
        height=file.height,
        audience=file.audience,
    )
    if file.caption:
        of = () if subject is None else (subject,)
        yield facts.Told(text=file.caption, form="file", about=of, about_position=about, audience=file.audience)


class EventOfFile(Event):
    """An event of a file that was attached before."""

    file: FileNumber


class DescribeFile(Command):
    """Say anew what a file shows, who may see it, and which square of a picture stands for it.

    Refused:  `not_seated`, `file_unknown`, `file_gone`, `not_your_file`, `gm_only`, `not_at_the_table`,
              `no_change`.
    Yields:   `FileDescribed`.
    """

    type: Literal["journal.describe_file"] = "journal.describe_file"
    file: FileNumber
    caption: Text = ""
    alt: Text = Field(default="", description="The picture in words, for whoever does not see it.")
    visibility: Visibility = Visibility.TABLE
    only_for: PersonRef | None = Field(default=None, description="The one person who may see it, beside the GM.")
    focus: Focus | None = Field(default=None, description="The square of a picture that stands for it.")


class FileDescribed(EventOfFile):
    """A file is described so, and shown to these, from now on."""

    type: Literal["journal.file_described.v1"] = "journal.file_described.v1"
    caption: Text
    alt: Text
    visibility: Visibility
    only_for: Person | None
    focus: Focus | None


def of_the_asker(moment: AnyMoment, number: int, asker: Asker) -> AttachedFile:
    """The file of this number, for the GM, for who attached it and for those heard in it.

    Raises `CommandRefused`.
    """
    files = moment.journal.files
    there = files[number - 1] if number <= len(files) else None
    if there is None or (there.here and not there.seen_by(asker)):
        raise CommandRefused("file_unknown", file=number)
    need(there.here, "file_gone", file=number)
    may = asker.is_gm or asker.person in (there.person, *there.heard)
    need(may, "not_your_file", file=number, person=there.person)
    return there


@chapter.decides(DescribeFile)
def describe_file(moment: AnyMoment, command: DescribeFile, asker: Asker, past: Past) -> Events:
    """Describe a file; asked by the one who attached it, or by the GM."""
    there = of_the_asker(moment, command.file, asker)
    _may_be_shown_to(moment, command.visibility, command.only_for, asker)
    fields = command.model_dump(exclude={"type"})
    said = (command.caption, command.alt, command.visibility, command.only_for, command.focus)
    stands = (there.caption, there.alt, there.visibility, there.only_for, there.focus)
    need(said != stands, "no_change")
    return [FileDescribed.model_validate(fields)]


def known_file(moment: AnyMoment, number: int) -> AttachedFile:
    """The file of this number. Raises `ImpossibleHistoryError`."""
    files = moment.journal.files
    must(number <= len(files), f"there is no file {number}")
    return files[number - 1]


@chapter.applies(FileDescribed)
def _(moment: AnyMoment, event: FileDescribed) -> None:
    it = known_file(moment, event.file)
    it.caption, it.alt, it.focus = event.caption, event.alt, event.focus
    it.visibility, it.only_for = event.visibility, event.only_for


@chapter.tells(FileDescribed, "{shown} is described anew", to=for_those_who_may_see)
def _(moment: AnyMoment, event: FileDescribed) -> Iterable[facts.Fact]:
    yield from _told(moment.journal.files[event.file - 1])


class PutFileAway(Command):
    """Show a file no more. It still stands at the moments before.

    Refused:  `not_seated`, `file_unknown`, `file_gone`, `not_your_file`, `no_change`.
    Yields:   `FilePutAway`.
    """

    type: Literal["journal.put_file_away"] = "journal.put_file_away"
    file: FileNumber


class FilePutAway(EventOfFile):
    """A file is shown no more from now on."""

    type: Literal["journal.file_put_away.v1"] = "journal.file_put_away.v1"


@chapter.decides(PutFileAway)
def put_file_away(moment: AnyMoment, command: PutFileAway, asker: Asker, past: Past) -> Events:
    """Put a file away; asked by the one who attached it, or by the GM."""
    need(not of_the_asker(moment, command.file, asker).put_away, "no_change")
    return [FilePutAway(file=command.file)]


@chapter.applies(FilePutAway)
def _(moment: AnyMoment, event: FilePutAway) -> None:
    known_file(moment, event.file).put_away = True


@chapter.tells(FilePutAway, "{shown} is put away", to=for_those_who_may_see)
def _(moment: AnyMoment, event: FilePutAway) -> Iterable[facts.Fact]:
    yield facts.FileHidden(
        file=event.file,
        removed=False,
        subject=known_file(moment, event.file).belongs.id,
        audience=for_those_who_may_see(moment, event),
    )


class BringFileBack(Command):
    """Show a file again that was put away.

    Refused:  `not_seated`, `file_unknown`, `file_gone`, `not_your_file`, `no_change`.
    Yields:   `FileBroughtBack`.
    """

    type: Literal["journal.bring_file_back"] = "journal.bring_file_back"
    file: FileNumber


class FileBroughtBack(EventOfFile):
    """A file that was put away is shown again from now on."""

    type: Literal["journal.file_brought_back.v1"] = "journal.file_brought_back.v1"


@chapter.decides(BringFileBack)
def bring_file_back(moment: AnyMoment, command: BringFileBack, asker: Asker, past: Past) -> Events:
    """Bring back a file that was put away; asked by the one who attached it, or by the GM."""
    need(of_the_asker(moment, command.file, asker).put_away, "no_change")
    return [FileBroughtBack(file=command.file)]


@chapter.applies(FileBroughtBack)
def _(moment: AnyMoment, event: FileBroughtBack) -> None:
    known_file(moment, event.file).put_away = False


@chapter.tells(FileBroughtBack, "{shown} is shown again", to=for_those_who_may_see)
def _(moment: AnyMoment, event: FileBroughtBack) -> Iterable[facts.Fact]:
    yield from _told(moment.journal.files[event.file - 1])
