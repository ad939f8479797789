"""What may be written into the journal beside the game."""

from enum import StrEnum
from typing import Literal

from pydantic import Field

from domain.kernel.alternatives import Alternative
from domain.kernel.messages import Command
from domain.kernel.terms import DisputeNumber, Name, Person, Position, RulingNumber, Slug, Text


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


class DisputeRuling(Command):
    """Call one ruling of the current line in question.

    Refused:  `not_seated`, `text_missing`, `ruling_unknown`, `ruling_abandoned`, `ruling_is_a_rewind`,
              `ruling_is_of_the_journal`, `disputed_already`, `no_such_position`.
    Yields:   `DisputeOpened`.
    """

    type: Literal["journal.dispute_ruling"] = "journal.dispute_ruling"
    ruling: RulingNumber
    text: Text = Field(description="What should have been otherwise, and why.")
    evidence: tuple[Position, ...] = Field(default=(), description="Positions of records that show it.")


class AddToDispute(Command):
    """Bring words, records or an alternative that was tried to an open dispute.

    Refused:  `not_seated`, `dispute_unknown`, `dispute_settled`, `nothing_added`, `no_such_position`.
    Yields:   `DisputeAddedTo`.
    """

    type: Literal["journal.add_to_dispute"] = "journal.add_to_dispute"
    dispute: DisputeNumber
    text: Text = ""
    evidence: tuple[Position, ...] = Field(default=(), description="Positions of records that show it.")
    alternative: Alternative | None = Field(default=None, description="How the ruling might have gone instead.")


class UpholdRuling(Command):
    """Settle a dispute: the ruling stands.

    Refused:  `gm_only`, `dispute_unknown`, `dispute_settled`, `reason_missing`.
    Yields:   `RulingUpheld`.
    """

    type: Literal["journal.uphold_ruling"] = "journal.uphold_ruling"
    dispute: DisputeNumber
    reason: Text


class WithdrawDispute(Command):
    """Take a dispute back, as whoever began it.

    Refused:  `not_your_dispute`, `dispute_unknown`, `dispute_settled`.
    Yields:   `DisputeWithdrawn`.
    """

    type: Literal["journal.withdraw_dispute"] = "journal.withdraw_dispute"
    dispute: DisputeNumber
    reason: Text = ""


class ShelveCampaign(Command):
    """Put the campaign on a shelf of the library, or, with an empty name, on none.

    Refused:  `gm_only`, `no_change`, `label_wrong`.
    Yields:   `CampaignShelved`.
    """

    type: Literal["journal.shelve_campaign"] = "journal.shelve_campaign"
    shelf: Text = ""


class TagCampaign(Command):
    """Give the campaign tags, or take some from it.

    Refused:  `gm_only`, `no_change`, `label_wrong`.
    Yields:   `CampaignTagged`.
    """

    type: Literal["journal.tag_campaign"] = "journal.tag_campaign"
    add: tuple[Name, ...] = ()
    remove: tuple[Name, ...] = ()


class PutAway(Command):
    """Put the campaign away: it is over, or rests. It can be read, found and played as before.

    Refused:  `gm_only`, `no_change`.
    Yields:   `CampaignPutAway`.
    """

    type: Literal["journal.put_away"] = "journal.put_away"


class TakeOut(Command):
    """Take a campaign out again that was put away.

    Refused:  `gm_only`, `no_change`.
    Yields:   `CampaignTakenOut`.
    """

    type: Literal["journal.take_out"] = "journal.take_out"


class RecognizePerson(Command):
    """Say which person of the library somebody at this table is.

    Needs:    the GM asks, or the person.
    Refused:  `gm_only` (for somebody else), `not_at_the_table`, `no_change`.
    Yields:   `PersonRecognized`.
    """

    type: Literal["journal.recognize_person"] = "journal.recognize_person"
    person: Person
    known_as: Slug = Field(description="The same in every campaign this person plays in.")


COMMANDS: tuple[type[Command], ...] = (
    WriteNote,
    CommentOnRecord,
    SealSession,
    DisputeRuling,
    AddToDispute,
    UpholdRuling,
    WithdrawDispute,
    ShelveCampaign,
    TagCampaign,
    PutAway,
    TakeOut,
    RecognizePerson,
)
