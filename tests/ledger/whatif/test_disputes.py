"""Disputes: begun by anybody with a seat, added to, settled by the GM."""

import pytest

from domain.kernel.campaign.rewinding import UndoRuling
from domain.kernel.history.alternatives import Strike
from domain.kernel.journal.disputes import AddToDispute, DisputeRuling, UpholdRuling, WithdrawDispute
from domain.kernel.journal.notes import WriteNote
from domain.kernel.journal.state import DisputeStanding
from domain.kernel.messages import Command
from ledger.ledger import Ledger
from tests.ledger.whatif.conftest import ask, refused, rule, stored
from tests.support.tower import LayStones


@pytest.fixture
def disputed(tower: Ledger) -> Ledger:
    """Ruling 4 laid stones, and Ada disputes it."""
    rule(tower, LayStones(), 5)
    rule(tower, DisputeRuling(ruling=4, text="It was a four", evidence=(1, 3)), by="ada")
    return tower


def test_everything_said_about_a_ruling_stands_together(disputed: Ledger) -> None:
    rule(disputed, AddToDispute(dispute=1, text="I saw it too", evidence=(4,)))
    rule(disputed, AddToDispute(dispute=1, alternative=Strike()), by="ada")
    dispute = disputed.moment("babel").journal.disputes[1]
    assert (dispute.ruling, dispute.position, dispute.person) == (4, 5, "ada")
    assert dispute.evidence == [1, 3]
    assert [remark.person for remark in dispute.remarks] == ["gm", "ada"]
    assert dispute.remarks[1].alternative == {"how": "strike"}


def test_the_gm_upholds_with_a_reason(disputed: Ledger) -> None:
    rule(disputed, UpholdRuling(dispute=1, reason="Four of us saw a five"))
    dispute = disputed.moment("babel").journal.disputes[1]
    assert (dispute.standing, dispute.reason) == (DisputeStanding.UPHELD, "Four of us saw a five")
    assert refused(ask(disputed, AddToDispute(dispute=1, text="But"))) == "dispute_settled"


def test_whoever_began_it_may_withdraw_it_and_begin_another(disputed: Ledger) -> None:
    rule(disputed, WithdrawDispute(dispute=1), by="ada")
    assert disputed.moment("babel").journal.disputes[1].standing is DisputeStanding.WITHDRAWN
    rule(disputed, DisputeRuling(ruling=4, text="And yet"), by="ada")
    assert disputed.moment("babel").journal.open_dispute_about(4) == 2


@pytest.mark.parametrize(
    ("command", "by", "code"),
    [
        (DisputeRuling(ruling=4, text="Again"), "gm", "disputed_already"),
        (DisputeRuling(ruling=3, text=" "), "gm", "text_missing"),
        (DisputeRuling(ruling=3, text="why"), "a-stranger", "not_seated"),
        (DisputeRuling(ruling=77, text="why"), "gm", "ruling_unknown"),
        (DisputeRuling(ruling=5, text="why"), "gm", "ruling_is_of_the_journal"),
        (DisputeRuling(ruling=3, text="why", evidence=(99,)), "gm", "no_such_position"),
        (AddToDispute(dispute=1), "gm", "nothing_added"),
        (AddToDispute(dispute=2, text="why"), "gm", "dispute_unknown"),
        (AddToDispute(dispute=1, evidence=(99,)), "gm", "no_such_position"),
        (UpholdRuling(dispute=1, reason="why"), "ada", "gm_only"),
        (UpholdRuling(dispute=1, reason=" "), "gm", "reason_missing"),
        (UpholdRuling(dispute=2, reason="why"), "gm", "dispute_unknown"),
        (WithdrawDispute(dispute=1), "ben", "not_seated"),
    ],
)
def test_what_is_refused_writes_nothing(disputed: Ledger, command: Command, by: str, code: str) -> None:
    before = stored(disputed)
    assert refused(ask(disputed, command, by=by)) == code
    assert stored(disputed) == before


def test_only_whoever_began_it_or_the_gm_withdraws(tower: Ledger) -> None:
    rule(tower, LayStones(), 5)
    rule(tower, DisputeRuling(ruling=4, text="Hm"))
    assert refused(ask(tower, WithdrawDispute(dispute=1), by="ada")) == "not_your_dispute"


def test_a_ruling_on_a_line_that_was_left_cannot_be_disputed(tower: Ledger) -> None:
    rule(tower, LayStones(), 5)
    rule(tower, WriteNote(text="Hm"))
    rule(tower, UndoRuling(reason="a slip"))
    assert refused(ask(tower, DisputeRuling(ruling=4, text="why"))) == "ruling_abandoned"
    assert refused(ask(tower, DisputeRuling(ruling=6, text="why"))) == "ruling_is_a_rewind"
