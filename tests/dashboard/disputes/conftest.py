"""A whole night of the small game with its disputes, and the screen as a test works it."""

from collections.abc import Callable
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from tests.dashboard.conftest import drawn
from tests.dashboard.nights import Night, whole_night
from wiring.library import Library

SLUG = "causeway"
TIDE_DROWNS, MOSS_ENTERS, WARDEN_ENTERS, WREN_FACES, WREN_REROLLS = 6, 9, 10, 12, 13
ABANDONED, REWIND, NOTE = 23, 26, 15
"""Rulings of the whole night, by what they are."""


@pytest.fixture
def night(library: Library) -> Night:
    return whole_night(library)


@pytest.fixture
def open_disputes(visit: Callable[..., AppTest], night: Night) -> Callable[..., AppTest]:
    """Open the page: `open_disputes(9)` for a ruling, without a number for the list, `by="bo"` as somebody."""

    def open_it(ruling: object = None, by: str = "gm") -> AppTest:
        address = {} if ruling is None else {"ruling": str(ruling)}
        app = visit("disputes", campaign=SLUG, **address)
        assert not app.exception
        if by != "gm":
            app.pills(key=f"seat|{SLUG}").set_value(by).run()
        return app

    return open_it


def press(app: AppTest, label: str) -> AppTest:
    """Press the button with this label."""
    button = next(each for each in app.button if each.label == label)
    assert not button.disabled, label
    app = button.click().run()
    assert not app.exception
    return app


def labels(app: AppTest) -> list[str]:
    return [button.label for button in app.button]


def try_it(app: AppTest, way: str) -> AppTest:
    """Choose how it might have gone: strike, amend, dice, house_rules."""
    app = ways_of(app)[0].set_value(way).run()
    assert not app.exception
    return app


def ways_of(app: AppTest) -> list[Any]:
    """The choices on the page itself: the header has that of a seat."""
    return [it for it in app.button_group if not str(it.key).startswith("seat|")]


def settle(app: AppTest, ruling: int, how: str, n: int, of: int, by: str = "gm") -> AppTest:
    """The message of the list of verdicts when a button of a ruling is pressed."""
    app.session_state[f"court-verdicts|{SLUG}|{by}|{of}"] = {"act": {"how": how, "ruling": ruling, "n": n}}
    app = app.run()
    assert not app.exception
    return app


def figures(app: AppTest) -> list[int]:
    """The numbers of rulings that cannot stand, come out otherwise, are settled, are as recorded."""
    row = next(part for part in drawn(app).split("\n") if "crt-figures" in part)
    return [int(piece.split("</b>")[0]) for piece in row.split("<b>")[1:]]


def moment_of(library: Library, ruling: int) -> int:
    """The moment a ruling is called by on screens."""
    found = library.ledger.review.past(SLUG).ruling(ruling)
    assert found is not None
    return found.last
