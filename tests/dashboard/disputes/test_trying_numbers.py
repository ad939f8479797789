"""Trying how a ruling might have gone shows nobody a number that is kept from them."""

import json
from contextlib import closing

from campaign_laws.scripts import accepted_steps
from dashboard.pages.disputes.case import Case
from dashboard.pages.disputes.visible_verdicts import Grouped, fork_data, verdict_data
from domain.death_of_the_vele.house_rules import VeleHouseRules
from domain.kernel.campaign.founding import FoundCampaign
from domain.kernel.history.alternatives import OtherHouseRules
from domain.kernel.vocabulary import Vocabulary
from domain.registry import games
from ledger.answers import Ruled, Submission
from ledger.ledger import Ledger
from ledger.whatif.verdicts import WhatIf
from projections.compare.outcome import outcome_of
from projections.read_models import ReadModels
from tests.support.scripts import scenarios_of

VELE, SLUG, BID = "death_of_the_vele", "a-table", "death_of_the_vele.place_bid"


def after_her_bid(amount: int) -> Ledger:
    """Ana has bid so much, and nobody else."""
    ledger, vocabulary = Ledger(games(), {"SQLALCHEMY_URL": "sqlite://"}), Vocabulary(games()[VELE])
    script = scenarios_of(VELE)["framing_bids_and_priority"]
    rules = VeleHouseRules.model_validate({**script.header.house_rules, "bid_min": 0}).model_dump()
    ledger.found(FoundCampaign(game=VELE, title="A table", slug=SLUG, house_rules=rules), by=script.header.gm)
    for step in accepted_steps(script):
        hers = step.when["type"] == BID
        command = vocabulary.command({**step.when, **({"amount": amount} if hers else {})})
        answer = ledger.rule(SLUG, Submission(command=command, by=step.by, faces=step.dice))
        assert isinstance(answer, Ruled), answer
        if hers:
            return ledger
    raise AssertionError("nobody bids")


def tried(amount: int, person: str) -> str:
    """The page of the campaign as if no bid of nothing had been allowed."""
    with closing(after_her_bid(amount)) as ledger:
        viewer = ledger.moment(SLUG).campaign.asker(person)
        case = Case(1, viewer=viewer)
        case.ask(OtherHouseRules(changes={"bid_min": 1}))
        answer = case.examined(ledger, ledger.open(SLUG))
        assert isinstance(answer, WhatIf), answer
        grouped = Grouped.of(answer)
        rows = verdict_data(SLUG, grouped, case, viewer, {}, {})
        return f"{json.dumps([rows, fork_data(answer)])} {outcome_of(ledger, ReadModels(ledger), answer, viewer)}"


def test_a_sealed_bid_is_not_found_by_trying_other_rules() -> None:
    assert tried(0, "bo") == tried(1, "bo") == tried(5, "bo")


def test_the_gm_is_told_that_a_bid_of_nothing_could_not_stand() -> None:
    assert "0 is none" in tried(0, "gm")
    assert "is none" not in tried(5, "gm")
