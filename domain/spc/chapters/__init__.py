"""The chapters of SPC, in the order of the rules: each imports only those before it."""

from domain.kernel.chapter import Rulebook
from domain.spc.state.adventure import Adventure

from . import adjudication, adventure, bounds, conflicts, guards, scenes, turns

RULEBOOK = Rulebook[Adventure](
    guards.chapter,
    *adventure.CHAPTERS,
    *scenes.CHAPTERS,
    *conflicts.CHAPTERS,
    *turns.CHAPTERS,
    bounds.chapter,
    adjudication.chapter,
)
