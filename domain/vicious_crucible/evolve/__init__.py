"""How events change a crucible. No rules here, and no silence: what cannot follow raises."""

from domain.vicious_crucible.events import EVENTS

from . import arc, contest, table
from .fold import evolve

__all__ = ["arc", "contest", "evolve", "table"]

evolve.complete(EVENTS)
