"""What to pick from, by the rulebook's headings; how it is said here is ours."""

from domain.kernel.offers import Choice

from .terms import SparkKind, Stance, ToolKind

SPARK_KINDS = (
    Choice(SparkKind.REROLL.value, "Reroll"),
    Choice(SparkKind.SHIFT.value, "Shift"),
    Choice(SparkKind.DOUBLE_HEAT.value, "Double Heat"),
    Choice(SparkKind.RULESHEET.value, "Rulesheet"),
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
)
RULESHEETS = (Choice("Combat", "Combat"), Choice("Influence", "Influence"))
"""Those that the rulebook names; a table may have others."""
