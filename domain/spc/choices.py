"""Choices in forms, by the rulebook's headings; how they are said here is ours."""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType

from domain.kernel.offers import Choice

from .printed import TARGET_MODIFIERS, TYPE_MODIFIERS
from .terms import ActionType, IntentionKind, OutcomeSystem, Slot, TargetModifier

STARTING_POOL = 2
"""Ours: the rulebook has no numbers for a new sheet."""
STARTING_RATING = 6
"""Ours as well: three times a pool, so that nobody is out of a conflict after one throw."""

SLOTS = tuple(Choice(slot.value, slot.value.title()) for slot in Slot)
SYSTEMS = (
    Choice(OutcomeSystem.FREE_NARRATION.value, "Free narration", "nothing speaks against it"),
    Choice(OutcomeSystem.PURE_INTENTIONS.value, "Pure intentions", "1 step to Purity"),
    Choice(OutcomeSystem.CORRUPTED_INTENTIONS.value, "Corrupted intentions", "1 step to Corruption"),
    Choice(OutcomeSystem.LEVERAGE.value, "Leverage", "selfish, 1 step to Drawback"),
    Choice(OutcomeSystem.ADVANCEMENT.value, "Advancement", "a sacrifice, 1 step to Goal"),
    Choice(OutcomeSystem.CONFLICT.value, "Conflict", "somebody opposes it"),
)
INTENTIONS = (
    Choice(IntentionKind.FREE.value, "Nothing but that"),
    Choice(IntentionKind.ADVANCE_POOL.value, "A pool grows", "by 1, +2 to the number"),
    Choice(IntentionKind.ADVANCE_GOAL.value, "Nearer to the Goal", "1 step, +2 to the number"),
    Choice(IntentionKind.ADVANCE_DRAWBACK.value, "Nearer to the Drawback", "1 step, -2 to the number"),
)
_TARGETS = {
    TargetModifier.EASY: "Relatively easy",
    TargetModifier.HARD: "Hard to imagine",
    TargetModifier.ADVANCE_CHARACTER: "Character advancement",
    TargetModifier.ADVANCE_GOAL: "Advances the Goal",
    TargetModifier.ADVANCE_DRAWBACK: "Advances the Drawback",
}
TARGETS = tuple(Choice(one.value, _TARGETS[one], f"{amount:+d}") for one, amount in TARGET_MODIFIERS.items())
_BRINGS = {
    ActionType.ACTION: "a talent, and a die more",
    ActionType.OVERPOWER: "a power acts",
    ActionType.INVOKE: "a ritual instead of dice",
    ActionType.ACTIVATE: "a gadget instead of a die",
    ActionType.MANIFEST: "a new power, and a weakness",
    ActionType.EXPLOIT: "a weakness of the other side",
    ActionType.PURE_ACT: "Purity on a die",
    ActionType.CORRUPT_ACT: "Corruption on a die",
    ActionType.SELFISH_ACT: "Drawback on a die",
    ActionType.INSPIRED_ACT: "Goal on a die",
    ActionType.DEFEND: "somebody else's Abuse is yours",
    ActionType.AMBUSH: "another intention",
}


def _brings(one: ActionType) -> str:
    adds = [f"{slot.value.title()} {by:+d}" for slot, by in TYPE_MODIFIERS.get(one, {}).items()]
    return ", ".join([*([_BRINGS[one]] if one in _BRINGS else []), *adds])


ACTION_TYPES = tuple(
    Choice(one.value, one.value.replace("_", " ").capitalize(), _brings(one)) for one in ActionType
)
"""The eighteen, with what each brings."""
AGAIN, NEW = "again", "new"
WHO_COMES = (Choice(AGAIN, "Who was there before"), Choice(NEW, "Somebody new"))

CHOICES: Mapping[type[StrEnum], tuple[Choice, ...]] = MappingProxyType({Slot: SLOTS})
"""Every term that somebody chooses where a form is made of its command, as it is called there."""
