"""Events about possessions. Names and fields are permanent."""

from typing import Literal

from domain.kernel.messages import Event
from domain.kernel.terms import Character, Name, Points, Slug, Text
from domain.wicked_ones.shapes import Face
from domain.wicked_ones.terms import DefenseSource, GrowthKind, HeartsReason, Result, XpReason


class GoldSpent(Event):
    """Gold was paid. `purse` is whose it was: the monster's, or the dungeon's."""

    type: Literal["wicked_ones.gold_spent.v1"] = "wicked_ones.gold_spent.v1"
    character: Character
    amount: Points
    reason: Text
    purse: Slug
    description: Text


class GoldGained(Event):
    """Gold came in."""

    type: Literal["wicked_ones.gold_gained.v1"] = "wicked_ones.gold_gained.v1"
    character: Character
    amount: Points
    reason: Text
    purse: Slug


class GoldLost(Event):
    """Gold was lost to a consequence or as a price."""

    type: Literal["wicked_ones.gold_lost.v1"] = "wicked_ones.gold_lost.v1"
    character: Character
    amount: Points
    reason: Text
    purse: Slug


class ItemGained(Event):
    """An item is on a sheet."""

    type: Literal["wicked_ones.item_gained.v1"] = "wicked_ones.item_gained.v1"
    character: Character
    item: Slug
    name: Name
    reason: Text


class ItemLost(Event):
    """An item is gone."""

    type: Literal["wicked_ones.item_lost.v1"] = "wicked_ones.item_lost.v1"
    character: Character
    item: Slug
    name: Name
    reason: Text


class MinionsRecruited(Event):
    """A pack of monsters works for somebody now."""

    type: Literal["wicked_ones.minions_recruited.v1"] = "wicked_ones.minions_recruited.v1"
    pack: Slug
    owner: Character
    name: Name
    gold: Points
    notes: Text
    description: Text


class MinionsActed(Event):
    """A pack did something; the table reads the dice."""

    type: Literal["wicked_ones.minions_acted.v1"] = "wicked_ones.minions_acted.v1"
    pack: Slug
    dice: Points
    zero_dice: bool
    faces: tuple[Face, ...]
    kept: Face
    result: Result
    description: Text


class MinionsLost(Event):
    """A pack is gone."""

    type: Literal["wicked_ones.minions_lost.v1"] = "wicked_ones.minions_lost.v1"
    pack: Slug
    why: Text


class RoomBuilt(Event):
    """The dungeon has another room."""

    type: Literal["wicked_ones.room_built.v1"] = "wicked_ones.room_built.v1"
    room: Slug
    name: Name
    by: Character
    cost: Points
    description: Text


class RoomUsed(Event):
    """A room did what it was dug for."""

    type: Literal["wicked_ones.room_used.v1"] = "wicked_ones.room_used.v1"
    room: Slug
    character: Character
    description: Text


class PrisonerTaken(Event):
    """Somebody is in the cells."""

    type: Literal["wicked_ones.prisoner_taken.v1"] = "wicked_ones.prisoner_taken.v1"
    prisoner: Slug
    name: Name
    how: Text


class PrisonerBroken(Event):
    """A prisoner told everything."""

    type: Literal["wicked_ones.prisoner_broken.v1"] = "wicked_ones.prisoner_broken.v1"
    prisoner: Slug
    text: Text


class CraftAttempted(Event):
    """Something was made, or nearly."""

    type: Literal["wicked_ones.craft_attempted.v1"] = "wicked_ones.craft_attempted.v1"
    character: Character
    item: Name
    roll: Slug | None
    description: Text


class LootRolled(Event):
    """The loot was gone through: a die for each of it."""

    type: Literal["wicked_ones.loot_rolled.v1"] = "wicked_ones.loot_rolled.v1"
    character: Character
    dice: Points
    faces: tuple[Face, ...]
    kept: Face
    result: Result
    description: Text


class LootLost(Event):
    """Loot was lost. `raid` tells whether it was still on the way home."""

    type: Literal["wicked_ones.loot_lost.v1"] = "wicked_ones.loot_lost.v1"
    amount: Points
    reason: Text
    raid: bool


class DarkHeartsGained(Event):
    """Dark hearts, by revelry or at somebody's last stand."""

    type: Literal["wicked_ones.dark_hearts_gained.v1"] = "wicked_ones.dark_hearts_gained.v1"
    character: Character
    amount: Points
    reason: HeartsReason


class DarkHeartsSpent(Event):
    """Dark hearts were used up."""

    type: Literal["wicked_ones.dark_hearts_spent.v1"] = "wicked_ones.dark_hearts_spent.v1"
    character: Character
    amount: Points
    reason: Text
    description: Text


class XpEarned(Event):
    """Experience."""

    type: Literal["wicked_ones.xp_earned.v1"] = "wicked_ones.xp_earned.v1"
    character: Character
    amount: Points
    reason: XpReason
    why: Text


class AdvancementTaken(Event):
    """Experience became something lasting. `into` is the action or the ability's id."""

    type: Literal["wicked_ones.advancement_taken.v1"] = "wicked_ones.advancement_taken.v1"
    character: Character
    growth: GrowthKind
    what: Name
    into: Slug
    xp_cost: Points
    description: Text


class DefenseGained(Event):
    """A sure way out of one type of consequence."""

    type: Literal["wicked_ones.defense_gained.v1"] = "wicked_ones.defense_gained.v1"
    defense: Slug
    character: Character
    defense_type: Text
    source: DefenseSource


HOARD: tuple[type[Event], ...] = (
    GoldSpent,
    GoldGained,
    GoldLost,
    ItemGained,
    ItemLost,
    MinionsRecruited,
    MinionsActed,
    MinionsLost,
    RoomBuilt,
    RoomUsed,
    PrisonerTaken,
    PrisonerBroken,
    CraftAttempted,
    LootRolled,
    LootLost,
    DarkHeartsGained,
    DarkHeartsSpent,
    XpEarned,
    AdvancementTaken,
    DefenseGained,
)
