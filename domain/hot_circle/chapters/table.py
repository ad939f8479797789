"""Seats, sessions and the map: needs beside those of every campaign (HC-02, HC-23, HC-69)."""

from domain.hot_circle.chapters.people.starting_assets import missing
from domain.hot_circle.lookup import map_missing
from domain.hot_circle.printed import FEWEST_SETTINGS
from domain.hot_circle.seats import SESSION_END
from domain.hot_circle.state.circle import Circle, GameSession
from domain.hot_circle.terms import EndStep, GoalStatus, SessionStatus, Stage
from domain.kernel.campaign.factions import NameFaction, RelateFactions, RemoveFaction
from domain.kernel.campaign.seats import GmHandedOver, HandOverGm, PersonLeft, PersonSeated, SeatPerson
from domain.kernel.campaign.sessions import CloseSession, OpenSession, SessionClosed, SessionOpened
from domain.kernel.campaign.state import Campaign
from domain.kernel.chapter import Chapter
from domain.kernel.decisions import CommandRefused, need
from domain.kernel.messages import Command, Event
from domain.kernel.offers import Offer
from domain.kernel.people import Asker, Role

chapter = Chapter[Circle](
    "Seats and sessions",
    {
        "gm_taken": "There is already a gamemaster, {gm}; hand the seat over first.",
        "map_by_its_rules": "The factions of this game belong to settings. Add and relate them by this game's "
        "own steps.",
        "end_first": "A session ends step by step: begin its end, and go through all four steps.",
        "too_few_settings": "This table wants {least} settings at least before the first session, and has "
        "{settings}.",
        "setting_without_faction": "Nobody holds power in {setting} yet. Add a faction there first.",
        "relations_missing": "No faction cooperates or competes with another yet. Choose or draw relations "
        "before the first session, or say why you begin without.",
    },
)


REPLACED = (NameFaction, RelateFactions, RemoveFaction)
"""The factions of this game belong to settings, and come and change by its own steps."""


def objects(state: Circle, campaign: Campaign, command: Command, asker: Asker) -> None:
    """Needs of a campaign command beside those it has in every campaign."""
    match command:
        case SeatPerson(role=Role.GM) if campaign.gm and command.person not in campaign.people:
            raise CommandRefused("gm_taken", gm=campaign.gm)
        case SeatPerson(role=Role.PLAYER):
            need(command.person != campaign.gm, "gm_cannot_be_player", person=command.person)
        case HandOverGm() if asker.is_gm and any(it.player == command.person for it in state.pcs.values()):
            raise CommandRefused("gm_cannot_be_player", person=command.person)
        case _ if isinstance(command, REPLACED) and asker.is_gm:
            raise CommandRefused("map_by_its_rules")
        case OpenSession() if asker.is_gm:
            may_open(state)
        case CloseSession() if asker.is_gm and state.stage is Stage.IN_SESSION:
            step = state.game_session.ending_step
            need(step is EndStep.DONE, "end_first", step=step)


def may_open(state: Circle) -> None:
    """HC-23: refuse a session until everything is there that it needs."""
    need(state.stage is not Stage.ENDED, "campaign_ended")
    need(state.stage is not Stage.IN_SESSION, "session_open", session=state.game_session.session_no)
    need(state.genre, "genre_missing")
    need(state.situation is not None, "situation_missing")
    if state.house_rules.strict_counts:
        settings = len(state.settings)
        need(settings >= FEWEST_SETTINGS, "too_few_settings", settings=settings, least=FEWEST_SETTINGS)
        powers = {faction.setting_id for faction in state.map.factions.values()}
        for slug in state.settings:
            need(slug in powers, "setting_without_faction", setting=slug)
    need(not map_missing(state), "relations_missing")
    mine = {it.player: slug for slug, it in state.pcs.items()}
    for player in state.seated_players:
        slug = mine.get(player, "")
        if not slug or not state.characters[slug].complete:
            lacking = missing(state, state.characters[slug]) if slug else ["a character"]
            raise CommandRefused(
                "character_incomplete", character=slug or player, missing=lacking or ["saying that it is"]
            )


def on_campaign_event(state: Circle, event: Event) -> None:
    """Note what happened to the campaign."""
    match event:
        case PersonSeated(role=Role.GM):
            state.seated_gm = event.person
            state.seated_names[event.person] = event.name
        case PersonSeated():
            state.seated_players.append(event.person)
            state.seated_names[event.person] = event.name
        case PersonLeft():
            state.seated_players = [person for person in state.seated_players if person != event.person]
        case GmHandedOver():
            state.seated_gm = event.now
            state.seated_players = [
                event.was if person == event.now else person for person in state.seated_players
            ]
        case SessionOpened():
            state.stage = Stage.IN_SESSION
            state.game_session = GameSession(event.session, SessionStatus.OPEN)
            begin_anew(state)
        case SessionClosed():
            state.stage = Stage.BETWEEN_SESSIONS
            state.game_session = GameSession(event.session, SessionStatus.CLOSED)


def begin_anew(state: Circle) -> None:
    """Start again with everything that counts for one session only."""
    for character in state.characters.values():
        for belief in character.beliefs.values():
            belief.revised = False
            if belief.goal_status is GoalStatus.FURTHERED:
                belief.goal_status = GoalStatus.OPEN
        for instinct in character.instincts.values():
            instinct.revised = False


def closing_session(state: Circle) -> Offer:
    """HC-69: closing the session, on offer after the last step of its end."""
    label = f"Close session {state.game_session.session_no}"
    return Offer(command=CloseSession, label=label, group=SESSION_END, forced=True)
