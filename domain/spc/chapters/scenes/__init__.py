"""Scenes, and actions outside of a conflict (SPC-05 to SPC-19)."""

from . import actions, ending, opening, scenes

CHAPTERS = (
    scenes.chapter,
    opening.chapter,
    ending.chapter,
    actions.chapter,
)
