"""Notes about the campaign, and comments on single records."""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from domain.kernel import facts
from domain.kernel.campaign.guards import gm_only, recorded
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import must, need
from domain.kernel.history.past import Past
from domain.kernel.journal.state import Comment, Note
from domain.kernel.journal.visibility import Visibility as Visibility  # read from here by many
from domain.kernel.messages import Command, Event
from domain.kernel.moment import AnyMoment
from domain.kernel.offers import Choice, Offer
from domain.kernel.people import Asker
from domain.kernel.terms import Position, Text

chapter = Chapter[AnyMoment, Past](
    "Notes and comments",
    {"text_missing": "Write something: the text is empty."},
)


class WriteNote(Command):
    """Write down something about the campaign as it stands.

    Refused:  `not_seated`, `text_missing`, `gm_only` (a GM's note by somebody else).
    Yields:   `NoteWritten`.
    """

    type: Literal["journal.write_note"] = "journal.write_note"
    text: Text
    visibility: Visibility = Visibility.TABLE


class NoteWritten(Event):
    """Somebody wrote a note. Notes are counted from 1 in the order they were written."""

    type: Literal["journal.note_written.v1"] = "journal.note_written.v1"
    note: int
    text: Text
    visibility: Visibility


def may_write(text: str, visibility: Visibility, asker: Asker) -> None:
    """There is something to read, and only the GM writes for the GM."""
    need(text.strip(), "text_missing")
    if visibility is Visibility.GM:
        gm_only(asker)


@chapter.decides(WriteNote)
def write_note(moment: AnyMoment, command: WriteNote, asker: Asker, past: Past) -> Events:
    """By anybody at the table."""
    may_write(command.text, command.visibility, asker)
    number = len(moment.journal.notes) + 1
    return [NoteWritten(note=number, text=command.text, visibility=command.visibility)]


@chapter.applies(NoteWritten)
def _(moment: AnyMoment, event: NoteWritten) -> None:
    notes = moment.journal.notes
    must(event.note == len(notes) + 1, f"note {event.note} cannot follow {len(notes)} notes")
    notes.append(Note(event.text, event.visibility.value))


@chapter.tells(NoteWritten, "{text}", to=lambda _, event: event.visibility.audience)
def _(moment: AnyMoment, event: NoteWritten) -> Iterable[facts.Fact]:
    yield facts.Told(text=event.text, audience=event.visibility.audience)


class CommentOnRecord(Command):
    """Say something about one record.

    Refused:  `not_seated`, `text_missing`, `no_such_position`, `gm_only`.
    Yields:   `CommentWritten`.
    """

    type: Literal["journal.comment_on_record"] = "journal.comment_on_record"
    position: Position = Field(description="The record the comment is about.")
    text: Text
    visibility: Visibility = Visibility.TABLE


class CommentWritten(Event):
    """Somebody commented on a record."""

    type: Literal["journal.comment_written.v1"] = "journal.comment_written.v1"
    position: Position
    text: Text
    visibility: Visibility


@chapter.decides(CommentOnRecord)
def comment_on_record(moment: AnyMoment, command: CommentOnRecord, asker: Asker, past: Past) -> Events:
    """On a record there is."""
    may_write(command.text, command.visibility, asker)
    recorded(command.position, moment.position)
    return [CommentWritten(position=command.position, text=command.text, visibility=command.visibility)]


@chapter.applies(CommentWritten)
def _(moment: AnyMoment, event: CommentWritten) -> None:
    moment.journal.comments.append(Comment(event.position, event.text, event.visibility.value))


@chapter.tells(CommentWritten, "On moment {position}: {text}", to=lambda _, event: event.visibility.audience)
def _(moment: AnyMoment, event: CommentWritten) -> Iterable[facts.Fact]:
    yield facts.Told(
        text=event.text, form="comment", about_position=event.position, audience=event.visibility.audience
    )


def offers(asker: Asker) -> Iterable[Offer]:
    """A note, and a comment."""
    visibilities: tuple[Choice, ...] = (Choice("table", "The whole table"),)
    if asker.is_gm:
        visibilities = (*visibilities, Choice("gm", "Only the GM"))
    yield Offer(command=WriteNote, label="Write a note", choices={"visibility": visibilities}, group="Journal")
    yield Offer(
        command=CommentOnRecord,
        label="Comment on a record",
        choices={"visibility": visibilities},
        group="Journal",
    )
