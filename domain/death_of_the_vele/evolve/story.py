"""How the table changes: players, votes, guidelines, deeds taken back."""

from collections.abc import Callable
from typing import TypeAlias

from domain.death_of_the_vele.events import story as say
from domain.death_of_the_vele.state import Deed, Guideline, Player, Question, Vele, approval_key
from domain.death_of_the_vele.terms import DeedKind

from .fold import deed, evolve, move, must, player_of

_Undo: TypeAlias = Callable[[Vele, Deed], None]
_UNDO: dict[DeedKind, _Undo] = {}


def undoes(kind: DeedKind) -> Callable[[_Undo], _Undo]:
    """Register how a deed of this kind is taken back; the dice it moved come back by events of their own."""

    def register(function: _Undo) -> _Undo:
        _UNDO[kind] = function
        return function

    return register


@evolve.on(say.StoryStarted)
def _(state: Vele, event: say.StoryStarted) -> None:
    must(not state.story.started, "a story has begun already")
    story = state.story
    story.title = event.title
    story.players = {player: Player() for player in event.players}
    story.dramatic_tone = event.dramatic_tone
    story.same_kind_tone = event.same_kind_tone
    story.taken_out_default = event.taken_out_default


@evolve.on(say.PresenceMarked)
def _(state: Vele, event: say.PresenceMarked) -> None:
    player_of(state, event.player).present = event.present


@evolve.on(say.ChallengeRaised)
def _(state: Vele, event: say.ChallengeRaised) -> None:
    must(state.question is None, "the table is voting on something else")
    must(event.target_event in state.deeds, f"nothing called {event.target_event} was done")
    state.question = Question(
        asker=event.challenger, text=event.reason, target=event.target_event, votes={event.challenger: True}
    )


@evolve.on(say.ApprovalRequested)
def _(state: Vele, event: say.ApprovalRequested) -> None:
    must(state.question is None, "the table is voting on something else")
    state.question = Question(asker=event.player, text=event.subject, approval=event.approval)


@evolve.on(say.VoteCast)
def _(state: Vele, event: say.VoteCast) -> None:
    question = state.question
    must(question is not None and event.player not in question.votes, f"{event.player} has no vote now")
    if question is not None:
        question.votes[event.player] = event.supports


@evolve.on(say.ChallengeDecided)
def _(state: Vele, event: say.ChallengeDecided) -> None:
    must(state.question is not None and state.question.target is not None, "no challenge is open")
    state.question = None


@evolve.on(say.ApprovalDecided)
def _(state: Vele, event: say.ApprovalDecided) -> None:
    must(state.question is not None and state.question.approval is not None, "no approval was asked for")
    state.question = None
    if not event.approved:
        state.turned_down.append(approval_key(event.approval, event.subject))


@evolve.on(say.NarratorSaidNo)
def _(state: Vele, event: say.NarratorSaidNo) -> None:
    """What it takes back stands in the events after it."""
    must(event.target_event in state.deeds, f"nothing called {event.target_event} was done")


@evolve.on(say.EventWithdrawn)
def _(state: Vele, event: say.EventWithdrawn) -> None:
    done = state.deeds.get(event.target_event)
    must(done is not None and not done.withdrawn and not done.rested, f"{event.target_event} cannot be taken back")
    if done is not None:
        done.withdrawn = True
        _UNDO[done.kind](state, done)


@evolve.on(say.DiceMovedBack)
def _(state: Vele, event: say.DiceMovedBack) -> None:
    move(state, event.giver, event.taker, event.dice)


@evolve.on(say.GuidelineAdded)
def _(state: Vele, event: say.GuidelineAdded) -> None:
    must(event.guideline not in state.story.guidelines, f"{event.guideline} is written already")
    state.story.guidelines[event.guideline] = Guideline(event.text, event.author)
    deed(state, DeedKind.GUIDELINE, event.author, event.guideline)


@undoes(DeedKind.GUIDELINE)
def _(state: Vele, done: Deed) -> None:
    guideline = state.story.guidelines.pop(done.subject, None)
    if guideline is not None and done.was:
        state.story.guidelines[done.subject] = Guideline(done.was, guideline.author)


@evolve.on(say.GuidelineRevised)
def _(state: Vele, event: say.GuidelineRevised) -> None:
    must(event.guideline in state.story.guidelines, f"there is no {event.guideline}")
    was = state.story.guidelines[event.guideline].text
    state.story.guidelines[event.guideline] = Guideline(event.text, event.author)
    deed(state, DeedKind.GUIDELINE, event.author, event.guideline, was=was)


@evolve.on(say.FictionRecorded)
def _(state: Vele, event: say.FictionRecorded) -> None:
    deed(state, DeedKind.FICTION, event.author, "fiction")


@undoes(DeedKind.FICTION)
def _(state: Vele, done: Deed) -> None:
    """What was told stays in the journal, marked as taken back; no number hung on it."""
