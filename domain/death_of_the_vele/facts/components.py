"""Components, traits, abilities and attachments retold."""

from collections.abc import Iterable

from domain.death_of_the_vele.events import components as say
from domain.death_of_the_vele.state import Vele
from domain.death_of_the_vele.terms import ComponentKind, Home, Pool, TraitMade
from domain.kernel import facts
from domain.kernel.facts import CharacterKind, Fact

from .telling import dice_moved, tells, told, towards_an_aspect, words


def entered(state: Vele, slug: str, how: str) -> Fact:
    """A component is in the story."""
    it = state.components[slug]
    pc = it.kind is ComponentKind.PC
    return facts.CharacterEntered(
        character=slug, name=it.name, character_kind=CharacterKind.PLAYERS if pc else CharacterKind.OTHER,
        player=it.owner, how=how,
    )  # fmt: skip


def value(state: Vele, slug: str, why: str, delta: int) -> Iterable[Fact]:
    """What a component is worth, and the aspect slots that follow from it."""
    it = state.components[slug]
    if delta:
        yield facts.NumberChanged(
            owner=slug, name="value", label="Value", delta=delta, now=it.value, low=0, why=why
        )
    yield from towards_an_aspect(state, slug)


def trait_state(
    slug: str, trait: str, label: str, was: str, now: str, why: str, *, good: bool | None = None
) -> Fact:
    """A trait of a component in another state."""
    return facts.StateChanged(
        owner=slug, group="traits", name=trait, label=label, was=was, now=now, why=why, good=good
    )


@tells(say.ComponentBought)
def _(state: Vele, event: say.ComponentBought) -> Iterable[Fact]:
    yield entered(state, event.component, "one-shot" if event.one_shot else words(event.size.value))


@tells(say.TraitBought)
def _(state: Vele, event: say.TraitBought) -> Iterable[Fact]:
    if event.replaces is not None and event.replaces != event.trait:
        yield trait_state(event.component, event.replaces, event.replaces, "ready", "", "replaced", good=False)
    why = f"bought, {event.die}"
    yield trait_state(event.component, event.trait, f"{event.name} {event.die}", "", "ready", why, good=True)
    if event.replaces is None:
        yield from value(state, event.component, event.name, event.die.points)
    else:
        yield from towards_an_aspect(state, event.component)


@tells(say.AbilityCreated)
def _(state: Vele, event: say.AbilityCreated) -> Iterable[Fact]:
    yield facts.StateChanged(
        owner=event.component, group="abilities", name=event.ability, label=event.name, was="", now="ready",
        why=", ".join(f"{words(it.effect.value)} {it.size.sides}" for it in event.effects), good=True,
    )  # fmt: skip
    yield facts.NumberChanged(
        owner=event.component, name="allocated_total", label="Points behind abilities", delta=event.cost,
        now=state.components[event.component].allocated_total, low=0, why=event.name,
    )  # fmt: skip
    yield from value(state, event.component, event.name, event.cost)


@tells(say.AbilityRemoved)
def _(state: Vele, event: say.AbilityRemoved) -> Iterable[Fact]:
    yield facts.StateChanged(
        owner=event.component, group="abilities", name=event.ability, label=event.ability, was="ready", now="",
        why="given up", good=False,
    )  # fmt: skip
    yield facts.NumberChanged(
        owner=event.component, name="allocated_total", label="Points behind abilities", delta=-event.cost,
        now=state.components[event.component].allocated_total, low=0, why="given up",
    )  # fmt: skip
    yield from value(state, event.component, "given up", -event.cost)


@tells(say.DiceAllocated)
def _(state: Vele, event: say.DiceAllocated) -> Iterable[Fact]:
    home = Home(pool=Pool.ALLOCATED, owner=event.component)
    yield from dice_moved(state, event.home, home, event.dice, "set aside for abilities")


@tells(say.DiceDeallocated)
def _(state: Vele, event: say.DiceDeallocated) -> Iterable[Fact]:
    home = Home(pool=Pool.ALLOCATED, owner=event.component)
    yield from dice_moved(state, home, event.home, event.dice, "taken back from abilities")


@tells(say.OneShotUsed)
def _(state: Vele, event: say.OneShotUsed) -> Iterable[Fact]:
    yield told("used", "one-shot", event.component)


@tells(say.ComponentExpired)
def _(state: Vele, event: say.ComponentExpired) -> Iterable[Fact]:
    yield facts.CharacterLeft(character=event.component, how=event.reason)


def first_traits(slug: str, traits: Iterable[TraitMade]) -> Iterable[Fact]:
    """The traits something comes with."""
    for it in traits:
        yield trait_state(slug, it.trait, f"{it.name} {it.die}", "", "ready", f"made, {it.die}")


@tells(say.TemporaryComponentCreated)
def _(state: Vele, event: say.TemporaryComponentCreated) -> Iterable[Fact]:
    yield entered(state, event.component, "temporary")
    yield from first_traits(event.component, event.traits)
    yield from towards_an_aspect(state, event.component)


@tells(say.VirtualComponentNoted)
def _(state: Vele, event: say.VirtualComponentNoted) -> Iterable[Fact]:
    yield told(event.name, "mentioned")


@tells(say.ComponentsAttached)
def _(state: Vele, event: say.ComponentsAttached) -> Iterable[Fact]:
    called = [state.components[slug].name for slug in event.components]
    for slug in event.components:
        yield facts.TextSet(owner=slug, field="attached_to", text=", ".join(called))


@tells(say.ComponentDetached)
def _(state: Vele, event: say.ComponentDetached) -> Iterable[Fact]:
    yield facts.TextSet(owner=event.component, field="attached_to", text="")


@tells(say.ComponentPlayAssigned)
def _(state: Vele, event: say.ComponentPlayAssigned) -> Iterable[Fact]:
    yield facts.TextSet(owner=event.component, field="played_by", text=event.to)


@tells(say.ComponentPickPassed)
def _(state: Vele, event: say.ComponentPickPassed) -> Iterable[Fact]:
    yield told("passes", "picking components", event.player)
