"""Adopting a what-if: the new line is whole, says what it stands for, and the old one stays."""

import json

import pytest

from domain.kernel.campaign.overturning import OverturnRuling
from domain.kernel.campaign.rewinding import RewindLine
from domain.kernel.history.alternatives import Amend, Keep, OtherDice, OtherHouseRules, Settlement, Strike
from domain.kernel.journal.disputes import DisputeRuling
from domain.kernel.journal.notes import WriteNote
from domain.kernel.journal.state import DisputeStanding
from ledger.answers import Previewed, Ruled, Submission
from ledger.care.verify import verify
from ledger.ledger import Ledger
from ledger.whatif.verdicts import WhatIf
from tests.ledger.whatif.conftest import ask, refused, rule, stored
from tests.support.tower import LayStones


@pytest.fixture
def built(tower: Ledger) -> Ledger:
    """Rulings 4 to 7: 5, 5, 1 and 1 stones, up to the limit of 12."""
    for face in (5, 5, 1, 1):
        rule(tower, LayStones(), face)
    return tower


def overturning(ledger: Ledger, ruling: int, alternative: object, *settlements: Settlement) -> OverturnRuling:
    answer = ledger.review.what_if("babel", ruling, alternative, settlements)  # type: ignore[arg-type]
    assert isinstance(answer, WhatIf), answer
    return answer.as_command("It was a six")


def test_the_new_line_is_what_the_what_if_announced(built: Ledger) -> None:
    answer = built.review.what_if("babel", 5, OtherDice(dice=(4,)))
    assert isinstance(answer, WhatIf)
    told = list(built.review.what_if_records(answer))
    ruled = rule(built, answer.as_command("It was a four"))
    moment = built.moment("babel")
    assert moment.game == answer.after.game
    assert moment.campaign == answer.after.campaign
    assert moment.game.height == 11
    assert [each.record.event for each in told] == [each.record.event for each in ruled.told[2:]]
    assert verify(built, "babel").sound


def test_each_ruling_names_the_one_it_stands_for_and_keeps_its_dice_and_time(built: Ledger) -> None:
    ruled = rule(built, overturning(built, 5, OtherDice(dice=(4,))))
    opening = [record.envelope for record in ruled.records if record.envelope.command]
    assert [envelope.stands_for for envelope in opening] == [None, 5, 6, 7]
    assert [envelope.dice for envelope in opening] == [None, [(6, 4)], [(6, 1)], [(6, 1)]]
    first = json.loads(stored(built)[5][2])
    assert opening[1].happened_at == first["at"]
    assert ruled.ruling == 8
    assert [record.envelope.ruling for record in ruled.records] == [8, 8, 9, 10, 11]


def test_the_old_line_stays_as_it_was(built: Ledger) -> None:
    before, head = stored(built), built.head("babel")
    rule(built, overturning(built, 5, Strike()))
    assert stored(built)[:head] == before
    assert built.moment("babel", head).game.height == 12
    assert built.moment("babel").game.height == 7
    rule(built, RewindLine(to=head, reason="The old one was right"))
    assert built.moment("babel").game.height == 12


def test_what_is_kept_is_marked_and_stays_kept(built: Ledger) -> None:
    command = overturning(built, 5, OtherDice(dice=(6,)), Settlement(ruling=7, instead=Keep()))
    ruled = rule(built, command)
    assert ruled.records[-1].envelope.kept is True
    assert built.moment("babel").game.height == 13
    assert not built.review.recheck("babel").differing
    again = built.review.what_if("babel", ruled.records[-2].envelope.ruling, Strike())
    assert isinstance(again, WhatIf)
    assert not again.unsettled


def test_an_overturn_of_an_overturn_works(built: Ledger) -> None:
    first = rule(built, overturning(built, 5, OtherDice(dice=(4,))))
    second = next(r.envelope.ruling for r in first.records if r.envelope.stands_for == 5)
    again = rule(built, overturning(built, second, OtherDice(dice=(2,))))
    assert built.moment("babel").game.height == 9
    register = built.review.reversals("babel")
    assert [(it.ruling, it.form) for it in register] == [(5, "overturn"), (second, "overturn")]
    assert refused(built.review.what_if("babel", 5, Strike())) == "ruling_abandoned"
    third = next(r.envelope.ruling for r in again.records if r.envelope.stands_for == second)
    assert built.review.past("babel").successor(5) == third


def test_an_open_dispute_is_settled_by_it_and_linked_both_ways(built: Ledger) -> None:
    rule(built, DisputeRuling(ruling=5, text="That was a four"), by="ada")
    ruled = rule(built, overturning(built, 5, OtherDice(dice=(4,))))
    dispute = built.moment("babel").journal.disputes[1]
    line = ruled.records[0].position
    assert (dispute.standing, dispute.line, dispute.reason) == (DisputeStanding.OVERTURNED, line, "It was a six")
    (reversal,) = built.review.reversals("babel")
    assert (reversal.dispute, reversal.ruling, reversal.position) == (1, 5, line)
    assert reversal.tally is not None
    assert (reversal.tally.unchanged, reversal.left) == (2, 3)


def test_somebody_ruling_meanwhile_stops_it_and_a_note_does_not(built: Ledger) -> None:
    command = overturning(built, 5, Strike())
    rule(built, WriteNote(text="We think about it."))
    noted = stored(built)
    assert isinstance(ask(built, command), Ruled)
    rule(built, RewindLine(to=len(noted), reason="Once more"))
    stale = overturning(built, 5, Strike())
    rule(built, RewindLine(to=6, reason="Meanwhile"))
    before = stored(built)
    assert refused(ask(built, stale)) == "head_moved"
    assert stored(built) == before


def test_what_cannot_be_adopted_writes_nothing(built: Ledger) -> None:
    rule(built, DisputeRuling(ruling=4, text="Not so"))
    strike = Strike()
    cases = [
        (OverturnRuling(ruling=5, alternative=OtherDice(dice=(6,)), reason="why"), "gm", "unsettled"),
        (OverturnRuling(ruling=5, alternative=strike, reason=" "), "gm", "reason_missing"),
        (OverturnRuling(ruling=5, alternative=strike, reason="why"), "ada", "gm_only"),
        (OverturnRuling(ruling=1, alternative=strike, reason="why"), "gm", "founding_stands"),
        (OverturnRuling(ruling=5, alternative=OtherDice(dice=(5,)), reason="why"), "gm", "changes_nothing"),
        (OverturnRuling(ruling=5, alternative=strike, dispute=9, reason="why"), "gm", "dispute_unknown"),
        (OverturnRuling(ruling=5, alternative=strike, dispute=1, reason="why"), "gm", "dispute_of_another_ruling"),
        (OverturnRuling(ruling=5, alternative=OtherDice(dice=(9,)), reason="why"), "gm", "dice_wrong"),
        (
            OverturnRuling(ruling=5, alternative=Amend(command={"count": 4}), reason="why"),
            "gm",
            "dice_missing",
        ),
    ]
    before = stored(built)
    for command, by, code in cases:
        assert refused(ask(built, command, by=by)) == code
    assert stored(built) == before


def test_a_preview_shows_all_of_it_and_stores_nothing(built: Ledger) -> None:
    before = stored(built)
    command = overturning(built, 5, Strike())
    preview = built.preview("babel", Submission(command=command))
    assert isinstance(preview, Previewed)
    assert preview.moment.game.height == 7
    assert stored(built) == before


def test_sent_twice_it_is_recorded_once(built: Ledger) -> None:
    submission = Submission(command=overturning(built, 5, Strike()), key="court-1", expect=built.end("babel"))
    first = built.rule("babel", submission)
    head = built.head("babel")
    second = built.rule("babel", submission)
    assert isinstance(first, Ruled)
    assert isinstance(second, Ruled)
    assert second.repeated
    assert built.head("babel") == head


def test_other_house_rules_for_the_whole_campaign(built: Ledger) -> None:
    settled = [Settlement(ruling=number, instead=Strike()) for number in (6, 7)]
    rule(built, overturning(built, 1, OtherHouseRules(changes={"limit": 10}), *settled))
    moment = built.moment("babel")
    assert moment.game.house_rules.limit == 10
    assert moment.game.height == 10
    assert verify(built, "babel").sound
