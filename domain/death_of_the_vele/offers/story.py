"""Votes, guidelines and fiction on offer."""

from collections.abc import Iterable

from domain.death_of_the_vele.commands import story as ask
from domain.death_of_the_vele.rules.common import narrator_of
from domain.death_of_the_vele.rules.voting import voters
from domain.death_of_the_vele.state import Question, Vele
from domain.death_of_the_vele.terms import ActStatus
from domain.kernel.offers import Choice, Offer
from domain.kernel.people import Asker

from .seats import Seat, one_seat, players, seats

VOTES = "The table votes"
TABLE = "The table"


def beginning(state: Vele, asker: Asker) -> Iterable[Offer]:
    """A story to start."""
    if not state.story.started:
        yield Offer(
            command=ask.StartStory, label="Start a story", known={"players": (asker.person,)}, group="The story"
        )


def voting(state: Vele, asker: Asker) -> Iterable[Offer]:
    """The question before the table: everybody's vote, then the count."""
    question = state.question
    if question is None:
        return
    for seat in seats(state, asker):
        if state.story.players[seat.player].present and seat.player not in question.votes:
            yield seat.offer(ask.CastVote, f"{seat.who} votes: {question.text or 'the challenge'}", group=VOTES)
    closer = one_seat(state, asker)
    if closer is not None:
        kind = ask.CloseChallenge if question.target is not None else ask.CloseApproval
        yield closer.offer(kind, "Count the votes", group=VOTES, dice=tied(state, question))


def tied(state: Vele, question: Question) -> tuple[int, ...]:
    """The d6s both camps roll at exactly half; none otherwise."""
    weighing = question.target is not None
    votes = sum(1 for vote in question.votes.values() if vote is weighing)
    return (6, 6) if 2 * votes == voters(state) else ()


def table(state: Vele, asker: Asker) -> Iterable[Offer]:
    """What may be done at any time: challenge, ask, tell, write a guideline."""
    playing = state.act is not None and state.act.status is ActStatus.PLAYING
    for seat in seats(state, asker):
        narrates = narrator_of(state) == seat.player
        who = seat.player
        yield seat.offer(ask.RecordFiction, f"{who} tells what happens", {"about": ()}, group=TABLE)
        if narrates or not playing:
            yield seat.offer(ask.AddGuideline, f"{who} adds a guideline", group=TABLE)
            if written := tuple(Choice(slug, it.text[:60]) for slug, it in state.story.guidelines.items()):
                yield seat.offer(
                    ask.ReviseGuideline, f"{who} revises a guideline", {}, {"guideline": written}, group=TABLE
                )
        if state.question is None:
            yield seat.offer(ask.RequestApproval, f"{who} asks for approval", group=TABLE)
        yield from against(state, seat, narrates=narrates)
    if (any_seat := one_seat(state, asker)) is not None:
        yield any_seat.offer(
            ask.MarkPresence, "Somebody is away, or back", {}, {"player": players(state)}, group=TABLE
        )


def against(state: Vele, seat: Seat, *, narrates: bool) -> Iterable[Offer]:
    """Challenges to what others did since the last roll."""
    open_to_it = tuple(
        Choice(slug, f"{deed.kind.value.replace('_', ' ')} by {deed.player}", deed.subject)
        for slug, deed in reversed(state.deeds.items())
        if deed.player != seat.player and not deed.rested and not deed.withdrawn
    )
    if not open_to_it:
        return
    if state.question is None and state.story.players[seat.player].present:
        yield seat.offer(
            ask.RaiseChallenge,
            f"{seat.who} challenges something",
            {},
            {"target_event": open_to_it},
            group=VOTES,
        )
    if narrates:
        yield seat.offer(
            ask.NarratorRefuse, f"{seat.who} says no as the narrator", {}, {"target_event": open_to_it},
            group=VOTES,
        )  # fmt: skip
