"""The dungeon and its Wicked Ones: founded, made, grown (WO-01, WO-07, WO-62, WO-64)."""

from . import dungeon, experience, monsters

CHAPTERS = (
    dungeon.chapter,
    monsters.chapter,
    experience.chapter,
)
