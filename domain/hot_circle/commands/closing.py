"""What may be asked at the end of a session, between sessions, and at the end of it all."""

from typing import Literal

from pydantic import Field

from domain.hot_circle.terms import Form, GoalResult, VoteRound
from domain.kernel.messages import Command
from domain.kernel.terms import Character, Slug, Text


class RecordMilestone(Command):
    """Note that the story has passed a significant point; a trait vote follows at the session's end.

    Needs:    the gamemaster, an open session not beyond its second ending step.
    Refused:  `genre_missing`, `gm_only`, `no_open_session`, `wrong_step`, `text_missing`.
    Yields:   `MilestoneReached`.
    """

    type: Literal["hot_circle.record_milestone"] = "hot_circle.record_milestone"
    text: Text


class BeginSessionEnd(Command):
    """Begin the steps that end a session: persona for goals first. Lost assets are refunded.

    Needs:    the gamemaster, an open session, no open scene, test or compel.
    Refused:  `genre_missing`, `gm_only`, `no_open_session`, `session_ending`, `scene_open`, `test_open`,
              `compel_open`.
    Yields:   `SessionEndBegan`, `SessionEndStepReached`, `FateAwarded` and `PersonaAwarded` for lost assets.
    """

    type: Literal["hot_circle.begin_session_end"] = "hot_circle.begin_session_end"


class NextEndStep(Command):
    """Go on to the next step of the session's end. There is no way back.

    Needs:    the gamemaster, a session being ended; every vote closed that a milestone asks for.
    Refused:  `genre_missing`, `gm_only`, `wrong_step`, `trait_vote_due`, `session_not_ending`.
    Yields:   `SessionEndStepReached`.
    """

    type: Literal["hot_circle.next_end_step"] = "hot_circle.next_end_step"


class RewardGoal(Command):
    """Reward a goal that was furthered, or resolved and how hard that was.

    Needs:    the first ending step; the player, or the gamemaster.
    Refused:  `genre_missing`, `character_unknown`, `not_a_pc`, `not_your_character`, `wrong_step`,
              `belief_unknown`, `goal_already_rewarded`, `not_resolved`, `other_pc_unknown`,
              `session_not_ending`.
    Yields:   `GoalFurthered` or `GoalResolved`, `PersonaAwarded`.
    """

    type: Literal["hot_circle.reward_goal"] = "hot_circle.reward_goal"
    character: Character
    belief: str = Field(description="Its place on the sheet: 1, 2 or 3.", max_length=3, examples=["1"])
    result: GoalResult
    other_pc: Character | None = Field(default=None, description="Another player's character whom it involved.")


class ReviseBelief(Command):
    """Write a belief anew for the next session. Another stance is rewarded, another goal alone is not.

    Needs:    the second ending step; the player.
    Refused:  `genre_missing`, `character_unknown`, `not_a_pc`, `not_your_character`, `wrong_step`,
              `belief_unknown`, `belief_incomplete`, `nothing_replaced`, `already_revised`,
              `session_not_ending`.
    Yields:   `BeliefRevised`, `PersonaAwarded` if the stance changed.
    """

    type: Literal["hot_circle.revise_belief"] = "hot_circle.revise_belief"
    character: Character
    belief: str = Field(description="Its place on the sheet: 1, 2 or 3.", max_length=3, examples=["1"])
    stance: Text
    goal: Text


class ReviseInstinct(Command):
    """Replace an instinct for the next session.

    Needs:    the second ending step; the player.
    Refused:  `genre_missing`, `character_unknown`, `not_a_pc`, `not_your_character`, `wrong_step`,
              `not_my_instinct`, `instinct_form`, `nothing_replaced`, `already_revised`, `session_not_ending`.
    Yields:   `InstinctReplaced`, `PersonaAwarded`.
    """

    type: Literal["hot_circle.revise_instinct"] = "hot_circle.revise_instinct"
    character: Character
    instinct: str = Field(description="Its place on the sheet: 1, 2 or 3.", max_length=3, examples=["1"])
    form: Form
    trigger: Text = ""
    text: Text


class OpenTraitVote(Command):
    """Begin a ballot on one character's traits: first which goes, then which comes.

    Needs:    the gamemaster, the third ending step, a milestone.
    Refused:  `genre_missing`, `gm_only`, `wrong_step`, `no_milestone`, `vote_open`, `character_unknown`,
              `not_a_pc`, `removal_first`, `round_done`, `session_not_ending`.
    Yields:   `TraitVoteOpened`.
    """

    type: Literal["hot_circle.open_trait_vote"] = "hot_circle.open_trait_vote"
    character: Character
    round: VoteRound


class CastBallot(Command):
    """Vote for a trait to go or to come, or for none. Everybody at the table has one ballot.

    Needs:    an open trait vote.
    Refused:  `genre_missing`, `vote_unknown`, `voted_twice`, `ballot_unknown_trait`, `trait_exists`.
    Yields:   `BallotCast`.
    """

    type: Literal["hot_circle.cast_ballot"] = "hot_circle.cast_ballot"
    vote: Slug
    trait: Slug | None = Field(
        default=None, description="For a removal: the trait that should go; left out, none."
    )
    text: Text = Field(default="", description="For an addition: the trait that should come; empty, none.")


class CloseTraitVote(Command):
    """Count the ballots. When several lead, the character's player chooses among them and none.

    Needs:    the gamemaster; the character's player where several lead.
    Refused:  `genre_missing`, `vote_unknown`, `gm_only`, `tiebreak_needed`, `no_tie`, `ballot_unknown_trait`,
              `not_your_character`.
    Yields:   `TraitVoteClosed`, `TraitLost` or `TraitGained`, `PersonaAwarded` after the second round.
    """

    type: Literal["hot_circle.close_trait_vote"] = "hot_circle.close_trait_vote"
    vote: Slug
    tiebreak: Text | None = Field(default=None, description="Where several lead: one of them, or empty for none.")


class SetVoluntaryCondition(Command):
    """Choose a condition for your character, change it, or drop it by leaving the text empty.

    Needs:    the fourth ending step; the player.
    Refused:  `genre_missing`, `character_unknown`, `not_a_pc`, `not_your_character`, `wrong_step`,
              `one_voluntary`, `condition_exists`, `no_voluntary`, `session_not_ending`.
    Yields:   `VoluntaryConditionSet` or `VoluntaryConditionDropped`.
    """

    type: Literal["hot_circle.set_voluntary_condition"] = "hot_circle.set_voluntary_condition"
    character: Character
    text: Text = ""
    change: bool = Field(default=False, description="Change the one there is.")
    epilogue: Text = Field(default="", description="The short scene that shows it.")


class SkipTime(Command):
    """Jump months or years ahead; everybody adds a lifepath.

    Needs:    the gamemaster, no open session, a milestone and its trait vote since the last skip.
    Refused:  `genre_missing`, `gm_only`, `session_open`, `skip_without_milestone`, `skip_too_short`.
    Yields:   `TimeSkipped`.
    """

    type: Literal["hot_circle.skip_time"] = "hot_circle.skip_time"
    months: int = Field(le=12_000)


class EndSeason(Command):
    """Close a season; the next begins.

    Needs:    the gamemaster, no open session.
    Refused:  `genre_missing`, `gm_only`, `session_open`.
    Yields:   `SeasonEnded`.
    """

    type: Literal["hot_circle.end_season"] = "hot_circle.end_season"


class EndCampaign(Command):
    """End the campaign for good.

    Needs:    the gamemaster, no open session.
    Refused:  `genre_missing`, `gm_only`, `session_open`, `campaign_ended`.
    Yields:   `CampaignEnded`.
    """

    type: Literal["hot_circle.end_campaign"] = "hot_circle.end_campaign"
    epilogue: Text = ""
