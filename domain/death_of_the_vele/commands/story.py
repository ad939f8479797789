"""What may be asked of the table: the story itself, votes, guidelines, fiction (VE-01 to VE-07)."""

from typing import Literal

from pydantic import Field

from domain.death_of_the_vele.terms import ApprovalKind, TakenOut, Tone
from domain.kernel.messages import Command
from domain.kernel.terms import Name, Person, Slug, Text


class StartStory(Command):
    """Begin a story with everybody who plays in it.

    Needs:    a seat at the table; no story yet.
    Refused:  `story_started`, `players_missing`, `player_twice`, `tone_missing`, `same_kind_tone_missing`,
              `same_kind_tone_wrong`.
    Yields:   `StoryStarted`.
    """

    type: Literal["death_of_the_vele.start_story"] = "death_of_the_vele.start_story"
    title: Name
    players: tuple[Person, ...]
    dramatic_tone: Tone | None = Field(default=None, description="Which side of a struggle uses fate first.")
    same_kind_tone: Tone | None = Field(
        default=None, description="Pulpy or gritty; for heroic and doomed stories, when two of a kind struggle."
    )
    taken_out_default: TakenOut = Field(
        default=TakenOut.UNCONSCIOUS, description="What it means to have no usable trait left."
    )


class MarkPresence(Command):
    """Say that a player is away tonight, or back.

    Needs:    a player of the story.
    Refused:  `not_in_story`, `no_change`.
    Yields:   `PresenceMarked`.
    """

    type: Literal["death_of_the_vele.mark_presence"] = "death_of_the_vele.mark_presence"
    player: Person
    present: bool


class RaiseChallenge(Command):
    """Call for a vote against something another player did. One's own vote stands with it.

    Needs:    something done since the last roll, by somebody else; nothing being voted on.
    Refused:  `voting_open`, `deed_unknown`, `own_deed`, `deed_withdrawn`, `roll_rests_on_it`, `absent`.
    Yields:   `ChallengeRaised`.
    """

    type: Literal["death_of_the_vele.raise_challenge"] = "death_of_the_vele.raise_challenge"
    target_event: Slug = Field(description="What is challenged.")
    reason: Text = ""


class CastVote(Command):
    """Vote on what is being asked: support the challenge, or the approval, or oppose it.

    Needs:    an open challenge or request; to be present, and not to have voted.
    Refused:  `nothing_to_vote_on`, `absent`, `voted_already`.
    Yields:   `VoteCast`.
    """

    type: Literal["death_of_the_vele.cast_vote"] = "death_of_the_vele.cast_vote"
    supports: bool


class CloseChallenge(Command):
    """Count the votes. At exactly half, each camp rolls a d6.

    Needs:    an open challenge.
    Refused:  `no_challenge`.
    Yields:   `ChallengeDecided`; when upheld `EventWithdrawn`, and `DiceMovedBack` for what it had moved.
    """

    type: Literal["death_of_the_vele.close_challenge"] = "death_of_the_vele.close_challenge"


class RequestApproval(Command):
    """Ask the table whether it will have something: a goal, an ally, a trait, a difficulty, fate, a hit.

    Needs:    nothing being voted on.
    Refused:  `voting_open`, `text_missing`, `not_accepted`.
    Yields:   `ApprovalRequested`.
    """

    type: Literal["death_of_the_vele.request_approval"] = "death_of_the_vele.request_approval"
    approval: ApprovalKind
    text: Text = Field(description="What is to be approved, in the words it will be asked in.")


class CloseApproval(Command):
    """Count who opposes. Silence approves; at exactly half, each camp rolls a d6.

    Needs:    an open request.
    Refused:  `no_approval`.
    Yields:   `ApprovalDecided`.
    """

    type: Literal["death_of_the_vele.close_approval"] = "death_of_the_vele.close_approval"


class NarratorRefuse(Command):
    """Say no as the narrator: a challenge that succeeds without a vote.

    Needs:    to be narrating; something done since the last roll.
    Refused:  `narrator_only`, `deed_unknown`, `own_deed`, `deed_withdrawn`, `roll_rests_on_it`.
    Yields:   `NarratorSaidNo`, `EventWithdrawn`, `DiceMovedBack` for what it had moved.
    """

    type: Literal["death_of_the_vele.narrator_refuse"] = "death_of_the_vele.narrator_refuse"
    target_event: Slug = Field(description="What is refused.")
    reason: Text = ""


class AddGuideline(Command):
    """Write down a fact or rule of this story.

    Needs:    the narrator, once an act is being played; anybody before.
    Refused:  `guideline_by_narrator`, `text_missing`.
    Yields:   `GuidelineAdded`.
    """

    type: Literal["death_of_the_vele.add_guideline"] = "death_of_the_vele.add_guideline"
    text: Text


class ReviseGuideline(Command):
    """Write a guideline otherwise.

    Needs:    as for adding one.
    Refused:  `guideline_by_narrator`, `guideline_unknown`, `text_missing`, `no_change`.
    Yields:   `GuidelineRevised`.
    """

    type: Literal["death_of_the_vele.revise_guideline"] = "death_of_the_vele.revise_guideline"
    guideline: Slug
    text: Text


class RecordFiction(Command):
    """Tell what happens, without dice.

    Needs:    the narrator for anything but others' components; a player for their own.
    Refused:  `text_missing`, `component_unknown`, `fiction_needs_struggle`, `not_your_component`.
    Yields:   `FictionRecorded`.
    """

    type: Literal["death_of_the_vele.record_fiction"] = "death_of_the_vele.record_fiction"
    text: Text
    about: tuple[Slug, ...] = Field(default=(), description="Components it is about.")
    changes_component: bool = Field(
        default=False, description="It decides what somebody's component does or becomes."
    )


COMMANDS: tuple[type[Command], ...] = (
    StartStory,
    MarkPresence,
    RaiseChallenge,
    CastVote,
    CloseChallenge,
    RequestApproval,
    CloseApproval,
    NarratorRefuse,
    AddGuideline,
    ReviseGuideline,
    RecordFiction,
)
