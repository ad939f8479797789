"""What may be asked now, in the order in which it is offered."""

from collections.abc import Iterable

from domain.kernel.offers import Offer
from domain.kernel.people import Asker

from .chapters import pressing_on
from .state import Journey


def offers(state: Journey, asker: Asker) -> Iterable[Offer]:
    """The offers of all chapters."""
    yield from pressing_on.offers(state, asker)
