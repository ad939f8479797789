"""The check of every record that somebody at the table asks for on *Disputes*."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from ledger.care.verify import verify
from tests.dashboard.conftest import drawn
from tests.dashboard.nights import Night, whole_night
from wiring.library import Library

Visit = Callable[..., AppTest]


@pytest.fixture
def night(library: Library) -> Night:
    return whole_night(library)


def check(app: AppTest, receipt: str = "") -> str:
    app.text_input(key="check-receipt-causeway").set_value(receipt).run()
    app.button(key="check-now-causeway").click().run()
    assert not app.exception
    return drawn(app)


def test_a_sound_campaign_is_said_to_be_so_with_its_receipt(visit: Visit, night: Night) -> None:
    found = verify(night.library.ledger, "causeway")
    app = visit("disputes", campaign="causeway")
    page = check(app)
    assert f"{found.records} records in {found.rulings} rulings follow one another" in page
    assert str(found.receipt) in page
    assert "It is the campaign that the receipt is of." in check(app, str(found.receipt))


def test_what_a_check_found_is_told_no_more_once_something_was_recorded_since(visit: Visit, night: Night) -> None:
    app = visit("disputes", campaign="causeway")
    assert "It was sound when you asked" in check(app)
    night.rule("journal.write_note", text="And on it goes.")
    app.run()
    assert "It was sound when you asked" not in drawn(app)


def test_another_receipt_and_words_that_are_none_are_told(visit: Visit, night: Night) -> None:
    app = visit("disputes", campaign="causeway")
    assert "It is not sound." in check(app, "3:000000000000:000000000000")
    page = check(app, "my receipt")
    assert "is no receipt: a receipt is a position" in page
    assert "It is not sound." not in page


@pytest.mark.parametrize(("looks", "told"), [("gm", True), ("bo", False)])
def test_a_row_beside_the_records_that_was_changed_is_told_to_the_gm(
    visit: Visit, night: Night, tmp_path: Path, looks: str, told: bool
) -> None:
    assert night.library.views.marks("causeway")
    with closing(sqlite3.connect(tmp_path / "campaigns.sqlite3")) as file, file:
        forged = "update view_timeline set headline = headline || ' forged' where position = 4"
        assert file.execute(forged).rowcount == 1
    app = visit("disputes", campaign="causeway")
    app.session_state["seat|causeway"] = looks
    app.run()
    page = check(app)
    assert "It is not sound." in page
    assert ("Whoever runs the game is told what is wrong." not in page) is told
    assert ("campaign repair mends" in page) is told
