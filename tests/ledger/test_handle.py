"""A campaign that is opened once is looked up once, and has one head until something is recorded through it."""

import pytest

from domain.kernel.campaign.rewinding import RewindLine
from domain.kernel.campaign.sessions import CloseSession, OpenSession
from domain.kernel.journal.notes import WriteNote
from ledger.answers import Expected, Ruled, Submission
from ledger.errors import NoSuchCampaign
from ledger.ledger import Ledger
from ledger.records.index import CampaignIndex
from ledger.records.open_campaign import OpenCampaign
from tests.support.tower import LayStones

STONE = Submission(command=LayStones(), faces=(4,))


def test_a_campaign_is_looked_up_and_caught_up_with_once(ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    ledger.rule_all("babel", [STONE] * 3)
    done: list[str] = []
    find, refresh = CampaignIndex.find, OpenCampaign.refresh
    monkeypatch.setattr(CampaignIndex, "find", lambda *given: (done.append("found"), find(*given))[1])
    monkeypatch.setattr(OpenCampaign, "refresh", lambda held: (done.append("caught up"), refresh(held))[1])
    babel = ledger.open("babel")
    assert babel.entry.slug == babel.slug == "babel"
    assert babel.head == babel.end.position == babel.now.position == 5
    assert babel.moment(3).position == 3
    assert [record.position for record, _moment in babel.line(since=3)] == [4, 5]
    assert [told.record.position for told in babel.told(4, 2)] == [3, 4]
    assert [ruling.told[0].record.position for ruling in babel.rulings(3)] == [4, 5]
    assert babel.lines.path(5) == [(1, 5)]
    assert babel.offers("gm")
    assert babel.soundness.why is None
    assert done == ["found", "caught up"]


def test_its_head_stays_while_others_record_and_moves_when_it_records_itself(ledger: Ledger) -> None:
    ledger.rule("babel", STONE)
    early, late = ledger.open("babel"), ledger.open("babel")
    assert early.now.position == 3
    ledger.rule("babel", STONE)
    ledger.rule("babel", Submission(command=RewindLine(to=3, reason="It fell"), expect=ledger.end("babel")))
    for babel in (early, late):
        assert (babel.head, babel.now.position, babel.moment().position) == (3, 3, 3)
        assert not babel.lines.as_mapping()
        assert [record.position for record, _moment in babel.line()] == [1, 2, 3]
        assert [ruling.told[0].record.position for ruling in babel.rulings()] == [1, 3]
        assert babel.now == ledger.moment("babel", 3)
    answer = early.rule(Submission(command=WriteNote(text="Anew")))
    assert isinstance(answer, Ruled)
    assert (early.head, late.head) == (6, 3)
    assert early.now == ledger.moment("babel")


def test_what_it_hands_out_is_the_callers_own(ledger: Ledger) -> None:
    babel = ledger.open("babel")
    babel.moment().campaign.title = "Changed"
    assert babel.moment().campaign.title == babel.now.campaign.title != "Changed"


def test_it_says_where_the_log_ended_to_whoever_acts_on_that(ledger: Ledger) -> None:
    babel = ledger.open("babel")
    answers = babel.rule_all_or_none(
        [Submission(command=OpenSession()), Submission(command=CloseSession())], babel.end
    )
    assert all(isinstance(answer, Ruled) for answer in answers)
    assert babel.end == ledger.end("babel") == Expected(babel.head, babel.now.seal)
    assert [it.session for it in babel.sealed_sessions()] == [1]


def test_there_is_none_of_a_campaign_that_is_not_there(ledger: Ledger) -> None:
    with pytest.raises(NoSuchCampaign):
        ledger.open("nowhere")
