"""The rules by chapter. Importing a chapter adds its cases to the table."""

from domain.death_of_the_vele.commands import COMMANDS

from . import (
    acts,
    aspects,
    attaching,
    bidding,
    buying,
    components,
    covering,
    deciding,
    economy,
    effects,
    exclusion,
    feats,
    finishing,
    framework,
    groups,
    harming,
    healing,
    luck,
    narration,
    pushing,
    rolling,
    scenes,
    series,
    starting,
    story,
    turns,
    winnings,
)
from .cases import answer, answered_commands

__all__ = [
    "acts",
    "answer",
    "aspects",
    "attaching",
    "bidding",
    "buying",
    "components",
    "covering",
    "deciding",
    "economy",
    "effects",
    "exclusion",
    "feats",
    "finishing",
    "framework",
    "groups",
    "harming",
    "healing",
    "luck",
    "narration",
    "pushing",
    "rolling",
    "scenes",
    "series",
    "starting",
    "story",
    "turns",
    "winnings",
]

if missing := set(COMMANDS) ^ answered_commands():
    raise TypeError(f"rules: no answer for, or no such command: {sorted(kind.__name__ for kind in missing)}")
