"""Arcs retold."""

from collections.abc import Iterable

from domain.kernel import facts
from domain.kernel.facts import Fact
from domain.vicious_crucible import events as say
from domain.vicious_crucible.state import Crucible

from .telling import (
    alloy,
    arc_facts,
    changed,
    condition,
    element_state,
    for_player,
    number,
    tells,
    told,
    words,
)


@tells(say.FluxActionPerformed)
@tells(say.AlloyActionPerformed)
def _(state: Crucible, event: say.FluxActionPerformed | say.AlloyActionPerformed) -> Iterable[Fact]:
    flux = isinstance(event, say.FluxActionPerformed)
    arc = state.arcs[event.arc]
    printed = arc.flux_action if flux else arc.alloy_action
    yield told(event.description or printed, "flux action" if flux else "alloy action", event.character)


@tells(say.FluxGained)
def _(state: Crucible, event: say.FluxGained) -> Iterable[Fact]:
    now = state.characters[event.character].flux or 0
    yield number(event.character, "flux", event.amount, now, words(event.reason))
    yield alloy(state, event.character)


@tells(say.FluxSpent)
def _(state: Crucible, event: say.FluxSpent) -> Iterable[Fact]:
    now = state.characters[event.character].flux or 0
    yield number(event.character, "flux", -event.amount, now, words(event.reason))
    yield alloy(state, event.character)


@tells(say.ElementUnlocked)
def _(state: Crucible, event: say.ElementUnlocked) -> Iterable[Fact]:
    label = state.characters[event.character].elements[event.element].name
    why = f"Alloy of {state.arcs[event.arc].name}"
    yield element_state(event.character, event.element, label, "locked", "unlocked", why, good=True, lasting=True)
    yield facts.Advanced(owner=event.character, track="alloy", what=label)
    yield alloy(state, event.character)


@tells(say.ReifyActionPerformed)
def _(state: Crucible, event: say.ReifyActionPerformed) -> Iterable[Fact]:
    printed = state.arcs[event.old_arc].reify_action
    yield told(event.description or printed, "reify action", event.character)


@tells(say.ElementSacrificed)
def _(state: Crucible, event: say.ElementSacrificed) -> Iterable[Fact]:
    label = state.characters[event.character].elements[event.element].name
    yield element_state(
        event.character, event.element, label, "unlocked", "sacrificed", words(event.reason),
        good=False, lasting=True,
    )  # fmt: skip


@tells(say.ArcCostPaid)
def _(state: Crucible, event: say.ArcCostPaid) -> Iterable[Fact]:
    yield told(event.other_text, "cost", event.character)


@tells(say.ArcEnded)
def _(state: Crucible, event: say.ArcEnded) -> Iterable[Fact]:
    yield facts.StateChanged(
        owner=event.character, group="arcs", name=event.arc, was="current", now="past", why="the arc is over",
        label=state.arcs[event.arc].name, lasting=True,
    )  # fmt: skip


@tells(say.ArcBegun)
def _(state: Crucible, event: say.ArcBegun) -> Iterable[Fact]:
    yield facts.Advanced(owner=event.character, track="arc", what=state.arcs[event.arc].name)
    yield from arc_facts(state, event.character, "a new arc", lasting=True)


@tells(say.CharacterTransformed)
def _(state: Crucible, event: say.CharacterTransformed) -> Iterable[Fact]:
    yield changed(state, event.character, event.condition)
    yield condition(event.character, event.condition, "", "yes", event.cause)
    yield facts.Advanced(owner=event.character, track="transformation", what=event.condition)


@tells(say.ArcsOffered)
def _(state: Crucible, event: say.ArcsOffered) -> Iterable[Fact]:
    for arc in event.arcs:
        yield facts.StateChanged(
            owner=event.character, group="offered_arcs", name=arc, was="", now="offered", why="the GM's offer",
            label=state.arcs[arc].name, audience=for_player(state, event.character),
        )  # fmt: skip
