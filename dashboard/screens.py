"""The screens there are, by their addresses, with their names."""

LIBRARY = {"campaigns": "Campaigns", "find": "Find", "people": "People"}
"""Screens of the whole library."""
SCREENS = {
    "table": "Play",
    "replay": "Replay",
    "chronicle": "Story",
    "sheets": "Sheets",
    "map": "Map",
    "advancement": "Growth",
    "luck": "Luck",
    "disputes": "Disputes",
    "between": "Between",
}
"""Screens of one campaign."""
