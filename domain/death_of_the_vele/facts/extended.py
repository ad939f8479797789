"""Extended struggles retold."""

from collections.abc import Iterable

from domain.death_of_the_vele.events import extended as say
from domain.death_of_the_vele.state import Vele
from domain.kernel import facts
from domain.kernel.facts import Fact

from .telling import tells, told, words


@tells(say.ExtendedStruggleStarted)
def _(state: Vele, event: say.ExtendedStruggleStarted) -> Iterable[Fact]:
    yield facts.TestOpened(
        test=event.extended, form=words(event.kind.value),
        sides=tuple(slug for slugs in event.sides.values() for slug in slugs), aim=event.goal,
    )  # fmt: skip


@tells(say.AttemptGoalsPlanned)
def _(state: Vele, event: say.AttemptGoalsPlanned) -> Iterable[Fact]:
    yield told(f"to attempt: {', '.join(event.goals)}", "extended struggle")


@tells(say.ExtendedSideJoined)
def _(state: Vele, event: say.ExtendedSideJoined) -> Iterable[Fact]:
    yield told("joins the fight", "extended struggle", event.component)


@tells(say.ExtendedAttemptRecorded)
def _(state: Vele, event: say.ExtendedAttemptRecorded) -> Iterable[Fact]:
    it = state.extended[event.extended]
    counted = it.successes if event.succeeded else it.failures
    name = "successes" if event.succeeded else "failures"
    yield facts.NumberChanged(
        owner=event.extended, name=f"{event.side}_{name}", label=f"{it.goal}: {name} of the {event.side}", delta=1,
        now=counted[event.side], low=0, why="an attempt", good=event.succeeded,
    )  # fmt: skip


@tells(say.SideSurrendered)
def _(state: Vele, event: say.SideSurrendered) -> Iterable[Fact]:
    yield told("gives up", "extended struggle", *state.extended[event.extended].sides[event.side])


@tells(say.ExtendedStruggleEnded)
def _(state: Vele, event: say.ExtendedStruggleEnded) -> Iterable[Fact]:
    sides = state.extended[event.extended].sides
    won = sides.get(event.winner.value, [])
    lost = [slug for name, slugs in sides.items() if won and name != event.winner.value for slug in slugs]
    yield facts.TestClosed(
        test=event.extended, outcome=words(event.reason.value), winner=won[0] if won else None, losers=tuple(lost)
    )
