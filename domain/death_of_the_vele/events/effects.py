"""Ability effects declared, and what some of them bring."""

from typing import Literal

from domain.death_of_the_vele.terms import ComponentKind, Dice, Die, Effect, Home, TraitMade, TraitPrinted
from domain.kernel.messages import Event
from domain.kernel.terms import Name, Person, Points, Slug, Text


class AbilityEffectDeclared(Event):
    """An effect was declared and paid for (VE-57). `power`: power dice that will be rolled for it."""

    type: Literal["death_of_the_vele.ability_effect_declared.v1"] = "death_of_the_vele.ability_effect_declared.v1"
    struggle: Slug
    side: Slug
    player: Person
    component: Slug
    ability: Slug
    effect: Effect
    size: Die
    points: Points
    home: Home
    paid: Dice
    power: tuple[Die, ...] = ()
    targets: tuple[Slug, ...] = ()
    zone: Slug | None = None
    text: Text = ""
    traits: tuple[TraitPrinted, ...] = ()
    aspect: Slug | None = None


class AreaDeclared(Event):
    """An area effect takes in these targets (VE-101, VE-102)."""

    type: Literal["death_of_the_vele.area_declared.v1"] = "death_of_the_vele.area_declared.v1"
    struggle: Slug
    targets: tuple[Slug, ...]


class TargetsAdded(Event):
    """A struggle against many takes in more targets, as its area is declared (VE-101, VE-102).

    `targets` and `sides`: who comes to it, and on which side each; `order`: all opposing sides, by initiative.
    """

    type: Literal["death_of_the_vele.targets_added.v1"] = "death_of_the_vele.targets_added.v1"
    struggle: Slug
    targets: tuple[Slug, ...]
    sides: tuple[Slug, ...]
    order: tuple[Slug, ...]


class RangeUsed(Event):
    """A struggle reaches over so many zones (VE-96)."""

    type: Literal["death_of_the_vele.range_used.v1"] = "death_of_the_vele.range_used.v1"
    struggle: Slug
    component: Slug
    zones: Points


class ComponentCreated(Event):
    """Create brought a component into being, until the scene ends (VE-105)."""

    type: Literal["death_of_the_vele.component_created.v1"] = "death_of_the_vele.component_created.v1"
    struggle: Slug
    component: Slug
    name: Name
    owner: Person
    kind: ComponentKind
    traits: tuple[TraitMade, ...]
    creator: Slug
    expires: Text = "scene_end"


EVENTS: tuple[type[Event], ...] = (AbilityEffectDeclared, AreaDeclared, TargetsAdded, RangeUsed, ComponentCreated)
