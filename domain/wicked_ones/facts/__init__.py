"""The underworld's events in the language all games share, and who may know of each."""

from domain.wicked_ones.events import EVENTS

from . import action, frame, harm, hoard, knowledge, stress, world
from .telling import audience, retell, told_events

__all__ = ["action", "audience", "frame", "harm", "hoard", "knowledge", "retell", "stress", "world"]

if missing := set(EVENTS) ^ told_events():
    raise TypeError(f"facts: not retold, or no such event: {sorted(kind.__name__ for kind in missing)}")
