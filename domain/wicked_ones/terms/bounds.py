"""Fixed ids and numbers of the rules."""

GM = "gm"
DUNGEON = "dungeon"
"""The id of the group's home, as an owner, a target and a place on the map."""
RESERVED_IDS = frozenset({GM, DUNGEON})

STRESS_SEGMENTS = 6
MOVES = 3
MOST_INFORMATION = 2
LEAST_CRITICAL_TICKS = 3
FACES = 6
