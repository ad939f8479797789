"""The chapters of SPC, in the order of the rules: each imports only those before it."""

from domain.kernel.chapter import Rulebook
from domain.spc.state.adventure import Adventure

from . import adjudication, adventure, bounds, conflicts, scenes, turns, who

RULEBOOK = Rulebook[Adventure](
    who.chapter,
    *adventure.CHAPTERS,
    *scenes.CHAPTERS,
    *conflicts.CHAPTERS,
    *turns.CHAPTERS,
    bounds.chapter,
    adjudication.chapter,
)
