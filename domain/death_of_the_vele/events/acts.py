"""What can happen while an act is set up."""

from typing import Literal

from pydantic import Field

from domain.death_of_the_vele.terms import Dice, Home, MatrixColumn
from domain.kernel.messages import Event
from domain.kernel.terms import Name, Person, Points, Slug, Text

from .framework import RollOff


class PoolEmptied(Event):
    """What was left in a pool is gone: an act begins afresh (VE-33)."""

    type: Literal["death_of_the_vele.pool_emptied.v1"] = "death_of_the_vele.pool_emptied.v1"
    home: Home
    dice: Dice


class ActStarted(Event):
    """An act is being set up. Marks, temporary things and last act's story components are gone."""

    type: Literal["death_of_the_vele.act_started.v1"] = "death_of_the_vele.act_started.v1"
    act: int
    name: Text
    starting_event: Text
    starting_narrator: Person
    leaving: tuple[Slug, ...] = Field(default=(), description="Components that belonged to the last act.")
    groups: tuple[Slug, ...] = Field(default=(), description="Groups that belonged to it.")
    unbacked: dict[Slug, Points] = Field(
        default_factory=dict, description="Points that backed abilities, by component; they wait to be paid again."
    )


class ActDiceGranted(Event):
    """A player took the dice of a new act."""

    type: Literal["death_of_the_vele.act_dice_granted.v1"] = "death_of_the_vele.act_dice_granted.v1"
    home: Home
    dice: Dice


class PlayerJoinedLate(Event):
    """Somebody joined, and has a place in the order (VE-32). `roll_off`: d6s for a tie, round by round."""

    type: Literal["death_of_the_vele.player_joined_late.v1"] = "death_of_the_vele.player_joined_late.v1"
    player: Person
    bid: Points
    roll_off: tuple[tuple[RollOff, ...], ...] = ()
    place: int = Field(description="Their place in the order, from 1.")


class TraitRepurchased(Event):
    """A trait is paid for in this act (VE-34)."""

    type: Literal["death_of_the_vele.trait_repurchased.v1"] = "death_of_the_vele.trait_repurchased.v1"
    component: Slug
    trait: Slug


class TraitLeftInactive(Event):
    """A trait is not paid for in this act."""

    type: Literal["death_of_the_vele.trait_left_inactive.v1"] = "death_of_the_vele.trait_left_inactive.v1"
    component: Slug
    trait: Slug


class AbilityBacked(Event):
    """An ability from an earlier act has dice behind it again."""

    type: Literal["death_of_the_vele.ability_backed.v1"] = "death_of_the_vele.ability_backed.v1"
    component: Slug
    ability: Slug
    cost: Points


class GroupCreated(Event):
    """A player named a group (VE-35)."""

    type: Literal["death_of_the_vele.group_created.v1"] = "death_of_the_vele.group_created.v1"
    group: Slug
    name: Name
    owner: Person
    dice: Dice


class GroupMemberAdded(Event):
    """A component belongs to a group."""

    type: Literal["death_of_the_vele.group_member_added.v1"] = "death_of_the_vele.group_member_added.v1"
    group: Slug
    component: Slug
    leader: bool
    by: Person


class GroupDiceSpent(Event):
    """Dice of a group went into traits of its members."""

    type: Literal["death_of_the_vele.group_dice_spent.v1"] = "death_of_the_vele.group_dice_spent.v1"
    group: Slug
    dice: Dice


class GroupConnected(Event):
    """A player's PC is tied to a group (VE-36). `trait` is `component.trait`."""

    type: Literal["death_of_the_vele.group_connected.v1"] = "death_of_the_vele.group_connected.v1"
    group: Slug
    player: Person
    trait: Text | None
    aspect: Slug | None


class PlacedOnMap(Event):
    """A component or group is somewhere."""

    type: Literal["death_of_the_vele.placed_on_map.v1"] = "death_of_the_vele.placed_on_map.v1"
    subject: Slug
    place: Text


class ActPlayBegun(Event):
    """The act is being played (VE-38)."""

    type: Literal["death_of_the_vele.act_play_begun.v1"] = "death_of_the_vele.act_play_begun.v1"
    narrator: Person


class ActRevised(Event):
    """The narrator changed what the matrix had said of this act."""

    type: Literal["death_of_the_vele.act_revised.v1"] = "death_of_the_vele.act_revised.v1"
    field: MatrixColumn
    text: Text
    narrator: Person


EVENTS: tuple[type[Event], ...] = (
    PoolEmptied,
    ActStarted,
    ActDiceGranted,
    PlayerJoinedLate,
    TraitRepurchased,
    TraitLeftInactive,
    AbilityBacked,
    GroupCreated,
    GroupMemberAdded,
    GroupDiceSpent,
    GroupConnected,
    PlacedOnMap,
    ActPlayBegun,
    ActRevised,
)
