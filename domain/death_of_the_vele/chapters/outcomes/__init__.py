"""The outcome of a struggle: decided, paid for, and what it does to its sides (VE-60 to VE-83)."""

from . import (
    attack_effects,
    control,
    deciding,
    feats,
    finishing,
    followups,
    harming,
    healing,
    mending,
    preparation,
    settling,
    wagers,
    winnings,
)

CHAPTERS = (
    mending.chapter,
    attack_effects.chapter,
    followups.chapter,
    wagers.chapter,
    deciding.chapter,
    winnings.chapter,
    settling.chapter,
    control.chapter,
    harming.chapter,
    feats.chapter,
    preparation.chapter,
    finishing.chapter,
    healing.chapter,
)
