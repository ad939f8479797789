"""Follow-up events of declared ability effects, once a struggle is decided (VE-93 to VE-95, VE-104, VE-105)."""

from collections.abc import Callable, Iterable
from typing import Literal

from domain.death_of_the_vele.chapters.agreement.guidelines import FictionRecorded
from domain.death_of_the_vele.chapters.cast.aspects import AspectPlaced
from domain.death_of_the_vele.chapters.initiative.blocks import auto_block, block, block_tried, new_block
from domain.death_of_the_vele.chapters.initiative.movement import ComponentMoved
from domain.death_of_the_vele.chapters.outcomes.attack_effects import attack_effect, lethal, reflective
from domain.death_of_the_vele.chapters.outcomes.healed_traits import healed_by
from domain.death_of_the_vele.lookup import aspect_ids, aspect_of, component_of, scene_of
from domain.death_of_the_vele.phrases import READY, told
from domain.death_of_the_vele.state.cast import Component, Trait
from domain.death_of_the_vele.state.struggle import Struggle
from domain.death_of_the_vele.state.vele import Vele
from domain.death_of_the_vele.terms.cast import (
    AspectStatus,
    ComponentKind,
    Durability,
    Effect,
    Origin,
    Size,
    TraitMade,
)
from domain.death_of_the_vele.terms.struggle import MoveCost, StruggleKind
from domain.death_of_the_vele.verdicts import Use, Verdict
from domain.kernel import facts
from domain.kernel.chapter import Chapter
from domain.kernel.decisions import must
from domain.kernel.dice import Dice as Chance
from domain.kernel.facts import CharacterKind, Fact
from domain.kernel.messages import Event
from domain.kernel.terms import Name, Person, Slug, Text

chapter = Chapter[Vele]("What effects bring")


STICKY = 3


def followups(state: Vele, struggle: Struggle, verdicts: list[Verdict], chance: Chance) -> list[Event]:
    """Events of all declared effects against these verdicts, in the order of settling."""
    events: list[Event] = []
    if struggle.kind is StruggleKind.BLOCKED:
        events += block_tried(state, struggle, verdicts[0])
    if struggle.kind is StruggleKind.HEALING:
        events += healed_by(
            state, struggle, verdicts[0].actor_result, verdicts[0].opponent_result, verdicts[0].score
        )
    if struggle.goal_type.is_attack:
        for verdict in verdicts:
            events += attack_effect(state, struggle, verdict)
    for name, side in struggle.sides.items():
        for declared in side.effects:
            if (brought := _BRINGS.get(declared.effect)) is not None:
                events += tuple(brought(Use(state, struggle, verdicts, name, side, declared, chance, events)))
    return events


def finesse(use: Use) -> Iterable[Event]:
    """VE-93: on success a temporary aspect on the target; from a score of 3 it lasts."""
    won = [it for it in use.won if it in use.faced]
    slugs = aspect_ids(use.state, [use.declared.text] * len(won))
    for verdict, slug in zip(won, slugs, strict=True):
        yield temporary_aspect(use, slug, use.across(verdict) or "scene", verdict.score)


def temporary_aspect(use: Use, slug: str, subject: str, score: int) -> AspectPlaced:
    """Event of a temporary aspect that an ability places; sticky from a score of 3."""
    return AspectPlaced(
        aspect=slug,
        subject=subject,
        text=use.declared.text,
        origin=Origin.MANEUVER,
        durability=Durability.STICKY if score >= STICKY else Durability.FRAGILE,
        free_tag=True,
        creator=use.declared.component,
        player=use.state.components[use.declared.component].controller,
    )


def auto_finesse(use: Use) -> Iterable[Event]:
    """VE-94: the aspect is there since it was declared; a score of 3 makes it last."""
    best = max((it.score for it in use.won), default=0)
    aspect = use.declared.aspect
    if aspect is not None and best >= STICKY and use.state.aspects[aspect].status is AspectStatus.ACTIVE:
        yield AspectMadeSticky(struggle=use.struggle.id, aspect=aspect)


def moves(use: Use) -> Iterable[Event]:
    """VE-95: it moves if the struggle is won with a score above the points spent."""
    zone = use.declared.zone
    if zone is None or max((it.score for it in use.won), default=0) <= use.declared.points:
        return
    slug = use.declared.targets[0] if use.declared.targets else use.declared.component
    was = use.state.components[slug].zone
    if was != zone:
        yield ComponentMoved(component=slug, was=was, to=zone, cost=MoveCost.EFFECT)


def fiction(use: Use) -> Iterable[Event]:
    """VE-104: on success it is so, and seeing through it has to beat this result."""
    if use.won:
        yield FictionRecorded(
            author=use.state.components[use.declared.component].controller,
            text=use.declared.text,
            about=(use.declared.component,),
            block_value=use.result,
        )
        seen_through = f"see through: {use.declared.text}"
        yield new_block(use, use.result, None, action=seen_through, lasting=True)


def create(use: Use) -> Iterable[Event]:
    """VE-105: on success it is there until the scene ends."""
    if not use.won:
        return
    creator = use.state.components[use.declared.component]
    yield ComponentCreated(
        struggle=use.struggle.id,
        component=use.declared.targets[0],
        name=use.declared.text,
        owner=creator.controller,
        kind=creator.kind if creator.kind is not ComponentKind.TEMPORARY else ComponentKind.STORY,
        traits=tuple(
            TraitMade(
                trait=it.id or "trait", name=it.name, die=it.die, is_focus=it.is_focus, trait_kind=it.trait_kind
            )
            for it in use.declared.traits
        ),
        creator=use.declared.component,
    )


_BRINGS: dict[Effect, Callable[[Use], Iterable[Event]]] = {
    Effect.LETHAL: lethal,
    Effect.REFLECTIVE: reflective,
    Effect.FINESSE: finesse,
    Effect.AUTO_FINESSE: auto_finesse,
    Effect.MOVE: moves,
    Effect.BLOCK: block,
    Effect.AUTO_BLOCK: auto_block,
    Effect.FICTION: fiction,
    Effect.CREATE: create,
}


class ComponentCreated(Event):
    """Create brought a component into being, until the scene ends (VE-105).

    `creator`: the component that used it.
    """

    type: Literal["death_of_the_vele.component_created.v1"] = "death_of_the_vele.component_created.v1"
    struggle: Slug
    component: Slug
    name: Name
    owner: Person
    kind: ComponentKind
    traits: tuple[TraitMade, ...]
    creator: Slug
    expires: Text = "scene_end"


@chapter.applies(ComponentCreated, renames=True)
def _(state: Vele, event: ComponentCreated) -> None:
    must(event.component not in state.components, f"there is a {event.component} already")
    creator = component_of(state, event.creator)
    state.components[event.component] = Component(
        name=event.name,
        owner=event.owner,
        controller=event.owner,
        size=Size.NORMAL,
        kind=event.kind,
        zone=creator.zone,
        scene_long=True,
        traits={it.trait: Trait(it.name, it.die, it.is_focus, it.trait_kind) for it in event.traits},
    )
    scene_of(state).cast.append(event.component)


@chapter.tells(ComponentCreated, "{name} comes into being")
def _(state: Vele, event: ComponentCreated) -> Iterable[Fact]:
    yield facts.CharacterEntered(
        character=event.component,
        name=event.name,
        character_kind=CharacterKind.OTHER,
        player=event.owner,
        how="created for the scene",
    )
    for trait in event.traits:
        yield facts.StateChanged(
            owner=event.component,
            group="traits",
            name=trait.trait,
            label=trait.name,
            was="",
            now=READY,
            why="created",
            good=True,
        )


class AspectMadeSticky(Event):
    """A fragile aspect lasts to the end of the scene (VE-78, VE-94)."""

    type: Literal["death_of_the_vele.aspect_made_sticky.v1"] = "death_of_the_vele.aspect_made_sticky.v1"
    struggle: Slug
    aspect: Slug


@chapter.applies(AspectMadeSticky)
def _(state: Vele, event: AspectMadeSticky) -> None:
    aspect = aspect_of(state, event.aspect)
    aspect.durability, aspect.expires_after = Durability.STICKY, None


@chapter.tells(AspectMadeSticky, "{aspect} lasts to the end of the scene")
def _(state: Vele, event: AspectMadeSticky) -> Iterable[Fact]:
    it = state.aspects[event.aspect]
    yield told("it lasts to the end of the scene", "aspect", it.subject)
