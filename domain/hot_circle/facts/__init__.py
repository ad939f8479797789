"""A circle's events in the language all games share, and who may know of each."""

from domain.hot_circle.events import EVENTS

from . import ability, artha, closing, creation, entering, obstacle, preparation, scenes, world
from .telling import audience, retell, told_events

__all__ = [
    "ability",
    "artha",
    "audience",
    "closing",
    "creation",
    "entering",
    "obstacle",
    "preparation",
    "retell",
    "scenes",
    "world",
]

if missing := set(EVENTS) ^ told_events():
    raise TypeError(f"facts: not retold, or no such event: {sorted(kind.__name__ for kind in missing)}")
