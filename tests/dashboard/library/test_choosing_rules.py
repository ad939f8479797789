"""Founding by a system: one that comes ready, or one of one's own, with what is off said first."""

from collections.abc import Callable

from streamlit.testing.v1 import AppTest

from tests.dashboard.conftest import drawn
from tests.dashboard.table.page import field, html, press, record
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
    assert drawn(app).count("nothing of this name can be declared here") == 2
    app.text_area(key="rules-open_table-text").set_value(SMALL).run()
    assert "nothing of this name" not in drawn(app)  # neither under the file nor over the buttons
    assert "Luck &amp; &lt;b&gt;" in drawn(app)
    app.button(key="found-it").click().run()
    assert not app.exception
    assert library.ledger.moment("ready").game.house_rules.system == SMALL


def test_a_system_file_is_uploaded_and_edited_later_by_a_ruling(
    visit: Callable[..., AppTest], library: Library
) -> None:
    app = visit("campaigns")
    app.pills(key="found-game").set_value("open_table").run()
    app.selectbox(key="rules-open_table-preset").set_value("own").run()
    upload = app.file_uploader(key="rules-open_table-upload")
    app = upload.set_value(("two.toml", b"title = \xff", "application/toml")).run()
    assert "UTF-8" in drawn(app)
    app.file_uploader(key="rules-open_table-upload").set_value(
        ("two.toml", SMALL.encode(), "application/toml")
    ).run()
    assert "Luck &amp; &lt;b&gt;" in drawn(app)
    app.text_input(key="found-title").set_value("Two").run()
    app.button(key="found-it").click().run()
    assert library.ledger.moment("two").game.house_rules.system == SMALL

    table = visit("table", campaign="two")
    table.session_state["everything-fold|two"] = True
    table = press(table.run(), "Change a house rule")
    assert field(table, "System").value == SMALL
    field(table, "System").set_value(SMALL.replace("high = 3", "hihg = 9")).run()
    field(table, "Reason").set_value("More luck").run()
    assert "nothing of this name can be declared here" in html(table)
    field(table, "System").set_value(SMALL.replace("high = 3", "high = 9")).run()
    record(table)
    assert library.ledger.moment("two").game.house_rules.system == SMALL.replace("high = 3", "high = 9")
    assert "More luck" in list(library.ledger.told("two"))[-1].retelling.headline
