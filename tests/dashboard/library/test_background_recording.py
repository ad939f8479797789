"""Earlier play that is being recorded while other things are pressed, or its page is closed."""

from collections.abc import Callable
from io import BytesIO
from threading import Event, Thread, Timer

import pytest
from streamlit.testing.v1 import AppTest

from dashboard.access import visitor
from dashboard.pages.library.background_recording import BackgroundRecording
from dashboard.pages.library.import_state import HELD
from dashboard.pages.library.imports import being_recorded, look_at
from domain.kernel.campaign.founding import FoundCampaign
from exchange.imports.importing import Report
from ledger.database.errors import LedgerUnavailable
from tests.dashboard.conftest import drawn
from wiring.library import Library

Visit = Callable[..., AppTest]
CHAT = "".join(f"Wren — 2024-03-05 21:{at:02}\nThe tide takes {at} boats.\n" for at in range(60))


@pytest.fixture
def salt(library: Library) -> Library:
    library.ledger.found(FoundCampaign(game="lantern", title="Salt", slug="salt", gm_name="Gwen"))
    return library


def test_a_recording_goes_on_when_its_page_is_left_and_is_found_again(visit: Visit, salt: Library) -> None:
    held = look_at(salt.ledger, "salt", [("tide.txt", BytesIO(CHAT.encode()))])
    mapping = held.mapping(held.rows(), held.evening_rows())
    app = visit("campaigns", campaign="salt")  # another session, as after the page was loaded anew
    with salt.ledger.store.database.writing():  # somebody else records
        held.record(salt.ledger, mapping, visitor(), even_if_cut=False)
        held.record(salt.ledger, mapping, visitor(), even_if_cut=False)  # as a second press does
        held.close()  # as whoever closes the panel does
        assert held.recording.is_running
        opened = Thread(target=lambda: app.button(key="taking-in-open").click().run())
        opened.start()
        opened.join(2)  # the panel waits for it
        assert opened.is_alive()
        assert held.recording.is_running
    opened.join()
    assert not app.exception
    assert not held.recording.is_running
    assert "60 entries" in drawn(app)
    assert app.button(key="intake-read")
    assert salt.ledger.moment("salt").campaign.logged.intakes == 1
    assert being_recorded(["salt"]) is None


def test_what_ended_a_recording_is_said_and_it_can_be_begun_again(salt: Library) -> None:
    held = look_at(salt.ledger, "salt", [("tide.txt", BytesIO(CHAT.encode()))])
    recording = BackgroundRecording()

    def breaks_off(progress: Callable[[int], None]) -> Report:
        progress(2)
        raise LedgerUnavailable("The disk is full.")

    recording.begin("salt", 1, visitor(), breaks_off)
    recording.wait(10)
    assert (recording.done, str(recording.error), recording.report) == (2, "The disk is full.", None)
    mapping = held.mapping(held.rows(), held.evening_rows())
    recording.begin(
        "salt", 1, visitor(), lambda moved: held.take_in(salt.ledger, mapping, dry=False, progress=moved)
    )
    recording.wait(10)
    assert recording.error is None
    assert recording.is_recorded
    recording.begin("salt", 9, visitor(), breaks_off)  # a second press
    assert not recording.is_running
    assert (recording.before, recording.error) == (1, None)


def test_what_breaks_off_after_it_was_closed_is_said_and_chosen_again(visit: Visit, salt: Library) -> None:
    held = look_at(salt.ledger, "salt", [("tide.txt", BytesIO(CHAT.encode()))])
    goes_on = Event()

    def breaks_off(progress: Callable[[int], None]) -> Report:
        goes_on.wait()
        raise LedgerUnavailable("The disk is full.")

    app = visit("campaigns", campaign="salt")
    app.session_state[HELD] = held
    held.recording.begin("salt", 1, visitor(), breaks_off)
    held.close()
    ends = Timer(1, goes_on.set)
    ends.start()
    app.session_state["taking-in"] = True
    app.run()
    ends.join()
    assert not app.exception
    assert "The disk is full. What was taken in before that stays" in drawn(app)
    assert app.selectbox(key="intake-campaign")
