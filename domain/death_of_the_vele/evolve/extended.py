"""How extended struggles change."""

from domain.death_of_the_vele.events import extended as say
from domain.death_of_the_vele.state import ExtendedStruggle, Vele
from domain.kernel.decisions import ImpossibleHistoryError

from .fold import act_of, component_of, evolve, must


def extended_of(state: Vele, extended: str) -> ExtendedStruggle:
    """A series that goes on."""
    found = state.extended.get(extended)
    if found is None or not found.running:
        raise ImpossibleHistoryError(f"{extended} is not going on")
    return found


@evolve.on(say.ExtendedStruggleStarted)
def _(state: Vele, event: say.ExtendedStruggleStarted) -> None:
    must(event.extended not in state.extended, f"{event.extended} has begun already")
    state.extended[event.extended] = ExtendedStruggle(
        kind=event.kind,
        goal=event.goal,
        sides={name: list(slugs) for name, slugs in event.sides.items()},
        planned_attempts=event.planned,
        control=event.control,
        successes=dict.fromkeys(event.sides, 0),
        failures=dict.fromkeys(event.sides, 0),
    )


@evolve.on(say.AttemptGoalsPlanned)
def _(state: Vele, event: say.AttemptGoalsPlanned) -> None:
    extended_of(state, event.extended).goals = list(event.goals)


@evolve.on(say.ExtendedSideJoined)
def _(state: Vele, event: say.ExtendedSideJoined) -> None:
    component_of(state, event.component)
    extended_of(state, event.extended).sides[event.side].append(event.component)


@evolve.on(say.ExtendedAttemptRecorded)
def _(state: Vele, event: say.ExtendedAttemptRecorded) -> None:
    it = extended_of(state, event.extended)
    it.attempts += 1
    counted = it.successes if event.succeeded else it.failures
    counted[event.side] += 1
    if state.struggle is not None and state.struggle.id == event.struggle:
        it.tried.append((state.struggle.goal_text, event.succeeded))


@evolve.on(say.SideSurrendered)
def _(state: Vele, event: say.SideSurrendered) -> None:
    must(event.side in extended_of(state, event.extended).sides, f"{event.side} is no side of it")


@evolve.on(say.ExtendedStruggleEnded)
def _(state: Vele, event: say.ExtendedStruggleEnded) -> None:
    it = extended_of(state, event.extended)
    it.running, it.winner = False, event.winner
    act_of(state).change_due = True
