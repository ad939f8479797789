"""What a circle notes of its campaign: who is seated, and whether a session is open."""

from domain.hot_circle.state import Circle, GameSession
from domain.hot_circle.terms import GoalStatus, SessionStatus, Stage
from domain.kernel.campaign import events as campaign
from domain.kernel.messages import Event
from domain.kernel.people import Role


def hears(state: Circle, event: Event) -> None:
    """Note what happened to the campaign."""
    match event:
        case campaign.PersonSeated(role=Role.GM):
            state.seated_gm = event.person
            state.seated_names[event.person] = event.name
        case campaign.PersonSeated():
            state.seated_players.append(event.person)
            state.seated_names[event.person] = event.name
        case campaign.PersonLeft():
            state.seated_players = [person for person in state.seated_players if person != event.person]
        case campaign.GmHandedOver():
            state.seated_gm = event.now
            state.seated_players = [
                event.was if person == event.now else person for person in state.seated_players
            ]
        case campaign.SessionOpened():
            state.stage = Stage.IN_SESSION
            state.game_session = GameSession(event.session, SessionStatus.OPEN)
            begin_anew(state)
        case campaign.SessionClosed():
            state.stage = Stage.BETWEEN_SESSIONS
            state.game_session = GameSession(event.session, SessionStatus.CLOSED)


def begin_anew(state: Circle) -> None:
    """What counts for one session only starts again."""
    for character in state.characters.values():
        for belief in character.beliefs.values():
            belief.revised = False
            if belief.goal_status is GoalStatus.FURTHERED:
                belief.goal_status = GoalStatus.OPEN
        for instinct in character.instincts.values():
            instinct.revised = False
