"""A story's events in the language all games share, and who may know of each."""

from domain.death_of_the_vele.events import EVENTS

from . import (
    acts,
    aspects,
    attacks,
    components,
    economy,
    effects,
    experience,
    extended,
    fate,
    feats,
    framework,
    healing,
    narration,
    natures,
    outcomes,
    scenes,
    story,
    struggles,
    turns,
)
from .telling import audience, retell, told_events

__all__ = [
    "acts",
    "aspects",
    "attacks",
    "audience",
    "components",
    "economy",
    "effects",
    "experience",
    "extended",
    "fate",
    "feats",
    "framework",
    "healing",
    "narration",
    "natures",
    "outcomes",
    "retell",
    "scenes",
    "story",
    "struggles",
    "turns",
]

if missing := set(EVENTS) ^ told_events():
    raise TypeError(f"facts: not retold, or no such event: {sorted(kind.__name__ for kind in missing)}")
