"""What may be asked now: for a player their own steps, for the GM everybody's."""

from collections.abc import Iterable

from domain.kernel.offers import Offer
from domain.kernel.people import Asker
from domain.vicious_crucible.state import Crucible
from domain.vicious_crucible.terms import Status

from .arcs import arcs
from .contest import contest
from .table import table

__all__ = ["offers"]


def offers(state: Crucible, asker: Asker) -> Iterable[Offer]:
    """Steps of a contest first, then arcs, then everything else."""
    if state.status is Status.PLAYING:
        yield from contest(state, asker)
        yield from arcs(state, asker)
    yield from table(state, asker)
