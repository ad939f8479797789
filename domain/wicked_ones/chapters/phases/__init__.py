"""Lurking and raiding, with their scenes, rolls, minions and loot (WO-02 to WO-09, WO-34 to WO-37)."""

from . import cycle, engagement, fortune, loot, minions, raids, rooms, scenes, shock

CHAPTERS = (
    scenes.chapter,
    cycle.chapter,
    raids.chapter,
    engagement.chapter,
    fortune.chapter,
    minions.chapter,
    shock.chapter,
    rooms.chapter,
    loot.chapter,
)
