"""How events change a story. No rules here, and no silence: what cannot follow raises."""

from domain.death_of_the_vele.events import EVENTS

from . import acts, aspects, components, economy, experience, framework, narration, scenes, story
from .fold import evolve

__all__ = [
    "acts",
    "aspects",
    "components",
    "economy",
    "evolve",
    "experience",
    "framework",
    "narration",
    "scenes",
    "story",
]

evolve.complete(EVENTS)
