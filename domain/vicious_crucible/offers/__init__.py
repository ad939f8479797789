"""What may be asked now: for a player their own steps, for the GM everybody's."""

from collections.abc import Iterable

from domain.kernel.offers import Offer
from domain.kernel.people import Asker
from domain.vicious_crucible.state import Crucible
from domain.vicious_crucible.terms import Status

from .arcs import arcs, heat
from .contest import contest
from .table import table

__all__ = ["offers"]


def offers(state: Crucible, asker: Asker) -> Iterable[Offer]:
    """A contest under way first; then what moves the story on; then what may be done at any time."""
    if state.status is not Status.PLAYING:
        yield from table(state, asker)
        return
    yield from contest(state, asker)
    if state.current_scene is None:
        yield from table(state, asker)
        yield from arcs(state, asker)
    else:
        yield from arcs(state, asker)
        yield from table(state, asker)
    yield from heat(state, asker)
