"""What was written into the journal."""

from typing import Literal

from domain.kernel.journal.commands import Visibility
from domain.kernel.messages import Event
from domain.kernel.terms import Position, Text


class NoteWritten(Event):
    """Somebody wrote a note. Notes are counted from 1 in the order they were written."""

    type: Literal["journal.note_written.v1"] = "journal.note_written.v1"
    note: int
    text: Text
    visibility: Visibility


class CommentWritten(Event):
    """Somebody commented on a record."""

    type: Literal["journal.comment_written.v1"] = "journal.comment_written.v1"
    position: Position
    text: Text
    visibility: Visibility


class SessionSealed(Event):
    """A session was fixed: the log up to `position` has this seal."""

    type: Literal["journal.session_sealed.v1"] = "journal.session_sealed.v1"
    session: int
    position: Position
    seal: str


EVENTS: tuple[type[Event], ...] = (NoteWritten, CommentWritten, SessionSealed)
