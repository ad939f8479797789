"""How events change an adventure."""

from domain.spc.events import EVENTS

from . import action, conflict, scene, table, turn
from .fold import evolve

__all__ = ["action", "conflict", "evolve", "scene", "table", "turn"]

evolve.complete(EVENTS)
