"""What may be asked now: for a player their own steps, for the Mastermind everybody's."""

from collections.abc import Iterable

from domain.kernel.offers import Offer
from domain.kernel.people import Asker
from domain.spc.state import Adventure
from domain.spc.terms import Status

from .conflict import conflict
from .scenes import scenes
from .table import adjudications, table

__all__ = ["offers"]


def offers(state: Adventure, asker: Asker) -> Iterable[Offer]:
    """A conflict under way first, then the scene, then table and cast."""
    if state.status is Status.PLAYING:
        yield from conflict(state, asker)
        yield from scenes(state, asker)
    yield from table(state, asker)
    yield from adjudications(state, asker)
