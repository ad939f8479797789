"""The Table screen: what is offered, previewed, recorded and undone."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from dashboard.forms import table_state
from dashboard.forms.tickets import Tickets
from dashboard.ui import recording
from dashboard.ui.seats import SeatChoice
from tests.dashboard.table.conftest import EVENING
from tests.dashboard.table.page import field, html, press, record, roll_here, rulings, said
from tests.dashboard.table.wager_messages import Enter
from wiring.library import Library

Sit = Callable[[], AppTest]


def test_the_games_steps_stand_first_and_the_tables_own_follow(sit_down: Sit) -> None:
    at = sit_down()
    assert not [button for button in at.button if str(button.key).startswith("everything|")]  # folded, not drawn
    labels = [said(button.label) for button in opened(at).button]
    assert labels.index("Take a place") < labels.index("Pay nerve") < labels.index("Open a session")


def opened(at: AppTest) -> AppTest:
    """The table with the list of everything unfolded."""
    at.session_state[f"everything-fold|{EVENING}"] = True
    return at.run()


def test_a_ruling_is_previewed_and_recorded_and_the_next_step_comes_in_front(
    sit_down: Sit, library: Library
) -> None:
    at = sit_down()
    field(at, "Name").set_value("Sorrel").run()
    assert "This will be recorded" in html(at)
    assert "Sorrel sits down" in html(at)
    assert rulings(library) == 3
    record(at)
    assert rulings(library) == 4
    assert "Recorded" in html(at)
    assert "Choose suits for Sorrel" in [said(button.label) for button in at.button]


def test_a_server_that_is_started_again_gives_a_form_that_lies_open_the_fields_it_had(
    sit_down: Sit, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_state, "TICKETS", Tickets())
    before = [it.key for it in sit_down().text_input if str(it.key).endswith("|name")]
    monkeypatch.setattr(table_state, "TICKETS", Tickets())
    assert before
    assert [it.key for it in sit_down().text_input if str(it.key).endswith("|name")] == before
    record(field(sit_down(), "Name").set_value("Sorrel").run())
    monkeypatch.setattr(table_state, "TICKETS", Tickets())
    assert not set(before) & {it.key for it in sit_down().text_input}, "what was recorded stands in no field"


def test_a_preview_says_which_numbers_change(sit_down: Sit) -> None:
    at = press(sit_down(), "Pay nerve")
    field(at, "Amount").set_value(1).run()
    field(at, "Sworn").set_value(True).run()
    assert "<del><bdi" in html(at)
    assert re.search(r'class="down"><bdi dir="auto">1<', html(at))


def test_a_refusal_is_shown_in_words_and_records_nothing(sit_down: Sit, library: Library) -> None:
    at = press(sit_down(), "Pay nerve")
    field(at, "Amount").set_value(7).run()
    field(at, "Sworn").set_value(True).run()
    words = "Old Wren has 2 points of nerve and would need 7."
    assert words in html(at)
    record(at)
    assert f"Nothing was recorded. {words}" in html(at)
    assert rulings(library) == 3
    assert field(at, "Amount").value == 7


def test_typed_dice_are_asked_for_wave_by_wave_and_recorded(sit_down: Sit, library: Library) -> None:
    at = press(sit_down(), "Roll for Old Wren")
    assert html(at).count("lying waiting") == 3
    assert "Type the dice as they fell" in html(at)
    field(at, "Dice").set_value("562").run()
    assert html(at).count("lying waiting") == 1
    assert "Dice still to type in: d4." in html(at)
    field(at, "Dice").set_value("5629").run()
    assert "Die 4 is a d4: 1 to 4." in html(at)
    field(at, "Dice").set_value("5623").run()
    record(at)
    kept = list(library.ledger.told(EVENING))[-1].record
    assert kept.envelope.dice == [(8, 5), (6, 6), (6, 2), (4, 3)]
    assert kept.envelope.dice_from == "typed"


def test_dice_that_are_missing_are_asked_for_and_nothing_is_recorded(sit_down: Sit, library: Library) -> None:
    at = record(press(sit_down(), "Roll for Old Wren"))
    assert "Dice still to type in: d8 d6 d6." in html(at)
    assert rulings(library) == 3


def test_dice_can_be_rolled_here_and_are_drawn(sit_down: Sit, library: Library) -> None:
    at = roll_here(press(sit_down(), "Roll for Old Wren"))
    kept = list(library.ledger.told(EVENING))[-1].record
    assert kept.envelope.dice_from == "rolled"
    assert "die d8" in html(at)


def test_a_forced_step_takes_one_press(sit_down: Sit, library: Library) -> None:
    at = roll_here(press(sit_down(), "Roll for Old Wren"))
    press(at, "End the round")
    assert list(library.ledger.told(EVENING))[-1].record.envelope.type == "wager.settled.v1"


def test_pressed_twice_a_form_is_recorded_once(sit_down: Sit, library: Library) -> None:
    at = sit_down()
    field(at, "Name").set_value("Sorrel").run()
    screen = at.session_state[f"desk|{EVENING}"]
    button = next(button for button in at.button if str(button.key).startswith("record|"))
    assert button.label == "Take a place"
    ticket = str(button.key).removeprefix("record|")
    record(at)
    assert ticket in screen.done
    again = recording.record(_room(library, screen), next(iter(screen.tickets)), Enter(name="Sorrel"), ticket)
    assert again is None
    assert rulings(library) == 4


def _room(library: Library, screen: Any) -> Any:
    campaign = library.ledger.open(EVENING)
    moment = campaign.moment()
    return recording.TablePage(
        library=library,
        campaign=campaign,
        slug=EVENING,
        screen=screen,
        seat="gm",
        viewer=moment.campaign.asker("gm"),
        game=library.ledger.game("wager"),
        moment=moment,
        names={},
        offers=[],
        commands={},
        seated=SeatChoice("", None),
    )


def test_another_seat_asks_in_its_own_name(sit_down: Sit, library: Library) -> None:
    at = sit_down()
    at.pills(key=f"seat|{EVENING}").set_value("ana").run()
    field(at, "Name").set_value("Sorrel").run()
    record(at)
    assert list(library.ledger.told(EVENING))[-1].record.envelope.by == "ana"


def test_any_command_of_the_game_can_be_asked_for(sit_down: Sit, library: Library) -> None:
    at = opened(sit_down())
    at.text_input(key=f"everything|{EVENING}").set_value("another title").run()
    at = press(at, "Give the campaign another title")
    field(at, "Title").set_value("Another evening").run()
    record(at)
    assert library.ledger.moment(EVENING).campaign.title == "Another evening"


def test_a_note_is_kept_for_the_table_or_for_the_gm(sit_down: Sit, library: Library) -> None:
    at = sit_down()
    field(at, "Note").set_value("The lamp went out.")
    press(at, "Only the GM")
    last = list(library.ledger.told(EVENING))[-1]
    assert last.retelling.headline == "The lamp went out."
    assert last.retelling.audience == "gm"
    assert field(at, "Note").value == ""
    press(at, "Note for the table")
    assert "the text is empty" in html(at)


def test_why_nothing_was_recorded_is_forgotten_once_the_form_says_otherwise(sit_down: Sit) -> None:
    at = sit_down()
    field(at, "Name").set_value("Old Wren").run()
    record(at)
    assert html(at).count("sits there already") == 1
    field(at, "Name").set_value("Sorrel").run()
    assert "Nothing was recorded" not in html(at)


def test_a_form_that_is_open_in_two_tabs_is_recorded_once(sit_down: Sit, library: Library) -> None:
    one, two = sit_down(), sit_down()
    for tab in (one, two):
        field(tab, "Name").set_value("Sorrel").run()
    record(one)
    two = record(two)
    assert "Recorded already" in html(two)
    assert rulings(library) == 4
    field(two, "Name").set_value("Thyme").run()
    record(two)
    assert rulings(library) == 5


def test_two_tabs_that_say_something_else_are_two_rulings(sit_down: Sit, library: Library) -> None:
    one, two = sit_down(), sit_down()
    for tab, name in ((one, "Sorrel"), (two, "Thyme")):
        field(tab, "Name").set_value(name).run()
    record(one)
    record(two)
    assert rulings(library) == 5


def test_a_tab_in_which_nothing_was_written_goes_on_after_another_has_recorded(
    sit_down: Sit, library: Library
) -> None:
    one, two = sit_down(), sit_down()
    field(one, "Name").set_value("Sorrel").run()
    record(one)
    two.run()
    field(two, "Name").set_value("Thyme").run()
    record(two)
    assert rulings(library) == 5


def test_an_older_moment_has_no_live_form(sit_down: Sit, library: Library) -> None:
    at = sit_down()
    at.query_params["at"] = "2"
    at.run()
    assert not at.exception
    assert "That moment is past" in html(at)
    assert not [button for button in at.button if str(button.key).startswith(("record|", "offer|"))]
    at.query_params["at"] = str(library.ledger.head(EVENING))
    at.run()
    assert [button for button in at.button if str(button.key).startswith("record|")]
