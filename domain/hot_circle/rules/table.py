"""What a circle has to say to what every table may ask: seats, sessions, the map (HC-02, HC-23, HC-69, HC-73)."""

from domain.hot_circle.state import Circle
from domain.hot_circle.tables import FEWEST_SETTINGS
from domain.hot_circle.terms import EndStep, Stage
from domain.kernel.campaign import commands as table
from domain.kernel.campaign.state import Campaign
from domain.kernel.decisions import Refusal, refuse
from domain.kernel.messages import Command
from domain.kernel.people import Asker, Role

from .creation import missing
from .preparation import relations_missing

REPLACED = (table.NameFaction, table.RelateFactions, table.RemoveFaction)
"""The factions of this game belong to settings, and come and change by its own steps."""


def objects(state: Circle, campaign: Campaign, command: Command, asker: Asker) -> Refusal | None:
    """Why a campaign command cannot pass now, or None."""
    match command:
        case table.SeatPerson(role=Role.GM) if campaign.gm and command.person not in campaign.people:
            return refuse("gm_taken", gm=campaign.gm)
        case table.SeatPerson(role=Role.PLAYER) if command.person == campaign.gm:
            return refuse("gm_cannot_be_player", person=command.person)
        case table.HandOverGm() if asker.is_gm and any(it.player == command.person for it in state.pcs.values()):
            return refuse("gm_cannot_be_player", person=command.person)
        case _ if isinstance(command, REPLACED) and asker.is_gm:
            return refuse("map_by_its_rules")
        case table.OpenSession() if asker.is_gm:
            return cannot_open(state)
        case table.CloseSession() if asker.is_gm and state.stage is Stage.IN_SESSION:
            if state.game_session.ending_step is not EndStep.DONE:
                return refuse("end_first", step=state.game_session.ending_step)
    return None


def cannot_open(state: Circle) -> Refusal | None:
    """HC-23: why no session can open, or None."""
    if state.stage is Stage.ENDED:
        return refuse("campaign_ended")
    if state.stage is Stage.IN_SESSION:
        return refuse("session_open", session=state.game_session.session_no)
    if not state.genre:
        return refuse("genre_missing")
    if state.situation is None:
        return refuse("situation_missing")
    if state.house_rules.strict_counts and len(state.settings) < FEWEST_SETTINGS:
        return refuse("too_few_settings", settings=len(state.settings), least=FEWEST_SETTINGS)
    if state.house_rules.strict_counts:
        powers = {faction.setting_id for faction in state.map.factions.values()}
        for slug in state.settings:
            if slug not in powers:
                return refuse("setting_without_faction", setting=slug)
    if wrong := relations_missing(state):
        return wrong
    mine = {it.player: slug for slug, it in state.pcs.items()}
    for player in state.seated_players:
        slug = mine.get(player, "")
        if not slug or not state.characters[slug].complete:
            lacking = missing(state, state.characters[slug]) if slug else ["a character"]
            return refuse(
                "character_incomplete", character=slug or player, missing=lacking or ["saying that it is"]
            )
    return None
