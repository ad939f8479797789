"""Screens of a campaign whose records are damaged: what is sound, what is wrong, and what to do."""

import os
from collections.abc import Callable
from html import unescape
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from dashboard.ui import live_updates
from dashboard.ui.damage import damage_html
from ledger.database.sqlite.driver import sqlite3
from ledger.errors import UnknownRecord
from ledger.handle import Soundness
from tests.dashboard.conftest import drawn
from tests.dashboard.nights import whole_night
from wiring.library import DATABASE_VARIABLE, Library

Visit = Callable[..., AppTest]
SOUND = 30
SHOWN = ("replay", "map", "sheets", "advancement", "luck", "between", "chronicle")
CLOSED = ("table", "disputes")


def harm(after: int) -> None:
    with sqlite3.connect(os.environ[DATABASE_VARIABLE]) as connection:
        connection.execute("DELETE FROM ledger_snapshots")
        connection.execute("UPDATE ledger_events SET state = x'6767' WHERE originator_version > ?", (after,))


@pytest.mark.parametrize("screen", SHOWN)
def test_a_screen_shows_what_is_sound_and_says_what_is_not(visit: Visit, library: Library, screen: str) -> None:
    whole_night(library)
    assert library.ledger.head("causeway") > SOUND
    whole = drawn(visit(screen, campaign="causeway"))
    harm(SOUND)
    app = visit(screen, campaign="causeway")
    assert not app.exception
    page = unescape(drawn(app))
    assert f"Record {SOUND + 1} is broken" in page
    assert f"Everything up to moment {SOUND} is sound" in page
    for command in ("campaign verify causeway", "campaign repair", "--from BACKUP", "campaign restore"):
        assert command in page
    assert "The long causeway" in page
    assert "This cannot be shown" not in page
    assert "Record 31 is broken" not in whole
    assert len(page) > len(whole) / 4, "it is the screen, and not only what is wrong with it"


@pytest.mark.parametrize("screen", CLOSED)
def test_a_screen_that_needs_the_end_says_so_and_leads_to_what_is_sound(
    visit: Visit, library: Library, screen: str
) -> None:
    whole_night(library)
    harm(SOUND)
    app = visit(screen, campaign="causeway")
    assert not app.exception
    page = unescape(drawn(app))
    assert "The records of this campaign are damaged" in page
    assert "campaign repair" in page
    assert f"To the replay, at moment {SOUND}" in page


@pytest.mark.parametrize("screen", ["replay", "chronicle", *CLOSED])
def test_a_campaign_without_one_sound_record_is_said_to_be_so(visit: Visit, library: Library, screen: str) -> None:
    whole_night(library)
    harm(0)
    app = visit(screen, campaign="causeway")
    assert not app.exception
    page = unescape(drawn(app))
    assert "The records of this campaign are damaged" in page
    assert "--from BACKUP" in page
    assert "To the replay" not in page


def test_the_shelf_is_drawn_whatever_is_damaged_on_it(visit: Visit, library: Library) -> None:
    whole_night(library)
    whole_night(library, "other")
    harm(0)
    app = visit("campaigns")
    assert not app.exception
    assert "Something broke" not in drawn(app)


def test_a_page_of_a_damaged_campaign_comes_back_when_it_is_mended(
    visit: Visit, library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole_night(library)
    file = os.environ[DATABASE_VARIABLE]
    with sqlite3.connect(file) as connection:
        kept = connection.execute("SELECT id, state FROM ledger_events WHERE originator_version > 30").fetchall()
    harm(SOUND)
    monkeypatch.setattr("ledger.records.open_campaign.RETRY_BROKEN_AFTER", 0.0)
    real, mended = live_updates._watch, []

    def watch(*about: object, **more: object) -> None:
        if not mended:
            with sqlite3.connect(file) as connection:
                connection.executemany(
                    "UPDATE ledger_events SET state = ? WHERE id = ?", [(it[1], it[0]) for it in kept]
                )
            mended.append(True)
        real(*about, **{**more, "drawn": []})  # type: ignore[arg-type]

    monkeypatch.setattr(live_updates, "_watch", watch)
    app = visit("replay", campaign="causeway")
    assert not app.exception
    assert mended
    assert "is broken" not in drawn(app)


def test_a_record_of_a_newer_program_is_no_damage_to_be_repaired() -> None:
    page = damage_html("causeway", Soundness(3, UnknownRecord("A newer program wrote record 4: upgrade.", 4)))
    assert "A newer program wrote record 4" in page
    assert "repair" not in page


def raise_in_a_callback() -> None:
    from pathlib import Path

    from dashboard.asgi import app, drawn_anyway
    from ledger.errors import NoSuchCampaign

    assert app._on_script_error is drawn_anyway
    assert drawn_anyway(KeyError(str(Path.home())))
    assert drawn_anyway(NoSuchCampaign("There is no campaign called 'gone'."))


def test_what_is_raised_outside_a_screen_is_said_in_a_sentence_and_shows_no_code() -> None:
    app = AppTest.from_function(raise_in_a_callback).run()
    assert not app.exception
    page = unescape(drawn(app))
    assert "What you pressed was not done to its end. Load the page anew" in page
    assert "There is no campaign called 'gone'." in page
    assert str(Path.home()) not in page
