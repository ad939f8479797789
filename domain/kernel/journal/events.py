"""What was written into the journal."""

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from domain.kernel.alternatives import Alternative
from domain.kernel.journal.commands import Visibility
from domain.kernel.messages import Event
from domain.kernel.terms import DisputeNumber, Name, Person, Position, RulingNumber, Slug, Text


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
)
