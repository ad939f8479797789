"""What happened at the end of a session, between sessions, and at the end of it all."""

from typing import Literal

from domain.hot_circle.terms import EndStep, Form, GoalResult, Rank, Slot, VoteRound
from domain.kernel.messages import Event
from domain.kernel.terms import Character, Name, Person, Points, Slug, Text


class MilestoneReached(Event):
    """The story passed a significant point."""

    type: Literal["hot_circle.milestone_reached.v1"] = "hot_circle.milestone_reached.v1"
    text: Text


class SessionEndBegan(Event):
    """The last scene is over; the steps of the session's end follow."""

    type: Literal["hot_circle.session_end_began.v1"] = "hot_circle.session_end_began.v1"
    session: Points


class SessionEndStepReached(Event):
    """The session's end is at this step."""

    type: Literal["hot_circle.session_end_step_reached.v1"] = "hot_circle.session_end_step_reached.v1"
    step: EndStep


class GoalFurthered(Event):
    """A goal came nearer."""

    type: Literal["hot_circle.goal_furthered.v1"] = "hot_circle.goal_furthered.v1"
    character: Character
    slot: Slot


class GoalResolved(Event):
    """A goal is resolved."""

    type: Literal["hot_circle.goal_resolved.v1"] = "hot_circle.goal_resolved.v1"
    character: Character
    slot: Slot
    difficulty: GoalResult
    other_pc: Character | None


class BeliefRevised(Event):
    """A belief is written anew."""

    type: Literal["hot_circle.belief_revised.v1"] = "hot_circle.belief_revised.v1"
    character: Character
    slot: Slot
    old_stance: Text
    stance: Text
    old_goal: Text
    goal: Text
    stance_changed: bool


class InstinctReplaced(Event):
    """An instinct is another."""

    type: Literal["hot_circle.instinct_replaced.v1"] = "hot_circle.instinct_replaced.v1"
    character: Character
    slot: Slot
    form: Form
    trigger: Text
    text: Text


class TraitVoteOpened(Event):
    """The table votes on one character's traits."""

    type: Literal["hot_circle.trait_vote_opened.v1"] = "hot_circle.trait_vote_opened.v1"
    vote: Slug
    character: Character
    round: VoteRound


class BallotCast(Event):
    """Somebody voted, for none if the choice is empty."""

    type: Literal["hot_circle.ballot_cast.v1"] = "hot_circle.ballot_cast.v1"
    vote: Slug
    voter: Person
    choice: Text


class TraitVoteClosed(Event):
    """The ballots are counted; an empty result is none."""

    type: Literal["hot_circle.trait_vote_closed.v1"] = "hot_circle.trait_vote_closed.v1"
    vote: Slug
    character: Character
    round: VoteRound
    result: Text
    tiebreak: bool


class TraitLost(Event):
    """A trait no longer describes the character."""

    type: Literal["hot_circle.trait_lost.v1"] = "hot_circle.trait_lost.v1"
    character: Character
    trait: Slug


class VoluntaryConditionSet(Event):
    """A player chose a condition."""

    type: Literal["hot_circle.voluntary_condition_set.v1"] = "hot_circle.voluntary_condition_set.v1"
    character: Character
    condition: Slug
    text: Name
    rank: Rank
    replaced: Slug | None
    epilogue: Text


class VoluntaryConditionDropped(Event):
    """A player let a chosen condition go."""

    type: Literal["hot_circle.voluntary_condition_dropped.v1"] = "hot_circle.voluntary_condition_dropped.v1"
    character: Character
    condition: Slug
    epilogue: Text


class TimeSkipped(Event):
    """Months or years went by; skips count from 1."""

    type: Literal["hot_circle.time_skipped.v1"] = "hot_circle.time_skipped.v1"
    months: Points
    skip: Points


class SeasonEnded(Event):
    """A season is over."""

    type: Literal["hot_circle.season_ended.v1"] = "hot_circle.season_ended.v1"
    season: Points


class CampaignEnded(Event):
    """The campaign is over."""

    type: Literal["hot_circle.campaign_ended.v1"] = "hot_circle.campaign_ended.v1"
    season: Points
    epilogue: Text
