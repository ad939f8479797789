"""The sheet below the form, and where its numbers and those of the preview come from."""

from collections.abc import Callable

from streamlit.testing.v1 import AppTest

from tests.dashboard.conftest import explained
from tests.dashboard.table.conftest import EVENING, rule
from tests.dashboard.table.page import field, html, press
from tests.dashboard.table.wager_messages import Enter, Pay
from wiring.library import Library

FOLDED = f"table-sheets-{EVENING}"


def test_the_sheet_of_whoever_was_spoken_of_last_is_at_hand(
    sit_down: Callable[[], AppTest], library: Library
) -> None:
    at = sit_down()
    assert 'class="sheet"' not in html(at)
    at.session_state[FOLDED] = True
    at.run()
    assert 'data-asks="0" aria-label="Sheet of Old Wren"' in html(at)
    rule(library, Enter(name="Sorrel"))
    rule(library, Pay(who="sorrel", amount=1, sworn=True))
    at.run()
    assert 'aria-label="Sheet of Sorrel"' in html(at)
    at.selectbox(key=f"table-sheet-of-{EVENING}").select("old-wren").run()
    assert 'aria-label="Sheet of Old Wren"' in html(at)
    assert "delta" not in html(at)
    rule(library, Pay(who="old-wren", amount=1, sworn=True))
    assert '<span class="delta k-loss">−1</span>' in html(at.run())


def test_numbers_of_the_sheet_and_of_the_preview_are_explained(
    sit_down: Callable[[], AppTest], library: Library
) -> None:
    rule(library, Pay(who="old-wren", amount=1, sworn=True))
    at = press(sit_down(), "Pay nerve")
    field(at, "Amount").set_value(1).run()
    field(at, "Sworn").set_value(True).run()
    assert '<li data-path="old-wren.nerve">' in html(at)
    told = explained(at, EVENING, "old-wren.nerve")
    assert (told["aside"], told["now"], [row[5] for row in told["steps"]]) == (EVENING, "1", [-1])
    assert explained(at, EVENING, "old-wren.nerve", at=1)["at"] == library.ledger.head(EVENING)
