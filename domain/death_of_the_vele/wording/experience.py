"""Sentences about experience."""

REFUSALS: dict[str, str] = {}
EVENTS = {
    "experience_awarded": "{player} earns {amount} XP: {reason}",
    "experience_spent": "{player} spends {amount} XP: {reason}",
    "level_die_gained": "{player} gains a {die} at {threshold} XP",
    "level_gained": "{player} reaches level {level}",
}
