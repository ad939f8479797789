"""The Table screen as a test reads it and works it."""

import re
from typing import Any

from streamlit.testing.v1 import AppTest

from dashboard.forms.text import JOINER
from tests.dashboard.table.conftest import EVENING
from wiring.library import Library


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


def record(at: AppTest) -> AppTest:
    """Press the button of the form in front, whatever its step is called."""
    return _press_keyed(at, "record|")


def roll_here(at: AppTest) -> AppTest:
    """Press the button that rolls the dice of the form in front."""
    return _press_keyed(at, "roll|")


def play_line(at: AppTest) -> AppTest:
    """Press the button of the line that was typed."""
    return _press_keyed(at, "said|")


def _press_keyed(at: AppTest, key: str) -> AppTest:
    at = next(each for each in at.button if str(each.key).startswith(key)).click().run()
    assert not at.exception
    return at


def field(at: AppTest, label: str) -> Any:
    found = [each for each in at.main if getattr(each, "label", None) is not None]
    kinds = [*at.text_input, *at.text_area, *at.number_input, *at.selectbox, *at.multiselect, *at.button_group]
    return next(each for each in (*kinds, *found) if said(each.label) == label)


def rulings(library: Library) -> int:
    return sum(1 for _ in library.ledger.rulings(EVENING))
