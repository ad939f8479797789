"""Events the GM's world makes. Names and fields are permanent."""

from typing import Literal

from domain.kernel.messages import Event
from domain.kernel.terms import Character, Name, Points, Slug, Text
from domain.wicked_ones.shapes import Face
from domain.wicked_ones.terms import Footing, GmRoll, Result


class EngagementRolled(Event):
    """How a scene starts."""

    type: Literal["wicked_ones.engagement_rolled.v1"] = "wicked_ones.engagement_rolled.v1"
    scene: Slug
    dice: Points
    favor: tuple[Text, ...]
    against: tuple[Text, ...]
    faces: tuple[Face, ...]
    kept: Face
    result: Result
    footing: Footing


class LuckyTurn(Event):
    """A critical start, and what luck brought."""

    type: Literal["wicked_ones.lucky_turn.v1"] = "wicked_ones.lucky_turn.v1"
    scene: Slug
    text: Text


class FortuneRolled(Event):
    """The dice answered a question."""

    type: Literal["wicked_ones.fortune_rolled.v1"] = "wicked_ones.fortune_rolled.v1"
    question: Text
    dice: Points
    zero_dice: bool
    faces: tuple[Face, ...]
    kept: Face
    result: Result


class CalamityRolled(Event):
    """Whether something goes wrong at home."""

    type: Literal["wicked_ones.calamity_rolled.v1"] = "wicked_ones.calamity_rolled.v1"
    dice: Points
    zero_dice: bool
    faces: tuple[Face, ...]
    kept: Face
    result: Result


class BlowbackRolled(Event):
    """How the world answers a raid."""

    type: Literal["wicked_ones.blowback_rolled.v1"] = "wicked_ones.blowback_rolled.v1"
    dice: Points
    zero_dice: bool
    faces: tuple[Face, ...]
    kept: Face
    result: Result


class OutcomeTold(Event):
    """What the GM's dice meant."""

    type: Literal["wicked_ones.outcome_told.v1"] = "wicked_ones.outcome_told.v1"
    form: GmRoll
    text: Text


class InvasionTriggered(Event):
    """Somebody is coming."""

    type: Literal["wicked_ones.invasion_triggered.v1"] = "wicked_ones.invasion_triggered.v1"
    by: Text


class RaidBegan(Event):
    """The monsters set out."""

    type: Literal["wicked_ones.raid_began.v1"] = "wicked_ones.raid_began.v1"
    raid: Slug
    target: Name
    plan: Text


class LootGrabbed(Event):
    """Loot is on its way home."""

    type: Literal["wicked_ones.loot_grabbed.v1"] = "wicked_ones.loot_grabbed.v1"
    amount: Points
    by: Character | None


class RaidEnded(Event):
    """The monsters are home, with so much loot."""

    type: Literal["wicked_ones.raid_ended.v1"] = "wicked_ones.raid_ended.v1"
    raid: Slug
    loot: Points
    outcome: Text


class InvasionBegan(Event):
    """Somebody is in the dungeon."""

    type: Literal["wicked_ones.invasion_began.v1"] = "wicked_ones.invasion_began.v1"
    by: Name


class InvasionEnded(Event):
    """The dungeon is the monsters' own again."""

    type: Literal["wicked_ones.invasion_ended.v1"] = "wicked_ones.invasion_ended.v1"
    loot: Points
    outcome: Text


class ClockStarted(Event):
    """A clock for something that builds up."""

    type: Literal["wicked_ones.clock_started.v1"] = "wicked_ones.clock_started.v1"
    clock: Slug
    name: Name
    segments: Points
    on_full: Text


class ClockClosed(Event):
    """A clock is off the table."""

    type: Literal["wicked_ones.clock_closed.v1"] = "wicked_ones.clock_closed.v1"
    clock: Slug
    why: Text


class AdventurerIntroduced(Event):
    """An adventurer has come."""

    type: Literal["wicked_ones.adventurer_introduced.v1"] = "wicked_ones.adventurer_introduced.v1"
    adventurer: Slug
    name: Name
    hearts: Points
    moves: Points


class MoveSpent(Event):
    """An adventurer made one of its moves."""

    type: Literal["wicked_ones.move_spent.v1"] = "wicked_ones.move_spent.v1"
    adventurer: Slug
    purpose: Name


class DefensiveMoveRolled(Event):
    """An adventurer withstood what a monster did, or not."""

    type: Literal["wicked_ones.defensive_move_rolled.v1"] = "wicked_ones.defensive_move_rolled.v1"
    adventurer: Slug
    roll: Slug
    dice: Points
    zero_dice: bool
    faces: tuple[Face, ...]
    kept: Face
    result: Result
    reading: Text


class MovesRestored(Event):
    """An adventurer has its moves back."""

    type: Literal["wicked_ones.moves_restored.v1"] = "wicked_ones.moves_restored.v1"
    adventurer: Slug
    amount: Points
    why: Text


class BargainStruck(Event):
    """A dark bargain."""

    type: Literal["wicked_ones.bargain_struck.v1"] = "wicked_ones.bargain_struck.v1"
    character: Character
    price: Text
    gain: Text


class AdjudicationRecorded(Event):
    """The GM settled by word what the rules leave open."""

    type: Literal["wicked_ones.adjudication_recorded.v1"] = "wicked_ones.adjudication_recorded.v1"
    subject: Slug
    field: Name
    before: Text
    after: Text
    reason: Text


WORLD: tuple[type[Event], ...] = (
    EngagementRolled,
    LuckyTurn,
    FortuneRolled,
    CalamityRolled,
    BlowbackRolled,
    OutcomeTold,
    InvasionTriggered,
    RaidBegan,
    LootGrabbed,
    RaidEnded,
    InvasionBegan,
    InvasionEnded,
    ClockStarted,
    ClockClosed,
    AdventurerIntroduced,
    MoveSpent,
    DefensiveMoveRolled,
    MovesRestored,
    BargainStruck,
    AdjudicationRecorded,
)
