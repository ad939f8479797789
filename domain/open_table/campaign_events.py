"""The table's note of those who are seated."""

from domain.kernel.campaign.seats import GmHandedOver, PersonLeft, PersonSeated
from domain.kernel.messages import Event
from domain.kernel.people import Role

from .state import OpenTable


def on_campaign_event(state: OpenTable, event: Event) -> None:
    """Note who has a player's seat."""
    match event:
        case PersonSeated(role=Role.PLAYER):
            state.seated.append(event.person)
        case PersonLeft() if event.person in state.seated:
            state.seated.remove(event.person)
        case GmHandedOver():
            state.seated = [event.was if it == event.now else it for it in state.seated]
