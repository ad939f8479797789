"""The Table screen when things go wrong: the ledger, others who record, harmful names, secrets."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from dashboard.ui import recording
from domain.kernel.campaign.founding import RenameCampaign
from domain.kernel.campaign.seats import LeaveSeat, SeatPerson
from ledger.answers import Submission
from ledger.database.errors import LedgerUnavailable
from ledger.errors import Conflict
from tests.dashboard.table.conftest import EVENING, rule
from tests.dashboard.table.page import field, html, press, record, rulings, said
from tests.dashboard.table.wager_messages import Enter, Roll, Whisper
from tests.support.pages import at_page
from wiring.library import Library

Sit = Callable[[], AppTest]


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
    record(at)
    assert "it cannot be recorded twice" in html(at)
    assert field(at, "Name").value == "Sorrel"
    monkeypatch.setattr(ledger, "rule", real)
    record(at)
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
    record(at)
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
        gone.setattr(type(library.ledger), "open", away)
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


def test_a_form_begun_stays_in_front_when_another_step_becomes_forced(sit_down: Sit, library: Library) -> None:
    at = sit_down()
    field(at, "Name").set_value("Sorr").run()
    rule(library, Roll(who="old-wren"), faces=(1, 2, 3))
    at.run()
    assert "End the round" in [said(button.label) for button in at.button]
    assert field(at, "Name").value == "Sorr"


def test_words_that_come_with_the_same_redraw_as_anothers_ruling_stay(sit_down: Sit, library: Library) -> None:
    at = sit_down()
    field(at, "Name").set_value("Sorr")  # and is on its way while another records
    rule(library, Roll(who="old-wren"), faces=(1, 2, 3))
    at.run()
    assert "End the round" in [said(button.label) for button in at.button]
    assert field(at, "Name").value == "Sorr"


def test_a_step_that_is_no_longer_in_order_stays_with_what_was_typed(sit_down: Sit, library: Library) -> None:
    at = press(sit_down(), "Roll for Old Wren")
    field(at, "Dice").set_value("5 2 3").run()

    rule(library, Roll(who="old-wren"), faces=(1, 2, 3))
    at.run()
    assert "The table has moved on" in html(at)
    assert field(at, "Dice").value == "5 2 3"


def test_what_only_the_gm_may_know_is_not_on_a_players_page(sit_down: Sit, library: Library) -> None:

    rule(library, Whisper(who="old-wren", text="I cheated"), by="ana")
    at = sit_down()
    assert "I cheated" in html(at)
    at.pills(key=f"seat|{EVENING}").set_value("ana").run()
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
        assert not re.search(r"(?<!\\)[\[\]`*$<>]", button.label)
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
    at = AppTest.from_file(str(Path(recording.__file__).parents[1] / "app.py"), default_timeout=30)
    at.query_params["campaign"] = slug
    at_page(at, "table").run()
    assert not at.exception
    assert ("No such campaign" if slug else "Which campaign?") in html(at)


def test_a_page_whose_seat_was_given_up_says_so_until_another_is_chosen(library: Library, sit_down: Sit) -> None:
    at = sit_down()
    at.pills(key=f"seat|{EVENING}").set_value("ana").run()
    rule(library, LeaveSeat(person="ana"))
    gone = "Ana has no seat here any more"
    assert gone in html(at.run())
    assert at.pills(key=f"seat|{EVENING}").value == "gm"
    rule(library, SeatPerson(person="bo", name="Bo"))
    at.run()
    at.pills(key=f"seat|{EVENING}").set_value("bo").run()
    assert gone not in html(at)
