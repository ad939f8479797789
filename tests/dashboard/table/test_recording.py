"""The Table screen: what is offered, previewed and recorded, and what happens when it goes wrong."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from dashboard.components import table_recording
from dashboard.forms.text import JOINER
from dashboard.wiring import Library
from domain.kernel.campaign.commands import RenameCampaign
from ledger.answers import Submission
from ledger.errors import Conflict
from ledger.recorder.errors import LedgerUnavailable
from tests.dashboard.table.conftest import EVENING, rule
from tests.dashboard.table.wager import Enter

Sit = Callable[[], AppTest]


def html(at: AppTest) -> str:
    return "\n".join(block.value for block in at.html if "<style>" not in block.value)


def said(text: str) -> str:
    """A label as it reads once its escapes are gone."""
    return re.sub(r"[\\\u2068\u2069]", "", text).replace(JOINER, "")


def press(at: AppTest, label: str) -> AppTest:
    button = next(each for each in at.button if said(each.label) == label)
    at = button.click().run()
    assert not at.exception
    return at


def field(at: AppTest, label: str) -> Any:
    found = [each for each in at.main if getattr(each, "label", None) is not None]
    kinds = [*at.text_input, *at.text_area, *at.number_input, *at.selectbox, *at.multiselect, *at.button_group]
    return next(each for each in (*kinds, *found) if said(each.label) == label)


def rulings(library: Library) -> int:
    return sum(1 for _ in library.ledger.rulings(EVENING))


def test_the_games_steps_stand_first_and_the_tables_own_follow(sit_down: Sit) -> None:
    labels = [said(button.label) for button in sit_down().button]
    assert labels.index("Take a place") < labels.index("Pay nerve") < labels.index("Open a session")


def test_a_ruling_is_previewed_and_recorded_and_the_next_step_comes_in_front(
    sit_down: Sit, library: Library
) -> None:
    at = sit_down()
    field(at, "Name").set_value("Sorrel").run()
    assert "This will be recorded" in html(at)
    assert "Sorrel sits down" in html(at)
    assert rulings(library) == 3
    press(at, "Record")
    assert rulings(library) == 4
    assert "Recorded" in html(at)
    assert "Choose suits for Sorrel" in [said(button.label) for button in at.button]


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
    press(at, "Record")
    assert f"Nothing was recorded. {words}" in html(at)
    assert rulings(library) == 3
    assert field(at, "Amount").value == 7


def test_typed_dice_are_asked_for_wave_by_wave_and_recorded(sit_down: Sit, library: Library) -> None:
    at = press(sit_down(), "Roll for Old Wren")
    assert html(at).count("die-waiting") == 3
    field(at, "Dice").set_value("562").run()
    assert html(at).count("die-waiting") == 1
    field(at, "Dice").set_value("5629").run()
    assert "Die 4 is a d4: 1 to 4." in html(at)
    field(at, "Dice").set_value("5623").run()
    press(at, "Record")
    record = list(library.ledger.told(EVENING))[-1].record
    assert record.envelope.dice == [(8, 5), (6, 6), (6, 2), (4, 3)]
    assert record.envelope.dice_from == "typed"


def test_dice_that_are_missing_are_asked_for_and_nothing_is_recorded(sit_down: Sit, library: Library) -> None:
    at = press(press(sit_down(), "Roll for Old Wren"), "Record")
    assert "Dice still to type in: d8 d6 d6." in html(at)
    assert rulings(library) == 3


def test_dice_can_be_rolled_here_and_are_drawn(sit_down: Sit, library: Library) -> None:
    at = press(press(sit_down(), "Roll for Old Wren"), "Roll here and record")
    record = list(library.ledger.told(EVENING))[-1].record
    assert record.envelope.dice_from == "rolled"
    assert "die-d8" in html(at)


def test_a_forced_step_takes_one_press(sit_down: Sit, library: Library) -> None:
    at = press(press(sit_down(), "Roll for Old Wren"), "Roll here and record")
    press(at, "End the round")
    assert list(library.ledger.told(EVENING))[-1].record.envelope.type == "wager.settled.v1"


def test_pressed_twice_a_form_is_recorded_once(sit_down: Sit, library: Library) -> None:
    at = sit_down()
    field(at, "Name").set_value("Sorrel").run()
    desk = at.session_state[f"desk|{EVENING}"]
    record = next(button for button in at.button if button.label == "Record")
    ticket = record.key.removeprefix("record|")
    press(at, "Record")
    assert ticket in desk.done
    again = table_recording.record(_room(library, desk), next(iter(desk.tickets)), Enter(name="Sorrel"), ticket)
    assert again is None
    assert rulings(library) == 4


def _room(library: Library, desk: Any) -> Any:
    moment = library.ledger.moment(EVENING)
    return table_recording.Room(
        library=library, slug=EVENING, desk=desk, seat="gm", viewer=moment.campaign.asker("gm"),
        game=library.ledger.game("wager"), moment=moment, names={}, offers=[], commands={},
    )  # fmt: skip


def test_an_answer_that_got_lost_is_given_again_under_the_same_ticket(
    sit_down: Sit, library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = sit_down()
    field(at, "Name").set_value("Sorrel").run()
    ledger = type(library.ledger)
    real = ledger.rule

    def recorded_but_unheard(self: Any, campaign: str, submission: Submission) -> Any:
        real(self, campaign, submission)
        raise LedgerUnavailable("The connection was lost.")

    monkeypatch.setattr(ledger, "rule", recorded_but_unheard)
    press(at, "Record")
    assert "it cannot be recorded twice" in html(at)
    assert field(at, "Name").value == "Sorrel"
    monkeypatch.setattr(ledger, "rule", real)
    press(at, "Record")
    assert "Recorded already" in html(at)
    assert rulings(library) == 4


@pytest.mark.parametrize(
    "trouble", [Conflict("Others recorded first."), LedgerUnavailable("The disk is full; nothing was recorded.")]
)
def test_trouble_with_the_ledger_is_a_sentence_and_keeps_what_was_typed(
    sit_down: Sit, monkeypatch: pytest.MonkeyPatch, library: Library, trouble: Exception
) -> None:
    at = sit_down()
    field(at, "Name").set_value("Sorrel").run()

    def fails(*_: Any) -> Any:
        raise trouble

    monkeypatch.setattr(type(library.ledger), "rule", fails)
    press(at, "Record")
    assert str(trouble) in html(at)
    assert field(at, "Name").value == "Sorrel"


def test_the_ledger_goes_away_and_comes_back_with_everything_typed(
    sit_down: Sit, monkeypatch: pytest.MonkeyPatch, library: Library
) -> None:
    at = sit_down()
    field(at, "Name").set_value("Sorrel").run()

    def away(*_: Any, **__: Any) -> Any:
        raise LedgerUnavailable("The connection was lost.")

    with monkeypatch.context() as gone:
        gone.setattr(type(library.ledger), "moment", away)
        at.run()
        assert "The connection was lost." in html(at)
        assert not at.exception
    at.run()
    assert field(at, "Name").value == "Sorrel"


def test_what_others_record_shows_and_leaves_a_form_as_it_is(sit_down: Sit, library: Library) -> None:
    at = sit_down()
    field(at, "Name").set_value("Sorr").run()
    rule(library, Enter(name="Hazel"), by="ana")
    at.run()
    assert "Hazel sits down" in html(at)
    assert field(at, "Name").value == "Sorr"


def test_a_step_that_is_no_longer_in_order_stays_with_what_was_typed(sit_down: Sit, library: Library) -> None:
    at = press(sit_down(), "Roll for Old Wren")
    field(at, "Dice").set_value("5 2 3").run()
    from tests.dashboard.table.wager import Roll

    rule(library, Roll(who="old-wren"), faces=(1, 2, 3))
    at.run()
    assert "The table has moved on" in html(at)
    assert field(at, "Dice").value == "5 2 3"


def test_another_seat_asks_in_its_own_name(sit_down: Sit, library: Library) -> None:
    at = sit_down()
    at.selectbox(key=f"seat|{EVENING}").select("ana").run()
    field(at, "Name").set_value("Sorrel").run()
    press(at, "Record")
    assert list(library.ledger.told(EVENING))[-1].record.envelope.by == "ana"


def test_any_command_of_the_game_can_be_asked_for(sit_down: Sit, library: Library) -> None:
    at = sit_down()
    at.selectbox(key="table-other").select("campaign.rename").run()
    field(at, "Title").set_value("Another evening").run()
    press(at, "Record")
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


def test_what_only_the_gm_may_know_is_not_on_a_players_page(sit_down: Sit, library: Library) -> None:
    from tests.dashboard.table.wager import Whisper

    rule(library, Whisper(who="old-wren", text="I cheated"), by="ana")
    at = sit_down()
    assert "I cheated" in html(at)
    at.selectbox(key=f"seat|{EVENING}").select("ana").run()
    assert "I cheated" not in str(at)


@pytest.mark.parametrize(
    "name",
    [
        "![x](https://evil.example/a.png)",
        "<script>alert(1)</script><img src=x onerror=alert(1)>",
        "x" * 10_000,
        "שלום :smile: $x$ [a](b)",
        "**Bold** `code` :material/delete: :red[no]",
    ],
)
def test_hostile_names_are_shown_as_text(sit_down: Sit, library: Library, name: str) -> None:
    rule(library, Enter(name=name, id="guest"))
    rule(library, RenameCampaign(title=name))
    at = sit_down()
    assert "<script" not in html(at)
    assert "<img" not in html(at)
    for button in at.button:
        assert not re.search(r"(?<!\\)[!\[\]()`*$<>]", button.label)
        assert len(button.label) < 400
    press(
        at,
        next(
            said(b.label)
            for b in at.button
            if said(b.label).startswith("Choose suits for") and "Wren" not in b.label
        ),
    )
    assert "<script" not in html(at)


@pytest.mark.parametrize("slug", ["nowhere", "../../etc", "<b>", ""])
def test_a_campaign_that_is_not_there_is_said_in_a_sentence(library: Library, slug: str) -> None:
    at = AppTest.from_file(str(Path(table_recording.__file__).parents[1] / "app.py"), default_timeout=30)
    at.query_params["campaign"] = slug
    at.switch_page("screens/table.py").run()
    assert not at.exception
    assert "No such campaign" in html(at) if slug else "An evening" in html(at)


def test_the_last_ruling_can_be_undone_with_a_reason(sit_down: Sit, library: Library) -> None:
    at = sit_down()
    field(at, "Name").set_value("Sorrel").run()
    press(press(at, "Record"), "Undo")
    press(at, "Record")
    assert "Say why: this needs a reason." in html(at)
    field(at, "Reason").set_value("It was Hazel").run()
    assert "Say why" not in html(at)
    press(at, "Record")
    assert "sorrel" not in library.ledger.moment(EVENING).game.players


def test_why_nothing_was_recorded_is_forgotten_once_the_form_says_otherwise(sit_down: Sit) -> None:
    at = sit_down()
    field(at, "Name").set_value("Old Wren").run()
    press(at, "Record")
    assert html(at).count("sits there already") == 1
    field(at, "Name").set_value("Sorrel").run()
    assert "Nothing was recorded" not in html(at)
