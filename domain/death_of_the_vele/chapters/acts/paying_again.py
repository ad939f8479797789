"""Traits and abilities paid for again (VE-34)."""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from domain.death_of_the_vele.chapters.cast.abilities import DiceAllocated
from domain.death_of_the_vele.chapters.cast.buying import buying_time, spent_on
from domain.death_of_the_vele.chapters.guards import act_in, in_story, known_ability, known_trait, own_component
from domain.death_of_the_vele.chapters.pools import dice_held, price_paid
from domain.death_of_the_vele.lookup import as_held, component_of, main_pool, running_struggle, single, trait_of
from domain.death_of_the_vele.phrases import trait_state, value_changed
from domain.death_of_the_vele.seats import SETUP, Seat, played_by
from domain.death_of_the_vele.state.cast import Component, Trait
from domain.death_of_the_vele.state.vele import Vele
from domain.death_of_the_vele.terms.cast import ComponentKind
from domain.death_of_the_vele.terms.dice import Dice
from domain.death_of_the_vele.terms.play import ActStatus
from domain.death_of_the_vele.terms.references import AbilityRef, ComponentRef, TraitRef
from domain.kernel import facts
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import CommandRefused, allowed, must, need
from domain.kernel.dice import Dice as Chance
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event
from domain.kernel.offers import Offer
from domain.kernel.people import Asker
from domain.kernel.terms import Points, Slug

chapter = Chapter[Vele](
    "Traits and abilities paid for again",
    {
        "trait_paid": "{trait} of {component} is paid for in this act.",
        "ability_backed": "{ability} has its dice in this act already.",
    },
)


def unpaid(state: Vele, component: str, slug: str, asker: Asker) -> tuple[Component, Trait]:
    """A component of one's own and a trait of it that is not paid for in this act; refused for any other."""
    it = own_component(state, component, asker)
    trait = known_trait(it, component, slug)
    need(not trait.active, "trait_paid", trait=slug, component=component)
    return (it, trait)


class RepurchaseTrait(Command):
    """Pay again for a trait: of one's PC or its components.

    Needs:    a trait not paid for in this act; one die of its size.
    Refused:  `component_unknown`, `not_your_component`, `no_act`, `roll_made`, `trait_unknown`, `trait_paid`,
              `not_held`, `points_not_held`.
    Yields:   `TraitRepurchased`, `DiceSpent`.
    """

    type: Literal["death_of_the_vele.repurchase_trait"] = "death_of_the_vele.repurchase_trait"
    component: ComponentRef
    trait: TraitRef


class TraitRepurchased(Event):
    """A trait is paid for in this act (VE-34)."""

    type: Literal["death_of_the_vele.trait_repurchased.v1"] = "death_of_the_vele.trait_repurchased.v1"
    component: Slug
    trait: Slug


@chapter.decides(RepurchaseTrait)
def repurchase_trait(state: Vele, command: RepurchaseTrait, asker: Asker, chance: Chance) -> Events:
    """VE-34: pay for a trait again, with one die of its size."""
    in_story(state, asker)
    it, trait = unpaid(state, command.component, command.trait, asker)
    buying_time(state)
    home = main_pool(it)
    dice_held(state, home, single(trait.die))
    return [
        TraitRepurchased(component=command.component, trait=command.trait),
        spent_on(state, home, trait.die, trait.name),
    ]


@chapter.applies(TraitRepurchased)
def _(state: Vele, event: TraitRepurchased) -> None:
    trait = trait_of(state, event.component, event.trait)
    must(not trait.active, f"{event.trait} is paid for already")
    trait.active = True
    trait.left_inactive = False


@chapter.tells(TraitRepurchased, "{trait} of {component} is paid for again")
def _(state: Vele, event: TraitRepurchased) -> Iterable[Fact]:
    label = state.components[event.component].traits[event.trait].name
    yield trait_state(event.component, event.trait, label, "inactive", "ready", "paid for again", good=True)


class LeaveTraitInactive(Command):
    """Leave a trait inactive: it is not paid for in this act, for now.

    Needs:    an act being set up; a trait not paid for.
    Refused:  `component_unknown`, `not_your_component`, `no_act`, `act_in_play`, `trait_unknown`, `trait_paid`,
              `no_change`.
    Yields:   `TraitLeftInactive`.
    """

    type: Literal["death_of_the_vele.leave_trait_inactive"] = "death_of_the_vele.leave_trait_inactive"
    component: ComponentRef
    trait: TraitRef


class TraitLeftInactive(Event):
    """A trait is not paid for in this act."""

    type: Literal["death_of_the_vele.trait_left_inactive.v1"] = "death_of_the_vele.trait_left_inactive.v1"
    component: Slug
    trait: Slug


@chapter.decides(LeaveTraitInactive)
def leave_trait_inactive(state: Vele, command: LeaveTraitInactive, asker: Asker, chance: Chance) -> Events:
    """VE-34: leave a trait unpaid in this act; it cannot be used."""
    in_story(state, asker)
    act_in(state, ActStatus.SETUP)
    _, trait = unpaid(state, command.component, command.trait, asker)
    need(not trait.left_inactive, "no_change")
    return [TraitLeftInactive(component=command.component, trait=command.trait)]


@chapter.applies(TraitLeftInactive)
def _(state: Vele, event: TraitLeftInactive) -> None:
    trait_of(state, event.component, event.trait).left_inactive = True


@chapter.tells(TraitLeftInactive, "{trait} of {component} rests in this act")
def _(state: Vele, event: TraitLeftInactive) -> Iterable[Fact]:
    label = state.components[event.component].traits[event.trait].name
    yield trait_state(event.component, event.trait, label, "unpaid", "inactive", "not paid for", good=False)


class BackAbility(Command):
    """Back an ability again: dice are set aside for one from an earlier act.

    Needs:    an ability nothing backs in this act; dice worth its price.
    Refused:  `component_unknown`, `not_your_component`, `no_act`, `struggle_running`, `ability_unknown`,
              `ability_backed`, `price_not_met`, `not_held`, `points_not_held`.
    Yields:   `AbilityBacked`, `DiceAllocated`.
    """

    type: Literal["death_of_the_vele.back_ability"] = "death_of_the_vele.back_ability"
    component: ComponentRef
    ability: AbilityRef
    dice: Dice = Field(title="Payment")


class AbilityBacked(Event):
    """An ability from an earlier act has dice behind it again."""

    type: Literal["death_of_the_vele.ability_backed.v1"] = "death_of_the_vele.ability_backed.v1"
    component: Slug
    ability: Slug
    cost: Points


@chapter.decides(BackAbility)
def back_ability(state: Vele, command: BackAbility, asker: Asker, chance: Chance) -> Events:
    """VE-34: set dice aside again for an ability from an earlier act, worth its price."""
    in_story(state, asker)
    it = own_component(state, command.component, asker)
    act_in(state, ActStatus.SETUP, ActStatus.PLAYING)
    if running := running_struggle(state):
        raise CommandRefused("struggle_running", struggle=running.id)
    ability = known_ability(it, command.component, command.ability)
    need(not ability.active, "ability_backed", ability=command.ability)
    home = main_pool(it)
    price_paid(state, home, command.dice, ability.price)
    return [
        AbilityBacked(component=command.component, ability=command.ability, cost=ability.price),
        DiceAllocated(
            component=command.component, home=home, dice=as_held(state, command.dice), points=ability.price
        ),
    ]


@chapter.applies(AbilityBacked)
def _(state: Vele, event: AbilityBacked) -> None:
    it = component_of(state, event.component)
    must(event.ability in it.abilities, f"{event.component} has no {event.ability}")
    it.abilities[event.ability].active = True
    it.allocated_total += event.cost


@chapter.tells(AbilityBacked, "{component} has dice behind {ability} again")
def _(state: Vele, event: AbilityBacked) -> Iterable[Fact]:
    it = state.components[event.component]
    yield facts.StateChanged(
        owner=event.component,
        group="abilities",
        name=event.ability,
        label=it.abilities[event.ability].name,
        was="unbacked",
        now="ready",
        why="dice set aside again",
        good=True,
    )
    yield facts.NumberChanged(
        owner=event.component,
        name="allocated_total",
        label="Points behind abilities",
        delta=event.cost,
        now=it.allocated_total,
        low=0,
        why=it.abilities[event.ability].name,
    )
    yield from value_changed(state, event.component, "backed again", event.cost)


def paying(state: Vele, seat: Seat) -> Iterable[Offer]:
    """Offers to pay for PCs' traits and abilities from earlier acts."""
    for slug in played_by(state, seat.player):
        it = state.components[slug]
        if it.kind is not ComponentKind.PC:
            continue
        for trait_id, trait in it.traits.items():
            if trait.active:
                continue
            known = {"component": slug, "trait": trait_id}
            if allowed(dice_held, state, main_pool(it), single(trait.die)):
                yield seat.offer(
                    RepurchaseTrait, f"{it.name} pays for {trait.name} {trait.die}", known, group=SETUP
                )
            if not trait.left_inactive:
                yield seat.offer(LeaveTraitInactive, f"{it.name} leaves {trait.name} out", known, group=SETUP)
        for ability_id, ability in it.abilities.items():
            if not ability.active:
                yield seat.offer(
                    BackAbility,
                    f"{it.name} backs {ability.name}, {ability.price} points",
                    {"component": slug, "ability": ability_id},
                    group=SETUP,
                )
