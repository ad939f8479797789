"""The outcome of a struggle: decided, paid for, and what it does to its sides (VE-60 to VE-83)."""

from . import (
    aspects_won,
    attack_effects,
    control,
    deciding,
    finishing,
    followups,
    harming,
    healed_traits,
    healing,
    preparation,
    settling,
    wagers,
    winnings,
)

CHAPTERS = (
    healed_traits.chapter,
    attack_effects.chapter,
    followups.chapter,
    wagers.chapter,
    deciding.chapter,
    winnings.chapter,
    settling.chapter,
    control.chapter,
    harming.chapter,
    aspects_won.chapter,
    preparation.chapter,
    finishing.chapter,
    healing.chapter,
)
