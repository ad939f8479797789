"""What may be asked about possessions: gold, items, minions, rooms, prisoners, loot, hearts, experience."""

from typing import Annotated, Literal

from pydantic import Field

from domain.kernel.messages import Command
from domain.kernel.terms import Character, Delta, Name, Points, Slug, Text
from domain.wicked_ones.shapes import Counted, DiceCount, Few, Share
from domain.wicked_ones.terms import DefenseSource, GrowthKind, HeartsReason, Severity

from .described import Described


class SpendGold(Described):
    """Pay for something.

    Needs:    your own living monster with gold enough.
    Refused:  `not_enough_gold`, `amount_not_positive`, `describe_first`, `not_your_character`,
              `unknown_character`, `dead`.
    Yields:   `GoldSpent`.
    """

    type: Literal["wicked_ones.spend_gold"] = "wicked_ones.spend_gold"
    character: Character
    amount: Delta
    reason: Text = ""


class GainGold(Command):
    """Give a monster gold that came its way.

    Needs:    the GM.
    Refused:  `only_gm`, `amount_not_positive`, `unknown_character`, `dead`.
    Yields:   `GoldGained`.
    """

    type: Literal["wicked_ones.gain_gold"] = "wicked_ones.gain_gold"
    character: Character
    amount: Delta
    reason: Text = ""


class GainItem(Command):
    """Put an item on a monster's sheet.

    Needs:    the GM.
    Refused:  `only_gm`, `unknown_character`, `dead`, `id_empty`, `item_there`.
    Yields:   `ItemGained`.
    """

    type: Literal["wicked_ones.gain_item"] = "wicked_ones.gain_item"
    character: Character
    name: Name
    reason: Text = ""


class RecruitMinions(Described):
    """Hire a pack of monsters.

    Needs:    your own living monster, gold enough, room in its hoard.
    Refused:  `not_enough_gold`, `pack_exists`, `describe_first`, `id_taken`, `id_empty`, `not_your_character`,
              `unknown_character`, `dead`.
    Yields:   `MinionsRecruited`; `GoldSpent` if they cost any.
    """

    type: Literal["wicked_ones.recruit_minions"] = "wicked_ones.recruit_minions"
    character: Character
    name: Name
    gold: Points = 1
    notes: Text = ""
    id: Slug | None = None


class ActWithMinions(Described):
    """Roll for a pack. What its dice mean is the table's business.

    Needs:    the GM or the pack's player; the pack is still there.
    Refused:  `pack_missing`, `not_your_character`, `describe_first`, `face_out_of_range`, `wrong_dice_count`.
    Yields:   `MinionsActed`.
    """

    type: Literal["wicked_ones.act_with_minions"] = "wicked_ones.act_with_minions"
    pack: Slug
    dice: DiceCount


class LoseMinions(Command):
    """A pack is gone.

    Needs:    the GM.
    Refused:  `only_gm`, `pack_missing`.
    Yields:   `MinionsLost`.
    """

    type: Literal["wicked_ones.lose_minions"] = "wicked_ones.lose_minions"
    pack: Slug
    why: Text = ""


class BuildRoom(Described):
    """Dig and furnish a room.

    Needs:    your own living monster; the gold it costs.
    Refused:  `not_enough_gold`, `describe_first`, `id_taken`, `id_empty`, `not_your_character`,
              `unknown_character`, `dead`.
    Yields:   `RoomBuilt`; `GoldSpent` if it cost any.
    """

    type: Literal["wicked_ones.build_room"] = "wicked_ones.build_room"
    character: Character
    name: Name
    cost: Points = 0
    id: Slug | None = None


class UseRoom(Described):
    """Use a room of the dungeon: a trap, a lock, a ritual.

    Needs:    your own living monster; the room.
    Refused:  `room_missing`, `describe_first`, `not_your_character`, `unknown_character`, `dead`.
    Yields:   `RoomUsed`.
    """

    type: Literal["wicked_ones.use_room"] = "wicked_ones.use_room"
    character: Character
    room: Slug


class TakePrisoner(Command):
    """Somebody is dragged into the dungeon.

    Needs:    the GM.
    Refused:  `only_gm`, `id_taken`, `id_empty`.
    Yields:   `PrisonerTaken`.
    """

    type: Literal["wicked_ones.take_prisoner"] = "wicked_ones.take_prisoner"
    name: Name
    how: Text = ""
    id: Slug | None = None


class BreakPrisoner(Command):
    """A prisoner has nothing left to keep back.

    Needs:    the GM; an unbroken prisoner.
    Refused:  `only_gm`, `prisoner_missing`.
    Yields:   `PrisonerBroken`.
    """

    type: Literal["wicked_ones.break_prisoner"] = "wicked_ones.break_prisoner"
    prisoner: Slug
    text: Text = ""


class CraftItem(Described):
    """Try to make something. What it takes and what comes of it is the table's business.

    Needs:    your own living monster.
    Refused:  `describe_first`, `not_your_character`, `unknown_character`, `dead`, `roll_unknown`.
    Yields:   `CraftAttempted`; `CostDemanded` if a price is due.
    """

    type: Literal["wicked_ones.craft_item"] = "wicked_ones.craft_item"
    character: Character
    item: Name
    roll: Slug | None = Field(default=None, description="The action roll it came from.")
    cost: Severity | None = Field(default=None, description="How heavy a price is due.")
    id: Slug | None = Field(
        default=None, description="The number of that price as offered, so that it keeps it; left out: the next."
    )


class RollLoot(Described):
    """Turn what was dragged home into gold, things and revelry.

    Needs:    your own living monster; loot in the dungeon.
    Refused:  `no_loot`, `wrong_dice_count`, `describe_first`, `not_your_character`, `unknown_character`, `dead`,
              `face_out_of_range`.
    Yields:   `LootRolled`.
    """

    type: Literal["wicked_ones.roll_loot"] = "wicked_ones.roll_loot"
    character: Character
    dice: Counted | None = Field(default=None, description="How many dice the table counts; checked.")


class TakeLootOutcome(Command):
    """Share out what a loot roll brought: once for each monster that gets something.

    Needs:    the GM or the monster's player; a loot roll in this phase.
    Refused:  `no_loot`, `nothing_taken`, `not_your_character`, `unknown_character`, `dead`, `id_empty`.
    Yields:   `GoldGained`, `ItemGained`, `DarkHeartsGained`.
    """

    type: Literal["wicked_ones.take_loot_outcome"] = "wicked_ones.take_loot_outcome"
    character: Character
    gold: Points = 0
    items: tuple[Name, ...] = Field(default=(), max_length=20)
    dark_hearts: Share = 0


class GainDarkHearts(Command):
    """Give a monster dark hearts for revelry.

    Needs:    the GM.
    Refused:  `only_gm`, `bad_reason`, `amount_not_positive`, `unknown_character`, `dead`.
    Yields:   `DarkHeartsGained`.
    """

    type: Literal["wicked_ones.gain_dark_hearts"] = "wicked_ones.gain_dark_hearts"
    character: Character
    amount: Few
    reason: HeartsReason


class SpendDarkHearts(Described):
    """Use dark hearts up for something the table agreed on.

    Needs:    your own living monster with hearts enough.
    Refused:  `too_few_dark_hearts`, `amount_not_positive`, `describe_first`, `not_your_character`,
              `unknown_character`, `dead`.
    Yields:   `DarkHeartsSpent`.
    """

    type: Literal["wicked_ones.spend_dark_hearts"] = "wicked_ones.spend_dark_hearts"
    character: Character
    amount: Delta
    reason: Text = ""


class AwardXp(Command):
    """Give a monster experience for something the table agreed on.

    Needs:    the GM.
    Refused:  `only_gm`, `amount_not_positive`, `reason_missing`, `unknown_character`, `dead`.
    Yields:   `XpEarned`.
    """

    type: Literal["wicked_ones.award_xp"] = "wicked_ones.award_xp"
    character: Character
    amount: Delta
    why: Text


class TakeAdvancement(Described):
    """Buy something lasting with experience, at a price the table settles.

    Needs:    your own living monster with experience enough.
    Refused:  `too_little_xp`, `unknown_action`, `rating_too_high`, `item_there`, `id_empty`, `describe_first`,
              `not_your_character`, `unknown_character`, `dead`.
    Yields:   `AdvancementTaken`.
    """

    type: Literal["wicked_ones.take_advancement"] = "wicked_ones.take_advancement"
    character: Character
    growth: GrowthKind
    what: Name = Field(description="The action, the ability, or whatever else it is.")
    xp_cost: Points


class GainDefense(Command):
    """Give a monster another defense than the one from its gear.

    Needs:    the GM.
    Refused:  `only_gm`, `second_gear_defense`, `defense_missing`, `unknown_character`, `dead`.
    Yields:   `DefenseGained`.
    """

    type: Literal["wicked_ones.gain_defense"] = "wicked_ones.gain_defense"
    character: Character
    defense_type: Annotated[Text, Field(description="What it protects against.")]
    source: DefenseSource
