"""How events change a story. No rules here, and no silence: what cannot follow raises."""

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
from .fold import evolve

__all__ = [
    "acts",
    "aspects",
    "attacks",
    "components",
    "economy",
    "effects",
    "evolve",
    "experience",
    "extended",
    "feats",
    "framework",
    "healing",
    "narration",
    "natures",
    "outcomes",
    "scenes",
    "story",
    "struggles",
    "turns",
]

evolve.complete(EVENTS)
