"""The forms of a preparation at the Table: drafts, what a form says of its answers, a step that others took."""

from collections.abc import Callable
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from dashboard.forms.drafts import DRAFTS, RECORDED, DraftKey
from dashboard.pages.library.founding import Founded, found
from dashboard.ui.open_ledger import drop_removed_words
from domain.kernel.vocabulary import Vocabulary
from ledger.answers import Ruled, Submission
from ledger.care.redaction import Removed, preview, remove
from tests.dashboard.conftest import drawn
from wiring.library import Library

Visit = Callable[..., AppTest]
WORDS = "Lamp Guild 2"


@pytest.fixture
def prepared(library: Library) -> str:
    """A dungeon of Wicked Ones that was founded and named; its factions are still to be written."""
    answer = found(
        library.ledger, game="wicked_ones", title="The mill", gm_name="Gwen", house_rules={}, players=("Ada",)
    )
    assert isinstance(answer, Founded)
    return answer.slug


def test_the_gm_at_home_takes_a_players_step_without_a_change_of_seat(
    visit: Visit, library: Library, prepared: str
) -> None:
    app = named(visit, prepared)
    assert "A Wicked One" in drawn(app)
    assert "In the name of Ada" in drawn(app)
    field(app, "name").set_value("Old Grist").run()
    assert not app.exception
    assert "no longer in order" not in drawn(app)


def test_the_gm_reads_above_the_form_whose_protagonist_it_is(visit: Visit, library: Library) -> None:
    answer = found(
        library.ledger, game="hot_circle", title="Salt", gm_name="Gwen", house_rules={}, players=("Ada", "Ben")
    )
    assert isinstance(answer, Founded)
    words = Vocabulary(library.ledger.game("hot_circle"))
    for asked in (
        {"type": "hot_circle.begin_session_zero", "genre": "smugglers", "style": "wet"},
        {"type": "hot_circle.add_setting", "name": "The Arches", "character_types": ["ferryman"]},
        {"type": "hot_circle.set_starting_lifepaths", "count": 2},
    ):
        ruled = library.ledger.rule(answer.slug, Submission(command=words.command(asked), by="gwen"))
        assert isinstance(ruled, Ruled)
    app = visit("table", campaign=answer.slug)
    for player in ("Ada", "Ben"):
        app.button(key=f"prep|{answer.slug}|protagonist:{player.lower()}").click().run()
        head = drawn(app).partition('<div class="tbl-head"><h2>')[2].partition("</h2>")[0]
        assert player in head


def test_a_draft_comes_back_with_the_page(visit: Visit, prepared: str) -> None:
    app = factions(visit, prepared)
    app.text_area(key=place(app, "factions")).set_value(WORDS).run()
    again = factions(visit, prepared)
    assert again.text_area(key=place(again, "factions")).value == WORDS
    gm = DraftKey(prepared, "gwen", "factions")
    assert WORDS in DRAFTS.of(gm).values()
    DRAFTS.forget(gm)


def test_a_step_that_was_taken_meanwhile_is_said_to_be_and_keeps_its_words(visit: Visit, prepared: str) -> None:
    mine, theirs = factions(visit, prepared), factions(visit, prepared)
    mine.text_area(key=place(mine, "factions")).set_value(WORDS).run()
    theirs.text_area(key=place(theirs, "factions")).set_value("The Weir Wives 2").run()
    theirs.button(key=next(it.key for it in theirs.button if it.key.startswith("record|"))).click().run()
    assert "Weir Wives" in drawn(theirs)
    mine.run()
    assert "This step was taken meanwhile" in drawn(mine)
    assert mine.text_area(key=place(mine, "factions")).value == WORDS


def test_words_that_come_with_the_same_redraw_as_anothers_step_are_kept(visit: Visit, prepared: str) -> None:
    mine, theirs = factions(visit, prepared), factions(visit, prepared)
    theirs.text_area(key=place(theirs, "factions")).set_value("The Weir Wives 2").run()
    mine.text_area(key=place(mine, "factions")).set_value(WORDS)
    theirs.button(key=next(it.key for it in theirs.button if it.key.startswith("record|"))).click().run()
    mine.run()
    assert WORDS in drawn(mine) or mine.text_area(key=place(mine, "factions")).value == WORDS


def test_a_step_of_several_rulings_is_taken_back_at_once_and_stands_in_its_form_again(
    visit: Visit, library: Library, prepared: str
) -> None:
    app = factions(visit, prepared)
    before = library.ledger.moment(prepared).game.sandbox
    app.text_area(key=place(app, "factions")).set_value("Weir Wives 2\nLamp Guild 1").run()
    record(app)
    assert len(library.ledger.moment(prepared).game.sandbox) == len(before) + 2
    back = next(it for it in app.button if "Take back" in it.label)
    assert "and 1 more" in back.label
    back.click().run()
    assert not app.exception
    assert library.ledger.moment(prepared).game.sandbox == before
    assert app.text_area(key=place(app, "factions")).value == "Weir Wives 2\nLamp Guild 1"
    next(it for it in app.button if "Bring back" in it.label).click().run()
    assert len(library.ledger.moment(prepared).game.sandbox) == len(before) + 2


def test_words_removed_from_the_record_come_back_with_no_form_and_stay_in_none(
    visit: Visit, library: Library, prepared: str
) -> None:
    app = factions(visit, prepared)
    app.text_area(key=place(app, "factions")).set_value("Weir Wives 2\nLamp Guild 1").run()
    record(app)
    next(it for it in app.button if "Take back" in it.label).click().run()
    assert "Weir Wives" in app.text_area(key=place(app, "factions")).value
    removed(library, prepared, "Weir Wives")
    app.run()
    assert not app.exception
    assert "Weir Wives" not in drawn(app)
    app.button(key=f"prep|{prepared}|factions").click().run()
    assert app.text_area(key=place(app, "factions")).value == ""
    drop_removed_words()
    assert "Weir Wives" not in repr((DRAFTS, RECORDED))


def test_what_was_written_and_never_recorded_outlives_a_removal(
    visit: Visit, library: Library, prepared: str
) -> None:
    app = factions(visit, prepared)
    app.text_area(key=place(app, "factions")).set_value(WORDS).run()
    removed(library, prepared, "The mill")
    app.run()
    assert app.text_area(key=place(app, "factions")).value == WORDS
    drop_removed_words()
    assert WORDS in repr(DRAFTS)
    DRAFTS.forget(DraftKey(prepared, "gwen", "factions"))


def test_whoever_sends_a_form_that_was_drawn_before_a_removal_is_told_once(
    visit: Visit, library: Library, prepared: str
) -> None:
    here = factions(visit, prepared)
    here.text_area(key=place(here, "factions")).set_value("Weir Wives 2\nLamp Guild 1").run()
    record(here)
    next(it for it in here.button if "Take back" in it.label).click().run()
    there = factions(visit, prepared)
    assert "Weir Wives" in there.text_area(key=place(there, "factions")).value, (
        "another tab has it from the record"
    )
    before = library.ledger.moment(prepared).game.sandbox
    removed(library, prepared, "Weir Wives")
    record(there)
    assert library.ledger.moment(prepared).game.sandbox == before
    assert "Words were removed from the record while this page lay open" in drawn(there)


def removed(library: Library, slug: str, words: str) -> None:
    """Take words out of the record, as the command line does."""
    gone = preview(library.ledger, slug, {words: "…"}, ids={}, by="gwen")
    assert gone is not None
    answer = remove(library.ledger, gone, confirm=gone.code, reason="Somebody asked for it.", by="gwen")
    assert isinstance(answer, Removed)


def named(visit: Visit, slug: str) -> AppTest:
    """The table once the dungeon has a name."""
    app = visit("table", campaign=slug)
    field(app, "dungeon").set_value("The Sump").run()
    return record(app)


def factions(visit: Visit, slug: str) -> AppTest:
    """The form of the factions; the dungeon is named first if it is not."""
    app = visit("table", campaign=slug)
    if any(it.key.endswith("|dungeon") for it in app.text_input):
        field(app, "dungeon").set_value("The Sump").run()
        record(app)
    return app.button(key=f"prep|{slug}|factions").click().run()


def record(app: AppTest) -> AppTest:
    return app.button(key=next(it.key for it in app.button if it.key.startswith("record|"))).click().run()


def field(app: AppTest, name: str) -> Any:
    return next(it for it in app.text_input if it.key.endswith(f"|{name}"))


def place(app: AppTest, name: str) -> str:
    return next(it.key for it in app.text_area if f"|{name}" in it.key)
