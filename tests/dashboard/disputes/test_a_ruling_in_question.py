"""One ruling on the page of disputes: what is shown of it, who may add to it, why some cannot be disputed."""

from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from tests.dashboard.conftest import drawn
from tests.dashboard.disputes.conftest import (
    ABANDONED,
    NOTE,
    REWIND,
    SLUG,
    WREN_FACES,
    WREN_REROLLS,
    labels,
    moment_of,
    press,
    ways_of,
)
from tests.dashboard.nights import Night

OpenDisputes = Callable[..., AppTest]
LEARNS = 14
"""A ruling only the GM may know of."""


def test_it_shows_what_was_asked_the_dice_and_what_it_led_to(open_disputes: OpenDisputes, night: Night) -> None:
    page = drawn(open_disputes(WREN_REROLLS))
    assert f"Moment {moment_of(night.library, WREN_REROLLS)}: burn oil to throw the lowest die again" in page
    assert "d6 shows 6" in page
    assert "Wren burns 1 measure of oil" in page
    assert "Session 1, At the gate" in page


@pytest.mark.parametrize(
    ("ruling", "why"),
    [
        (ABANDONED, "on a line that was left"),
        (REWIND, "left one line for another"),
        (NOTE, "never taken back"),
    ],
)
def test_what_cannot_be_disputed_says_why(open_disputes: OpenDisputes, ruling: int, why: str) -> None:
    app = open_disputes(ruling)
    assert why in drawn(app)
    assert "Dispute this ruling" not in labels(app)
    assert "What if" not in drawn(app)


def test_junk_in_the_address_draws_a_page(open_disputes: OpenDisputes) -> None:
    app = open_disputes()
    for junk in ("0", "999", "-1", "<b>1</b>", "٣", "9" * 400):
        app.query_params["ruling"] = junk
        app.run()
        assert not app.exception, junk
        assert "<b>1</b>" not in drawn(app)


def test_a_player_disputes_a_ruling_with_evidence(open_disputes: OpenDisputes, night: Night) -> None:
    app = open_disputes(WREN_FACES, by="bo")
    app.text_area[0].set_value("She had no oil left.")
    app.multiselect[0].set_value([13, 14])
    app = press(app, "Dispute this ruling")
    assert f"Moment {moment_of(night.library, WREN_FACES)} is in question" in drawn(app)
    dispute = night.library.ledger.moment(SLUG).journal.disputes[1]
    assert (dispute.person, dispute.text, dispute.evidence) == ("bo", "She had no oil left.", [13, 14])
    page = drawn(open_disputes(WREN_FACES))
    assert "She had no oil left." in page
    assert f"replay?campaign={SLUG}&amp;at=14" in page


def test_a_button_drawn_for_another_seat_records_nothing_in_its_name(
    open_disputes: OpenDisputes, night: Night
) -> None:
    app = open_disputes(WREN_FACES)
    app.text_area[0].set_value("She had no oil left.")
    app.pills(key=f"seat|{SLUG}").set_value("bo")  # and the page is not drawn before the press
    app = press(app, "Dispute this ruling")
    assert "You chose another seat" in drawn(app)
    assert not night.library.ledger.moment(SLUG).journal.disputes
    app = press(app, "Dispute this ruling")
    assert night.library.ledger.moment(SLUG).journal.disputes[1].person == "bo"


def test_a_dispute_without_words_is_refused_in_words(open_disputes: OpenDisputes, night: Night) -> None:
    app = press(open_disputes(WREN_FACES), "Dispute this ruling")
    assert "the text is empty" in drawn(app)
    assert not night.library.ledger.moment(SLUG).journal.disputes


def test_others_add_to_an_open_dispute_and_whoever_began_it_withdraws_it(
    open_disputes: OpenDisputes, night: Night
) -> None:
    night.rule("journal.dispute_ruling", by="bo", ruling=WREN_FACES, text="She had no oil left.")
    app = open_disputes(WREN_FACES)
    app.text_area[0].set_value("She had one measure.")
    app = press(app, "Add it")
    assert "She had one measure." in drawn(app)
    app = open_disputes(WREN_FACES, by="bo")
    app = press(app, "Withdraw the dispute")
    assert "Dispute 1 is withdrawn" in drawn(app)
    assert night.library.ledger.moment(SLUG).journal.disputes[1].standing == "withdrawn"


def test_what_only_the_gm_may_know_is_not_on_a_players_page(open_disputes: OpenDisputes, night: Night) -> None:
    night.rule("journal.dispute_ruling", ruling=LEARNS, text="Too early to say.")
    assert "lit the beacon" in drawn(open_disputes(LEARNS))
    for app in (open_disputes(LEARNS, by="bo"), open_disputes(by="bo")):
        assert "beacon" not in drawn(app)
        assert "Only the GM may see what it says." in drawn(app)
    offered = [str(option) for each in open_disputes(WREN_FACES, by="bo").multiselect for option in each.options]
    assert not any("beacon" in option for option in offered)


def test_a_ruling_with_secrets_is_not_tried_by_who_may_not_know_all_of_it(open_disputes: OpenDisputes) -> None:
    app = open_disputes(LEARNS, by="bo")
    assert not ways_of(app)
    assert "Part of it is kept from you" in drawn(app)
    assert "Not made at all" in ways_of(open_disputes(LEARNS))[0].options


def test_who_looks_at_the_replay_asks_in_the_court(visit: Callable[..., AppTest], night: Night) -> None:
    app = visit("replay", campaign=SLUG, at="16")
    app.pills(key=f"viewer-{SLUG}").set_value("bo").run()
    app.query_params["ruling"] = str(LEARNS)
    app.switch_page("pages/disputes/page.py").run()
    assert app.pills(key=f"seat|{SLUG}").value == "bo"
    assert "beacon" not in drawn(app)
