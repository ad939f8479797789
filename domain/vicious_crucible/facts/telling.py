"""How facts are told: the table of retellings, and the turns of phrase they share."""

from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

from domain.kernel import facts
from domain.kernel.facts import CharacterKind, Fact
from domain.kernel.messages import Event
from domain.kernel.people import EVERYONE, GM_ONLY, Audience, only
from domain.kernel.terms import PersonId, slugify
from domain.vicious_crucible import events as say
from domain.vicious_crucible.state import Crucible
from domain.vicious_crucible.tables import ALLOY_PRICE
from domain.vicious_crucible.terms import ElementStatus

_Retell: TypeAlias = Callable[[Crucible, Any], Iterable[Fact]]
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


def retell(state: Crucible, event: Event) -> Iterable[Fact]:
    """The facts in an event, given the state just after it."""
    return _TABLE[type(event)](state, event)


def audience(state: Crucible, event: Event) -> Audience:
    """Notes on plans are the GM's; an offer of arcs is between the GM and one player."""
    if isinstance(event, say.NpcPlanNoted):
        return GM_ONLY
    if isinstance(event, say.ArcsOffered):
        return for_player(state, event.character)
    return EVERYONE


def for_player(state: Crucible, character: str) -> Audience:
    """The GM and whoever plays this character."""
    player = state.characters[character].player
    return only(PersonId(player)) if player else GM_ONLY


def words(value: str) -> str:
    """An identifier read aloud."""
    return value.replace("_", " ")


def test_of(state: Crucible) -> str | None:
    """The contest an event belongs to."""
    return state.contest.id if state.contest else None


def alloy(state: Crucible, slug: str) -> facts.ProgressSet:
    """How far a character is towards the next element of its arc."""
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
    """An element in another state."""
    return facts.StateChanged(
        owner=owner, group="elements", name=slug, was=was, now=now, why=why, label=label, **more
    )


def arc_facts(state: Crucible, slug: str, why: str, *, lasting: bool) -> Iterable[Fact]:
    """The arc a character is on, with the elements it keeps locked."""
    character = state.characters[slug]
    if character.arc is None:
        return
    yield facts.TextSet(owner=slug, field="arc", text=state.arcs[character.arc].name)
    yield facts.StateChanged(
        owner=slug, group="arcs", name=character.arc, was="", now="current", why=why,
        label=state.arcs[character.arc].name, lasting=lasting,
    )  # fmt: skip
    for element_id, element in character.elements.items():
        if element.status is ElementStatus.LOCKED:
            yield element_state(slug, element_id, element.name, "", "locked", why)
    if character.is_pc:
        yield alloy(state, slug)


def number(owner: str, name: str, delta: int, now: int, why: str) -> Fact:
    """Heat or Flux, more or less of it."""
    return facts.NumberChanged(owner=owner, name=name, label=name.title(), delta=delta, now=now, low=0, why=why)


def condition(owner: str, tag: str, was: str, now: str, why: str) -> Fact:
    """A condition that came or went."""
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
    """A step that moves no number, in a few words."""
    return facts.Told(text=text, form=form, about=about)


def changed(state: Crucible, slug: str, how: str) -> Fact:
    """A character is something else to the table from now on."""
    character = state.characters[slug]
    kind = CharacterKind.PLAYERS if character.is_pc else CharacterKind.OTHER
    return facts.CharacterChanged(
        character=slug, name=character.name, character_kind=kind, player=character.player, how=how
    )
