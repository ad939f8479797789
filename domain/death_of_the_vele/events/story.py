"""What can happen at the table: the story begun, votes, guidelines, fiction."""

from typing import Literal

from domain.death_of_the_vele.terms import ApprovalKind, Dice, Home, TakenOut, Tone
from domain.kernel.messages import Event
from domain.kernel.terms import Name, Person, Points, Slug, Text


class StoryStarted(Event):
    """A story began, and with it its tone (VE-01)."""

    type: Literal["death_of_the_vele.story_started.v1"] = "death_of_the_vele.story_started.v1"
    title: Name
    players: tuple[Person, ...]
    dramatic_tone: Tone
    same_kind_tone: Tone | None
    taken_out_default: TakenOut


class PresenceMarked(Event):
    """A player is away tonight, or back."""

    type: Literal["death_of_the_vele.presence_marked.v1"] = "death_of_the_vele.presence_marked.v1"
    player: Person
    present: bool


class ChallengeRaised(Event):
    """A player called for a vote against something done (VE-02)."""

    type: Literal["death_of_the_vele.challenge_raised.v1"] = "death_of_the_vele.challenge_raised.v1"
    challenger: Person
    target_event: Slug
    reason: Text


class VoteCast(Event):
    """A player voted on the challenge, or on the approval, being asked."""

    type: Literal["death_of_the_vele.vote_cast.v1"] = "death_of_the_vele.vote_cast.v1"
    player: Person
    supports: bool


class ChallengeDecided(Event):
    """The votes were counted. `tie_roll` holds the d6s for and against, the last pair unequal."""

    type: Literal["death_of_the_vele.challenge_decided.v1"] = "death_of_the_vele.challenge_decided.v1"
    votes_for: Points
    votes_against: Points
    tie_roll: tuple[int, ...] = ()
    upheld: bool


class EventWithdrawn(Event):
    """Something done was taken back, and has to be replaced."""

    type: Literal["death_of_the_vele.event_withdrawn.v1"] = "death_of_the_vele.event_withdrawn.v1"
    target_event: Slug


class DiceMovedBack(Event):
    """Dice that a withdrawn deed had moved went back to where they were."""

    type: Literal["death_of_the_vele.dice_moved_back.v1"] = "death_of_the_vele.dice_moved_back.v1"
    target_event: Slug
    giver: Home
    taker: Home
    dice: Dice


class ApprovalRequested(Event):
    """A player asked the table for its approval (VE-03)."""

    type: Literal["death_of_the_vele.approval_requested.v1"] = "death_of_the_vele.approval_requested.v1"
    player: Person
    approval: ApprovalKind
    subject: Text


class ApprovalDecided(Event):
    """The table approved, or did not."""

    type: Literal["death_of_the_vele.approval_decided.v1"] = "death_of_the_vele.approval_decided.v1"
    approval: ApprovalKind
    subject: Text
    opposed: Points
    voters: Points
    tie_roll: tuple[int, ...] = ()
    approved: bool


class NarratorSaidNo(Event):
    """The narrator refused something done (VE-04)."""

    type: Literal["death_of_the_vele.narrator_said_no.v1"] = "death_of_the_vele.narrator_said_no.v1"
    narrator: Person
    target_event: Slug
    reason: Text


class GuidelineAdded(Event):
    """A guideline was written (VE-05)."""

    type: Literal["death_of_the_vele.guideline_added.v1"] = "death_of_the_vele.guideline_added.v1"
    guideline: Slug
    text: Text
    author: Person


class GuidelineRevised(Event):
    """A guideline reads otherwise now."""

    type: Literal["death_of_the_vele.guideline_revised.v1"] = "death_of_the_vele.guideline_revised.v1"
    guideline: Slug
    text: Text
    author: Person


class FictionRecorded(Event):
    """Something was told (VE-06). `block_value`: what noticing otherwise has to beat (VE-104)."""

    type: Literal["death_of_the_vele.fiction_recorded.v1"] = "death_of_the_vele.fiction_recorded.v1"
    author: Person
    text: Text
    about: tuple[Slug, ...] = ()
    block_value: int | None = None


EVENTS: tuple[type[Event], ...] = (
    StoryStarted,
    PresenceMarked,
    ChallengeRaised,
    VoteCast,
    ChallengeDecided,
    EventWithdrawn,
    DiceMovedBack,
    ApprovalRequested,
    ApprovalDecided,
    NarratorSaidNo,
    GuidelineAdded,
    GuidelineRevised,
    FictionRecorded,
)
