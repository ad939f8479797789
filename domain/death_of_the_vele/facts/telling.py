"""How facts are told: the table of retellings, and the turns of phrase they share."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeAlias

from domain.death_of_the_vele.evolve.fold import bag_at
from domain.death_of_the_vele.slots import next_aspect_at
from domain.death_of_the_vele.state import Vele
from domain.death_of_the_vele.terms import Dice, Home, Pool
from domain.kernel import facts
from domain.kernel.facts import Fact
from domain.kernel.messages import Event
from domain.kernel.people import EVERYONE, Audience

_Retell: TypeAlias = Callable[[Vele, Any], Iterable[Fact]]
_Audience: TypeAlias = Callable[[Vele, Any], Audience]
_TABLE: dict[type[Event], _Retell] = {}
_SEALED: dict[type[Event], _Audience] = {}

POOL_LABELS: Mapping[Pool, str] = {
    Pool.CHARACTER: "Character dice",
    Pool.STORY: "Story dice",
    Pool.ALLOCATED: "Allocated dice",
    Pool.GROUP: "Group dice",
    Pool.BOWL: "The bowl",
    Pool.TABLE: "Pushed dice",
}
BOWL = "bowl"


def tells(kind: type[Event]) -> Callable[[_Retell], _Retell]:
    """Register the function that retells events of this class."""

    def register(function: _Retell) -> _Retell:
        if kind in _TABLE:
            raise TypeError(f"{kind.__name__} is retold twice")
        _TABLE[kind] = function
        return function

    return register


def sealed(kind: type[Event]) -> Callable[[_Audience], _Audience]:
    """Register the function that says who may know of an event of this class; without one, everybody."""

    def register(function: _Audience) -> _Audience:
        _SEALED[kind] = function
        return function

    return register


def told_events() -> set[type[Event]]:
    """The events that have a retelling."""
    return set(_TABLE)


def retell(state: Vele, event: Event) -> Iterable[Fact]:
    """The facts in an event, given the state just after it."""
    return _TABLE[type(event)](state, event)


def audience(state: Vele, event: Event) -> Audience:
    """Who may know that this happened: sealed bids, covered dice and hidden rolls are not for everybody."""
    seal = _SEALED.get(type(event))
    return seal(state, event) if seal else EVERYONE


def words(value: str) -> str:
    """An identifier read aloud."""
    return value.replace("_", " ")


def told(text: str, form: str, *about: str, **more: Any) -> Fact:
    """A step that moves no number, in a few words."""
    return facts.Told(text=text, form=form, about=about, **more)


def pool_name(home: Home) -> str:
    """The name of a pool on its owner's sheet: the last part of its path."""
    return {Pool.ALLOCATED: "allocated"}.get(home.pool, f"{home.pool.value}_dice")


def dice_moved(state: Vele, giver: Home, taker: Home, dice: Dice, why: str) -> Iterable[Fact]:
    """Dice went from home to home: the move, and the points each counted pool has after it."""
    if not dice:
        return
    yield facts.DiceMoved(
        giver=giver.owner or BOWL, giver_pool=POOL_LABELS[giver.pool], taker=taker.owner or BOWL,
        taker_pool=POOL_LABELS[taker.pool], dice=dice.pairs, why=why,
    )  # fmt: skip
    yield from points_changed(state, giver, -dice.points, why)
    yield from points_changed(state, taker, dice.points, why)


def towards_an_aspect(state: Vele, slug: str) -> Iterable[Fact]:
    """How far a component is towards its next aspect slot, where value brings one."""
    it = state.components[slug]
    if (need := next_aspect_at(state, it)) is not None:
        yield facts.ProgressSet(
            owner=slug,
            track="aspect_slots",
            have=it.value,
            need=need,
            brings="one more aspect slot",
            label="Value",
        )


def points_changed(state: Vele, home: Home, delta: int, why: str) -> Iterable[Fact]:
    """A pool is worth more or less; the bowl and the table are not counted."""
    bag = bag_at(state, home)
    if bag is not None and delta:
        yield facts.NumberChanged(
            owner=home.owner or "", name=pool_name(home), label=f"{POOL_LABELS[home.pool]}, points",
            delta=delta, now=bag.points, low=0, why=why,
        )  # fmt: skip
