"""The forms of Wicked Ones that are laid by hand: the preparation, and the steps used most in play."""

from . import actions, consequences, founding, frame, world

LAYOUTS = (*founding.LAYOUTS, *frame.LAYOUTS, *actions.LAYOUTS, *consequences.LAYOUTS, *world.LAYOUTS)
