"""Events about actions and what they tick. Names and fields are permanent."""

from typing import Literal

from domain.kernel.messages import Event
from domain.kernel.terms import Character, Points, Slug, Text
from domain.wicked_ones.shapes import Circumstance, Face, Modifier, Tilt
from domain.wicked_ones.terms import Action, Attribute, Bonus, Effect, Position, Result


class ActionProposed(Event):
    """Somebody wants something, and goes about it this way."""

    type: Literal["wicked_ones.action_proposed.v1"] = "wicked_ones.action_proposed.v1"
    roll: Slug
    character: Character
    intention: Text
    action: Action
    risk: Text
    description: Text


class NarratedWithoutRoll(Event):
    """Nothing was at risk, so it just happened."""

    type: Literal["wicked_ones.narrated_without_roll.v1"] = "wicked_ones.narrated_without_roll.v1"
    character: Character
    description: Text


class ActionFramed(Event):
    """An action was framed: position, effect, and why. `overwhelming` are the pulls that outweigh the rest.

    Since v2 a circumstance may say which of the usual kinds it is.
    """

    type: Literal["wicked_ones.action_framed.v2"] = "wicked_ones.action_framed.v2"
    roll: Slug
    position: Position
    effect: Effect
    circumstances: tuple[Circumstance, ...]
    overwhelming: tuple[Tilt, ...]
    risks_harm: bool


class DeadlyAnnounced(Event):
    """Death is at stake, and everybody knows it."""

    type: Literal["wicked_ones.deadly_announced.v1"] = "wicked_ones.deadly_announced.v1"
    roll: Slug
    character: Character


class ActionWithdrawn(Event):
    """The player backed off."""

    type: Literal["wicked_ones.action_withdrawn.v1"] = "wicked_ones.action_withdrawn.v1"
    roll: Slug


class ActionRolled(Event):
    """The dice fell. `kept` is the die that counts."""

    type: Literal["wicked_ones.action_rolled.v1"] = "wicked_ones.action_rolled.v1"
    roll: Slug
    character: Character
    action: Action
    rating: Points
    minus: tuple[Modifier, ...]
    plus: tuple[Modifier, ...]
    pool: Points
    zero_dice: bool
    faces: tuple[Face, ...]
    kept: Face
    result: Result
    position: Position
    effect: Effect
    was_bloodied: bool


class CriticalBonusTaken(Event):
    """What a critical brought on top."""

    type: Literal["wicked_ones.critical_bonus_taken.v1"] = "wicked_ones.critical_bonus_taken.v1"
    roll: Slug
    bonus: Bonus
    text: Text
    effect: Effect


class ShockCleared(Event):
    """Shock was shaken off by a roll."""

    type: Literal["wicked_ones.shock_cleared.v1"] = "wicked_ones.shock_cleared.v1"
    character: Character
    attribute: Attribute
    roll: Slug


class BloodiedEnded(Event):
    """The last shock is gone, and with it the wound."""

    type: Literal["wicked_ones.bloodied_ended.v1"] = "wicked_ones.bloodied_ended.v1"
    character: Character


class ClockTicked(Event):
    """A clock moved on."""

    type: Literal["wicked_ones.clock_ticked.v1"] = "wicked_ones.clock_ticked.v1"
    clock: Slug
    amount: Points
    why: Text
    roll: Slug | None


class ClockFilled(Event):
    """A clock is full."""

    type: Literal["wicked_ones.clock_filled.v1"] = "wicked_ones.clock_filled.v1"
    clock: Slug


class HeartsSlashed(Event):
    """An adventurer was hurt."""

    type: Literal["wicked_ones.hearts_slashed.v1"] = "wicked_ones.hearts_slashed.v1"
    adventurer: Slug
    amount: Points
    roll: Slug


class AdventurerDefeated(Event):
    """An adventurer is down."""

    type: Literal["wicked_ones.adventurer_defeated.v1"] = "wicked_ones.adventurer_defeated.v1"
    adventurer: Slug


ACTION: tuple[type[Event], ...] = (
    ActionProposed,
    NarratedWithoutRoll,
    ActionFramed,
    DeadlyAnnounced,
    ActionWithdrawn,
    ActionRolled,
    CriticalBonusTaken,
    ShockCleared,
    BloodiedEnded,
    ClockTicked,
    ClockFilled,
    HeartsSlashed,
    AdventurerDefeated,
)
