"""Turns of retelling that chapters share."""

from collections.abc import Iterable
from typing import Any

from domain.kernel import facts
from domain.kernel.facts import Fact

from .names import next_setter
from .state.adventure import Adventure
from .terms import GOAL_REACHED, TABLE, TrackEnd


def words(value: str) -> str:
    """An identifier read aloud."""
    return value.replace("_", " ")


def told(text: str, form: str, *about: str) -> Fact:
    """Fact of a step that moves no number, in a few words."""
    return facts.Told(text=text, form=form, about=about)


def number_told(owner: str, name: str, label: str, delta: int, now: int, why: str, **more: Any) -> Fact:
    """Fact of a number on a sheet that is `delta` more or less, and `now` in all."""
    return facts.NumberChanged(owner=owner, name=name, label=label, delta=delta, now=now, why=why, **more)


def count_told(owner: str, name: str, delta: int, now: int, why: str, **more: Any) -> Fact:
    """Fact of Progress or Abuse, which last as long as a conflict."""
    return number_told(owner, name, name.title(), delta, now, why, low=0, **more)


def pool_told(state: Adventure, owner: str, slot: str, delta: int, why: str) -> Fact:
    """Fact of a pool that grew or shrank."""
    now = getattr(state.characters[owner], f"{slot}_pool")
    return number_told(owner, f"{slot}_pool", slot.title(), delta, now, why, low=0)


def purity_told(state: Adventure, owner: str, delta: int, ends: tuple[int, int], why: str) -> Iterable[Fact]:
    """Facts of a step between Purity and Corruption, as the table reads it."""
    it = state.characters[owner]
    if not state.house_rules.two_pools:
        yield number_told(owner, "purity_track", "Purity or Corruption", delta, it.purity_track or 0, why)
        return
    if ends[0]:
        yield number_told(owner, "purity", "Purity", ends[0], it.purity, why, low=0)
    if ends[1]:
        yield number_told(owner, "corruption", "Corruption", ends[1], it.corruption, why, low=0, good=False)


def goal_told(state: Adventure, owner: str, delta: int, ends: tuple[int, int], why: str) -> Iterable[Fact]:
    """Facts of a step between Goal and Drawback, as the table reads it, and of how far the goal is."""
    it = state.characters[owner]
    if not state.house_rules.two_pools:
        label = "Goal or Drawback"
        yield number_told(owner, "goal_track", label, delta, it.goal_track or 0, why, high=GOAL_REACHED)
    elif ends[1]:
        yield number_told(owner, "drawback", "Drawback", ends[1], it.drawback, why, low=0, good=False)
    yield goal_progress(state, owner)


def goal_progress(state: Adventure, owner: str) -> facts.ProgressSet:
    """Fact of a character's progress towards its goal."""
    it = state.characters[owner]
    return facts.ProgressSet(
        owner=owner,
        track="goal",
        have=max(0, it.at_end(TrackEnd.GOAL, state.house_rules)),
        need=GOAL_REACHED,
        brings=it.goal_text,
        label="Goal",
    )


def harm_told(owner: str, was: str, now: str, why: str) -> Fact:
    """Fact of harm that weighs on every throw of a scene."""
    return facts.StateChanged(
        owner=owner,
        group="harm",
        name="scene",
        was=was,
        now=now,
        why=why,
        good=not now,
        label="A penalty die on every throw",
    )


def next_throw_told(owner: str, delta: int, now: int, why: str) -> Fact:
    """Fact of the penalty die that waits for the next throw."""
    label = "Penalty die on the next throw"
    return number_told(owner, "penalty_next_roll", label, delta, now, why, low=0, high=1, good=False)


def feature_told(owner: str, group: str, slug: str, label: str, why: str, *, lasting: bool) -> Fact:
    """Fact of a talent, power, weakness, ritual or gadget that is on the sheet from here on."""
    return facts.StateChanged(
        owner=owner, group=group, name=slug, was="", now="on the sheet", why=why, label=label, lasting=lasting
    )


def next_scene_told(state: Adventure) -> Fact:
    """Fact of the setter of the next scene."""
    return facts.TextSet(owner=TABLE, field="next", text=next_setter(state))


def goal_scene_told(state: Adventure, owner: str, was: str, now: str) -> Fact:
    """Fact of a goal scene that is owed, or being played."""
    return facts.StateChanged(
        owner=TABLE,
        group="goal_scenes",
        name=owner,
        was=was,
        now=now,
        why="goal reached",
        label=state.characters[owner].name,
    )


def test_of(state: Adventure) -> str | None:
    """The conflict an event belongs to."""
    return state.conflict.id if state.conflict else None
