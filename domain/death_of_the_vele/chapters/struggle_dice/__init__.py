"""Dice of a struggle: pushed, changed by abilities, rolled, turned by fate (VE-53 to VE-59, VE-94)."""

from . import effects, exchanging, fate, handfuls, plans, pushing, ready, rolling

CHAPTERS = (
    pushing.chapter,
    ready.chapter,
    effects.chapter,
    plans.chapter,
    exchanging.chapter,
    handfuls.chapter,
    rolling.chapter,
    fate.chapter,
)
