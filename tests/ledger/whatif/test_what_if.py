"""A what-if gives every later ruling its verdict, and stores nothing."""

from dataclasses import replace

import pytest

from domain.kernel.campaign.factions import NameFaction, RemoveFaction
from domain.kernel.campaign.founding import FoundCampaign
from domain.kernel.campaign.rewinding import UndoRuling
from domain.kernel.chapter import Evolution
from domain.kernel.history.alternatives import (
    Alternative,
    Amend,
    Keep,
    MoreDice,
    OtherDice,
    OtherHouseRules,
    Settlement,
    Strike,
)
from domain.kernel.journal.notes import WriteNote
from domain.kernel.vocabulary import MalformedCommand
from ledger.answers import Refused
from ledger.ledger import Ledger
from ledger.whatif.verdicts import RulingStanding, WhatIf
from tests.ledger.whatif.conftest import refused, rule, stored
from tests.support.tower import TOWER, LayStones, StonesLaid, Tower

U, C, R, D, K, S = (
    RulingStanding.UNCHANGED,
    RulingStanding.CHANGED,
    RulingStanding.REFUSED,
    RulingStanding.NEEDS_DICE,
    RulingStanding.KEPT,
    RulingStanding.STRUCK,
)


def asked(ledger: Ledger, ruling: int, alternative: Alternative, *settlements: Settlement) -> WhatIf:
    before = stored(ledger)
    answer = ledger.review.what_if("babel", ruling, alternative, settlements)
    assert isinstance(answer, WhatIf), answer
    assert stored(ledger) == before
    return answer


def standings(answer: WhatIf) -> list[tuple[int, RulingStanding]]:
    return [(verdict.ruling, verdict.standing) for verdict in answer.verdicts]


@pytest.fixture
def built(tower: Ledger) -> Ledger:
    """Rulings 4 to 7: 5, 5, 1 and 1 stones, up to the limit of 12."""
    for face in (5, 5, 1, 1):
        rule(tower, LayStones(), face)
    return tower


def test_a_struck_ruling_leaves_the_others_as_they_were(built: Ledger) -> None:
    answer = asked(built, 5, Strike())
    assert standings(answer) == [(5, S), (6, U), (7, U)]
    assert answer.after.game.height == 7
    assert answer.before.game.height == 12
    assert answer.since == 5


def test_other_faces_may_leave_no_room_for_what_followed(built: Ledger) -> None:
    answer = asked(built, 6, OtherDice(dice=(2,)))
    assert standings(answer) == [(6, C), (7, R)]
    verdict = answer.verdicts[1]
    assert verdict.refusing is not None
    assert verdict.refusing.refusal.code == "too_high"
    assert "12" in verdict.refusing.message
    (because,) = verdict.because
    assert (because.path, because.was, because.now, because.rulings) == ("tower.height", "11", "12", (6,))
    assert because.in_words() == "The tower, Height: 11 as recorded, 12 now, because of ruling 6."
    assert [each.headline for each in answer.verdicts[0].before] == ["The tower grows by 1 stone"]
    assert [each.headline for each in answer.verdicts[0].after] == ["The tower grows by 2 stones"]


def test_an_amended_ruling_keeps_its_own_dice_and_asks_for_those_it_lacks(built: Ledger) -> None:
    fewer = asked(built, 5, Amend(command={"count": 0}))
    assert standings(fewer) == [(5, C), (6, U), (7, U)]
    more = asked(built, 4, Amend(command={"count": 3}))
    assert standings(more)[0] == (4, D)
    assert more.verdicts[0].missing == (6, 6)
    given = asked(built, 4, Amend(command={"type": "tower.lay_stones", "count": 2}, dice=(1, 1)))
    assert standings(given) == [(4, C), (5, U), (6, U), (7, U)]
    assert given.after.game.height == 9


def test_other_house_rules_hold_from_there_on(built: Ledger) -> None:
    answer = asked(built, 5, OtherHouseRules(changes={"limit": 6}))
    assert standings(answer) == [(5, U), (6, R), (7, R)]
    whole = asked(built, 1, OtherHouseRules(changes={"limit": 3}))
    assert standings(whole) == [(2, U), (3, U), (4, U), (5, R), (6, R), (7, R)]
    assert whole.after.game.house_rules.limit == 3


def test_every_later_ruling_can_be_settled_and_the_rest_is_recomputed(built: Ledger) -> None:
    question = OtherDice(dice=(6,))
    assert standings(asked(built, 5, question)) == [(5, C), (6, U), (7, R)]
    kept = asked(built, 5, question, Settlement(ruling=7, instead=Keep()))
    assert standings(kept) == [(5, C), (6, U), (7, K)]
    assert kept.after.game.height == 13
    assert not kept.unsettled
    struck = asked(built, 5, question, Settlement(ruling=6, instead=Strike()))
    assert standings(struck) == [(5, C), (6, S), (7, U)]
    amended = asked(built, 5, question, Settlement(ruling=7, instead=Amend(command={"count": 0})))
    assert amended.verdicts[-1].standing is R


def test_missing_dice_are_given_one_by_one(built: Ledger) -> None:
    answer = asked(built, 4, Amend(command={"count": 1}), Settlement(ruling=5, instead=MoreDice(dice=())))
    assert not answer.differing
    wants = Settlement(ruling=5, instead=Amend(command={"count": 2}, dice=(1, 2)))
    assert asked(built, 4, Strike(), wants).after.game.height == 5


def test_what_cannot_follow_cannot_be_kept(built: Ledger) -> None:
    named = rule(built, NameFaction(faction="guild", name="Guild")).ruling
    removed = rule(built, RemoveFaction(faction="guild")).ruling
    answer = asked(built, named, Strike(), Settlement(ruling=removed, instead=Keep()))
    assert standings(answer) == [(named, S), (removed, R)]
    assert answer.verdicts[1].refusing is not None
    assert answer.verdicts[1].refusing.refusal.code == "cannot_follow"
    assert not answer.after.campaign.factions


def test_notes_and_rewinds_between_are_passed_over(built: Ledger) -> None:
    rule(built, UndoRuling(reason="a slip"))
    rule(built, WriteNote(text="Now slowly."))
    last = rule(built, LayStones(), 1).ruling
    assert standings(asked(built, 5, Strike())) == [(5, S), (6, U), (last, U)]


def test_faces_fall_to_dice_of_their_size(tower: Ledger) -> None:
    laid = rule(tower, LayStones(count=2), 2, 5).ruling
    answer = asked(tower, laid, Amend(command={"count": 1}))
    assert answer.after.game.height == 2


@pytest.mark.parametrize(
    ("ruling", "alternative", "code"),
    [
        (99, Strike(), "ruling_unknown"),
        (1, Strike(), "founding_stands"),
        (1, Amend(command={"title": "Other"}), "founding_stands"),
        (4, OtherDice(dice=(7,)), "dice_wrong"),
        (4, OtherDice(dice=()), "dice_missing"),
        (4, OtherDice(dice=(1, 2)), "dice_unread"),
        (4, Amend(command={"count": 2}, dice=(1,)), "dice_missing"),
        (4, OtherHouseRules(changes={"nobody": 1}), "house_rule_unknown"),
        (4, OtherHouseRules(changes={"limit": "tall"}), "house_rule_wrong"),
        (4, OtherHouseRules(changes={"limit": 12}), "no_change"),
    ],
)
def test_questions_nobody_can_ask(built: Ledger, ruling: int, alternative: Alternative, code: str) -> None:
    assert refused(built.review.what_if("babel", ruling, alternative)) == code


def test_only_play_on_the_current_line_is_in_question(built: Ledger) -> None:
    note = rule(built, WriteNote(text="Tall.")).ruling
    undone = rule(built, UndoRuling(reason="too tall")).ruling
    assert refused(built.review.what_if("babel", note, Strike())) == "ruling_is_of_the_journal"
    assert refused(built.review.what_if("babel", undone, Strike())) == "ruling_is_a_rewind"
    assert refused(built.review.what_if("babel", 7, Strike())) == "ruling_abandoned"


def test_settlements_name_rulings_that_follow_and_each_once(built: Ledger) -> None:
    strike = Settlement(ruling=4, instead=Strike())
    assert refused(built.review.what_if("babel", 5, Strike(), [strike])) == "settles_unknown"
    twice = [Settlement(ruling=7, instead=Strike()), Settlement(ruling=7, instead=Keep())]
    assert refused(built.review.what_if("babel", 5, Strike(), twice)) == "settled_twice"


def test_an_amendment_that_is_no_command_says_so(built: Ledger) -> None:
    with pytest.raises(MalformedCommand, match="count"):
        built.review.what_if("babel", 5, Amend(command={"count": "many"}))


def test_striking_the_rest_settles_everything(built: Ledger) -> None:
    answer = asked(built, 4, OtherDice(dice=(6,)))
    settled = built.review.strike_the_rest(answer)
    assert not isinstance(settled, Refused)
    assert not settled.unsettled
    assert standings(settled) == [(4, C), (5, U), (6, U), (7, S)]


def test_an_untouched_campaign_comes_out_unchanged_on_every_line(built: Ledger) -> None:
    rule(built, UndoRuling(reason="a slip"))
    rule(built, LayStones(), 1)
    for at in (built.head("babel"), 7):
        found = built.review.recheck("babel", at)
        assert found.rulings > 5
        assert not found.differing


@pytest.mark.parametrize("fault", [AttributeError, TypeError, LookupError, ValueError])
def test_a_fault_of_the_program_is_no_verdict_about_play(address: str, fault: type[Exception]) -> None:
    evolve = Evolution[Tower]()
    falls = False

    @evolve.on(StonesLaid)
    def _(state: Tower, event: StonesLaid) -> None:
        if falls:
            raise fault("a slip of whoever wrote this")
        state.height += event.face

    game = replace(TOWER, evolve=evolve.complete([StonesLaid]))
    ledger = Ledger({"tower": game}, {"SQLALCHEMY_URL": address})
    ledger.found(FoundCampaign(game="tower", title="Babel", slug="babel", house_rules={"limit": 12}))
    for face in (5, 5):
        rule(ledger, LayStones(), face)
    falls = True
    with pytest.raises(fault, match="a slip"):
        ledger.review.what_if("babel", 2, OtherDice(dice=(4,)), (Settlement(ruling=3, instead=Keep()),))
    ledger.close()
