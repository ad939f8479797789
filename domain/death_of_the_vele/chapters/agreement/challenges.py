"""Challenges and the narrator's no (VE-02 to VE-04)."""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from domain.death_of_the_vele.chapters.deeds import standing_deed, upheld_against, withdrawal
from domain.death_of_the_vele.chapters.guards import in_story, must_narrate
from domain.death_of_the_vele.house_rules import VoteBase
from domain.death_of_the_vele.phrases import STORY, told
from domain.death_of_the_vele.state.table import Question
from domain.death_of_the_vele.state.vele import Vele
from domain.death_of_the_vele.terms.references import DeedRef
from domain.kernel import facts
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import CommandRefused, found, must, need
from domain.kernel.dice import Dice as Chance
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event
from domain.kernel.people import Asker
from domain.kernel.terms import Person, Points, Slug, Text

chapter = Chapter[Vele](
    "Challenges and the narrator's no",
    {
        "voting_open": "The table is voting on what {asker} asked. Count those votes first.",
        "absent": "{player} is away tonight, and only those present vote.",
        "nothing_to_vote_on": "Nothing is being voted on.",
        "voted_already": "{player} has voted already, and everybody votes once.",
        "no_challenge": "No challenge is open.",
    },
)


def may_vote(state: Vele, asker: Asker) -> None:
    """Refuse a vote by anybody who is away."""
    here = state.story.players[asker.person].present
    need(here, "absent", player=asker.person)


class RaiseChallenge(Command):
    """Call for a vote against something another player did. One's own vote stands with it.

    Needs:    something done since the last roll, by somebody else; nothing being voted on.
    Refused:  `voting_open`, `deed_unknown`, `own_deed`, `deed_withdrawn`, `roll_rests_on_it`,
              `trait_in_use`, `absent`.
    Yields:   `ChallengeRaised`.
    """

    type: Literal["death_of_the_vele.raise_challenge"] = "death_of_the_vele.raise_challenge"
    target_event: DeedRef = Field(title="What it is about", description="What is challenged.")
    reason: Text = ""


class ChallengeRaised(Event):
    """A player called for a vote against something done (VE-02)."""

    type: Literal["death_of_the_vele.challenge_raised.v1"] = "death_of_the_vele.challenge_raised.v1"
    challenger: Person
    target_event: Slug
    reason: Text


@chapter.decides(RaiseChallenge)
def raise_challenge(state: Vele, command: RaiseChallenge, asker: Asker, chance: Chance) -> Events:
    """VE-02: open a vote against something done; the challenger's own vote stands with it."""
    in_story(state, asker)
    if state.question is not None:
        raise CommandRefused("voting_open", asker=state.question.asker)
    may_vote(state, asker)
    standing_deed(state, command.target_event, asker.person)
    return [ChallengeRaised(challenger=asker.person, target_event=command.target_event, reason=command.reason)]


@chapter.applies(ChallengeRaised)
def _(state: Vele, event: ChallengeRaised) -> None:
    must(state.question is None, "the table is voting on something else")
    must(event.target_event in state.deeds, f"nothing called {event.target_event} was done")
    state.question = Question(
        asker=event.challenger, text=event.reason, target=event.target_event, votes={event.challenger: True}
    )


@chapter.tells(ChallengeRaised, "{challenger} challenges {target_event}{reason:+: }")
def _(state: Vele, event: ChallengeRaised) -> Iterable[Fact]:
    yield told(event.reason, "challenge", event.challenger, state.deeds[event.target_event].player)
    yield facts.HeadlineTold()


class CastVote(Command):
    """Vote on what is being asked: support the challenge, or the approval, or oppose it.

    Needs:    an open challenge or request; to be present, and not to have voted.
    Refused:  `nothing_to_vote_on`, `absent`, `voted_already`.
    Yields:   `VoteCast`.
    """

    type: Literal["death_of_the_vele.cast_vote"] = "death_of_the_vele.cast_vote"
    supports: bool = Field(title="I am for it")


class VoteCast(Event):
    """A player voted on the challenge, or on the approval, being asked."""

    type: Literal["death_of_the_vele.vote_cast.v1"] = "death_of_the_vele.vote_cast.v1"
    player: Person
    supports: bool


@chapter.decides(CastVote)
def cast_vote(state: Vele, command: CastVote, asker: Asker, chance: Chance) -> Events:
    """VE-02, VE-03: take one vote of a player who is there."""
    in_story(state, asker)
    question = found(state.question, "nothing_to_vote_on")
    may_vote(state, asker)
    need(asker.person not in question.votes, "voted_already", player=asker.person)
    return [VoteCast(player=asker.person, supports=command.supports)]


@chapter.applies(VoteCast)
def _(state: Vele, event: VoteCast) -> None:
    question = state.question
    must(question is not None and event.player not in question.votes, f"{event.player} has no vote now")
    if question is not None:
        question.votes[event.player] = event.supports


@chapter.tells(VoteCast, "{player} votes")
def _(state: Vele, event: VoteCast) -> Iterable[Fact]:
    yield told("for it" if event.supports else "against it", "vote", event.player)


class CloseChallenge(Command):
    """Count the votes. At exactly half, each camp rolls a d6.

    Needs:    an open challenge.
    Refused:  `no_challenge`.
    Yields:   `ChallengeDecided`; when upheld `EventWithdrawn`, and `DiceMovedBack` for what it had moved, unless
              something rests on it by now.
    """

    type: Literal["death_of_the_vele.close_challenge"] = "death_of_the_vele.close_challenge"


class ChallengeDecided(Event):
    """The votes were counted. `tie_roll` holds the d6s for and against, the last pair unequal."""

    type: Literal["death_of_the_vele.challenge_decided.v1"] = "death_of_the_vele.challenge_decided.v1"
    votes_for: Points
    votes_against: Points
    tie_roll: tuple[int, ...] = ()
    upheld: bool


@chapter.decides(CloseChallenge)
def close_challenge(state: Vele, command: CloseChallenge, asker: Asker, chance: Chance) -> Events:
    """VE-02: count the votes: more than half of those present uphold it, exactly half rolls."""
    in_story(state, asker)
    question = state.question
    if question is None or question.target is None:
        raise CommandRefused("no_challenge")
    target = question.target
    votes = votes_cast(question, supports=True)
    upheld, rolled = vote_result(state, votes, chance)
    decided = ChallengeDecided(
        votes_for=votes, votes_against=max(voters(state) - votes, 0), tie_roll=rolled, upheld=upheld
    )
    return [decided, *upheld_against(state, target)] if upheld else [decided]


@chapter.applies(ChallengeDecided)
def _(state: Vele, event: ChallengeDecided) -> None:
    must(state.question is not None and state.question.target is not None, "no challenge is open")
    state.question = None


def camp_rolls(rolled: tuple[int, ...], purpose: str) -> Iterable[Fact]:
    """Facts of the d6s that two camps of equal size rolled."""
    if rolled:
        dice = tuple(
            facts.Die(f"d6-{n}", 6, face, "for" if n % 2 else "against") for n, face in enumerate(rolled, start=1)
        )
        yield facts.DiceRolled(roller=STORY, purpose=purpose, dice=dice)


@chapter.tells(ChallengeDecided, "{votes_for} for and {votes_against} against the challenge")
def _(state: Vele, event: ChallengeDecided) -> Iterable[Fact]:
    yield from camp_rolls(event.tie_roll, "tied vote")
    yield told(f"{event.votes_for} for, {event.votes_against} against", "challenge")


class NarratorRefuse(Command):
    """Say no as the narrator: a challenge that succeeds without a vote.

    Needs:    to be narrating; something done since the last roll.
    Refused:  `narrator_only`, `deed_unknown`, `own_deed`, `deed_withdrawn`, `roll_rests_on_it`,
              `trait_in_use`.
    Yields:   `NarratorSaidNo`, `EventWithdrawn`, `DiceMovedBack` for what it had moved.
    """

    type: Literal["death_of_the_vele.narrator_refuse"] = "death_of_the_vele.narrator_refuse"
    target_event: DeedRef = Field(title="What it is about", description="What is refused.")
    reason: Text = Field(default="", title="Reason")


class NarratorSaidNo(Event):
    """The narrator refused something done (VE-04). `target_event` names the deed."""

    type: Literal["death_of_the_vele.narrator_said_no.v1"] = "death_of_the_vele.narrator_said_no.v1"
    narrator: Person
    target_event: Slug
    reason: Text


@chapter.decides(NarratorRefuse)
def narrator_refuse(state: Vele, command: NarratorRefuse, asker: Asker, chance: Chance) -> Events:
    """VE-04: take something back at the narrator's word, without a vote."""
    in_story(state, asker)
    must_narrate(state, asker)
    deed = standing_deed(state, command.target_event, asker.person)
    said = NarratorSaidNo(narrator=asker.person, target_event=command.target_event, reason=command.reason)
    return [said, *withdrawal(command.target_event, deed)]


@chapter.applies(NarratorSaidNo)
def _(state: Vele, event: NarratorSaidNo) -> None:
    """No change here: the effects it takes back stand in the events after it."""
    must(event.target_event in state.deeds, f"nothing called {event.target_event} was done")


@chapter.tells(NarratorSaidNo, "{narrator} says no as the narrator{reason:+: }")
def _(state: Vele, event: NarratorSaidNo) -> Iterable[Fact]:
    yield told(event.reason, "refusal", event.narrator)
    yield facts.HeadlineTold()


def voters(state: Vele) -> int:
    """Number of people a majority is counted of."""
    players = state.story.players.values()
    if state.house_rules.vote_base is VoteBase.ALL:
        return len(players)
    return sum(1 for it in players if it.present)


def vote_result(state: Vele, votes: int, chance: Chance) -> tuple[bool, tuple[int, ...]]:
    """The outcome of so many votes, and the d6s of both camps where it was exactly half (VE-A39).

    The camp of the votes rolls first; equal faces are rolled again.
    """
    base = voters(state)
    if 2 * votes != base:
        return 2 * votes > base, ()
    rolled: list[int] = []
    while not rolled or rolled[-1] == rolled[-2]:
        rolled += chance.roll(6, 6)
    return rolled[-2] > rolled[-1], tuple(rolled)


def votes_cast(question: Question, *, supports: bool) -> int:
    """Number of votes cast on a question: those for it, or those against."""
    return sum(1 for vote in question.votes.values() if vote is supports)
