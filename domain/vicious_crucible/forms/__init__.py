"""The forms of Vicious Crucible that are laid by hand: the preparation, and the steps used most in play."""

from . import scenes

LAYOUTS = scenes.LAYOUTS
