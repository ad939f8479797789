"""What may be asked now: for a player their own steps, for the gamemaster everybody's."""

from collections.abc import Iterable

from domain.hot_circle.state import Circle
from domain.hot_circle.terms import EndStep, SessionStatus, Stage
from domain.kernel.campaign.commands import CloseSession
from domain.kernel.offers import Offer
from domain.kernel.people import Asker

from .abilities import abilities
from .artha import artha
from .closing import between_sessions, closing
from .creation import creation, lifepaths_due
from .obstacle import obstacle
from .scenes import records, scenes
from .world import beginning, world

__all__ = ["offers"]


def offers(state: Circle, asker: Asker) -> Iterable[Offer]:
    """A test under way first; then what moves the story on; then what may be done at any time."""
    if state.stage is Stage.ENDED:
        return
    if not state.genre:
        yield from beginning()
        return
    if state.stage is Stage.IN_SESSION:
        yield from in_session(state, asker)
    else:
        yield from lifepaths_due(state, asker)
        yield from creation(state, asker)
        yield from between_sessions(state, asker)
        yield from world(state, asker)
    if asker.is_gm:
        yield from records(state)


def in_session(state: Circle, asker: Asker) -> Iterable[Offer]:
    """Play, or the steps that end it."""
    if state.game_session.status is SessionStatus.ENDING:
        if state.game_session.ending_step is not EndStep.DONE:
            yield from closing(state, asker)
        elif asker.is_gm:
            label = f"Close session {state.game_session.session_no}"
            yield Offer(command=CloseSession, label=label, group="Session's end", forced=True)
    else:
        yield from abilities(state, asker)
        yield from obstacle(state, asker)
        yield from artha(state, asker)
        yield from scenes(state, asker)
    yield from creation(state, asker)
