"""The chapters of Vicious Crucible, in the order of the rulebook: each imports only those before it."""

from domain.kernel.chapter import Rulebook
from domain.vicious_crucible.state import Crucible

from . import arcs, contests, founding, gm_records, guards, heat_and_flux, scenes

RULEBOOK = Rulebook[Crucible](
    guards.chapter,
    heat_and_flux.chapter,
    *founding.CHAPTERS,
    *scenes.CHAPTERS,
    *contests.CHAPTERS,
    *arcs.CHAPTERS,
    gm_records.chapter,
)
