"""Approvals (VE-03)."""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from domain.death_of_the_vele.chapters.agreement.challenges import (
    CastVote,
    CloseChallenge,
    NarratorRefuse,
    RaiseChallenge,
    camp_rolls,
    vote_result,
    voters,
    votes_cast,
)
from domain.death_of_the_vele.chapters.guards import in_story, not_turned_down
from domain.death_of_the_vele.names import deed_about, deed_words
from domain.death_of_the_vele.phrases import told, words
from domain.death_of_the_vele.seats import VOTES, Seat, one_seat, seats
from domain.death_of_the_vele.state.table import Question, approval_key
from domain.death_of_the_vele.state.vele import Vele
from domain.death_of_the_vele.terms.play import ApprovalKind
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import CommandRefused, must, need
from domain.kernel.dice import Dice as Chance
from domain.kernel.facts import Fact, HeadlineTold
from domain.kernel.messages import Command, Event
from domain.kernel.offers import Choice, Offer
from domain.kernel.people import Asker
from domain.kernel.terms import Person, Points, Text

chapter = Chapter[Vele](
    "Approvals",
    {
        "text_missing": "Write it down: the text is empty.",
        "no_approval": "No approval was asked for.",
    },
)


class RequestApproval(Command):
    """Ask the table: will it have a goal, an ally, a trait, a difficulty, fate, a hit?

    Needs:    nothing being voted on.
    Refused:  `voting_open`, `text_missing`, `not_accepted`.
    Yields:   `ApprovalRequested`.
    """

    type: Literal["death_of_the_vele.request_approval"] = "death_of_the_vele.request_approval"
    approval: ApprovalKind = Field(title="What kind of thing")
    text: Text = Field(
        title="What is asked", description="What is to be approved, in the words it will be asked in."
    )


class ApprovalRequested(Event):
    """A player asked the table for its approval (VE-03)."""

    type: Literal["death_of_the_vele.approval_requested.v1"] = "death_of_the_vele.approval_requested.v1"
    player: Person
    approval: ApprovalKind
    subject: Text


@chapter.decides(RequestApproval)
def request_approval(state: Vele, command: RequestApproval, asker: Asker, chance: Chance) -> Events:
    """VE-03: put a request to a vote of the whole table."""
    in_story(state, asker)
    if state.question is not None:
        raise CommandRefused("voting_open", asker=state.question.asker)
    need(command.text.strip(), "text_missing")
    not_turned_down(state, command.approval, command.text)
    return [ApprovalRequested(player=asker.person, approval=command.approval, subject=command.text)]


@chapter.applies(ApprovalRequested)
def _(state: Vele, event: ApprovalRequested) -> None:
    must(state.question is None, "the table is voting on something else")
    state.question = Question(asker=event.player, text=event.subject, approval=event.approval)


@chapter.tells(ApprovalRequested, "{player} asks for approval: {subject}")
def _(state: Vele, event: ApprovalRequested) -> Iterable[Fact]:
    yield told(event.subject, words(event.approval.value), event.player)


class CloseApproval(Command):
    """Count who opposes. Silence approves; at exactly half, each camp rolls a d6.

    Needs:    an open request.
    Refused:  `no_approval`.
    Yields:   `ApprovalDecided`.
    """

    type: Literal["death_of_the_vele.close_approval"] = "death_of_the_vele.close_approval"


class ApprovalDecided(Event):
    """The table approved, or did not. `opposed` of `voters` were against; `tie_roll`: d6s of both camps."""

    type: Literal["death_of_the_vele.approval_decided.v1"] = "death_of_the_vele.approval_decided.v1"
    approval: ApprovalKind
    subject: Text
    opposed: Points
    voters: Points
    tie_roll: tuple[int, ...] = ()
    approved: bool


@chapter.decides(CloseApproval)
def close_approval(state: Vele, command: CloseApproval, asker: Asker, chance: Chance) -> Events:
    """VE-03: count the votes: silence approves, more than half against refuse, exactly half rolls."""
    in_story(state, asker)
    question = state.question
    if question is None or question.approval is None:
        raise CommandRefused("no_approval")
    opposed = votes_cast(question, supports=False)
    against, rolled = vote_result(state, opposed, chance)
    return [
        ApprovalDecided(
            approval=question.approval,
            subject=question.text,
            opposed=opposed,
            voters=voters(state),
            tie_roll=rolled,
            approved=not against,
        )
    ]


@chapter.applies(ApprovalDecided)
def _(state: Vele, event: ApprovalDecided) -> None:
    must(state.question is not None and state.question.approval is not None, "no approval was asked for")
    state.question = None
    if not event.approved:
        state.turned_down.append(approval_key(event.approval, event.subject))


@chapter.tells(
    ApprovalDecided,
    "It is {approved:=yes>approved|no>turned down}: {subject} ({opposed} of {voters} against)",
)
def _(state: Vele, event: ApprovalDecided) -> Iterable[Fact]:
    yield from camp_rolls(event.tie_roll, "tied approval")
    yield told("approved" if event.approved else "turned down", "approval")
    yield HeadlineTold(brief=True)


def voting(state: Vele, asker: Asker) -> Iterable[Offer]:
    """Offers on the question before the table: everybody's vote, then the count."""
    question = state.question
    if question is None:
        return
    for seat in seats(state, asker):
        if state.story.players[seat.player].present and seat.player not in question.votes:
            yield seat.offer(CastVote, f"{seat.who} votes: {question.text or 'the challenge'}", group=VOTES)
    closer = one_seat(state, asker)
    if closer is not None:
        kind = CloseChallenge if question.target is not None else CloseApproval
        yield closer.offer(kind, "Count the votes", group=VOTES, dice=tie_dice(state, question))


def tie_dice(state: Vele, question: Question) -> tuple[int, ...]:
    """Sizes of the dice that counting now would roll: two d6s at exactly half, otherwise none."""
    weighing = question.target is not None
    votes = sum(1 for vote in question.votes.values() if vote is weighing)
    return (6, 6) if 2 * votes == voters(state) else ()


def challenging(state: Vele, seat: Seat, *, narrates: bool) -> Iterable[Offer]:
    """Offers to challenge what others did since the last roll."""
    open_to_it = tuple(
        Choice(slug, deed_words(deed), deed_about(state, deed))
        for slug, deed in reversed(state.deeds.items())
        if deed.player != seat.player and not deed.rested and not deed.withdrawn
    )
    if not open_to_it:
        return
    if state.question is None and state.story.players[seat.player].present:
        yield seat.offer(
            RaiseChallenge,
            f"{seat.who} challenges something",
            {},
            {"target_event": open_to_it},
            group=VOTES,
        )
    if narrates:
        yield seat.offer(
            NarratorRefuse, f"{seat.who} says no as the narrator", {}, {"target_event": open_to_it}, group=VOTES
        )
