"""How events change an adventure."""

from domain.spc.events import EVENTS

from . import action, conflict, first_versions, scene, table, turn
from .fold import evolve

__all__ = ["action", "conflict", "evolve", "first_versions", "scene", "table", "turn"]

evolve.complete(EVENTS)
