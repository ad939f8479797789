"""What may be written into the journal beside the game."""

from enum import StrEnum
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from domain.kernel.alternatives import Alternative
from domain.kernel.journal.earlier import (
    Amount,
    EarlierChange,
    EarlierRoll,
    EntryForm,
    SourceId,
    Voice,
)
from domain.kernel.messages import Command
from domain.kernel.references import PersonRef
from domain.kernel.terms import DisputeNumber, Holds, Name, Person, Position, RulingNumber, Sha256, Slug, Text


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


class Removal(BaseModel):
    """A record from which words were taken: its seal in the chain, and the SHA-256 of what stands there now."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    position: Position
    was: Sha256
    now: Sha256


class RemoveWords(Command):
    """Note that words were taken out of earlier records. `campaign remove` takes them out and asks this.

    Refused:  `gm_only`, `reason_missing`, `no_such_position`, `removal_alone`.
    Yields:   `WordsRemoved`.
    """

    type: Literal["journal.remove_words"] = "journal.remove_words"
    reason: Text
    records: tuple[Removal, ...] = Field(min_length=1)


class DamagedRecord(BaseModel):
    """A record that cannot be read or followed: the SHA-256 of what lies there, and the seal that the record after
    it names for it, where that is another.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    position: Position
    seal: Sha256
    named: Sha256 | None = None
    why: Text


class SetRecordsAside(Command):
    """Leave damaged records out of account, and go on from before the first of them that the line holds.
    `campaign repair` looks at each of them and asks this.

    Refused:  `repair_alone`.
    Yields:   `LineRewound`, where the line holds one of them; `RecordSetAside` for each.
    """

    type: Literal["journal.set_records_aside"] = "journal.set_records_aside"
    records: tuple[DamagedRecord, ...] = Field(min_length=1)


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
    person: PersonRef
    known_as: Slug = Field(description="The same in every campaign this person plays in.")


class BeginIntake(Command):
    """Begin to take in what was played elsewhere, from one file of another tool.

    Refused:  `gm_only`, `session_open`, `intake_open`.
    Yields:   `IntakeBegun`.
    """

    type: Literal["journal.begin_intake"] = "journal.begin_intake"
    source: Name = Field(description="The tool and its format.")
    file: Name
    sum: Sha256 = Field(description="SHA-256 of the file's bytes.")
    voices: tuple[Voice, ...] = Field(default=(), description="Who is heard in it, for all at the table.")


class OpenEarlierEvening(Command):
    """Say that what is taken in next was another evening. The one before it ends.

    Refused:  `gm_only`, `no_intake`.
    Yields:   `EarlierEveningOpened`.
    """

    type: Literal["journal.open_earlier_evening"] = "journal.open_earlier_evening"
    title: Name


class TakeInEntry(Command):
    """Take in one message of another tool: what was said, the dice as they fell there, the numbers that moved.

    Refused:  `gm_only`, `no_intake`, `entry_empty`.
    Yields:   `EntryTakenIn`.
    """

    type: Literal["journal.take_in_entry"] = "journal.take_in_entry"
    source_id: SourceId
    form: EntryForm
    voice: Person
    speaker: Name = Field(description="What the other tool called whoever spoke.")
    text: Text = ""
    rolls: tuple[EarlierRoll, ...] = ()
    changes: tuple[EarlierChange, ...] = ()
    visibility: Visibility = Visibility.TABLE


class AdjustEarlierValue(Command):
    """Close a gap between two values that another tool wrote down: it lost what happened between them.

    Refused:  `gm_only`, `no_intake`, `reason_missing`, `no_change`.
    Yields:   `EarlierValueAdjusted`.
    """

    type: Literal["journal.adjust_earlier_value"] = "journal.adjust_earlier_value"
    owner: Annotated[Slug, Holds.PERSON]
    owner_name: Name
    name: Name
    was: Amount
    now: Amount
    reason: Text


class EndIntake(Command):
    """Everything of the file is taken in.

    Refused:  `gm_only`, `no_intake`.
    Yields:   `IntakeEnded`.
    """

    type: Literal["journal.end_intake"] = "journal.end_intake"


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
    RemoveWords,
    SetRecordsAside,
    BeginIntake,
    OpenEarlierEvening,
    TakeInEntry,
    AdjustEarlierValue,
    EndIntake,
)
