"""Abilities (VE-27)."""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from domain.death_of_the_vele.chapters.cast.buying import paid_from
from domain.death_of_the_vele.chapters.guards import in_story, known_ability, known_trait, own_component, part_id
from domain.death_of_the_vele.chapters.pools import gain, pay, price_paid, take
from domain.death_of_the_vele.lookup import as_held, component_of, main_pool, running_struggle, trait_of
from domain.death_of_the_vele.phrases import dice_moved, value_changed, words
from domain.death_of_the_vele.printed import EFFECT_SIZES
from domain.death_of_the_vele.seats import COMPONENTS, Seat
from domain.death_of_the_vele.state.cast import Ability, AbilityEffect, Component
from domain.death_of_the_vele.state.vele import Vele
from domain.death_of_the_vele.terms.cast import ComponentKind, EffectPrinted
from domain.death_of_the_vele.terms.dice import Dice, Home, Pool
from domain.death_of_the_vele.terms.play import ActStatus
from domain.death_of_the_vele.terms.references import AbilityRef, ComponentRef, NewThing, TraitRef
from domain.kernel import facts
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import CommandRefused, must, need
from domain.kernel.dice import Dice as Chance
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event
from domain.kernel.offers import Choice, Offer
from domain.kernel.people import Asker
from domain.kernel.terms import Name, Points, Slug

chapter = Chapter[Vele](
    "Abilities",
    {
        "struggle_running": "A struggle is under way. Finish it first.",
        "ability_needs_effects": "An ability has at least one effect.",
        "ability_unknown": "{component} has no such ability{there:+. Its abilities: }.",
        "effect_size_wrong": "{effect} comes in these sizes: {sizes}.",
        "effect_over_trait": "At this table {effect} {size} is too large for a {die} trait.",
        "only_in_setup": "Abilities are given up only while an act is set up.",
    },
)


class CreateAbility(Command):
    """Give a component an ability: dice are set aside for it.

    Needs:    a trait to tie it to; dice worth its price in the component's own pool; no struggle under way.
    Refused:  `component_unknown`, `not_your_component`, `struggle_running`, `trait_unknown`,
              `ability_needs_effects`, `effect_size_wrong`, `effect_over_trait`, `id_taken`, `id_empty`,
              `price_not_met`, `not_held`, `points_not_held`, `wrong_pool`.
    Yields:   `AbilityCreated`, `DiceAllocated`.
    """

    type: Literal["death_of_the_vele.create_ability"] = "death_of_the_vele.create_ability"
    component: ComponentRef
    trait: TraitRef
    name: Name
    id: NewThing | None = None
    effects: tuple[EffectPrinted, ...]
    dice: Dice = Field(title="Payment", description="What is set aside for it.")
    pool: Pool | None = Field(
        title="Paid from", default=None, description="Left out, the pool of the component's kind."
    )


class AbilityCreated(Event):
    """A component has an ability (VE-27)."""

    type: Literal["death_of_the_vele.ability_created.v1"] = "death_of_the_vele.ability_created.v1"
    component: Slug
    ability: Slug
    name: Name
    trait: Slug
    effects: tuple[EffectPrinted, ...]
    cost: Points


class DiceAllocated(Event):
    """Dice were set aside on a component's sheet for its abilities; `home` is the pool they came from."""

    type: Literal["death_of_the_vele.dice_allocated.v1"] = "death_of_the_vele.dice_allocated.v1"
    component: Slug
    home: Home
    dice: Dice
    points: Points


@chapter.decides(CreateAbility)
def create_ability(state: Vele, command: CreateAbility, asker: Asker, chance: Chance) -> Events:
    """VE-27: give a component an ability, tied to one trait; its price is set aside from the component's pool."""
    in_story(state, asker)
    it = own_component(state, command.component, asker)
    if running := running_struggle(state):
        raise CommandRefused("struggle_running", struggle=running.id)
    home = main_pool(it)
    paid_from(command.pool, home)
    effects_fit(state, it, command)
    slug = part_id(it.abilities, command.id, command.name)
    cost = sum(each.size.points for each in command.effects)
    price_paid(state, home, command.dice, cost)
    dice = as_held(state, command.dice)
    return [
        AbilityCreated(
            component=command.component,
            ability=slug,
            name=command.name,
            trait=command.trait,
            effects=command.effects,
            cost=cost,
        ),
        DiceAllocated(component=command.component, home=home, dice=dice, points=cost),
    ]


def effects_fit(state: Vele, it: Component, command: CreateAbility) -> None:
    """Refuse effects without a printed size, or larger than the trait may bear."""
    trait = known_trait(it, command.component, command.trait)
    need(command.effects, "ability_needs_effects")
    for each in command.effects:
        if each.size not in EFFECT_SIZES[each.effect]:
            raise CommandRefused("effect_size_wrong", effect=each.effect, sizes=list(EFFECT_SIZES[each.effect]))
        if state.house_rules.effect_capped_by_trait and each.size.points > trait.die.points:
            raise CommandRefused("effect_over_trait", effect=each.effect, size=each.size, die=trait.die)


@chapter.applies(AbilityCreated, renames=True)
def _(state: Vele, event: AbilityCreated) -> None:
    it = component_of(state, event.component)
    trait_of(state, event.component, event.trait)
    must(event.ability not in it.abilities, f"{event.component} has {event.ability} already")
    effects = [AbilityEffect(each.effect, each.size) for each in event.effects]
    it.abilities[event.ability] = Ability(event.name, event.trait, effects)
    it.allocated_total += event.cost


@chapter.applies(DiceAllocated)
def _(state: Vele, event: DiceAllocated) -> None:
    pay(state, event.home, Home(pool=Pool.ALLOCATED, owner=event.component), event.dice)


@chapter.tells(AbilityCreated, "{component} has the ability {name}, {cost:?point|points}")
def _(state: Vele, event: AbilityCreated) -> Iterable[Fact]:
    yield facts.StateChanged(
        owner=event.component,
        group="abilities",
        name=event.ability,
        label=event.name,
        was="",
        now="ready",
        why=", ".join(f"{words(it.effect.value)} {it.size.sides}" for it in event.effects),
        good=True,
    )
    yield facts.NumberChanged(
        owner=event.component,
        name="allocated_total",
        label="Points behind abilities",
        delta=event.cost,
        now=state.components[event.component].allocated_total,
        low=0,
        why=event.name,
    )
    yield from value_changed(state, event.component, event.name, event.cost)


@chapter.tells(DiceAllocated, "Set aside on the sheet of {component}: {dice}")
def _(state: Vele, event: DiceAllocated) -> Iterable[Fact]:
    home = Home(pool=Pool.ALLOCATED, owner=event.component)
    yield from dice_moved(state, event.home, home, event.dice, "set aside for abilities")


class RemoveAbility(Command):
    """Give an ability up: the dice behind it come back.

    Needs:    an act being set up.
    Refused:  `component_unknown`, `not_your_component`, `only_in_setup`, `ability_unknown`, `price_not_met`,
              `not_held`, `points_not_held`.
    Yields:   `AbilityRemoved`, `DiceDeallocated`.
    """

    type: Literal["death_of_the_vele.remove_ability"] = "death_of_the_vele.remove_ability"
    component: ComponentRef
    ability: AbilityRef
    dice: Dice = Field(
        title="Dice that come back", description="What comes back: its price, or all that is left if that is less."
    )


class AbilityRemoved(Event):
    """An ability was given up."""

    type: Literal["death_of_the_vele.ability_removed.v1"] = "death_of_the_vele.ability_removed.v1"
    component: Slug
    ability: Slug
    cost: Points


class DiceDeallocated(Event):
    """Dice set aside came back to their pool, `home`."""

    type: Literal["death_of_the_vele.dice_deallocated.v1"] = "death_of_the_vele.dice_deallocated.v1"
    component: Slug
    home: Home
    dice: Dice


@chapter.decides(RemoveAbility)
def remove_ability(state: Vele, command: RemoveAbility, asker: Asker, chance: Chance) -> Events:
    """VE-27: give an ability up, only while an act is set up; what is left of its price comes back."""
    in_story(state, asker)
    it = own_component(state, command.component, asker)
    if state.act is None or state.act.status is not ActStatus.SETUP:
        raise CommandRefused("only_in_setup")
    ability = known_ability(it, command.component, command.ability)
    home = Home(pool=Pool.ALLOCATED, owner=command.component)
    cost = ability.price if ability.active else 0
    price_paid(state, home, command.dice, min(cost, it.allocated.points))
    removed = AbilityRemoved(component=command.component, ability=command.ability, cost=cost)
    if not command.dice:
        return [removed]
    dice = as_held(state, command.dice)
    return [removed, DiceDeallocated(component=command.component, home=main_pool(it), dice=dice)]


@chapter.applies(AbilityRemoved, renames=True)
def _(state: Vele, event: AbilityRemoved) -> None:
    it = component_of(state, event.component)
    must(it.abilities.pop(event.ability, None) is not None, f"{event.component} has no {event.ability}")
    it.allocated_total -= event.cost


@chapter.applies(DiceDeallocated)
def _(state: Vele, event: DiceDeallocated) -> None:
    take(state, Home(pool=Pool.ALLOCATED, owner=event.component), event.dice)
    gain(state, event.home, event.dice)


@chapter.tells(AbilityRemoved, "{component} gives up an ability")
def _(state: Vele, event: AbilityRemoved) -> Iterable[Fact]:
    yield facts.StateChanged(
        owner=event.component,
        group="abilities",
        name=event.ability,
        label=event.ability,
        was="ready",
        now="",
        why="given up",
        good=False,
    )
    yield facts.NumberChanged(
        owner=event.component,
        name="allocated_total",
        label="Points behind abilities",
        delta=-event.cost,
        now=state.components[event.component].allocated_total,
        low=0,
        why="given up",
    )
    yield from value_changed(state, event.component, "given up", -event.cost)


@chapter.tells(DiceDeallocated, "Back from the sheet of {component}: {dice}")
def _(state: Vele, event: DiceDeallocated) -> Iterable[Fact]:
    home = Home(pool=Pool.ALLOCATED, owner=event.component)
    yield from dice_moved(state, home, event.home, event.dice, "taken back from abilities")


def abilities(state: Vele, seat: Seat, mine: list[str], *, setup: bool) -> Iterable[Offer]:
    """Offers of an ability for each component with a trait; in set-up, to give one up."""
    for slug in mine:
        it = state.components[slug]
        if it.traits and it.kind is not ComponentKind.TEMPORARY:
            tied = tuple(Choice(trait, known.name, known.die.value) for trait, known in it.traits.items())
            yield seat.offer(
                CreateAbility, f"an ability for {it.name}", {"component": slug}, {"trait": tied}, group=COMPONENTS
            )
        if it.abilities and setup:
            made = tuple(Choice(ability, known.name) for ability, known in it.abilities.items())
            yield seat.offer(
                RemoveAbility,
                f"{it.name} gives an ability up",
                {"component": slug},
                {"ability": made},
                group=COMPONENTS,
            )
