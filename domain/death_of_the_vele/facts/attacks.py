"""What attacks do, retold."""

from collections.abc import Iterable

from domain.death_of_the_vele.events import attacks as say
from domain.death_of_the_vele.state import Vele
from domain.death_of_the_vele.terms import ComponentKind, TakenOut
from domain.kernel import facts
from domain.kernel.facts import CharacterKind, Fact

from .marks import READY, mark
from .telling import tells, told, towards_an_aspect, words


@tells(say.EffectDealt)
def _(state: Vele, event: say.EffectDealt) -> Iterable[Fact]:
    yield told(f"{words(event.cause.value)} of {event.effect}", "effect", event.target, event.by)


@tells(say.LethalApplied)
def _(state: Vele, event: say.LethalApplied) -> Iterable[Fact]:
    more = "one further trait" if event.traits else f"{event.effect} more effect"
    yield told(f"lethal: {more}", "effect", event.target, event.by)


@tells(say.ReflectiveApplied)
def _(state: Vele, event: say.ReflectiveApplied) -> Iterable[Fact]:
    yield told("reflected: one trait of the attacker", "effect", event.target, event.by)


@tells(say.TraitDisabled)
def _(state: Vele, event: say.TraitDisabled) -> Iterable[Fact]:
    trait = state.components[event.component].traits[event.trait]
    yield facts.StateChanged(
        owner=event.component, group="traits", name=event.trait, label=trait.name, was=READY,
        now=mark(state, trait), why=words(event.cause.value), good=False,
    )  # fmt: skip


@tells(say.ComponentTakenOut)
def _(state: Vele, event: say.ComponentTakenOut) -> Iterable[Fact]:
    yield status(event.component, "active", words(event.meaning.value), "no usable trait is left")
    if event.meaning is TakenOut.DEAD:
        yield facts.CharacterLeft(character=event.component, how="dead")


def status(component: str, was: str, now: str, why: str, *, good: bool | None = False) -> Fact:
    """A component is in another state."""
    return facts.StateChanged(
        owner=component, group="state", name="status", label="Status", was=was, now=now, why=why, good=good
    )


@tells(say.ComponentDestroyed)
def _(state: Vele, event: say.ComponentDestroyed) -> Iterable[Fact]:
    yield status(event.component, "active", "destroyed", "no usable trait is left")
    yield facts.CharacterLeft(character=event.component, how="destroyed")


@tells(say.ControlTaken)
def _(state: Vele, event: say.ControlTaken) -> Iterable[Fact]:
    yield facts.StateChanged(
        owner=event.component, group="state", name="control", label="Control", was="its own",
        now=state.components[event.by].name, why=event.text or "taken over", good=False,
    )  # fmt: skip


@tells(say.ComponentOwnershipChanged)
def _(state: Vele, event: say.ComponentOwnershipChanged) -> Iterable[Fact]:
    it = state.components[event.component]
    kind = CharacterKind.PLAYERS if event.kind is ComponentKind.PC else CharacterKind.OTHER
    yield facts.CharacterChanged(
        character=event.component, name=it.name, character_kind=kind, player=event.to, how="kept for good"
    )
    for slug, trait in it.traits.items():
        if slug not in event.traits:
            yield facts.StateChanged(
                owner=event.component, group="traits", name=slug, label=trait.name, was=READY,
                now=mark(state, trait), why="not paid for", good=False,
            )  # fmt: skip
    yield from towards_an_aspect(state, event.component)
