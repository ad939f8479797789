"""A game may be told what happens to its campaign, and note it in its own state."""

from dataclasses import replace

from domain.kernel.campaign.founding import FoundCampaign
from domain.kernel.campaign.sessions import CloseSession, OpenSession
from domain.kernel.decisions import Refusal
from domain.kernel.dice import TypedDice
from domain.kernel.messages import Command, Event
from domain.kernel.moment import beginning
from domain.kernel.ruling import apply, decide
from tests.support.toy import GAME, Hero, State


def note(state: State, event: Event) -> None:
    """Keep what was heard where the toy keeps its heroes."""
    state.heroes.setdefault("ear", Hero("ear")).said.append((event.type, "table"))


def test_a_game_hears_of_founding_seats_and_sessions_in_their_order() -> None:
    game = replace(GAME, on_campaign_event=note)
    moment = beginning(game)
    asked: list[Command] = [FoundCampaign(game=game.key, title="Salt", slug="salt"), OpenSession(), CloseSession()]
    for command in asked:
        decision = decide(game, moment, command, "gm", TypedDice(()))
        assert not isinstance(decision, Refusal)
        for event in decision:
            apply(game, moment, event)
    assert [tag for tag, _ in moment.game.heroes["ear"].said] == [
        "campaign.founded.v1",
        "campaign.person_seated.v1",
        "campaign.session_opened.v1",
        "campaign.session_closed.v1",
    ]
