"""Take back and bring back at the Table: one press, a reason only where one is needed, and why not in words."""

from collections.abc import Callable

from streamlit.testing.v1 import AppTest

from domain.kernel.journal.disputes import DisputeRuling
from ledger.answers import Submission
from tests.dashboard.table.conftest import EVENING, rule
from tests.dashboard.table.page import field, html, press, record, rulings, said
from tests.dashboard.table.wager_messages import Enter, Roll
from wiring.library import Library

Sit = Callable[[], AppTest]


def players(library: Library) -> set[str]:
    return set(library.ledger.moment(EVENING).game.players)


def begins(at: AppTest, words: str) -> str:
    """The label of the button that begins so."""
    return next(said(each.label) for each in at.button if said(each.label).startswith(words))


def test_ones_own_ruling_without_dice_takes_one_press_and_comes_back_with_another(
    sit_down: Sit, library: Library
) -> None:
    rule(library, Enter(name="Sorrel"))
    sat = library.ledger.head(EVENING)
    at = sit_down()
    at = press(at, begins(at, f"Take back moment {sat}: Sorrel sits down"))
    assert "sorrel" not in players(library)
    assert "Recorded" in html(at)
    at = press(at, begins(at, f"Bring back moment {sat}: Sorrel sits down"))
    assert "sorrel" in players(library)
    assert not [each for each in at.button if said(each.label).startswith("Bring back")]


def test_rulings_of_a_play_script_are_taken_back_one_by_one(sit_down: Sit, library: Library) -> None:
    named = enumerate(("Ash", "Elm"))
    asked = [Submission(command=Enter(name=name), by="gm", key=f"evening:{line}") for line, name in named]
    library.ledger.rule_all(EVENING, asked)
    at = sit_down()
    press(at, begins(at, f"Take back moment {library.ledger.head(EVENING)}: Elm sits down"))
    assert players(library) & {"ash", "elm"} == {"ash"}


def test_once_dice_fell_the_gm_says_why(sit_down: Sit, library: Library) -> None:
    rule(library, Roll(who="old-wren"), faces=(5, 1, 2))
    at = press(sit_down(), "Take back")
    assert "Say why: this needs a reason." in html(at)
    assert rulings(library) == 4
    next(each for each in at.text_input if each.label == "Why").set_value("The d8 fell off the table").run()
    press(at, "Take back")
    assert rulings(library) == 5
    assert library.ledger.moment(EVENING).game.rolled == []


def test_a_player_is_told_whose_it_is(sit_down: Sit, library: Library) -> None:
    at = sit_down()
    at.pills(key=f"seat|{EVENING}").set_value("ana").run()
    button = next(each for each in at.button if said(each.label).startswith("Take back"))
    assert button.disabled
    assert "Only the GM may do this: it touches moment " in html(at)


def test_every_ruling_of_play_leads_to_the_court(sit_down: Sit, library: Library) -> None:
    page = html(sit_down())
    assert f"disputes?campaign={EVENING}&amp;ruling=3" in page
    assert "dispute waits" not in page
    rule(library, DisputeRuling(ruling=3, text="Nobody heard it."), by="ana")
    assert "1 dispute waits for a judgement" in html(sit_down())


def test_what_is_taken_back_stands_in_its_form_again(sit_down: Sit, library: Library) -> None:
    at = sit_down()
    field(at, "Name").set_value("Sorrel").run()
    at = record(at)
    assert "sorrel" in players(library)
    at = press(at, begins(at, "Take back moment"))
    assert "sorrel" not in players(library)
    assert field(at, "Name").value == "Sorrel"
    field(at, "Name").set_value("Sorrel the Elder").run()
    assert "Sorrel the Elder sits down" in html(record(at))


def test_dice_that_were_typed_come_back_as_well(sit_down: Sit, library: Library) -> None:
    at = press(sit_down(), "Roll for Old Wren")
    field(at, "Dice").set_value("512").run()
    at = record(at)
    next(each for each in at.text_input if each.label == "Why").set_value("Misread").run()
    at = press(at, "Take back")
    assert library.ledger.moment(EVENING).game.rolled == []
    assert field(at, "Dice").value == "5 1 2"
