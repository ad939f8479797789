"""What happened to one participant in one turn of a conflict."""

from typing import Literal

from domain.kernel.messages import Event
from domain.kernel.terms import Character, Name, Points, Slug
from domain.spc.terms import ActionType, Die, DieId, PenaltyScope, Printed, Slot, TrackEnd


class Choices(Printed):
    """What was named with an action type; only what the type asks for is there."""

    talent: Slug | None = None
    power: Slug | None = None
    ritual: Slug | None = None
    gadget: Slug | None = None
    target: Character | None = None
    weakness: Slug | None = None
    ward: Character | None = None
    use_now: bool = False


class ActionTypeDeclared(Event):
    """A participant chose what kind of turn to take."""

    type: Literal["spc.action_type_declared.v1"] = "spc.action_type_declared.v1"
    participant: Character
    turn: Points
    action_type: ActionType
    choices: Choices


class PowerActivated(Event):
    """A power acts; what it does is adjudicated."""

    type: Literal["spc.power_activated.v1"] = "spc.power_activated.v1"
    participant: Character
    power: Slug


class RitualInvoked(Event):
    """A ritual stands for all three dice; none is thrown."""

    type: Literal["spc.ritual_invoked.v1"] = "spc.ritual_invoked.v1"
    participant: Character
    ritual: Slug
    ambition: Die
    cunning: Die
    vigilance: Die


class GadgetActivated(Event):
    """A gadget stands for one die."""

    type: Literal["spc.gadget_activated.v1"] = "spc.gadget_activated.v1"
    participant: Character
    gadget: Slug
    slot: Slot
    value: Die


class PowerManifested(Event):
    """A new power is on the sheet."""

    type: Literal["spc.power_manifested.v1"] = "spc.power_manifested.v1"
    participant: Character
    power: Slug
    name: Name
    cost: Points


class WeaknessGained(Event):
    """A new weakness is on the sheet: the price of a power."""

    type: Literal["spc.weakness_gained.v1"] = "spc.weakness_gained.v1"
    participant: Character
    weakness: Slug
    name: Name
    cost: Points


class WeaknessExploited(Event):
    """Somebody's weakness was turned against them; what it does is adjudicated."""

    type: Literal["spc.weakness_exploited.v1"] = "spc.weakness_exploited.v1"
    by: Character
    target: Character
    weakness: Slug


class DicePoolCounted(Event):
    """How many dice are thrown: the base, and one for each bonus and each penalty die."""

    type: Literal["spc.dice_pool_counted.v1"] = "spc.dice_pool_counted.v1"
    participant: Character
    turn: Points
    base: Points
    bonus_dice: Points
    penalty_dice: Points
    total: Points


class DiceThrown(Event):
    """Dice fell: `values` in the order of the dice, called d1, d2, …; `faces` is how many sides each has."""

    type: Literal["spc.dice_thrown.v1"] = "spc.dice_thrown.v1"
    participant: Character
    turn: Points
    faces: Points
    values: tuple[int, ...]


class PenaltyDieUsed(Event):
    """The penalty die that waited for the next throw is used up."""

    type: Literal["spc.penalty_die_used.v1"] = "spc.penalty_die_used.v1"
    participant: Character
    source: PenaltyScope


class DiceKept(Event):
    """Which dice of the throw stay, and what they show."""

    type: Literal["spc.dice_kept.v1"] = "spc.dice_kept.v1"
    participant: Character
    turn: Points
    die_ids: tuple[DieId, ...]
    values: tuple[int, ...]


class DieIncreased(Event):
    """One end of a track was added to a kept die, as it stood before it fell."""

    type: Literal["spc.die_increased.v1"] = "spc.die_increased.v1"
    participant: Character
    die_id: DieId
    amount: int
    source: TrackEnd


class DiceAssigned(Event):
    """What each slot counts for before modifiers. `dice` says which die lies where."""

    type: Literal["spc.dice_assigned.v1"] = "spc.dice_assigned.v1"
    participant: Character
    turn: Points
    ambition: Die
    cunning: Die
    vigilance: Die
    dice: dict[Slot, DieId]


class DieModifierApplied(Event):
    """An action type added to a slot, or took from it."""

    type: Literal["spc.die_modifier_applied.v1"] = "spc.die_modifier_applied.v1"
    participant: Character
    slot: Slot
    amount: int
    reason: ActionType
