"""Arcs: Heat outside contests, Flux, another arc, transformations (VC-35, VC-36, VC-39 to VC-44)."""

from . import arcs, heat_in_play, new_arcs, transformations

CHAPTERS = (
    heat_in_play.chapter,
    arcs.chapter,
    new_arcs.chapter,
    transformations.chapter,
)
