"""The forms of Vicious Crucible that are laid by hand: the preparation, and the steps used most in play."""

from . import contests, scenes, stories

LAYOUTS = (*scenes.LAYOUTS, *contests.LAYOUTS, *stories.LAYOUTS)
