"""A crucible's events in the language all games share, and who may know of each."""

from domain.vicious_crucible.events import EVENTS

from . import arc, contest, table
from .telling import alloy, audience, for_player, retell, told_events

__all__ = ["alloy", "arc", "audience", "contest", "for_player", "retell", "table"]

if missing := set(EVENTS) ^ told_events():
    raise TypeError(f"facts: not retold, or no such event: {sorted(kind.__name__ for kind in missing)}")
