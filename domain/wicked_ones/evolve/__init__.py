"""How events change a campaign of Wicked Ones. No rules here, and no silence: what cannot follow raises."""

from domain.wicked_ones.events import EVENTS

from . import action, frame, harm, hoard, knowledge, stress, world
from .fold import evolve

__all__ = ["action", "evolve", "frame", "harm", "hoard", "knowledge", "stress", "world"]

evolve.complete(EVENTS)
