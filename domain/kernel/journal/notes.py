"""Notes about the campaign, and comments on single records."""

from collections.abc import Iterable
from typing import Annotated, Literal

from pydantic import Field

from domain.kernel import facts
from domain.kernel.campaign.guards import gm_only, must_be_recorded, seat_of
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import CommandRefused, must, need
from domain.kernel.history.past import Past
from domain.kernel.journal.state import Comment, Note, NoteForm
from domain.kernel.journal.visibility import Visibility as Visibility  # read from here by many
from domain.kernel.messages import Command, Event
from domain.kernel.moment import AnyMoment
from domain.kernel.offers import Choice, Offer
from domain.kernel.people import Asker, Audience, between, only
from domain.kernel.references import PersonRef
from domain.kernel.terms import Person, Position, Slug, Text

chapter = Chapter[AnyMoment, Past](
    "Notes and comments",
    {
        "text_missing": "Write something: the text is empty.",
        "quote_of_nobody": "Say whose words these are.",
        "note_to_nobody": "Say for whom the note is.",
        "note_to_oneself": "This would be a note to yourself. What you want to remember is a note for next time.",
        "note_of_another_form": "Only a quote says whose words it is, and only a note to a person says for whom. "
        "Choose that form, or leave it out.",
        "nothing_to_tick": "There is no note {note} for you to tick: you tick your own notes for next time, and "
        "notes to you.",
    },
)

NoteNumber = Annotated[int, Field(ge=1, le=2**53)]


class WriteNote(Command):
    """Write down something about the campaign as it stands.

    A note to a person is for the two of them and the GM, whatever else is chosen. What a note is about goes by its
    id; a place or a scene without one by the slug of its name.

    Refused:  `not_seated`, `text_missing`, `gm_only` (a GM's note by somebody else), `quote_of_nobody`,
              `note_to_nobody`, `note_to_oneself`, `note_of_another_form`, `not_at_the_table`.
    Yields:   `NoteWritten`.
    """

    type: Literal["journal.write_note"] = "journal.write_note"
    text: Text
    visibility: Visibility = Visibility.TABLE
    form: NoteForm = NoteForm.NOTE
    whose: Text = Field(default="", description="Whose words a quote is.")
    to: PersonRef | None = Field(default=None, description="For whom a note to a person is.")
    about: Slug | None = Field(default=None, description="The character, faction, place or scene it is about.")


class NoteWritten(Event):
    """Somebody wrote a note. Notes are counted from 1 in the order they were written."""

    type: Literal["journal.note_written.v2"] = "journal.note_written.v2"
    note: int
    text: Text
    visibility: Visibility
    form: NoteForm
    whose: Text
    to: Person | None
    person: Person | None
    """Writer of a note that can be ticked. Of other notes the record alone says so."""
    about: Slug | None

    @property
    def audience(self) -> Audience:
        """Audience of the note."""
        if self.to is None or self.person is None:
            return self.visibility.audience
        return between(self.person, self.to)


def may_write(text: str, visibility: Visibility, asker: Asker) -> None:
    """Refuse an empty text, and a text for the GM alone by anybody else."""
    need(text.strip(), "text_missing")
    if visibility is Visibility.GM:
        gm_only(asker)


@chapter.decides(WriteNote)
def write_note(moment: AnyMoment, command: WriteNote, asker: Asker, past: Past) -> Events:
    """Write a note; asked by anybody at the table."""
    may_write(command.text, command.visibility, asker)
    form, whose, to = command.form, command.whose.strip(), command.to
    if form is NoteForm.QUOTE:
        need(whose, "quote_of_nobody")
    if form is NoteForm.TO_PERSON:
        need(to is not None, "note_to_nobody")
    need(not whose or form is NoteForm.QUOTE, "note_of_another_form")
    need(to is None or form is NoteForm.TO_PERSON, "note_of_another_form")
    if to is not None:
        seat_of(moment.campaign, to)
        need(to != asker.person, "note_to_oneself")
    return [
        NoteWritten(
            note=len(moment.journal.notes) + 1,
            text=command.text,
            visibility=command.visibility,
            form=form,
            whose=whose,
            to=to,
            person=asker.person if form in _TO_BE_TICKED else None,
            about=command.about,
        )
    ]


_TO_BE_TICKED = (NoteForm.NEXT_TIME, NoteForm.TO_PERSON)


@chapter.applies(NoteWritten)
def _(moment: AnyMoment, event: NoteWritten) -> None:
    notes = moment.journal.notes
    must(event.note == len(notes) + 1, f"note {event.note} cannot follow {len(notes)} notes")
    notes.append(
        Note(event.text, event.visibility.value, event.form, event.whose, to=event.to, person=event.person)
    )


@chapter.tells(
    NoteWritten,
    "{text}{form:=note>|quote> (said by |next_time> (for next time)|to_person> (to }{whose:+}{to:+}"
    "{form:=note>|quote>)|next_time>|to_person>)}",
    to=lambda _, event: event.audience,
)
def _(moment: AnyMoment, event: NoteWritten) -> Iterable[facts.Fact]:
    about = () if event.about is None else (event.about,)
    yield facts.Told(text=event.text, about=about, audience=event.audience)


class TickNote(Command):
    """Tick a note that is done with: one's own for next time, or one that somebody wrote to the asker.

    Refused:  `not_seated`, `nothing_to_tick`, `no_change`.
    Yields:   `NoteTicked`.
    """

    type: Literal["journal.tick_note"] = "journal.tick_note"
    note: NoteNumber = Field(description="The number of the note.")


class NoteTicked(Event):
    """Somebody ticked a note."""

    type: Literal["journal.note_ticked.v1"] = "journal.note_ticked.v1"
    note: NoteNumber
    person: Person


@chapter.decides(TickNote)
def tick_note(moment: AnyMoment, command: TickNote, asker: Asker, past: Past) -> Events:
    """Tick a note, each for themselves. Of a note that is somebody else's nobody learns that it is there."""
    notes = moment.journal.notes
    note = notes[command.note - 1] if command.note <= len(notes) else None
    if note is None or not note.ticked_by(asker.person):
        raise CommandRefused("nothing_to_tick", note=command.note)
    need(not note.ticked, "no_change")
    return [NoteTicked(note=command.note, person=asker.person)]


@chapter.applies(NoteTicked)
def _(moment: AnyMoment, event: NoteTicked) -> None:
    notes = moment.journal.notes
    must(event.note <= len(notes), f"there is no note {event.note}")
    notes[event.note - 1].ticked = True


@chapter.tells(NoteTicked, "{person} ticks a note", to=lambda _, event: only(event.person))
def _(moment: AnyMoment, event: NoteTicked) -> Iterable[facts.Fact]:
    return ()


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
    """Comment on a record of the log; refused where there is none."""
    may_write(command.text, command.visibility, asker)
    must_be_recorded(command.position, moment.position)
    return [CommentWritten(position=command.position, text=command.text, visibility=command.visibility)]


@chapter.applies(CommentWritten)
def _(moment: AnyMoment, event: CommentWritten) -> None:
    moment.journal.comments.append(Comment(event.position, event.text, event.visibility.value))


@chapter.tells(CommentWritten, "On moment {position}: {text}", to=lambda _, event: event.visibility.audience)
def _(moment: AnyMoment, event: CommentWritten) -> Iterable[facts.Fact]:
    yield facts.Told(
        text=event.text, form="comment", about_position=event.position, audience=event.visibility.audience
    )


FORMS = (
    Choice(NoteForm.NOTE, "Note"),
    Choice(NoteForm.QUOTE, "What somebody said"),
    Choice(NoteForm.NEXT_TIME, "For next time"),
    Choice(NoteForm.TO_PERSON, "To one person"),
)
"""Forms of a note, as people call them."""


def offers(moment: AnyMoment, asker: Asker) -> Iterable[Offer]:
    """Offers of a note and a comment, and to tick each note that waits for it."""
    visibilities: tuple[Choice, ...] = (Choice("table", "The whole table"),)
    if asker.is_gm:
        visibilities = (*visibilities, Choice("gm", "Only the GM"))
    yield Offer(
        command=WriteNote,
        label="Write a note",
        choices={"visibility": visibilities, "form": FORMS},
        group="Journal",
    )
    yield Offer(
        command=CommentOnRecord,
        label="Comment on a record",
        choices={"visibility": visibilities},
        group="Journal",
    )
    for number, note in moment.journal.waiting_for(asker.person):
        text = " ".join(note.text.split())
        label = text if len(text) <= _LONGEST_LABEL else f"{text[: _LONGEST_LABEL - 1]}…"
        yield Offer(command=TickNote, label=f"Tick “{label}”", known={"note": number}, group="Journal")


_LONGEST_LABEL = 60
