"""The table retold."""

from collections.abc import Iterable

from domain.death_of_the_vele.events import story as say
from domain.death_of_the_vele.state import Vele
from domain.kernel import facts
from domain.kernel.facts import Fact

from .telling import dice_moved, tells, told, towards_an_aspect, words

STORY = "story"


@tells(say.StoryStarted)
def _(state: Vele, event: say.StoryStarted) -> Iterable[Fact]:
    yield facts.ChapterOpened(chapter=STORY, title=event.title)
    yield facts.TextSet(owner=STORY, field="dramatic_tone", text=event.dramatic_tone.value)
    yield facts.TextSet(owner=STORY, field="taken_out_default", text=words(event.taken_out_default.value))


@tells(say.PresenceMarked)
def _(state: Vele, event: say.PresenceMarked) -> Iterable[Fact]:
    yield told("is here" if event.present else "is away", "presence", event.player)


@tells(say.ChallengeRaised)
def _(state: Vele, event: say.ChallengeRaised) -> Iterable[Fact]:
    yield told(event.reason, "challenge", event.challenger, state.deeds[event.target_event].player)


@tells(say.VoteCast)
def _(state: Vele, event: say.VoteCast) -> Iterable[Fact]:
    yield told("for it" if event.supports else "against it", "vote", event.player)


def camps(rolled: tuple[int, ...], purpose: str) -> Iterable[Fact]:
    """The d6s of two camps of equal size."""
    if rolled:
        dice = tuple(
            facts.Die(f"d6-{n}", 6, face, "for" if n % 2 else "against") for n, face in enumerate(rolled, start=1)
        )
        yield facts.DiceRolled(roller=STORY, purpose=purpose, dice=dice)


@tells(say.ChallengeDecided)
def _(state: Vele, event: say.ChallengeDecided) -> Iterable[Fact]:
    yield from camps(event.tie_roll, "tied vote")
    yield told(f"{event.votes_for} for, {event.votes_against} against", "challenge")


@tells(say.EventWithdrawn)
def _(state: Vele, event: say.EventWithdrawn) -> Iterable[Fact]:
    deed = state.deeds[event.target_event]
    yield told(f"{words(deed.kind.value)} taken back", "challenge", deed.player)
    component = deed.subject.partition(".")[0]
    if component in state.components:
        yield from towards_an_aspect(state, component)


@tells(say.DiceMovedBack)
def _(state: Vele, event: say.DiceMovedBack) -> Iterable[Fact]:
    yield from dice_moved(state, event.giver, event.taker, event.dice, "taken back")


@tells(say.ApprovalRequested)
def _(state: Vele, event: say.ApprovalRequested) -> Iterable[Fact]:
    yield told(event.subject, words(event.approval.value), event.player)


@tells(say.ApprovalDecided)
def _(state: Vele, event: say.ApprovalDecided) -> Iterable[Fact]:
    yield from camps(event.tie_roll, "tied approval")
    yield told("approved" if event.approved else "turned down", "approval")


@tells(say.NarratorSaidNo)
def _(state: Vele, event: say.NarratorSaidNo) -> Iterable[Fact]:
    yield told(event.reason, "refusal", event.narrator)


@tells(say.GuidelineAdded)
@tells(say.GuidelineRevised)
def _(state: Vele, event: say.GuidelineAdded) -> Iterable[Fact]:
    yield facts.TextSet(owner=STORY, field=event.guideline, text=event.text)


@tells(say.FictionRecorded)
def _(state: Vele, event: say.FictionRecorded) -> Iterable[Fact]:
    yield told(event.text, "fiction", *event.about)
