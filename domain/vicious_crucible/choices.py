"""Choices in forms, by the rulebook's headings; how they are said here is ours."""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType

from domain.kernel.offers import Choice

from .terms import Purpose, SparkKind, Stance, ToolKind, WinnersChoice

SPARK_KINDS = (
    Choice(SparkKind.REROLL.value, "Reroll", "a die once more"),
    Choice(SparkKind.SHIFT.value, "Shift", "points from one die to another"),
    Choice(SparkKind.DOUBLE_HEAT.value, "Double Heat", "its d4 earns 2"),
    Choice(SparkKind.RULESHEET.value, "Rulesheet", "what that sheet says"),
)
TOOL_KINDS = (
    Choice(ToolKind.NORMAL.value, "Normal", "a d8 with an element"),
    Choice(ToolKind.QUALITY.value, "Quality", "a d8, and sparks"),
    Choice(ToolKind.UNIQUE.value, "Unique", "for what nothing else can do"),
)
STANCES = (
    Choice(Stance.HELPS.value, "Helps", "d6"),
    Choice(Stance.TOOL.value, "Helps, with a tool", "d8"),
    Choice(Stance.HINDERS.value, "Hinders", "d4"),
    Choice(Stance.UNDECIDED.value, "Undecided", "d4"),
)
RULESHEETS = (Choice("Combat", "Combat"), Choice("Influence", "Influence"))
"""Those that the rulebook names; a table may have others."""
PURPOSES = (
    Choice(Purpose.GENERAL.value, "To have it your way"),
    Choice(Purpose.RECOVER_TOOL.value, "To win a tool back"),
    Choice(Purpose.SOFTEN.value, "To soften a hard place"),
)
OUTCOMES = (
    Choice(WinnersChoice.CONVINCE.value, "Convince", "1 Heat for whoever plays along"),
    Choice(WinnersChoice.PREPARE.value, "Prepare", "1 Heat for you"),
    Choice(WinnersChoice.DENY.value, "Deny", "a tool is out of use"),
)
SETTLED_BY_WORD = (Choice("condition", "Condition"), Choice("heat", "Heat"), Choice("flux", "Flux"))
"""Fields a word of the GM may change on a sheet itself; anything else is kept as it is written."""

CHOICES: Mapping[type[StrEnum], tuple[Choice, ...]] = MappingProxyType(
    {SparkKind: SPARK_KINDS, ToolKind: TOOL_KINDS}
)
"""Every term that somebody chooses, as it is called there."""
