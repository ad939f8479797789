"""How a circle changes, event by event."""

from domain.hot_circle.events import EVENTS

from . import ability, artha, closing, creation, entering, obstacle, preparation, scenes, world
from .fold import evolve
from .hearing import hears

evolve.complete(EVENTS)

__all__ = [
    "ability",
    "artha",
    "closing",
    "creation",
    "entering",
    "evolve",
    "hears",
    "obstacle",
    "preparation",
    "scenes",
    "world",
]
