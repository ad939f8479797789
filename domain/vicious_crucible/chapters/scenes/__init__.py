"""Scenes, and what one tool alone can do in them (VC-07 to VC-09, VC-38)."""

from . import scenes, unique_tasks

CHAPTERS = (
    scenes.chapter,
    unique_tasks.chapter,
)
