"""Turns and places retold."""

from collections.abc import Iterable

from domain.death_of_the_vele.events import turns as say
from domain.death_of_the_vele.state import Vele
from domain.kernel import facts
from domain.kernel.facts import Fact

from .telling import tells, told


@tells(say.InitiativeStarted)
def _(state: Vele, event: say.InitiativeStarted) -> Iterable[Fact]:
    yield told("players take turns", "initiative", *event.order)


@tells(say.TurnStarted)
def _(state: Vele, event: say.TurnStarted) -> Iterable[Fact]:
    yield told(f"round {event.round}", "turn", event.player)


@tells(say.ComponentActed)
def _(state: Vele, event: say.ComponentActed) -> Iterable[Fact]:
    yield facts.StateChanged(
        owner=event.component, group="turn", name="action", label="Action", was="free", now="used",
        why="acted this round",
    )  # fmt: skip


@tells(say.TurnEnded)
def _(state: Vele, event: say.TurnEnded) -> Iterable[Fact]:
    yield told("the turn is over", "turn", event.player)


@tells(say.InitiativeStopped)
def _(state: Vele, event: say.InitiativeStopped) -> Iterable[Fact]:
    yield told("nobody takes turns any more", "initiative")


@tells(say.ComponentMoved)
def _(state: Vele, event: say.ComponentMoved) -> Iterable[Fact]:
    yield facts.TextSet(owner=event.component, field="zone", text=event.to)
