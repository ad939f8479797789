"""What may be written into the journal beside the game."""

from enum import StrEnum
from typing import Literal

from pydantic import Field

from domain.kernel.messages import Command
from domain.kernel.terms import Position, Text


class Visibility(StrEnum):
    """Who may read a note or a comment."""

    TABLE = "table"
    GM = "gm"


class WriteNote(Command):
    """Write down something about the campaign as it stands.

    Refused:  `not_seated`, `text_missing`, `gm_only` (a GM's note by somebody else).
    Yields:   `NoteWritten`.
    """

    type: Literal["journal.write_note"] = "journal.write_note"
    text: Text
    visibility: Visibility = Visibility.TABLE


class CommentOnRecord(Command):
    """Say something about one record.

    Refused:  `not_seated`, `text_missing`, `no_such_position`, `gm_only`.
    Yields:   `CommentWritten`.
    """

    type: Literal["journal.comment_on_record"] = "journal.comment_on_record"
    position: Position = Field(description="The record the comment is about.")
    text: Text
    visibility: Visibility = Visibility.TABLE


class SealSession(Command):
    """Fix a closed session: note the last position and its seal, so that later changes show.

    Refused:  `gm_only`, `no_session`, `session_open`, `session_sealed`.
    Yields:   `SessionSealed`.
    """

    type: Literal["journal.seal_session"] = "journal.seal_session"


COMMANDS: tuple[type[Command], ...] = (WriteNote, CommentOnRecord, SealSession)
