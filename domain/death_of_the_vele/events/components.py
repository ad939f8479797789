"""What can happen to components, their traits, abilities and attachments."""

from typing import Literal

from pydantic import Field

from domain.death_of_the_vele.terms import (
    AbsentReason,
    AttachCost,
    ComponentKind,
    Dice,
    Die,
    EffectPrinted,
    Home,
    Justification,
    Size,
    TraitKind,
    TraitMade,
)
from domain.kernel.messages import Event
from domain.kernel.terms import Name, Person, Points, Slug, Text


class ComponentBought(Event):
    """A component came into the story (VE-19). `bonus_of`: it came free with that minion (VE-21)."""

    type: Literal["death_of_the_vele.component_bought.v1"] = "death_of_the_vele.component_bought.v1"
    component: Slug
    name: Name
    owner: Person
    size: Size
    kind: ComponentKind
    concept: Text = ""
    group: Slug | None = None
    one_shot: bool = False
    justification: Justification | None = None
    bonus_of: Slug | None = None


class TraitBought(Event):
    """A component has a trait. `replaces`: the one whose place it took, for which nothing came back (VE-20)."""

    type: Literal["death_of_the_vele.trait_bought.v1"] = "death_of_the_vele.trait_bought.v1"
    component: Slug
    trait: Slug
    name: Name
    die: Die
    is_focus: bool
    trait_kind: TraitKind
    replaces: Slug | None = None
    home: Home = Field(description="What it is paid from; the bowl, for nothing.")
    by: Person | None = Field(default=None, description="Who added it, when that is not the owner.")


class AbilityCreated(Event):
    """A component has an ability (VE-27)."""

    type: Literal["death_of_the_vele.ability_created.v1"] = "death_of_the_vele.ability_created.v1"
    component: Slug
    ability: Slug
    name: Name
    trait: Slug
    effects: tuple[EffectPrinted, ...]
    cost: Points


class AbilityRemoved(Event):
    """An ability was given up."""

    type: Literal["death_of_the_vele.ability_removed.v1"] = "death_of_the_vele.ability_removed.v1"
    component: Slug
    ability: Slug
    cost: Points


class DiceAllocated(Event):
    """Dice were set aside on a component's sheet for its abilities."""

    type: Literal["death_of_the_vele.dice_allocated.v1"] = "death_of_the_vele.dice_allocated.v1"
    component: Slug
    home: Home
    dice: Dice
    points: Points


class DiceDeallocated(Event):
    """Dice set aside came back to their pool."""

    type: Literal["death_of_the_vele.dice_deallocated.v1"] = "death_of_the_vele.dice_deallocated.v1"
    component: Slug
    home: Home
    dice: Dice


class OneShotUsed(Event):
    """A one-shot was used (VE-25)."""

    type: Literal["death_of_the_vele.one_shot_used.v1"] = "death_of_the_vele.one_shot_used.v1"
    component: Slug
    struggle: Slug | None


class ComponentExpired(Event):
    """A component is out of the story for good."""

    type: Literal["death_of_the_vele.component_expired.v1"] = "death_of_the_vele.component_expired.v1"
    component: Slug
    reason: Text


class TemporaryComponentCreated(Event):
    """The narrator gave numbers to something in the scene (VE-26)."""

    type: Literal["death_of_the_vele.temporary_component_created.v1"] = (
        "death_of_the_vele.temporary_component_created.v1"
    )
    component: Slug
    name: Name
    owner: Person
    size: Size
    traits: tuple[TraitMade, ...]


class VirtualComponentNoted(Event):
    """Something was mentioned; it has no numbers."""

    type: Literal["death_of_the_vele.virtual_component_noted.v1"] = "death_of_the_vele.virtual_component_noted.v1"
    component: Slug
    name: Name


class ComponentsAttached(Event):
    """Components act as one (VE-29). `actor` paid the action, if one was paid."""

    type: Literal["death_of_the_vele.components_attached.v1"] = "death_of_the_vele.components_attached.v1"
    components: tuple[Slug, ...]
    cost: AttachCost
    actor: Slug | None = None


class ComponentDetached(Event):
    """A component acts alone again."""

    type: Literal["death_of_the_vele.component_detached.v1"] = "death_of_the_vele.component_detached.v1"
    component: Slug
    cost: AttachCost
    actor: Slug | None = None


class ComponentPlayAssigned(Event):
    """Somebody else plays a component for now (VE-31). `dice_of`: whose dice they use."""

    type: Literal["death_of_the_vele.component_play_assigned.v1"] = "death_of_the_vele.component_play_assigned.v1"
    component: Slug
    was: Person
    to: Person
    dice_of: Person
    reason: AbsentReason


class ComponentPickPassed(Event):
    """A player picks no more components of somebody who is away."""

    type: Literal["death_of_the_vele.component_pick_passed.v1"] = "death_of_the_vele.component_pick_passed.v1"
    player: Person


EVENTS: tuple[type[Event], ...] = (
    ComponentBought,
    TraitBought,
    AbilityCreated,
    AbilityRemoved,
    DiceAllocated,
    DiceDeallocated,
    OneShotUsed,
    ComponentExpired,
    TemporaryComponentCreated,
    VirtualComponentNoted,
    ComponentsAttached,
    ComponentDetached,
    ComponentPlayAssigned,
    ComponentPickPassed,
)
