"""Rows of a what-if sent to a browser: nothing its viewer may not know, and no more than are drawn."""

import json

from dashboard.pages.disputes.case import Case
from dashboard.pages.disputes.visible_verdicts import AT_FIRST, Grouped, fork_data, verdict_data
from domain.kernel.decisions import refuse
from domain.kernel.facts import NumberChanged, Retelling
from domain.kernel.history.alternatives import Alternative, Strike
from domain.kernel.people import EVERYONE, GM_ONLY, Asker, Role, Viewer
from domain.kernel.terms import PersonId
from ledger.whatif.verdicts import Cause, Refusing, RulingStanding, Verdict, WhatIf
from tests.dashboard.disputes.conftest import MOSS_ENTERS, SLUG, WARDEN_ENTERS
from tests.dashboard.nights import Night

GM = Asker(PersonId("gm"), Role.GM)
BO = Asker(PersonId("bo"), Role.PLAYER)


def tried(night: Night, ruling: int, alternative: Alternative) -> WhatIf:
    answer = night.library.ledger.review.what_if(SLUG, ruling, alternative)
    assert isinstance(answer, WhatIf), answer
    return answer


def told(night: Night, answer: WhatIf, viewer: Viewer, case: Case | None = None) -> str:
    grouped = Grouped.of(answer)
    data = verdict_data(SLUG, grouped, case or Case(answer.ruling), viewer, {}, {})
    return json.dumps([data, fork_data(answer)])


def test_a_secret_that_cannot_stand_is_a_row_without_words(night: Night) -> None:
    answer = tried(night, WARDEN_ENTERS, Strike())
    assert "lit the beacon" in told(night, answer, GM)
    players = told(night, answer, BO)
    assert "beacon" not in players
    assert "Nobody of that name is here" not in players
    assert "Something that is hidden from you" in players


def test_a_value_that_turned_a_ruling_is_named_only_to_who_may_know_it() -> None:
    for audience, players in ((EVERYONE, 1), (GM_ONLY, 0)):
        burnt = NumberChanged(owner="wren", name="oil", delta=-1, now=0, why="reroll", audience=audience)
        verdict = Verdict(
            ruling=13,
            position=14,
            by="gm",
            command="lantern.reroll",
            headline="Wren burns oil",
            standing=RulingStanding.REFUSED,
            before=(Retelling("Wren burns oil", EVERYONE, (burnt,)),),
            refusing=Refusing(refuse("no_oil"), "There is no oil left."),
            because=(Cause("wren.oil", "Wren", "Oil", "1", "0", (8,)),),
        )
        grouped = Grouped({"open": [verdict], "changed": [], "settled": []}, 0)
        rows = {
            viewer: verdict_data(SLUG, grouped, Case(8), viewer, {}, {})["groups"][0]["rows"][0]
            for viewer in (GM, BO)
        }
        assert rows[GM]["because"] == [
            {"owner": "Wren", "label": "Oil", "was": "1", "now": "0", "rulings": [[8, 8]]}
        ]
        assert rows[GM]["reason"] == "There is no oil left."
        assert len(rows[BO]["because"]) == players
        assert bool(rows[BO]["reason"]) == bool(players)


def test_a_long_list_comes_in_parts_and_up_to_the_ruling_looked_for(night: Night) -> None:
    for _ in range(AT_FIRST * 3):
        night.rule("lantern.face", character="moss", faces=(4, 4, 3))
    answer = tried(night, MOSS_ENTERS, Strike())
    case = Case(MOSS_ENTERS)
    first = json.loads(told(night, answer, GM, case))[0]["groups"][0]
    assert (first["count"], len(first["rows"])) == (AT_FIRST * 3 + 4, AT_FIRST)
    last = answer.unsettled[-1].ruling
    case.looked_at = last
    assert json.loads(told(night, answer, GM, case))[0]["groups"][0]["rows"][-1]["ruling"] == last


def test_settling_many_at_once_is_one_choice(night: Night) -> None:
    ledger, case = night.library.ledger, Case(MOSS_ENTERS)
    case.ask(Strike())
    case.keep_all(ledger, SLUG)
    assert case.settlements == ()
    assert case.choices == []
    case.strike_all(ledger, SLUG)
    assert len(case.settlements) == 4
    assert len(case.choices) == 1
    case.start_over()
    assert case.settlements == ()
    case.take_back()
    assert len(case.settlements) == 4
    case.ask(None)
    assert (case.settlements, case.choices) == ((), [])
