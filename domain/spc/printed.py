"""The printed tables: what systems move, what target numbers add, what action types do to dice."""

from collections.abc import Mapping
from types import MappingProxyType

from .terms import ActionType, IntentionKind, OutcomeSystem, Slot, TargetModifier, TrackEnd

BASE_DICE = 3
ACTIVATE_DICE = 2
TALENT_BONUS = 1
KEPT_DICE = 3
KEPT_BESIDE_A_GADGET = 2
PROGRESS_PER_FACT = 2
MOST_VERBS = 1
MOST_NOUNS = 2

PURITY_MOVES: Mapping[OutcomeSystem, int] = MappingProxyType(
    {OutcomeSystem.PURE_INTENTIONS: 1, OutcomeSystem.CORRUPTED_INTENTIONS: -1}
)
GOAL_MOVES: Mapping[OutcomeSystem, int] = MappingProxyType(
    {OutcomeSystem.LEVERAGE: -1, OutcomeSystem.ADVANCEMENT: 1}
)
"""The steps that an outcome system moves a track by (SPC-12, SPC-13, SPC-14, SPC-15), up to Purity or Goal."""

TARGET_MODIFIERS: Mapping[TargetModifier, int] = MappingProxyType(
    {
        TargetModifier.EASY: -2,
        TargetModifier.HARD: 2,
        TargetModifier.ADVANCE_CHARACTER: 2,
        TargetModifier.ADVANCE_GOAL: 2,
        TargetModifier.ADVANCE_DRAWBACK: -2,
    }
)
BROUGHT_BY_KIND: Mapping[IntentionKind, TargetModifier] = MappingProxyType(
    {
        IntentionKind.ADVANCE_POOL: TargetModifier.ADVANCE_CHARACTER,
        IntentionKind.ADVANCE_GOAL: TargetModifier.ADVANCE_GOAL,
        IntentionKind.ADVANCE_DRAWBACK: TargetModifier.ADVANCE_DRAWBACK,
    }
)
"""The modifier that a kind of intention always has."""

TYPE_MODIFIERS: Mapping[ActionType, Mapping[Slot, int]] = MappingProxyType(
    {
        ActionType.FEINT: {Slot.AMBITION: -1, Slot.CUNNING: 2},
        ActionType.BRUTAL: {Slot.CUNNING: 2, Slot.VIGILANCE: -1},
        ActionType.GUARD: {Slot.CUNNING: -1, Slot.VIGILANCE: 2},
        ActionType.PROTECT: {Slot.AMBITION: -1, Slot.VIGILANCE: 2},
        ActionType.ANTICIPATE: {Slot.AMBITION: 2, Slot.CUNNING: -1},
        ActionType.REACT: {Slot.AMBITION: 2, Slot.VIGILANCE: -1},
        ActionType.DEFEND: {Slot.AMBITION: -1, Slot.CUNNING: -1},
        ActionType.AMBUSH: {Slot.VIGILANCE: -2},
    }
)
"""The modifiers that an action type adds to the dice once they are assigned: those without a choice in their order
(SPC-37, SPC-38, SPC-39, SPC-40, SPC-41, SPC-42), defending (SPC-43) and ambush (SPC-44).
"""

ACT_SPENDS: Mapping[ActionType, TrackEnd] = MappingProxyType(
    {
        ActionType.PURE_ACT: TrackEnd.PURITY,
        ActionType.CORRUPT_ACT: TrackEnd.CORRUPTION,
        ActionType.SELFISH_ACT: TrackEnd.DRAWBACK,
        ActionType.INSPIRED_ACT: TrackEnd.GOAL,
    }
)
"""The end of a track that an act adds to a die and then lowers by one (SPC-33, SPC-34, SPC-35, SPC-36)."""

OPEN_DICE = frozenset({ActionType.OVERPOWER, ActionType.MANIFEST, ActionType.EXPLOIT})
"""Types whose number of dice a feature may say otherwise, by adjudication."""


def type_modifiers(action_type: ActionType) -> Mapping[Slot, int]:
    """The modifiers that this action type adds to each slot it touches."""
    return TYPE_MODIFIERS.get(action_type, {})
