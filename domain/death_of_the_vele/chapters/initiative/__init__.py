"""Initiative: turns, movement, and blocks in its way (VE-70, VE-71, VE-78, VE-81, VE-96 to VE-98)."""

from . import blocks, movement, turns

CHAPTERS = (
    blocks.chapter,
    turns.chapter,
    movement.chapter,
)
