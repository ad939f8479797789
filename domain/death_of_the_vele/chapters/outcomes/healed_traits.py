"""Traits healed by an attempt, and its result (VE-83)."""

from collections.abc import Collection, Iterable
from typing import Literal

from domain.death_of_the_vele.chapters.struggle_dice.rolling import advance
from domain.death_of_the_vele.lookup import component_of, trait_of
from domain.death_of_the_vele.phrases import DAMAGED, NEEDS_HEALING, mark, told
from domain.death_of_the_vele.state.cast import Component
from domain.death_of_the_vele.state.struggle import Struggle
from domain.death_of_the_vele.state.vele import Vele
from domain.death_of_the_vele.struggle_lookup import beside_dice
from domain.death_of_the_vele.terms.cast import ComponentStatus
from domain.kernel import facts
from domain.kernel.chapter import Chapter
from domain.kernel.decisions import must
from domain.kernel.facts import Fact
from domain.kernel.messages import Event
from domain.kernel.terms import Points, Slug

chapter = Chapter[Vele]("Traits healed")


def damaged(it: Component) -> list[str]:
    """The damaged traits of a component, the smallest first."""
    marked = [slug for slug, trait in it.traits.items() if trait.damage_mark]
    return sorted(marked, key=lambda slug: it.traits[slug].die.points)


def traits_healed(
    it: Component, slug: str, score: int, most: int, healed: Collection[str] = frozenset()
) -> list[Event]:
    """Events of traits healed by a score, the smallest first and the last one whole; `most` at most (VE-83).

    `healed` are those of the same wounds that are healed so far. A later healer counts as an ally in the attempt,
    so the whole score is dealt out anew, and they have their share of it.
    """
    events: list[Event] = []
    wounds = [*(trait for trait in healed if trait in it.traits), *damaged(it)]
    for trait in sorted(wounds, key=lambda slug: it.traits[slug].die.points)[:most]:
        if score < 1:
            break
        points = min(score, it.traits[trait].die.points)
        if trait not in healed:
            events.append(TraitHealed(component=slug, trait=trait, points=points))
        score -= points
    return events


def healed_by(state: Vele, struggle: Struggle, actor_result: int, opponent_result: int, score: int) -> list[Event]:
    """Events of an attempt's result, and of the traits it heals."""
    slug = struggle.subject or ""
    it = state.components[slug]
    paid = it.healing.paid if it.healing is not None else 0
    read = HealingRead(
        struggle=struggle.id,
        patient=slug,
        result=actor_result,
        opposition=opponent_result,
        paid=paid,
    )
    won = actor_result > opponent_result
    return [read, *(traits_healed(it, slug, score, paid) if won else [])]


class HealingRead(Event):
    """The result of the attempt against its `opposition`; later healers go on from here.

    `paid`: points paid so far.
    """

    type: Literal["death_of_the_vele.healing_read.v1"] = "death_of_the_vele.healing_read.v1"
    struggle: Slug
    patient: Slug
    result: int
    opposition: int
    paid: Points


@chapter.applies(HealingRead)
def _(state: Vele, event: HealingRead) -> None:
    attempt = component_of(state, event.patient).healing
    must(attempt is not None, f"nobody treats {event.patient}")
    if attempt is not None:
        attempt.result, attempt.opposition, attempt.paid = event.result, event.opposition, event.paid
        if state.struggle is not None and state.struggle.id == event.struggle:
            attempt.beside_dice = beside_dice(state.struggle.actor)


@chapter.tells(HealingRead, "Healing {result} against {opposition}")
def _(state: Vele, event: HealingRead) -> Iterable[Fact]:
    yield told(f"healing {event.result} against {event.opposition}", "healing", event.patient)


class TraitHealed(Event):
    """A damaged trait is whole. `points`: what it took of the score."""

    type: Literal["death_of_the_vele.trait_healed.v1"] = "death_of_the_vele.trait_healed.v1"
    component: Slug
    trait: Slug
    points: Points


@chapter.applies(TraitHealed)
def _(state: Vele, event: TraitHealed) -> None:
    it, trait = component_of(state, event.component), trait_of(state, event.component, event.trait)
    must(trait.damage_mark, f"{event.trait} is not damaged")
    trait.damage_mark = False
    if it.healing is not None:
        it.healing.used += event.points
        it.healing.healed.append(event.trait)
    if it.status is ComponentStatus.TAKEN_OUT:
        it.status, it.taken_out_by = ComponentStatus.ACTIVE, None
    if state.struggle is not None and state.struggle.running:
        advance(state)


@chapter.tells(TraitHealed, "{component} is healed: {trait}")
def _(state: Vele, event: TraitHealed) -> Iterable[Fact]:
    trait = state.components[event.component].traits[event.trait]
    was = NEEDS_HEALING if state.house_rules.damage_marks else DAMAGED
    yield facts.StateChanged(
        owner=event.component,
        group="traits",
        name=event.trait,
        label=trait.name,
        was=was,
        now=mark(state, trait),
        why="healed",
        good=True,
    )
    test = "" if state.struggle is None else state.struggle.id
    yield facts.Turn(test=test, who=event.component, text="", way=facts.Way.HEALED, what=trait.name)
