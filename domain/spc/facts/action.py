"""Actions outside of a conflict, and steps on the tracks, retold."""

from collections.abc import Iterable

from domain.kernel.facts import Fact
from domain.spc import events as say
from domain.spc.state import Adventure

from .telling import goal, purity, tells, told, words


@tells(say.ActionDeclared)
def _(state: Adventure, event: say.ActionDeclared) -> Iterable[Fact]:
    yield told(event.text, words(event.outcome_system), event.character)


@tells(say.ActionWithdrawn)
def _(state: Adventure, event: say.ActionWithdrawn) -> Iterable[Fact]:
    yield told("thinks better of it", "action", event.character)


@tells(say.ActionNarrated)
def _(state: Adventure, event: say.ActionNarrated) -> Iterable[Fact]:
    yield told("it happens", "action", event.character)


@tells(say.ActionOpposed)
def _(state: Adventure, event: say.ActionOpposed) -> Iterable[Fact]:
    yield told("opposes it", "action", event.by)


@tells(say.PurityTrackMoved)
def _(state: Adventure, event: say.PurityTrackMoved) -> Iterable[Fact]:
    ends = event.purity, event.corruption
    return purity(state, event.character, event.delta, ends, words(event.reason))


@tells(say.GoalTrackMoved)
@tells(say.GoalTrackMovedV1)
def _(state: Adventure, event: say.GoalTrackMoved | say.GoalTrackMovedV1) -> Iterable[Fact]:
    ends = event.goal, event.drawback
    return goal(state, event.character, event.delta, ends, words(event.reason))
