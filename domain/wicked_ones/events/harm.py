"""Events about consequences, from the declaration to the last breath. Names and fields are permanent."""

from typing import Literal

from domain.kernel.messages import Event
from domain.kernel.terms import Character, Points, Slug, Text
from domain.wicked_ones.shapes import Change, Face, Harm, Modifier
from domain.wicked_ones.terms import Action, Attribute, Effect, Kind, Origin, Position, Result, Severity, Trouble


class ConsequenceDeclared(Harm, Event):
    """Something bad hangs over somebody until it is settled. `usual` is the severity the position made likely."""

    type: Literal["wicked_ones.consequence_declared.v1"] = "wicked_ones.consequence_declared.v1"
    consequence: Slug
    origin: Origin
    usual: Severity | None
    roll: Slug | None
    clock: Slug | None
    action: Action | None
    performer: Character | None
    note: Text
    reason: Text


class ConsequenceWaived(Event):
    """A roll brings no consequence after all, by the GM's word; without `roll`, the start of the scene."""

    type: Literal["wicked_ones.consequence_waived.v1"] = "wicked_ones.consequence_waived.v1"
    scene: Slug
    roll: Slug | None
    reason: Text


class DeathDeclared(Event):
    """It would kill."""

    type: Literal["wicked_ones.death_declared.v1"] = "wicked_ones.death_declared.v1"
    consequence: Slug
    character: Character


class ConsequenceSplit(Event):
    """One became several. `lighter` tells whether each of them is less."""

    type: Literal["wicked_ones.consequence_split.v1"] = "wicked_ones.consequence_split.v1"
    consequence: Slug
    into: tuple[Slug, ...]
    lighter: bool


class ConsequenceAccepted(Event):
    """Nobody kept it off: it happened."""

    type: Literal["wicked_ones.consequence_accepted.v1"] = "wicked_ones.consequence_accepted.v1"
    consequence: Slug


class ConsequenceReduced(Event):
    """A partial resistance left this of it. `settled` unless the house lets it be resisted again.

    Since v2 it has the GM's `note` on what is other than usual; before, none was kept.
    """

    type: Literal["wicked_ones.consequence_reduced.v2"] = "wicked_ones.consequence_reduced.v2"
    consequence: Slug
    kind: Kind
    also: tuple[Kind, ...]
    severity: Severity
    details: Text
    attributes: tuple[Attribute, ...]
    trouble: Trouble | None
    changes: tuple[Change, ...]
    note: Text
    settled: bool


class ConsequenceAvoided(Event):
    """It did not happen."""

    type: Literal["wicked_ones.consequence_avoided.v1"] = "wicked_ones.consequence_avoided.v1"
    consequence: Slug
    by: Slug


class DeathReductionStated(Event):
    """What a mixed resistance to death would leave."""

    type: Literal["wicked_ones.death_reduction_stated.v1"] = "wicked_ones.death_reduction_stated.v1"
    consequence: Slug
    text: Text


class ResistanceRolled(Event):
    """Somebody fought a consequence off, wholly or in part."""

    type: Literal["wicked_ones.resistance_rolled.v1"] = "wicked_ones.resistance_rolled.v1"
    consequence: Slug
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
    description: Text


class DefenseUsed(Event):
    """A defense kept it off, for nothing."""

    type: Literal["wicked_ones.defense_used.v1"] = "wicked_ones.defense_used.v1"
    defense: Slug
    consequence: Slug
    character: Character
    description: Text


class EffectReduced(Event):
    """What a roll achieved is less than it seemed."""

    type: Literal["wicked_ones.effect_reduced.v1"] = "wicked_ones.effect_reduced.v1"
    roll: Slug
    was: Effect
    now: Effect


class PositionWorsened(Event):
    """Somebody stands worse from here on."""

    type: Literal["wicked_ones.position_worsened.v1"] = "wicked_ones.position_worsened.v1"
    character: Character
    was: Position
    now: Position


class ShockTaken(Event):
    """An attribute is in shock."""

    type: Literal["wicked_ones.shock_taken.v1"] = "wicked_ones.shock_taken.v1"
    character: Character
    attribute: Attribute
    source: Slug


class ShockDoubled(Event):
    """It was in shock already: a price is due instead."""

    type: Literal["wicked_ones.shock_doubled.v1"] = "wicked_ones.shock_doubled.v1"
    character: Character
    attribute: Attribute
    source: Slug


class Bloodied(Event):
    """One step from death."""

    type: Literal["wicked_ones.bloodied.v1"] = "wicked_ones.bloodied.v1"
    character: Character
    source: Slug


class ComplicationHappened(Event):
    """New trouble."""

    type: Literal["wicked_ones.complication_happened.v1"] = "wicked_ones.complication_happened.v1"
    consequence: Slug
    trouble: Trouble | None
    text: Text


class CharacterDied(Event):
    """A Wicked One is dead."""

    type: Literal["wicked_ones.character_died.v1"] = "wicked_ones.character_died.v1"
    character: Character
    cause: Text


class DeathKnellRolled(Event):
    """The last action of a dying monster."""

    type: Literal["wicked_ones.death_knell_rolled.v1"] = "wicked_ones.death_knell_rolled.v1"
    roll: Slug
    character: Character
    action: Action
    intention: Text
    rating: Points
    minus: tuple[Modifier, ...]
    plus: tuple[Modifier, ...]
    pool: Points
    zero_dice: bool
    faces: tuple[Face, ...]
    kept: Face
    result: Result
    description: Text


class CostDemanded(Event):
    """A price is owed, of its owner's choosing."""

    type: Literal["wicked_ones.cost_demanded.v1"] = "wicked_ones.cost_demanded.v1"
    cost: Slug
    character: Character
    severity: Severity
    why: Text


class CostPaid(Event):
    """It was paid."""

    type: Literal["wicked_ones.cost_paid.v1"] = "wicked_ones.cost_paid.v1"
    cost: Slug
    character: Character
    severity: Severity
    changes: tuple[Change, ...]
    description: Text


class CostRejected(Event):
    """It was not enough; the rest is owed."""

    type: Literal["wicked_ones.cost_rejected.v1"] = "wicked_ones.cost_rejected.v1"
    cost: Slug
    character: Character
    why: Text


HARM: tuple[type[Event], ...] = (
    ConsequenceDeclared,
    ConsequenceWaived,
    DeathDeclared,
    ConsequenceSplit,
    ConsequenceAccepted,
    ConsequenceReduced,
    ConsequenceAvoided,
    DeathReductionStated,
    ResistanceRolled,
    DefenseUsed,
    EffectReduced,
    PositionWorsened,
    ShockTaken,
    ShockDoubled,
    Bloodied,
    ComplicationHappened,
    CharacterDied,
    DeathKnellRolled,
    CostDemanded,
    CostPaid,
    CostRejected,
)
