"""An adventure's events in the language all games share, and who may know of each."""

from domain.spc.events import EVENTS

from . import action, conflict, scene, table, turn
from .telling import audience, retell, told_events

__all__ = ["action", "audience", "conflict", "retell", "scene", "table", "turn"]

if missing := set(EVENTS) ^ told_events():
    raise TypeError(f"facts: not retold, or no such event: {sorted(kind.__name__ for kind in missing)}")
