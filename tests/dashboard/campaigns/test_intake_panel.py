"""The panel that takes in earlier play: what is guessed, what a person changes, what is recorded."""

from collections.abc import Callable
from io import BytesIO

import pytest
from streamlit.testing.v1 import AppTest

from dashboard.components.intake import LEFT_OUT, NEW, Held, NotTaken, look_at, recorded_in_words
from dashboard.components.intake_panel import HELD
from dashboard.wiring import Library
from domain.kernel.campaign.commands import FoundCampaign
from tests.dashboard.conftest import drawn
from tests.support.intake import FILES

Visit = Callable[..., AppTest]


@pytest.fixture
def salt(library: Library) -> Library:
    library.ledger.found(FoundCampaign(game="lantern", title="Salt", slug="salt", gm_name="Gwen"))
    return library


def held_of(library: Library, name: str) -> Held:
    return look_at(library.ledger, "salt", BytesIO((FILES / name).read_bytes()), name)


def test_choices_become_the_mapping(salt: Library) -> None:
    held = held_of(salt, "foundry-messages.db")
    rows = held.rows()
    assert {row["Who speaks"]: row["Taken in as"] for row in rows} == {
        "Gwen": "Gwen · gm",
        "Miquela": NEW,
        "Orrin": NEW,
        "Ada": NEW,
        "(nobody)": NEW,
    }
    changed = [row | {"Taken in as": LEFT_OUT} if row["Who speaks"] == "Orrin" else row for row in rows]
    evenings = held.evening_rows()
    evenings[1]["Title"] = None
    mapping = held.mapping(changed, evenings, leave_out=True, adjust="x")
    assert mapping.speakers["Orrin"].id is None
    assert [it.title for it in mapping.evenings] == ["2021-01-05"]
    report = held.take_in(salt.ledger, mapping, dry=False)
    assert (report.recorded.total(), report.left_out) == (5, 5)
    assert recorded_in_words(report)[0].startswith("5 entries were taken in: ")
    held.close()


def test_a_foreign_file_is_refused_in_a_sentence(salt: Library) -> None:
    with pytest.raises(NotTaken, match="none of the formats"):
        look_at(salt.ledger, "salt", BytesIO(b"a,b\n1,2\n"), "x.csv")


def test_the_panel_shows_what_would_be_recorded_and_records_it(visit: Visit, salt: Library) -> None:
    app = visit("campaigns")
    app.button(key="intake-toggle").click().run()
    assert not app.exception
    assert "Take in earlier play" in drawn(app)
    app.session_state[HELD] = held_of(salt, "roll20-chat_archive.json")
    app.run()
    assert not app.exception
    assert "8 entries would be taken in" in drawn(app)
    app.button(key="intake-record").click().run()
    assert not app.exception
    assert "8 entries were taken in" in drawn(app)
    assert salt.ledger.moment("salt").journal.intakes[0].entries == 8
    app.button(key="intake-open").click().run()
    assert app.query_params["campaign"] == "salt"


def test_during_a_session_the_panel_says_why_not(visit: Visit, salt: Library) -> None:
    from domain.kernel.campaign.commands import OpenSession
    from ledger.answers import Submission

    salt.ledger.rule("salt", Submission(command=OpenSession()))
    app = visit("campaigns")
    app.button(key="intake-toggle").click().run()
    app.session_state[HELD] = held_of(salt, "discord.json")
    app.run()
    app.button(key="intake-record").click().run()
    assert not app.exception
    assert "Close it first" in drawn(app)
    assert not salt.ledger.moment("salt").journal.intakes
