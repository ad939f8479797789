"""The library, driven without a browser: empty, full, founding, and a database that cannot be opened."""

from collections.abc import Callable
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from dashboard.components.shelf import volumes, who_plays
from dashboard.samples import samples
from dashboard.wiring import Library
from projections.read_models import Summary
from tests.dashboard.conftest import drawn
from tests.dashboard.nights import HOSTILE, Night, whole_night

Visit = Callable[..., AppTest]


def test_an_empty_shelf_says_what_to_do(visit: Visit) -> None:
    app = visit("campaigns")
    assert not app.exception
    assert "The shelf is empty" in drawn(app)
    assert app.button(key="load-samples")
    assert app.button(key="found-it")


def test_the_samples_can_be_put_on_an_empty_shelf(visit: Visit, library: Library) -> None:
    app = visit("campaigns")
    app.button(key="load-samples").click().run(timeout=120)
    assert not app.exception
    expected = {sample.slug for sample in samples(library.ledger.games)}
    assert {entry.slug for entry in library.ledger.campaigns()} == expected
    assert "The shelf is empty" not in drawn(app)


def test_a_campaign_can_be_founded_and_opens_in_the_replay(visit: Visit, library: Library) -> None:
    app = visit("campaigns")
    app.selectbox(key="found-game").set_value("lantern").run()
    app.text_input(key="found-title").set_value("Salt & Iron").run()
    assert app.text_input(key="found-slug").placeholder == "salt-iron"
    app.text_input(key="found-gm").set_value(HOSTILE)
    app.number_input(key="house-lantern-oil").set_value(7)
    app.button(key="found-it").click().run()
    assert not app.exception
    moment = library.ledger.moment("salt-iron")
    assert moment.campaign.title == "Salt & Iron"
    assert moment.campaign.people["gm"].name == HOSTILE
    assert moment.game.house_rules.oil == 7
    assert "Salt &amp; Iron" in drawn(app)
    assert app.query_params["campaign"] == "salt-iron"


def test_a_link_name_that_is_taken_is_said_to_be_and_nothing_is_founded(visit: Visit, library: Library) -> None:
    Night(library, "causeway")
    app = visit("campaigns")
    app.button(key="founding-toggle").click().run()
    app.selectbox(key="found-game").set_value("lantern").run()
    app.text_input(key="found-title").set_value("Causeway").run()
    app.button(key="found-it").click().run()
    assert not app.exception
    assert "There is already a campaign called" in drawn(app)
    assert len(library.ledger.campaigns()) == 1


def test_a_form_without_a_title_asks_for_one(visit: Visit) -> None:
    app = visit("campaigns")
    app.button(key="found-it").click().run()
    assert "Give the campaign a title" in drawn(app)


def test_a_volume_tells_what_a_campaign_is(library: Library) -> None:
    whole_night(library)
    (volume,) = volumes(library.ledger, library.views)
    assert volume["title"] == "The long causeway"
    assert volume["game_title"] == "Lantern"
    assert volume["who"] == "Ana and 1 player"
    assert (volume["sessions"], volume["records"]) == (2, library.ledger.head("causeway"))
    assert volume["density"]


def test_who_plays_in_words() -> None:
    def summary(players: int) -> Summary:
        return Summary(
            slug="s", title="t", game="g", game_title="G", gm="Ana", players=players, sessions=0,
            rulings=1, struck=0, records=1, last_played="",
        )  # fmt: skip

    assert who_plays(summary(0)) == "Ana runs it; nobody else has a seat yet"
    assert who_plays(summary(1)) == "Ana and 1 player"
    assert who_plays(summary(4)) == "Ana and 4 players"


@pytest.mark.parametrize("name", ["no/such/folder/x.sqlite3", "folder"])
def test_a_database_that_cannot_be_opened_is_drawn_as_that(
    visit: Visit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "no").write_text("a file where a folder should be")
    monkeypatch.setenv("CAMPAIGN_DATABASE", str(tmp_path / name))
    app = visit("campaigns")
    assert not app.exception
    assert "The ledger cannot be read" in drawn(app)
