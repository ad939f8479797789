"""What may be asked now: for a player their own steps, for the GM everybody's."""

from collections.abc import Iterable

from domain.kernel.offers import Offer
from domain.kernel.people import Asker
from domain.wicked_ones.rules.common import scene_is_open
from domain.wicked_ones.state import Underworld
from domain.wicked_ones.terms import Stage

from .frame import frame, setup
from .monsters import monsters
from .pending import pending
from .rolls import rolls
from .world import waiting, world

__all__ = ["offers"]


def offers(state: Underworld, asker: Asker) -> Iterable[Offer]:
    """What hangs over somebody first, then the action on the table, then the frame, then the rest."""
    if state.stage is Stage.ENDED:
        return
    if not state.dungeon.name:
        yield from setup(state, asker)
        return
    yield from pending(state, asker)
    if scene_is_open(state):
        yield from rolls(state, asker)
    yield from waiting(state, asker)
    yield from frame(state, asker)
    yield from monsters(state, asker)
    yield from world(state, asker)
