"""English for this game: what refusals tell a person to do, and how events read in the timeline."""

from domain.kernel.wording import Wording

from .events import EVENTS
from .refusals import REFUSALS

WORDING = Wording(refusals=REFUSALS, events=EVENTS)

__all__ = ["EVENTS", "REFUSALS", "WORDING"]
