"""The forms of SPC that are laid by hand: the preparation, and the steps used most in play."""

from . import conflicts, endings, scenes, settling, turns

LAYOUTS = (*scenes.LAYOUTS, *conflicts.LAYOUTS, *turns.LAYOUTS, *endings.LAYOUTS, *settling.LAYOUTS)
