"""Any number on the page of disputes can be asked where it comes from, also at the end of either line."""

from collections.abc import Callable

from streamlit.testing.v1 import AppTest

from domain.kernel.history.alternatives import Strike
from domain.kernel.people import Asker, Role
from domain.kernel.terms import PersonId
from ledger.whatif.verdicts import WhatIf
from projections.compare.explain import explanation_of_what_if
from tests.dashboard.conftest import drawn, explained
from tests.dashboard.disputes.conftest import SLUG, WREN_FACES, WREN_REROLLS, press, try_it
from tests.dashboard.nights import Night

FIRST_REROLL, SECOND_REROLL = 14, 22
"""Records in which Wren burns oil."""


def test_the_number_a_ruling_changed_is_explained_as_of_that_ruling(open_disputes: Callable[..., AppTest]) -> None:
    app = open_disputes(WREN_REROLLS)
    assert '<ul class="crt-shifts" data-asks="15"><li data-path="wren.oil">' in drawn(app)
    told = explained(app, SLUG, "wren.oil", at=15)
    assert (told["at"], told["now"], [row[0] for row in told["steps"]]) == (15, "4", [FIRST_REROLL])
    assert told["aside"] == SLUG
    assert explained(app, SLUG, "wren.oil", at=3)["at"] == 46  # nothing on the page asks from there


def test_both_lines_are_explained_each_for_itself(open_disputes: Callable[..., AppTest], night: Night) -> None:
    app = press(try_it(open_disputes(WREN_FACES), "strike"), "Strike the rest of its scene")
    head = night.library.ledger.head(SLUG)
    for end in (head, head + 1):
        assert f'data-asks="{end}" aria-label="Sheet of' in drawn(app)
        assert f'<td data-asks="{end}" data-path="wren.oil">' in drawn(app)
    played = explained(app, SLUG, "wren.oil", at=head)
    assert (played["now"], [row[0] for row in played["steps"]]) == ("3", [FIRST_REROLL, SECOND_REROLL])
    tried = explained(app, SLUG, "wren.oil", at=head + 1)
    assert (tried["now"], tried["counted"], tried["apart"]) == ("4", True, "As it was played")
    assert [row[0] > tried["head"] for row in tried["steps"]] == [True]
    assert [row[0] for row in tried["struck"]] == [FIRST_REROLL, SECOND_REROLL]


def test_what_no_step_tells_is_found_by_comparing_along_the_line_that_is_tried(night: Night) -> None:
    answer = night.library.ledger.review.what_if(SLUG, WREN_FACES, Strike())
    assert isinstance(answer, WhatIf)
    answer = night.library.ledger.review.strike_the_rest(answer)
    assert isinstance(answer, WhatIf)
    found = explanation_of_what_if(night.library.ledger, night.library.views, answer, "wren.dice", GM)
    assert found.compared_since == 0
    assert {made.step.position > answer.head for made in found.steps} == {False, True}
    assert all(made.headline for made in found.steps)


def test_a_line_that_is_tried_tells_nobody_what_they_may_not_know(night: Night) -> None:
    night.rule("campaign.open_session")
    night.rule("lantern.learn", character="warden", secret="The Warden drowned her")
    answer = night.library.ledger.review.what_if(SLUG, WREN_REROLLS, Strike())
    assert isinstance(answer, WhatIf)
    ledger, views = night.library.ledger, night.library.views
    for viewer, knows in ((GM, True), (Asker(PersonId("bo"), Role.PLAYER), False)):
        found = explanation_of_what_if(ledger, views, answer, "warden", viewer)
        assert ("drowned her" in str(found)) is knows


GM = Asker(PersonId("gm"), Role.GM)
