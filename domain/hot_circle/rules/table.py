"""What a circle has to say to what every table may ask: seats, sessions, the map (HC-02, HC-23, HC-69, HC-73)."""

from domain.hot_circle.state import Circle
from domain.hot_circle.tables import FEWEST_SETTINGS
from domain.hot_circle.terms import EndStep, Stage
from domain.kernel.campaign import commands as table
from domain.kernel.campaign.state import Campaign
from domain.kernel.decisions import CommandRefused, need
from domain.kernel.messages import Command
from domain.kernel.people import Asker, Role

from .creation import missing
from .preparation import map_missing

REPLACED = (table.NameFaction, table.RelateFactions, table.RemoveFaction)
"""The factions of this game belong to settings, and come and change by its own steps."""


def objects(state: Circle, campaign: Campaign, command: Command, asker: Asker) -> None:
    """What a campaign command needs beside what every campaign asks of it."""
    match command:
        case table.SeatPerson(role=Role.GM) if campaign.gm and command.person not in campaign.people:
            raise CommandRefused("gm_taken", gm=campaign.gm)
        case table.SeatPerson(role=Role.PLAYER):
            need(command.person != campaign.gm, "gm_cannot_be_player", person=command.person)
        case table.HandOverGm() if asker.is_gm and any(it.player == command.person for it in state.pcs.values()):
            raise CommandRefused("gm_cannot_be_player", person=command.person)
        case _ if isinstance(command, REPLACED) and asker.is_gm:
            raise CommandRefused("map_by_its_rules")
        case table.OpenSession() if asker.is_gm:
            may_open(state)
        case table.CloseSession() if asker.is_gm and state.stage is Stage.IN_SESSION:
            step = state.game_session.ending_step
            need(step is EndStep.DONE, "end_first", step=step)


def may_open(state: Circle) -> None:
    """HC-23: everything is there that a session needs."""
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
