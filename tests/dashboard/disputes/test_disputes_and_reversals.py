"""The list of disputes and the reversals: what waits, what was settled, every reversal, and the way back."""

import re
from collections.abc import Callable

from streamlit.testing.v1 import AppTest

from ledger.care.redaction import Removed, preview, remove
from tests.dashboard.conftest import drawn
from tests.dashboard.disputes.conftest import MOSS_ENTERS, SLUG, WREN_FACES, labels, moment_of, press
from tests.dashboard.nights import HOSTILE, RIGHT_TO_LEFT, Night

OpenDisputes = Callable[..., AppTest]


def test_without_campaigns_it_leads_to_where_they_are_founded(visit: Callable[..., AppTest]) -> None:
    app = visit("disputes")
    assert not app.exception
    assert "Nothing to dispute yet" in drawn(app)


def test_an_unknown_campaign_is_said_to_be(visit: Callable[..., AppTest], night: Night) -> None:
    app = visit("disputes", campaign="<b>nowhere</b>")
    assert not app.exception
    assert "There is no campaign called “&lt;b&gt;nowhere" in drawn(app)


def test_an_empty_list_says_how_a_ruling_is_disputed(open_disputes: OpenDisputes) -> None:
    page = drawn(open_disputes())
    assert "No ruling of this campaign was ever called in question" in page
    assert "Dispute this ruling" in page


def test_open_disputes_stand_before_settled_ones(open_disputes: OpenDisputes, night: Night) -> None:
    night.rule("journal.dispute_ruling", by="bo", ruling=WREN_FACES, text="She had two dice.", evidence=[13, 14])
    night.rule("journal.uphold_ruling", dispute=1, reason="She had them both.")
    night.rule("journal.dispute_ruling", by="bo", ruling=MOSS_ENTERS, text="Moss was not there yet.")
    page = drawn(open_disputes())
    assert page.index("Moss was not there yet.") < page.index("She had two dice.")
    assert "1 dispute waits for a judgement, 1 settled." in page
    assert "2 moments of evidence" in page
    assert "Upheld by" in page
    assert "She had them both." in page


def test_what_people_wrote_is_text(open_disputes: OpenDisputes, night: Night) -> None:
    night.rule("journal.dispute_ruling", ruling=MOSS_ENTERS, text=HOSTILE + RIGHT_TO_LEFT + "w" * 5_000)
    for page in (drawn(open_disputes()), drawn(open_disputes(MOSS_ENTERS))):
        assert "<script" not in page
        assert "<img" not in page
        assert RIGHT_TO_LEFT in page or "…" in page


def test_the_register_tells_every_reversal_in_numbers(open_disputes: OpenDisputes, night: Night) -> None:
    night.rule("campaign.undo_ruling", reason="Too late in the evening.")
    page = drawn(open_disputes())
    assert page.index("Taken back") < page.index("Went to another position")
    assert "Too late in the evening." in page
    assert "Nobody wanted the cellar." in page
    assert "1 ruling left the line." in page


def test_the_gm_goes_back_to_a_line_that_was_left(open_disputes: OpenDisputes, night: Night) -> None:
    head = night.library.ledger.head(SLUG)
    app = open_disputes()
    app.text_input[0].set_value("We did go down, after all.")
    app = press(app, "Go back")
    assert "Play goes on from that line" in drawn(app)
    moment = night.library.ledger.moment(SLUG)
    assert moment.position == head + 1
    assert moment.campaign.session.title == "A wrong turn"


def test_going_back_without_a_reason_is_refused_in_words(open_disputes: OpenDisputes, night: Night) -> None:
    app = press(open_disputes(), "Go back")
    assert "Say why: this needs a reason." in drawn(app)


def test_a_player_reads_the_register_and_cannot_go_back(open_disputes: OpenDisputes) -> None:
    app = open_disputes(by="bo")
    assert "Nobody wanted the cellar." in drawn(app)
    assert "Go back" not in labels(app)


def test_a_ruling_is_opened_by_a_moment_of_it(open_disputes: OpenDisputes, night: Night) -> None:
    app = open_disputes()
    app.number_input[0].set_value(moment_of(night.library, MOSS_ENTERS)).run()
    assert f"Moment {moment_of(night.library, MOSS_ENTERS)}: bring somebody into the story" in drawn(app)


def test_the_house_rules_are_told_with_the_moment_they_hold_from(
    open_disputes: OpenDisputes, night: Night
) -> None:
    assert "This table plays by the book, and always did." in drawn(open_disputes())
    before = night.library.ledger.head(SLUG)
    name, value = next(iter(night.library.ledger.moment(SLUG).game.house_rules.model_dump().items()))
    night.rule("campaign.change_house_rules", changes={name: value + 1}, reason="We tried it the other way.")
    page = drawn(open_disputes(by="bo"))
    assert f"From moment {before + 1} on" in page
    assert "We tried it the other way." in page
    assert re.search(rf": <b>(<[^>]+>)*{value + 1}<", page)
    night.rule("campaign.undo_ruling", reason="Never mind.")
    assert "This table plays by the book, and always did." in drawn(open_disputes())


def test_sealed_sessions_and_removals_stand_with_the_command_that_checks_them(
    open_disputes: OpenDisputes, night: Night
) -> None:
    sealed = night.library.ledger.open(SLUG).sealed_sessions()
    page = drawn(open_disputes())
    assert "Is this campaign genuine?" in page
    assert [str(it.receipt) in page for it in sealed] == [True, True]
    assert "No session is sealed yet" not in page
    assert "No words were ever removed from it." in page
    assert "<code>campaign verify</code> reads every record" in page
    assert "<code>--expect</code>" in page


def test_a_removal_of_words_is_said_and_leads_to_its_moment(open_disputes: OpenDisputes, night: Night) -> None:
    ledger = night.library.ledger
    seen = preview(ledger, SLUG, {"never asked": "[removed]"}, ids={}, by="gm")
    assert seen is not None
    answer = remove(ledger, seen, confirm=seen.code, reason="Somebody asked.", by="gm")
    assert isinstance(answer, Removed)
    at = ledger.head(SLUG)
    page = drawn(open_disputes())
    assert f"Words were removed from it, last at moment {at}." in page
    assert f"at={at}" in page
    assert "No words were ever removed" not in page
