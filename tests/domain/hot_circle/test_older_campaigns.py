"""Campaigns recorded under the first version of the rules: sessions open without a map, cards read out twice."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from domain.hot_circle import GAME
from domain.hot_circle.chapters.obstacle_tests import pools
from domain.hot_circle.chapters.rewards import trait_votes
from domain.kernel.campaign.founding import FoundCampaign
from domain.kernel.campaign.state import Campaign
from domain.kernel.decisions import CommandRefused
from domain.kernel.messages import Command
from domain.kernel.people import Asker
from domain.kernel.vocabulary import Vocabulary
from ledger.answers import Refused, Submission
from ledger.ledger import Ledger
from tests.domain.hot_circle.circle_table import SCRIPTS

VOCABULARY = Vocabulary(GAME)
OPEN = "campaign.open_session"


def never_asked(state: Any, campaign: Campaign, command: Command, asker: Asker) -> None:
    """The first version opens a session on any map."""
    try:
        GAME.objects(state, campaign, command, asker)
    except CommandRefused as wrong:
        if wrong.refusal.code != "relations_missing":
            raise


def rule(ledger: Ledger, when: Mapping[str, Any], by: str = "gm", faces: tuple[int, ...] = ()) -> object:
    command = VOCABULARY.command(dict(when))
    return ledger.rule("tide", Submission(command=command, by=by, faces=faces))


@pytest.fixture
def address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A ledger of the first rules: no relations, and a card that was read out twice was dropped without a word."""
    address = f"sqlite:///{tmp_path / 'old.sqlite'}"
    ledger = Ledger({GAME.key: replace(GAME, rules_version=1, objects=never_asked)}, {"SQLALCHEMY_URL": address})
    ledger.found(FoundCampaign(game=GAME.key, title="Tide", slug="tide", house_rules={}))
    with monkeypatch.context() as first:
        first.setattr(pools, "unread_typed_faces", lambda dice: None)
        for _, step in SCRIPTS["cards_instead_of_dice"].steps:
            if step.refused or step.when["type"] == "hot_circle.relate_factions":
                continue
            faces = (39, 7, 7, 20, 26, 40) if step.dice == (39, 7, 20, 26, 40) else step.dice
            answer = rule(ledger, step.when, step.by, faces)
            assert not isinstance(answer, Refused), answer
    ledger.close()
    return address


def test_they_stand_when_they_are_decided_once_more(address: str) -> None:
    ledger = Ledger({GAME.key: GAME}, {"SQLALCHEMY_URL": address})
    checked = ledger.review.recheck("tide")
    assert checked.rulings > 20
    assert checked.differing == ()
    test = ledger.moment("tide").game.obstacle_test
    assert test.successes == 3
    ledger.close()


def test_todays_rules_hold_for_what_is_asked_today(address: str) -> None:
    ledger = Ledger({GAME.key: GAME}, {"SQLALCHEMY_URL": address})
    rule(ledger, {"type": "hot_circle.resolve_test", "test": "test-2"}, "ana")
    declared = {
        "type": "hot_circle.declare_obstacle_test",
        "kind": "independent",
        "tester": "mara",
        "obstacle": "fog",
        "intent": "get through",
        "task": "wait",
        "consequence": "the watch comes",
    }
    lifepath = {
        "type": "hot_circle.choose_test_lifepath",
        "test": "test-3",
        "character": "mara",
        "lifepath": "deckhand",
        "fit": "helpful",
    }
    rule(ledger, declared, "ana")
    rule(ledger, lifepath, "ana")
    rule(ledger, {"type": "hot_circle.set_obstacle", "test": "test-3", "level": 0, "step": 1})
    answer = rule(ledger, {"type": "hot_circle.roll_task", "test": "test-3"}, "ana", (7, 7, 20, 21))
    assert isinstance(answer, Refused)
    assert answer.refusal.code == "card_twice"
    ledger.close()


def test_what_was_paid_for_a_trait_voted_back_stays_paid(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    address = {"SQLALCHEMY_URL": f"sqlite:///{tmp_path / 'votes.sqlite'}"}
    ledger = Ledger({GAME.key: replace(GAME, rules_version=2)}, address)
    ledger.found(FoundCampaign(game=GAME.key, title="Tide", slug="tide", house_rules={}))
    with monkeypatch.context() as before:
        before.setattr(trait_votes, "same", lambda one, other: False)
        for _, step in SCRIPTS["a_trait_voted_away_and_back_pays_nothing"].steps:
            if step.when["type"] == "campaign.close_session":
                break
            answer = rule(ledger, step.when, step.by, step.dice)
            assert bool(step.refused) is isinstance(answer, Refused), answer
    assert ledger.moment("tide").game.characters["mara"].persona == 3
    ledger.close()
    ledger = Ledger({GAME.key: GAME}, address)
    assert ledger.review.recheck("tide").differing == ()
    ledger.close()
