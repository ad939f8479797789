"""The chapters of Wicked Ones, in the order they are read: each imports only those before it."""

from domain.kernel.chapter import Rulebook
from domain.wicked_ones.state.underworld import Underworld

from . import actions, consequences, founding, phases, pools, resources, who, word, world

RULEBOOK = Rulebook[Underworld](
    who.chapter,
    pools.chapter,
    *resources.CHAPTERS,
    *founding.CHAPTERS,
    *phases.CHAPTERS,
    *world.CHAPTERS,
    *actions.CHAPTERS,
    *consequences.CHAPTERS,
    word.chapter,
)
