"""How facts are told: the table of retellings, and the turns of phrase they share."""

from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

from domain.hot_circle import events as say
from domain.hot_circle.state import Circle
from domain.kernel import facts
from domain.kernel.facts import Fact
from domain.kernel.messages import Event
from domain.kernel.people import EVERYONE, GM_ONLY, Audience

_Retell: TypeAlias = Callable[[Circle, Any], Iterable[Fact]]
_TABLE: dict[type[Event], _Retell] = {}
_SECRETS = (
    say.FactionNoteAdded, say.LocationPrepared, say.ObstaclePrepared, say.PrepNoteAdded, say.SupportingBeliefNoted,
)  # fmt: skip


def tells(kind: type[Event]) -> Callable[[_Retell], _Retell]:
    """Register the function that retells events of this class."""

    def register(function: _Retell) -> _Retell:
        _TABLE[kind] = function
        return function

    return register


def told_events() -> set[type[Event]]:
    """The events that have a retelling."""
    return set(_TABLE)


def retell(state: Circle, event: Event) -> Iterable[Fact]:
    """The facts in an event, given the state just after it."""
    return _TABLE[type(event)](state, event)


def audience(state: Circle, event: Event) -> Audience:
    """What the gamemaster prepares, and what the supporting cast believes, is the gamemaster's."""
    return GM_ONLY if isinstance(event, _SECRETS) else EVERYONE


def words(value: str) -> str:
    """An identifier read aloud."""
    return value.replace("_", " ")


def told(text: str, form: str, *about: str, to: Audience = EVERYONE) -> Fact:
    """A step that moves no number, in a few words."""
    return facts.Told(text=text, form=form, about=about, audience=to)


def number(owner: str, name: str, delta: int, now: int, why: str, label: str) -> Fact:
    """A number on a sheet, more or less of it."""
    return facts.NumberChanged(owner=owner, name=name, label=label, delta=delta, now=now, low=0, why=why)


def standing(owner: str, group: str, name: str, was: str, now: str, why: str, label: str, **more: Any) -> Fact:
    """Something on a sheet in another state; an empty one is gone."""
    return facts.StateChanged(owner=owner, group=group, name=name, was=was, now=now, why=why, label=label, **more)
