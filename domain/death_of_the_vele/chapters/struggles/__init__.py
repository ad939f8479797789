"""Struggles begin, alone or in a series, and sides form (VE-51, VE-52, VE-56, VE-69, VE-84 to VE-88)."""

from . import allies, attempts, difficulties, fights, series, starting, withdrawing

CHAPTERS = (
    series.chapter,
    attempts.chapter,
    difficulties.chapter,
    fights.chapter,
    starting.chapter,
    withdrawing.chapter,
    allies.chapter,
)
