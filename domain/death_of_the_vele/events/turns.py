"""Initiative, turns and movement."""

from typing import Literal

from domain.death_of_the_vele.terms import MoveCost
from domain.kernel.messages import Event
from domain.kernel.terms import Person, Slug


class InitiativeStarted(Event):
    """Players take turns from here on (VE-70). `opening`: an attack started it, and is a turn of its own."""

    type: Literal["death_of_the_vele.initiative_started.v1"] = "death_of_the_vele.initiative_started.v1"
    order: tuple[Person, ...]
    opening: bool = False


class TurnStarted(Event):
    """A player's turn began."""

    type: Literal["death_of_the_vele.turn_started.v1"] = "death_of_the_vele.turn_started.v1"
    player: Person
    round: int


class ComponentActed(Event):
    """A component had its action of this round, and all that is attached to it."""

    type: Literal["death_of_the_vele.component_acted.v1"] = "death_of_the_vele.component_acted.v1"
    component: Slug


class TurnEnded(Event):
    """A player's turn ended."""

    type: Literal["death_of_the_vele.turn_ended.v1"] = "death_of_the_vele.turn_ended.v1"
    player: Person


class InitiativeStopped(Event):
    """Nobody takes turns any more."""

    type: Literal["death_of_the_vele.initiative_stopped.v1"] = "death_of_the_vele.initiative_stopped.v1"


class ComponentMoved(Event):
    """A component went from one zone to another (VE-71, VE-95)."""

    type: Literal["death_of_the_vele.component_moved.v1"] = "death_of_the_vele.component_moved.v1"
    component: Slug
    was: Slug | None
    to: Slug
    cost: MoveCost


EVENTS: tuple[type[Event], ...] = (
    InitiativeStarted,
    TurnStarted,
    ComponentActed,
    TurnEnded,
    InitiativeStopped,
    ComponentMoved,
)
