"""The end of sessions, seasons and campaigns retold."""

from collections.abc import Iterable

from domain.hot_circle import events as say
from domain.hot_circle.state import Circle
from domain.hot_circle.terms import GoalStatus
from domain.kernel import facts
from domain.kernel.facts import Fact

from . import tracks
from .artha import gone
from .creation import belief_text, instinct_text
from .telling import standing, tells, told, words


@tells(say.MilestoneReached)
def _(state: Circle, event: say.MilestoneReached) -> Iterable[Fact]:
    yield told(event.text, "milestone")


@tells(say.SessionEndBegan)
def _(state: Circle, event: say.SessionEndBegan) -> Iterable[Fact]:
    yield told(f"the end of session {event.session}", "session end")


@tells(say.SessionEndStepReached)
def _(state: Circle, event: say.SessionEndStepReached) -> Iterable[Fact]:
    yield told(words(event.step), "session end")


def goal(state: Circle, who: str, slot: str, now: GoalStatus, why: str) -> Fact:
    """A goal that moved."""
    label = state.characters[who].beliefs[slot].goal
    return standing(
        who, "goals", slot, "open", now.value, why, label, good=True, lasting=now is GoalStatus.RESOLVED
    )


@tells(say.GoalFurthered)
def _(state: Circle, event: say.GoalFurthered) -> Iterable[Fact]:
    yield goal(state, event.character, event.slot, GoalStatus.FURTHERED, "furthered")
    yield tracks.of_goal(state, event.character, event.slot)


@tells(say.GoalResolved)
def _(state: Circle, event: say.GoalResolved) -> Iterable[Fact]:
    yield goal(state, event.character, event.slot, GoalStatus.RESOLVED, words(event.difficulty))
    yield tracks.of_goal(state, event.character, event.slot)
    text = state.characters[event.character].beliefs[event.slot].goal
    yield facts.Advanced(
        owner=event.character, track=f"goals.{event.slot}.reward", what=f"{text} ({words(event.difficulty)})"
    )


@tells(say.BeliefRevised)
def _(state: Circle, event: say.BeliefRevised) -> Iterable[Fact]:
    yield facts.TextSet(
        owner=event.character, field=f"beliefs.{event.slot}", text=belief_text(event.stance, event.goal)
    )
    if event.stance_changed:
        yield standing(
            event.character, "stances", event.slot, event.old_stance, event.stance, "revised", "Stance",
            lasting=True,
        )  # fmt: skip
    yield tracks.of_goal(state, event.character, event.slot)


@tells(say.InstinctReplaced)
def _(state: Circle, event: say.InstinctReplaced) -> Iterable[Fact]:
    text = instinct_text(event.form, event.trigger, event.text)
    yield facts.TextSet(owner=event.character, field=f"instincts.{event.slot}", text=text)


@tells(say.TraitVoteOpened)
def _(state: Circle, event: say.TraitVoteOpened) -> Iterable[Fact]:
    yield told(words(event.round), "trait vote", event.character)


@tells(say.BallotCast)
def _(state: Circle, event: say.BallotCast) -> Iterable[Fact]:
    vote = state.trait_vote
    about = (vote.character_id,) if vote else ()
    traits = state.characters[vote.character_id].traits if vote else {}
    yield told(traits.get(event.choice, event.choice) or "none", "ballot", event.voter, *about)


@tells(say.TraitVoteClosed)
def _(state: Circle, event: say.TraitVoteClosed) -> Iterable[Fact]:
    yield told(event.result or "none", f"trait vote: {words(event.round)}", event.character)


@tells(say.TraitLost)
def _(state: Circle, event: say.TraitLost) -> Iterable[Fact]:
    label = state.gone.get(event.trait, event.trait)
    yield standing(event.character, "traits", event.trait, "held", "", "trait vote", label, lasting=True)


@tells(say.VoluntaryConditionSet)
def _(state: Circle, event: say.VoluntaryConditionSet) -> Iterable[Fact]:
    if event.replaced is not None:
        yield from gone(state, event.character, event.replaced, "another chosen")
    yield standing(
        event.character, "conditions", event.condition, "", event.rank.value, event.epilogue or "chosen",
        event.text,
    )  # fmt: skip
    yield tracks.of_condition(state, event.character, event.condition)


@tells(say.VoluntaryConditionDropped)
def _(state: Circle, event: say.VoluntaryConditionDropped) -> Iterable[Fact]:
    yield from gone(state, event.character, event.condition, event.epilogue or "dropped")


@tells(say.TimeSkipped)
def _(state: Circle, event: say.TimeSkipped) -> Iterable[Fact]:
    yield told(f"{event.months} {'month goes' if event.months == 1 else 'months go'} by", "time-skip")


@tells(say.SeasonEnded)
def _(state: Circle, event: say.SeasonEnded) -> Iterable[Fact]:
    yield facts.ChapterClosed(chapter=f"season-{event.season}")
    yield facts.ChapterOpened(chapter=f"season-{event.season + 1}", title=f"Season {event.season + 1}")


@tells(say.CampaignEnded)
def _(state: Circle, event: say.CampaignEnded) -> Iterable[Fact]:
    yield facts.ChapterClosed(chapter=f"season-{event.season}")
    if event.epilogue:
        yield told(event.epilogue, "epilogue")
