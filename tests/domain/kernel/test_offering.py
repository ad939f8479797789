"""Offers of every table, and those a game takes back."""

from dataclasses import replace

from domain.kernel.available_offers import offers_at
from domain.kernel.campaign.factions import NameFaction
from domain.kernel.campaign.founding import FoundCampaign
from domain.kernel.campaign.sessions import OpenSession
from domain.kernel.campaign.state import Campaign
from domain.kernel.decisions import Refusal, refuse
from domain.kernel.dice import TypedDice
from domain.kernel.game import AnyGame
from domain.kernel.messages import Command
from domain.kernel.moment import AnyMoment, beginning
from domain.kernel.people import Asker
from domain.kernel.ruling import apply, decide
from tests.support.toy import GAME, State


def founded(game: AnyGame) -> AnyMoment:
    moment = beginning(game)
    ask = FoundCampaign(game=game.key, title="Salt", slug="salt")
    decision = decide(game, moment, ask, "gm", TypedDice(()))
    assert not isinstance(decision, Refusal)
    for event in decision:
        apply(game, moment, event)
    return moment


def no_sessions(state: State, campaign: Campaign, command: Command, asker: Asker) -> Refusal | None:
    return refuse("not_yet") if isinstance(command, OpenSession) else None


def test_a_table_may_open_a_session_and_draw_a_map() -> None:
    offered = {offer.command for offer in offers_at(GAME, founded(GAME), "gm")}
    assert {OpenSession, NameFaction} <= offered


def test_what_the_game_objects_to_or_has_its_own_steps_for_is_not_offered() -> None:
    game = replace(GAME, objects=no_sessions, replaces=(NameFaction,))
    offered = {offer.command for offer in offers_at(game, founded(game), "gm")}
    assert offered
    assert not {OpenSession, NameFaction} & offered
