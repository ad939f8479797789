"""Campaigns recorded under the first version of the rules, in which dice were merged with nothing to pay for."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from domain.death_of_the_vele import GAME
from domain.death_of_the_vele.chapters.cast import attaching
from domain.death_of_the_vele.chapters.struggle_dice import exchanging
from domain.kernel.campaign.founding import FoundCampaign
from domain.kernel.vocabulary import Vocabulary
from ledger.answers import Refused, Ruled, Submission
from ledger.ledger import Ledger
from tests.domain.death_of_the_vele.vele_table import SCRIPTS

VOCABULARY = Vocabulary(GAME)
MERGE = {"type": "death_of_the_vele.upgrade_dice", "pool": "character", "gave": {"d4": 2}, "took": {"d6": 1}}


@pytest.fixture
def old(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Ledger]:
    """A ledger of the first rules, up to and with the first merge that today's rules refuse, and opened today."""
    address = {"SQLALCHEMY_URL": f"sqlite:///{tmp_path / 'old.sqlite3'}"}
    ledger = Ledger({GAME.key: replace(GAME, rules_version=1)}, address)
    ledger.found(FoundCampaign(game=GAME.key, title="River", slug="river", house_rules={}))
    today = exchanging.upgrade_window
    with monkeypatch.context() as first:
        first.setattr(exchanging, "upgrade_window", lambda *asked: today(*asked) or "paying")
        for _, step in SCRIPTS["economy_merging_pays_for_an_effect"].steps:
            merging = step.when == MERGE
            if step.refused and not merging:
                continue
            submission = Submission(command=VOCABULARY.command(step.when), by=step.by, faces=step.dice)
            answer = ledger.rule("river", submission)
            assert isinstance(answer, Ruled), answer
            if merging:
                break
    ledger.close()
    ledger = Ledger({GAME.key: GAME}, address)
    yield ledger
    ledger.close()


def test_they_stand_when_they_are_decided_once_more(old: Ledger) -> None:
    checked = old.review.recheck("river")
    assert checked.rulings > 20
    assert checked.differing == ()


def test_todays_rules_hold_for_what_is_asked_today(old: Ledger) -> None:
    answer = old.rule("river", Submission(command=VOCABULARY.command(MERGE), by="bo"))
    assert isinstance(answer, Refused)


def test_what_was_attached_without_a_word_stands_as_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    address = {"SQLALCHEMY_URL": f"sqlite:///{tmp_path / 'word.sqlite3'}"}
    ledger = Ledger({GAME.key: replace(GAME, rules_version=4)}, address)
    ledger.found(FoundCampaign(game=GAME.key, title="River", slug="river", house_rules={}))
    with monkeypatch.context() as before:
        before.setattr(attaching, "players_of", lambda state, chosen: [])
        for _, step in SCRIPTS["components_attached_by_consent"].steps:
            submission = Submission(command=VOCABULARY.command(step.when), by=step.by, faces=step.dice)
            answer = ledger.rule("river", submission)
            assert isinstance(answer, Ruled), answer
            if step.when["type"] == "death_of_the_vele.attach_components":
                break
    assert ledger.moment("river").game.components["odrun"].attached_to == ["staff"]
    ledger.close()
    ledger = Ledger({GAME.key: GAME}, address)
    assert ledger.review.recheck("river").differing == ()
    ledger.close()
