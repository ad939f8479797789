"""Obstacle tests, from the declaration to what follows (HC-26 to HC-45, HC-55 to HC-59)."""

from . import declaring, difficulty, helping, hindrances, persona, pools, rerolling, resolving, rolled_by, rolling

CHAPTERS = (
    declaring.chapter,
    difficulty.chapter,
    hindrances.chapter,
    rolled_by.chapter,
    helping.chapter,
    pools.chapter,
    rolling.chapter,
    persona.chapter,
    rerolling.chapter,
    resolving.chapter,
)
