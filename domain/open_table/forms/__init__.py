"""The forms of the open table that are laid by hand: the preparation, and the steps used most in play."""

from . import playing

LAYOUTS = playing.LAYOUTS
