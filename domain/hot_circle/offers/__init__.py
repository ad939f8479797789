"""What may be asked now: for a player their own steps, for the gamemaster everybody's."""

from collections.abc import Iterable

from domain.hot_circle.state import Circle
from domain.kernel.offers import Offer
from domain.kernel.people import Asker

__all__ = ["offers"]


def offers(state: Circle, asker: Asker) -> Iterable[Offer]:
    """Nothing yet."""
    return ()
