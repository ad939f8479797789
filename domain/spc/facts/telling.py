"""How facts are told: the table of retellings, and the turns of phrase they share."""

from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

from domain.kernel import facts
from domain.kernel.facts import Fact
from domain.kernel.messages import Event
from domain.kernel.people import EVERYONE, GM_ONLY, Audience
from domain.spc import events as say
from domain.spc.names import next_setter
from domain.spc.state import Adventure
from domain.spc.terms import GOAL_REACHED, TABLE, TrackEnd

_Retell: TypeAlias = Callable[[Adventure, Any], Iterable[Fact]]
_TABLE: dict[type[Event], _Retell] = {}


def tells(kind: type[Event]) -> Callable[[_Retell], _Retell]:
    """Register the function that retells events of this class."""

    def register(function: _Retell) -> _Retell:
        _TABLE[kind] = function
        return function

    return register


def told_events() -> set[type[Event]]:
    """The events that have a retelling."""
    return set(_TABLE)


def retell(state: Adventure, event: Event) -> Iterable[Fact]:
    """The facts in an event, given the state just after it."""
    return _TABLE[type(event)](state, event)


def audience(state: Adventure, event: Event) -> Audience:
    """Schemes are the Mastermind's; everything else is the table's."""
    return GM_ONLY if isinstance(event, say.SchemeNoted) else EVERYONE


def words(value: str) -> str:
    """An identifier read aloud."""
    return value.replace("_", " ")


def told(text: str, form: str, *about: str) -> Fact:
    """A step that moves no number, in a few words."""
    return facts.Told(text=text, form=form, about=about)


def number(owner: str, name: str, label: str, delta: int, now: int, why: str, **more: Any) -> Fact:
    """A number on a sheet, more or less of it."""
    return facts.NumberChanged(owner=owner, name=name, label=label, delta=delta, now=now, why=why, **more)


def count(owner: str, name: str, delta: int, now: int, why: str, **more: Any) -> Fact:
    """Progress or Abuse, which last as long as a conflict."""
    return number(owner, name, name.title(), delta, now, why, low=0, **more)


def pool(state: Adventure, owner: str, slot: str, delta: int, why: str) -> Fact:
    """A pool that grew or shrank."""
    now = getattr(state.characters[owner], f"{slot}_pool")
    return number(owner, f"{slot}_pool", slot.title(), delta, now, why, low=0)


def purity(state: Adventure, owner: str, delta: int, ends: tuple[int, int], why: str) -> Iterable[Fact]:
    """A step between Purity and Corruption, as the table reads it."""
    it = state.characters[owner]
    if not state.house_rules.two_pools:
        yield number(owner, "purity_track", "Purity or Corruption", delta, it.purity_track or 0, why)
        return
    if ends[0]:
        yield number(owner, "purity", "Purity", ends[0], it.purity, why, low=0)
    if ends[1]:
        yield number(owner, "corruption", "Corruption", ends[1], it.corruption, why, low=0, good=False)


def goal(state: Adventure, owner: str, delta: int, ends: tuple[int, int], why: str) -> Iterable[Fact]:
    """A step between Goal and Drawback, as the table reads it, and how far the goal is."""
    it = state.characters[owner]
    if not state.house_rules.two_pools:
        label = "Goal or Drawback"
        yield number(owner, "goal_track", label, delta, it.goal_track or 0, why, high=GOAL_REACHED)
    elif ends[1]:
        yield number(owner, "drawback", "Drawback", ends[1], it.drawback, why, low=0, good=False)
    yield goal_progress(state, owner)


def goal_progress(state: Adventure, owner: str) -> facts.ProgressSet:
    """How far a character is towards its goal."""
    it = state.characters[owner]
    return facts.ProgressSet(
        owner=owner,
        track="goal",
        have=max(0, it.at_end(TrackEnd.GOAL, state.house_rules)),
        need=GOAL_REACHED,
        brings=it.goal_text,
        label="Goal",
    )


def harm(owner: str, was: str, now: str, why: str) -> Fact:
    """Harm that weighs on every throw of a scene."""
    return facts.StateChanged(
        owner=owner, group="harm", name="scene", was=was, now=now, why=why, good=not now,
        label="A penalty die on every throw",
    )  # fmt: skip


def next_throw(owner: str, delta: int, now: int, why: str) -> Fact:
    """The penalty die that waits for the next throw."""
    label = "Penalty die on the next throw"
    return number(owner, "penalty_next_roll", label, delta, now, why, low=0, high=1, good=False)


def feature(owner: str, group: str, slug: str, label: str, why: str, *, lasting: bool) -> Fact:
    """A talent, power, weakness, ritual or gadget that is on the sheet from here on."""
    return facts.StateChanged(
        owner=owner, group=group, name=slug, was="", now="on the sheet", why=why, label=label, lasting=lasting
    )


def next_scene(state: Adventure) -> Fact:
    """Whose scene comes next."""
    return facts.TextSet(owner=TABLE, field="next", text=next_setter(state))


def goal_scene(state: Adventure, owner: str, was: str, now: str) -> Fact:
    """A goal scene that is owed, or being played."""
    return facts.StateChanged(
        owner=TABLE, group="goal_scenes", name=owner, was=was, now=now, why="goal reached",
        label=state.characters[owner].name,
    )  # fmt: skip


def test_of(state: Adventure) -> str | None:
    """The conflict an event belongs to."""
    return state.conflict.id if state.conflict else None
