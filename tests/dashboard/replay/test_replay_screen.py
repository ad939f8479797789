"""The replay screen without a browser: addresses, steps, choices, hostile names, a file that is no ledger."""

from collections.abc import Callable
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from tests.dashboard.conftest import drawn
from tests.dashboard.nights import HOSTILE, RIGHT_TO_LEFT, whole_night
from wiring.library import Library

Visit = Callable[..., AppTest]


def test_without_campaigns_it_leads_to_where_they_are_founded(visit: Visit) -> None:
    app = visit("replay")
    assert not app.exception
    assert "Nothing to replay yet" in drawn(app)


def test_it_opens_on_the_last_record(visit: Visit, library: Library) -> None:
    whole_night(library)
    app = visit("replay", campaign="causeway")
    assert not app.exception
    assert "Session 2 ends" in drawn(app)
    assert "The long causeway" in drawn(app)


def test_an_address_opens_exactly_that_position(visit: Visit, library: Library) -> None:
    whole_night(library)
    app = visit("replay", campaign="causeway", at="9")
    assert not app.exception
    assert 'data-go="9" aria-current="true"' in drawn(app)


@pytest.mark.parametrize("junk", ["-1", "1e9", "٣", "<script>alert(1)</script>", "0", "99999999999999999999"])
def test_junk_in_an_address_lands_somewhere_with_a_word(visit: Visit, library: Library, junk: str) -> None:
    whole_night(library)
    app = visit("replay", campaign="causeway", at=junk)
    assert not app.exception
    assert 'class="notice"' in drawn(app)
    assert "<script" not in drawn(app)


def test_an_unknown_campaign_is_said_to_be(visit: Visit, library: Library) -> None:
    whole_night(library)
    app = visit("replay", campaign="<b>nowhere</b>")
    assert not app.exception
    assert "There is no campaign called “&lt;b&gt;nowhere" in drawn(app)


@pytest.mark.parametrize(
    "cursor", [{"at": 12, "n": 2}, {"at": "12", "n": "2"}, {"at": 1e3, "n": 2}, {"at": -5, "n": 2}]
)
def test_the_page_is_of_the_position_the_browser_says(
    visit: Visit, library: Library, cursor: dict[str, object]
) -> None:
    whole_night(library)
    app = visit("replay", campaign="causeway")
    app.session_state["scrubber-causeway"] = {"cursor": cursor}
    app.run()
    at = max(1, min(library.ledger.head("causeway"), int(float(str(cursor["at"])))))
    assert not app.exception
    assert f'data-go="{at}" aria-current="true"' in drawn(app)


@pytest.mark.parametrize("cursor", [{"at": "x", "n": 1}, {"at": None}, {"n": 3}, [], "x", {"at": [1], "n": {}}])
def test_a_cursor_that_makes_no_sense_is_left_alone(visit: Visit, library: Library, cursor: object) -> None:
    whole_night(library)
    app = visit("replay", campaign="causeway")
    app.session_state["scrubber-causeway"] = {"cursor": cursor}
    app.run()
    assert not app.exception
    assert "Session 2 ends" in drawn(app)


def test_an_abandoned_line_says_so_and_leads_back(visit: Visit, library: Library) -> None:
    whole_night(library)
    app = visit("replay", campaign="causeway", at="28")
    assert not app.exception
    assert "This line was abandoned" in drawn(app)
    assert f'data-go="{library.ledger.head("causeway")}"' in drawn(app)


def test_seen_as_a_player_the_secrets_are_not_on_the_page(visit: Visit, library: Library) -> None:
    whole_night(library)
    app = visit("replay", campaign="causeway", at="16")
    assert "lit the beacon" in drawn(app)
    app.pills(key="viewer-causeway").set_value("bo").run()
    assert not app.exception
    assert "lit the beacon" not in drawn(app)
    assert "asked about the beacon" not in drawn(app)


def test_names_are_text_wherever_they_stand(visit: Visit, library: Library) -> None:
    whole_night(library, names={"wren": HOSTILE, "moss": RIGHT_TO_LEFT, "warden": "W" * 10_000, "bo": HOSTILE})
    for at in ("9", "10", "11", "16", "22", "30", "44"):
        app = visit("replay", campaign="causeway", at=at)
        assert not app.exception
        assert "<script" not in drawn(app)
        assert "<img" not in drawn(app)
        assert not app.markdown


def test_a_campaign_that_has_just_been_founded_can_be_replayed(visit: Visit, library: Library) -> None:
    from tests.dashboard.nights import Night

    Night(library, "young", "Young")
    app = visit("replay", campaign="young")
    assert not app.exception
    assert "Nobody has entered the story yet" in drawn(app)


def test_a_file_that_is_no_ledger_is_said_to_be_none(
    visit: Visit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    foreign = tmp_path / "holiday.jpg"
    foreign.write_bytes(b"\xff\xd8\xff not a database" * 400)
    monkeypatch.setenv("CAMPAIGN_DATABASE", str(foreign))
    app = visit("replay", campaign="causeway")
    assert not app.exception
    assert "The ledger cannot be read" in drawn(app)
    assert 'role="alert"' in drawn(app)
    assert "Traceback" not in drawn(app)


def test_the_ruling_of_a_record_can_be_disputed_from_it(visit: Visit, library: Library) -> None:
    whole_night(library)
    page = drawn(visit("replay", campaign="causeway", at="13"))
    assert "Dispute this ruling, or try how it might have gone" in page
    assert "disputes?campaign=causeway&amp;ruling=11" in page


@pytest.mark.parametrize(
    ("at", "why"),
    [("17", "there is nothing in it to dispute"), ("30", "left one line for another"), ("27", "abandoned, so it")],
)
def test_what_cannot_be_disputed_says_why(visit: Visit, library: Library, at: str, why: str) -> None:
    whole_night(library)
    page = drawn(visit("replay", campaign="causeway", at=at))
    assert why in page


def test_an_abandoned_line_says_why_it_was_left(visit: Visit, library: Library) -> None:
    whole_night(library)
    assert "Abandoned at 29: Nobody wanted the cellar." in drawn(visit("replay", campaign="causeway", at="29"))
