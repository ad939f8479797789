"""What was written into the journal."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from domain.kernel.alternatives import Alternative
from domain.kernel.journal.commands import Removal, Visibility
from domain.kernel.journal.earlier import (
    Amount,
    EarlierChange,
    EarlierRoll,
    EntryForm,
    SourceId,
    Voice,
)
from domain.kernel.messages import Event
from domain.kernel.terms import DisputeNumber, Holds, Name, Person, Position, RulingNumber, Sha256, Slug, Text


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


class WordsRemoved(Event):
    """Words were taken out of earlier records, for somebody's safety or by law. What they were is not said."""

    type: Literal["journal.words_removed.v1"] = "journal.words_removed.v1"
    reason: Text
    records: tuple[Removal, ...]


class RecordSetAside(Event):
    """An earlier record, which cannot be read or followed, counts for nothing; it stays where it is.

    `seal` is the SHA-256 of what lies there; `named` is the seal the record after it names for it, where that is
    another.
    """

    type: Literal["journal.record_set_aside.v1"] = "journal.record_set_aside.v1"
    position: Position
    seal: Sha256
    named: Sha256 | None
    why: Text


class DisputeOpened(Event):
    """Somebody called a ruling in question. Disputes are counted from 1."""

    type: Literal["journal.dispute_opened.v1"] = "journal.dispute_opened.v1"
    dispute: DisputeNumber
    ruling: RulingNumber
    position: Position = Field(description="The first record of the ruling.")
    person: Person
    text: Text
    evidence: tuple[Position, ...]


class DisputeAddedTo(Event):
    """Somebody brought something to an open dispute."""

    type: Literal["journal.dispute_added_to.v1"] = "journal.dispute_added_to.v1"
    dispute: DisputeNumber
    person: Person
    text: Text
    evidence: tuple[Position, ...]
    alternative: Alternative | None


class RulingUpheld(Event):
    """The GM let the ruling stand."""

    type: Literal["journal.ruling_upheld.v1"] = "journal.ruling_upheld.v1"
    dispute: DisputeNumber
    ruling: RulingNumber
    reason: Text


class DisputeWithdrawn(Event):
    """Whoever began it took it back."""

    type: Literal["journal.dispute_withdrawn.v1"] = "journal.dispute_withdrawn.v1"
    dispute: DisputeNumber
    reason: Text


class Tally(BaseModel):
    """What became of the rulings that followed an overturned one: how many of each."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    unchanged: int = 0
    changed: int = 0
    kept: int = 0
    """Kept as recorded, against the rules."""
    struck: int = 0
    amended: int = 0


class RulingOverturned(Event):
    """The GM let a past ruling have gone otherwise. `line` is the position where the new line begins."""

    type: Literal["journal.ruling_overturned.v1"] = "journal.ruling_overturned.v1"
    ruling: RulingNumber
    position: Position = Field(description="The first record of the ruling, on the line that was left.")
    alternative: Alternative
    reason: Text
    dispute: DisputeNumber | None
    line: Position
    left_at: Position = Field(description="Where the line that was left ended.")
    tally: Tally


class CampaignShelved(Event):
    """The campaign stands on this shelf from now on; on none, if it is empty."""

    type: Literal["journal.campaign_shelved.v1"] = "journal.campaign_shelved.v1"
    shelf: Text


class CampaignTagged(Event):
    """The campaign got tags, or lost some."""

    type: Literal["journal.campaign_tagged.v1"] = "journal.campaign_tagged.v1"
    added: tuple[Name, ...]
    removed: tuple[Name, ...]


class CampaignPutAway(Event):
    """The campaign was put away."""

    type: Literal["journal.campaign_put_away.v1"] = "journal.campaign_put_away.v1"


class CampaignTakenOut(Event):
    """The campaign was taken out again."""

    type: Literal["journal.campaign_taken_out.v1"] = "journal.campaign_taken_out.v1"


class PersonRecognized(Event):
    """Somebody at this table is this person of the library."""

    type: Literal["journal.person_recognized.v1"] = "journal.person_recognized.v1"
    person: Person
    known_as: Slug


class IntakeBegun(Event):
    """Play that was kept in another tool is taken in from here on. Intakes are counted from 1."""

    type: Literal["journal.intake_begun.v1"] = "journal.intake_begun.v1"
    intake: int
    source: Name
    file: Name
    sum: str
    voices: tuple[Voice, ...]


class EarlierEveningOpened(Event):
    """What is taken in next was one evening. Evenings are counted from 1 within their intake."""

    type: Literal["journal.earlier_evening_opened.v1"] = "journal.earlier_evening_opened.v1"
    intake: int
    evening: int
    title: Name


class EntryTakenIn(Event):
    """One message of another tool. When it was sent stands beside it as the time it happened."""

    type: Literal["journal.entry_taken_in.v1"] = "journal.entry_taken_in.v1"
    intake: int
    source_id: SourceId
    form: EntryForm
    voice: Person
    speaker: Name
    text: Text
    rolls: tuple[EarlierRoll, ...]
    changes: tuple[EarlierChange, ...]
    visibility: Visibility


class EarlierValueAdjusted(Event):
    """A gap between two values of another tool was closed, for this reason."""

    type: Literal["journal.earlier_value_adjusted.v1"] = "journal.earlier_value_adjusted.v1"
    intake: int
    owner: Annotated[Slug, Holds.PERSON]
    owner_name: Name
    name: Name
    was: Amount
    now: Amount
    reason: Text


class IntakeEnded(Event):
    """Everything of that file is taken in: so many messages, so many of them kept word for word."""

    type: Literal["journal.intake_ended.v1"] = "journal.intake_ended.v1"
    intake: int
    entries: int
    verbatim: int


EVENTS: tuple[type[Event], ...] = (
    NoteWritten,
    CommentWritten,
    SessionSealed,
    DisputeOpened,
    DisputeAddedTo,
    RulingUpheld,
    DisputeWithdrawn,
    RulingOverturned,
    CampaignShelved,
    CampaignTagged,
    CampaignPutAway,
    CampaignTakenOut,
    PersonRecognized,
    WordsRemoved,
    RecordSetAside,
    IntakeBegun,
    EarlierEveningOpened,
    EntryTakenIn,
    EarlierValueAdjusted,
    IntakeEnded,
)
