"""The chapters of Wicked Ones, in the order they are read: each imports only those before it."""

from domain.kernel.chapter import Rulebook
from domain.wicked_ones.state.underworld import Underworld

from . import actions, adjudications, consequences, founding, guards, phases, pools, resources, world

RULEBOOK = Rulebook[Underworld](
    guards.chapter,
    pools.chapter,
    *resources.CHAPTERS,
    *founding.CHAPTERS,
    *phases.CHAPTERS,
    *world.CHAPTERS,
    *actions.CHAPTERS,
    *consequences.CHAPTERS,
    adjudications.chapter,
)
