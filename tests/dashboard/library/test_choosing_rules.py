"""Founding by a system: one that comes ready, or one of one's own, with what is off said first."""

from collections.abc import Callable

from streamlit.testing.v1 import AppTest

from tests.dashboard.conftest import drawn
from wiring.library import Library

SMALL = 'format = 1\ntitle = "Two dice"\nnumber.luck = { label = "Luck & <b>", high = 3 }\n'


def test_a_system_is_chosen_or_written_and_shown_before_it_is_used(
    visit: Callable[..., AppTest], library: Library
) -> None:
    app = visit("campaigns")
    app.pills(key="found-game").set_value("open_table").run()
    app.selectbox(key="rules-open_table-preset").set_value("moves-2d6").run()
    assert "Fierce" in drawn(app)
    app.text_input(key="found-title").set_value("Ready").run()
    app.selectbox(key="rules-open_table-preset").set_value("own").run()
    assert "Write a system file, or upload one." in drawn(app)
    app.text_area(key="rules-open_table-text").set_value(SMALL.replace("high", "hihg")).run()
    assert "nothing of this name can be declared here" in drawn(app)
    app.button(key="found-it").click().run()
    assert not library.ledger.campaigns()
    app.text_area(key="rules-open_table-text").set_value(SMALL).run()
    assert "Luck &amp; &lt;b&gt;" in drawn(app)
    app.button(key="found-it").click().run()
    assert not app.exception
    assert library.ledger.moment("ready").game.house_rules.system == SMALL
