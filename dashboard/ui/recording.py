"""Recording at the Table screen: what happens when somebody presses the button of a step.

Everything here runs in a widget's callback, before the page is drawn again: a click that interrupts the page
cannot interrupt a recording, and the page that follows shows what came of it.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import streamlit as st

from dashboard.forms.faces import Draw, ReadFaces, draw, of_fudge_dice
from dashboard.forms.layout_command import LaidCommand
from dashboard.forms.outcome import visible
from dashboard.forms.table_state import Answer, Ask, TableScreenState
from dashboard.forms.text import begun, ended
from dashboard.forms.tickets import key_of, new_ticket
from dashboard.forms.widgets import FormWidgets
from dashboard.ui.open_ledger import TROUBLES, removed_since, trouble_words
from dashboard.ui.seats import SeatChoice
from domain.kernel.facts import Kind
from domain.kernel.game import AnyGame
from domain.kernel.journal.notes import CommentOnRecord, TickNote, Visibility, WriteNote
from domain.kernel.journal.state import NoteForm
from domain.kernel.messages import Command
from domain.kernel.moment import AnyMoment
from domain.kernel.offers import Flow, Offer
from domain.kernel.people import Viewer
from domain.kernel.preparation.steps import Preparation
from domain.kernel.ruling import acts_on_the_last
from domain.kernel.terms import PersonId
from exchange.command_forms.fields import said_labels
from ledger.answers import Expected, Previewed, Refused, Ruled, Submission
from ledger.handle import CampaignHandle
from ledger.log.receipts import SealedSession

if TYPE_CHECKING:
    from wiring.library import Library

DICE = "faces that fell"
"""The place of the line of faces, beside the form's own fields."""
ONCE_MORE = "What this ends is not taken up again; something new may follow. Ask for it once more to end it."


@dataclass(frozen=True, slots=True, kw_only=True)
class TablePage:
    """Everything the page shows, as of one look at the ledger, and all that a callback needs to know of it."""

    library: "Library"
    campaign: CampaignHandle
    """As it was when this was drawn. What a callback records and reads, it asks of the ledger."""
    slug: str
    screen: TableScreenState
    seat: str
    viewer: Viewer
    game: AnyGame
    moment: AnyMoment
    names: Mapping[str, str]
    offers: list[Offer]
    commands: Mapping[str, type[Command]]
    seated: SeatChoice
    preparation: Preparation | None = None
    """The preparation that remains before play goes on."""
    hands: frozenset[PersonId] = frozenset()
    """For whom this seat may also act."""
    flows: Sequence[Flow] = ()
    """The flows under way, which go through stages."""
    follow: "Callable[[TablePage, type[Command], str], None] | None" = None
    """Takes the steps that follow a ruling of themselves, under tickets made of the ruling's own."""

    @property
    def seen(self) -> Expected:
        """The end of the log when this was drawn."""
        return Expected(self.moment.position, self.moment.seal)

    def opens(self, command: Command) -> bool:
        """True if this shows what may be kept from whoever looks: they are not told before what it comes to."""
        return not self.viewer.is_gm and bool(self.game.opens(command))

    def preview(self, command: Command, by: str, faces: tuple[int, ...]) -> Previewed | Refused:
        """Work out what this would come to."""
        return self.library.ledger.preview(self.slug, Submission(command=command, by=by, faces=faces))


def record_form(
    at: TablePage,
    ask: Ask,
    command: type[Command],
    sheet: FormWidgets | LaidCommand,
    *,
    rolled: bool,
    ends: bool = False,
) -> None:
    """Record what a form holds, its dice typed in or rolled here. Once, however often it is pressed.

    What `ends` something is asked for twice.
    """
    screen = at.screen
    if sheet.ticket in screen.done:
        return
    screen.about = held_by(sheet)
    checked = sheet.checked(command)
    if checked.command is None:
        wrong = [f"{problem.label}: {problem.message}" for problem in checked.problems]
        blank = [f"still to fill in: {said_labels(checked.missing)}"] if checked.missing else []
        screen.trouble = "Nothing was recorded. " + ended(begun("; ".join([*blank, *wrong])))
        return
    if ends and not screen.asked_twice(sheet.ticket):
        return
    faces: tuple[int, ...] | None = None
    if not rolled:
        line = sheet.value_of(DICE)
        try:
            asked = checked.command
            drawn, typed = draw(
                lambda faces: at.preview(asked, ask.by, faces), line if isinstance(line, str) else ""
            )
        except TROUBLES as trouble:
            screen.trouble = kept(trouble)
            return
        if (drawn.sizes and drawn.outcome is None) or typed.problems:
            screen.trouble = "Nothing was recorded. " + dice_words(drawn, typed)
            return
        faces = typed.faces
    record(at, ask, checked.command, sheet.ticket, faces)
    if isinstance(sheet, LaidCommand) and sheet.ticket in screen.done:
        sheet.forget()


def record(at: TablePage, ask: Ask, command: Command, ticket: str, faces: tuple[int, ...] | None = ()) -> None:
    """Record one command under its ticket. What the ledger answers, or why it could not, is left on the screen."""
    screen = at.screen
    if ticket in screen.done:
        return
    if changed := at.seated.changed():
        screen.leave(f"Nothing was recorded. {changed}")
        return
    if removed := removed_since(at.campaign):
        screen.trouble = f"Nothing was recorded. {removed}"
        return
    expect = at.seen if acts_on_the_last(command) else None
    key = key_of(ticket, command)
    submission = Submission(command=command, by=ask.by, faces=faces, key=key, expect=expect)
    try:
        answer = at.library.ledger.rule(at.slug, submission)
    except TROUBLES as trouble:
        screen.trouble = kept(trouble)
        return
    if isinstance(answer, Refused):
        screen.trouble = f"Nothing was recorded. {answer.message}"
        return
    screen.settle(ask, ticket, told(answer, at.viewer))
    if at.follow is not None:
        at.follow(at, type(command), ticket)


def write_note(
    at: TablePage, by: str, text_key: str, visibility: Visibility, about_key: str | None = None
) -> None:
    """Write down a note, or a comment on the record that stands under `about_key`.

    The field is emptied only once it is kept.
    """
    screen, text = at.screen, str(st.session_state.get(text_key) or "")
    screen.noted, screen.note_trouble = "", at.seated.changed()
    if screen.note_trouble:
        return
    ticket = text_key.rpartition("|")[0]
    if ticket in screen.done:
        return
    about = st.session_state.get(about_key) if about_key is not None else None
    said = {"text": text, "visibility": visibility}
    command: Command
    try:
        if about is None:
            command = WriteNote.model_validate({**said, **_form_of_note(ticket)})
        else:
            command = CommentOnRecord.model_validate({**said, "position": about})
        answer = at.library.ledger.rule(at.slug, Submission(command=command, by=by, key=ticket))
    except ValueError:
        screen.note_trouble = "That text holds characters that cannot be kept, or too many of them."
        return
    except TROUBLES as trouble:
        screen.note_trouble = kept(trouble)
        return
    if isinstance(answer, Refused):
        screen.note_trouble = answer.message
        return
    screen.done.add(ticket)
    screen.note_ticket = new_ticket()
    screen.noted = f"Noted at moment {answer.records[-1].position}."


def _form_of_note(ticket: str) -> dict[str, object]:
    """Fields of a note that its form on the screen asks for."""
    state: Any = st.session_state
    form = NoteForm(state.get(f"{ticket}|form") or NoteForm.NOTE)
    said: dict[str, object] = {"form": form, "about": state.get(f"{ticket}|thing")}
    if form is NoteForm.QUOTE:
        said["whose"] = str(state.get(f"{ticket}|whose") or "")
    if form is NoteForm.TO_PERSON:
        said["to"] = state.get(f"{ticket}|to")
    return said


def tick_note(at: TablePage, number: int) -> None:
    """Tick a note. What went wrong stands where the last note is spoken of."""
    screen = at.screen
    screen.noted, screen.note_trouble = "", at.seated.changed()
    if screen.note_trouble:
        return
    submission = Submission(command=TickNote(note=number), by=at.seat, key=f"tick-note-{number}-{at.seat}")
    try:
        answer = at.library.ledger.rule(at.slug, submission)
    except TROUBLES as trouble:
        screen.note_trouble = trouble_words(trouble)
        return
    if isinstance(answer, Refused):
        screen.note_trouble = answer.message


def held_now() -> dict[str, Any]:
    """Everything the fields of the page hold now, by widget key."""
    return {str(key): value for key, value in st.session_state.items()}


def held_by(sheet: FormWidgets | LaidCommand) -> str:
    """The content of a form, to compare with what it held before."""
    return repr((sheet.held(), sheet.value_of(DICE)))


def _receipt_of(sealed: SealedSession) -> str:
    """The sentence on what to keep of a session that was closed: a seal is given once, also where play goes on."""
    if sealed.changed_at:
        return (
            f"Session {sealed.session} was sealed before, {sealed.receipt}, and play was changed after that. "
            "The command campaign verify gives a code of how it stands now."
        )
    return f"Session {sealed.session} is sealed: {sealed.receipt}. Write it down, or send it to the group."


def told(answer: Ruled, viewer: Viewer) -> Answer:
    """A ruling as the screen shows it, without what this viewer may not know; with the seal of what it closed."""
    seen, sealed = visible([each.retelling for each in answer.told], viewer), answer.sealed
    receipt = _receipt_of(sealed) if sealed else ""
    first = answer.records[0].envelope
    return Answer(
        ruling=answer.ruling,
        first=answer.records[0].position,
        last=answer.records[-1].position,
        headlines=(
            *((each.kind.value, each.headline) for each in seen),
            *(((Kind.STORY.value, receipt),) if receipt else ()),
        ),
        dice=tuple((size, face) for size, face in first.dice or ()),
        fudge=of_fudge_dice(each.retelling for each in answer.told),
        rolled=first.dice_from == "rolled",
        repeated=answer.repeated,
    )


def kept(trouble: Exception) -> str:
    """Say what went wrong with the ledger, and what that means for what was typed."""
    again = "What you typed is still here: press the button again, it cannot be recorded twice."
    return f"{trouble_words(trouble)} {again}"


def dice_words(drawn: Draw, typed: ReadFaces) -> str:
    """Say what is amiss with a line of faces."""
    if typed.problems:
        return begun("; ".join(typed.problems)) + "."
    lacking = drawn.sizes[len(typed.faces) :]
    dice = "fudge die" if len(lacking) == 1 else "fudge dice"
    wanted = f"{len(lacking)} {dice}, as −, 0 or +" if drawn.fudge else " ".join(f"d{size}" for size in lacking)
    return f"Dice still to type in: {wanted}. Or roll them here."
