"""Rulings made under an earlier version of a game's rules stand when they are decided once more."""

from dataclasses import replace

import pytest

from domain.kernel.decisions import Decision, refuse
from domain.kernel.dice import Dice
from domain.kernel.history.alternatives import Amend, OtherDice, Strike
from domain.kernel.people import Asker
from ledger.care.verify import verify
from ledger.ledger import Ledger
from ledger.records.snapshots import SnapshotInterval
from ledger.whatif.verdicts import RulingStanding, WhatIf
from tests.ledger.whatif.conftest import rule
from tests.support.tower import TOWER, LayStones, StonesLaid, Tower, decide


def sterner(state: Tower, command: LayStones, asker: Asker, dice: Dice) -> Decision[StonesLaid]:
    """Since then no stone is laid on a tower of ten or more."""
    if state.height >= 10:
        return refuse("too_high", height="ten or more", limit=10)
    return decide(state, command, asker, dice)


@pytest.fixture
def later(tower: Ledger, address: str) -> Ledger:
    """Rulings 4 to 7, made under the first rules: 5, 5, 1 and 1 stones. The ledger is open under the second."""
    for face in (5, 5, 1, 1):
        rule(tower, LayStones(), face)
    game = replace(TOWER, decide=sterner, rules_version=2)
    return Ledger({"tower": game}, {"SQLALCHEMY_URL": address}, snapshot_interval=SnapshotInterval(10, 10))


def test_what_was_ruled_by_older_rules_stands_when_all_is_decided_once_more(later: Ledger) -> None:
    checked = later.review.recheck("babel")
    assert (checked.rulings, checked.differing) == (7, ())


def test_without_a_new_version_of_the_rules_the_difference_is_told(tower: Ledger, address: str) -> None:
    for face in (5, 5, 1, 1):
        rule(tower, LayStones(), face)
    same = Ledger(
        {"tower": replace(TOWER, decide=sterner)},
        {"SQLALCHEMY_URL": address},
        snapshot_interval=SnapshotInterval(10, 10),
    )
    assert [it.ruling for it in same.review.recheck("babel").differing] == [6, 7]


def test_a_what_if_judges_by_todays_rules_only_what_it_touches(later: Ledger) -> None:
    """By today's rules rulings 6 and 7 are refused on the recorded line as well, so that is nothing new."""
    answer = later.review.what_if("babel", 4, OtherDice(dice=(6,)))
    assert isinstance(answer, WhatIf)
    assert [(it.ruling, it.standing) for it in answer.verdicts] == [
        (4, RulingStanding.CHANGED),
        (5, RulingStanding.UNCHANGED),
        (6, RulingStanding.UNCHANGED),
        (7, RulingStanding.UNCHANGED),
    ]
    assert answer.after.game.height == 13


def test_what_today_allows_on_the_other_line_goes_on_as_recorded(later: Ledger) -> None:
    lower = later.review.what_if("babel", 5, Strike())
    assert isinstance(lower, WhatIf)
    assert [(it.ruling, it.standing) for it in lower.verdicts] == [
        (5, RulingStanding.STRUCK),
        (6, RulingStanding.UNCHANGED),
        (7, RulingStanding.UNCHANGED),
    ]


def test_what_differs_for_more_than_the_rules_is_told(later: Ledger) -> None:
    """Ruling 5 alone would pass today; two more stones below it make it one too many."""
    answer = later.review.what_if("babel", 4, Amend(command={"count": 2}, dice=(6, 6)))
    assert isinstance(answer, WhatIf)
    assert [(it.ruling, it.standing) for it in answer.verdicts][:2] == [
        (4, RulingStanding.CHANGED),
        (5, RulingStanding.REFUSED),
    ]


def test_a_line_that_keeps_older_rulings_is_adopted_whole(later: Ledger) -> None:
    answer = later.review.what_if("babel", 4, OtherDice(dice=(6,)))
    assert isinstance(answer, WhatIf)
    rule(later, answer.as_command("It was six"))
    assert not verify(later, "babel").problems
    assert later.review.recheck("babel").differing == ()
