"""Turns of retelling that the chapters share."""

from collections.abc import Iterable
from typing import Any

from domain.kernel import facts
from domain.kernel.facts import CharacterKind, Fact
from domain.kernel.people import GM_ONLY, Audience, only
from domain.kernel.terms import PersonId, slugify

from .lookup import highest
from .names import names
from .printed import ALLOY_PRICE
from .state import Crucible
from .terms import ElementStatus


def for_player(state: Crucible, character: str) -> Audience:
    """Audience of a player's own matters: the GM, and whoever plays this character."""
    player = state.characters[character].player
    return only(PersonId(player)) if player else GM_ONLY


def words(value: str) -> str:
    """An identifier read aloud."""
    return value.replace("_", " ")


def test_of(state: Crucible) -> str | None:
    """The contest an event belongs to."""
    return state.contest.id if state.contest else None


def alloy(state: Crucible, slug: str) -> facts.ProgressSet:
    """Fact of a character's progress towards the next element of its arc."""
    character = state.characters[slug]
    locked = any(element.status is ElementStatus.LOCKED for element in character.elements.values())
    arc = state.arcs[character.arc].name if character.arc else "the arc"
    return facts.ProgressSet(
        owner=slug,
        track="alloy",
        have=character.flux or 0,
        need=ALLOY_PRICE if locked else None,
        brings=f"unlock an element of {arc}",
        label="Flux towards Alloy",
    )


def element_state(owner: str, slug: str, label: str, was: str, now: str, why: str, **more: Any) -> Fact:
    """Fact of an element in another state."""
    return facts.StateChanged(
        owner=owner, group="elements", name=slug, was=was, now=now, why=why, label=label, **more
    )


def arc_facts(state: Crucible, slug: str, why: str, *, lasting: bool) -> Iterable[Fact]:
    """Facts of the arc a character is on, with the elements it keeps locked."""
    character = state.characters[slug]
    if character.arc is None:
        return
    yield facts.TextSet(owner=slug, field="arc", text=state.arcs[character.arc].name)
    yield facts.StateChanged(
        owner=slug,
        group="arcs",
        name=character.arc,
        was="",
        now="current",
        why=why,
        label=state.arcs[character.arc].name,
        lasting=lasting,
    )
    for element_id, element in character.elements.items():
        if element.status is ElementStatus.LOCKED:
            yield element_state(slug, element_id, element.name, "", "locked", why)
    if character.is_pc:
        yield alloy(state, slug)


def number(owner: str, name: str, delta: int, now: int, why: str) -> Fact:
    """Fact of Heat or Flux that changed."""
    return facts.NumberChanged(owner=owner, name=name, label=name.title(), delta=delta, now=now, low=0, why=why)


def condition(owner: str, tag: str, was: str, now: str, why: str) -> Fact:
    """Fact of a condition that came or went."""
    return facts.StateChanged(
        owner=owner,
        group="condition",
        name=slugify(tag) or tag,
        label=tag,
        was=was,
        now=now,
        why=why,
        lasting=True,
    )


def told(text: str, form: str, *about: str) -> Fact:
    """Fact of a step that moves no number, in a few words."""
    return facts.Told(text=text, form=form, about=about)


def changed(state: Crucible, slug: str, how: str) -> Fact:
    """Fact of a character that is something else to the table from now on."""
    character = state.characters[slug]
    kind = CharacterKind.PLAYERS if character.is_pc else CharacterKind.OTHER
    return facts.CharacterChanged(
        character=slug, name=character.name, character_kind=kind, player=character.player, how=how
    )


def tool_state(state: Crucible, owner: str, slug: str, was: str, now: str, contest: str) -> Fact:
    """Fact of a tool that is out of use, or back."""
    return facts.StateChanged(
        owner=owner,
        group="tools",
        name=slug,
        was=was,
        now=now,
        why=names(state).get(contest, contest),
        label=state.characters[owner].tools[slug].name,
        good=now == "available",
    )


def reading(state: Crucible, side: str) -> str:
    """The worth of a side's hand: only its highest die counts."""
    hand = state.contest.sides[side].hand if state.contest else []
    return f"highest {highest(hand)}"
