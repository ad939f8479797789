"""Chronicle, Sheets, Luck and Explain without a browser: what is told, to whom, and junk that breaks nothing."""

import re
from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from domain.kernel.people import Asker, Role
from domain.kernel.terms import PersonId
from projections.compare.explain import explanation
from tests.dashboard.conftest import drawn
from tests.dashboard.nights import HOSTILE, RIGHT_TO_LEFT, Night, whole_night
from wiring.library import Library

Visit = Callable[..., AppTest]
GM = Asker(PersonId("gm"), Role.GM)
BO = Asker(PersonId("bo"), Role.PLAYER)
every_screen = pytest.mark.parametrize("screen", ["chronicle", "sheets", "luck"])


def _story(app: AppTest) -> str:
    """The page without its contents."""
    return re.sub("<nav.*?</nav>", "", drawn(app), flags=re.DOTALL)


@every_screen
def test_without_campaigns_it_leads_to_where_they_are_founded(visit: Visit, screen: str) -> None:
    app = visit(screen)
    assert not app.exception
    assert "Press “New campaign” to begin one." in drawn(app)


@every_screen
def test_a_young_campaign_and_junk_in_an_address_break_nothing(
    visit: Visit, library: Library, screen: str
) -> None:
    Night(library, "young", "Young")
    for junk in ("-1", "<script>alert(1)</script>", "99999999999999999999"):
        app = visit(screen, campaign="young", at=junk, since=junk, read=junk)
        assert not app.exception
        assert "<script" not in drawn(app)


@every_screen
def test_names_are_text_wherever_they_stand(visit: Visit, library: Library, screen: str) -> None:
    night = whole_night(
        library, names={"wren": HOSTILE, "moss": RIGHT_TO_LEFT, "warden": "W" * 10_000, "bo": HOSTILE}
    )
    night.rule("journal.write_note", text=HOSTILE, by="bo")
    app = visit(screen, campaign="causeway")
    assert not app.exception
    assert "<script" not in drawn(app)
    assert "<img" not in drawn(app)
    assert not app.markdown


def test_the_chronicle_tells_a_session_with_its_notes_in_place(visit: Visit, library: Library) -> None:
    night = whole_night(library)
    night.rule("journal.write_note", text="Bring rope.", by="bo")
    night.rule("journal.write_note", text="It was lit.", form="quote", whose="The old warden", by="bo")
    page = drawn(visit("chronicle", campaign="causeway"))
    assert page.index("The old warden") < page.index("“It was lit.”")
    assert page.index("The far shore") < page.index("Lights on the far shore") < page.index("Bring rope.")
    assert "At the gate" not in page
    assert "A wrong turn" not in page


def test_the_chronicle_is_searched_as_whole_and_marks_what_it_found(visit: Visit, library: Library) -> None:
    whole_night(library)
    app = visit("chronicle", campaign="causeway")
    app.text_input(key="chronicle-search-causeway").set_value("BEACON").run()
    assert not app.exception
    assert "<mark>beacon</mark>" in drawn(app)
    assert "At the gate" not in drawn(app)
    app.text_input(key="chronicle-search-causeway").set_value("nothing like this").run()
    assert "Nothing was found" in drawn(app)


def test_the_chronicle_is_filtered_by_scene_and_kind(visit: Visit, library: Library) -> None:
    whole_night(library)
    app = visit("chronicle", campaign="causeway")
    session = next(box for box in app.selectbox if box.label == "Session")
    session.set_value(1).run()
    assert "At the gate" in drawn(app)
    next(box for box in app.selectbox if box.label == "Scene").set_value(1).run()
    assert "The bridge of planks" in _story(app)
    assert "At the gate" not in _story(app)
    assert "At the gate" in drawn(app)  # in the contents
    assert not app.exception


def test_the_contents_lead_to_sessions_and_scenes(visit: Visit, library: Library) -> None:
    whole_night(library)
    app = visit("chronicle", campaign="causeway")
    titles = re.findall(r'data-read="(\d+)"( aria-current="true")?><span[^>]*>(.*?)<', drawn(app))
    assert [(title, bool(read)) for _, read, title in titles] == [
        ("Before the first session", False),
        ("Session 1: Out on the causeway", False),
        ("Session 2: The far shore", True),
        ("Lights on the far shore", False),
    ]
    app.query_params["read"] = titles[1][0]
    app.run()
    assert "At the gate" in _story(app)
    assert "Lights on the far shore" not in drawn(app)

    app.session_state["chronicle-read-causeway"] = ""  # the browser's Back came before all of it was drawn
    del app.query_params["read"]
    app.run()
    assert "At the gate" not in _story(app)
    app.query_params["read"] = titles[1][0]
    app.run()
    assert "At the gate" in _story(app)
    next(box for box in app.selectbox if box.label == "Session").set_value(0).run()
    assert "read" not in app.query_params
    assert "At the gate" not in drawn(app)
    assert not app.exception


def test_the_chronicle_tells_a_player_no_secrets(visit: Visit, library: Library) -> None:
    night = whole_night(library)
    night.rule("journal.write_note", text="Nobody may know.", visibility="gm")
    app = visit("chronicle", campaign="causeway")
    assert "Nobody may know." in drawn(app)
    for viewer in ("bo", ""):
        app.pills(key="viewer-causeway").set_value(viewer).run()
        assert "Nobody may know." not in drawn(app)
        app.text_input(key="chronicle-search-causeway").set_value("Nobody may").run()
        assert "Nobody may know." not in drawn(app)


def test_a_comment_on_a_record_is_written_from_the_chronicle(visit: Visit, library: Library) -> None:
    whole_night(library)
    app = visit("chronicle", campaign="causeway")
    app.text_area[0].set_value("That was close.")
    next(box for box in app.number_input if box.label.startswith("About moment")).set_value(12)
    app.button(key="note-table").click().run()
    assert not app.exception
    assert "That was close." in drawn(app)
    assert "On moment 12" in drawn(app)


def test_sheets_open_as_one(visit: Visit, library: Library) -> None:
    whole_night(library)
    page = drawn(visit("sheets", campaign="causeway"))
    assert page.count('<article class="sheet"') == 1
    assert "What differs" not in page


def test_where_no_sheet_follows_it_is_said_where_one_comes_from(visit: Visit, library: Library) -> None:
    Night(library, "young", "Young")
    page = drawn(visit("sheets", campaign="young"))
    assert "as soon as somebody enters the story, on Play" in page
    assert "scrub on" not in page


def test_two_sheets_stand_side_by_side(visit: Visit, library: Library) -> None:
    whole_night(library)
    app = visit("sheets", campaign="causeway", since="9")
    page = drawn(app)
    assert "As of moment 9" in page
    assert f"As of moment {library.ledger.head('causeway')}" in page
    assert "What differs" in page
    app.selectbox(key="sheets-against-causeway").set_value("").run()
    assert "What differs" not in drawn(app)
    assert drawn(app).count('<article class="sheet"') == 1
    app.selectbox(key="sheets-whose-causeway").set_value("*").run()
    assert drawn(app).count('<article class="sheet"') == 3


def test_luck_says_how_many_dice_there_were_and_leaves_struck_ones_apart(visit: Visit, library: Library) -> None:
    whole_night(library)
    page = drawn(visit("luck", campaign="causeway"))
    assert "On lines that were left, 3 dice came to 12" in page
    assert "Session 2" in page
    assert "too few to tell" in page
    app = visit("luck", campaign="causeway")
    app.segmented_control(key="luck-view-causeway").set_value("economy").run()
    assert not app.exception


def test_whatever_stands_on_a_sheet_can_be_asked_about(visit: Visit, library: Library) -> None:
    whole_night(library)
    app = visit("replay", campaign="causeway")
    assert 'class="why" data-explain="' in drawn(app)
    for asked in ({"path": "wren", "at": 0, "n": 1}, {"path": 7, "at": "x"}, [], {"path": "no.such", "at": -4}):
        app.session_state["scrubber-causeway"] = {"asked": asked}
        app.run()
        assert not app.exception


def test_nobody_is_explained_what_they_may_not_know(library: Library) -> None:
    night = whole_night(library)
    night.rule("campaign.open_session")
    night.rule("lantern.learn", character="warden", secret="The Warden drowned her")
    head = library.ledger.head("causeway")
    known = explanation(library.ledger, library.views, "causeway", "warden", head, GM)
    assert any("drowned her" in made.step.now or "drowned her" in made.headline for made in known.steps)
    heard = explanation(library.ledger, library.views, "causeway", "warden", head, BO)
    assert not any("drowned" in made.step.now or "drowned" in made.headline for made in heard.steps)


def test_what_was_struck_is_explained_apart(library: Library) -> None:
    night = whole_night(library)
    fork = library.ledger.head("causeway")
    night.rule("campaign.open_session", title="Twice")
    night.rule("lantern.open_scene", scene="again", title="Again")
    night.rule("lantern.face", character="wren", faces=(3, 2, 9))
    night.rule("lantern.reroll", character="wren", faces=(6,))
    night.rule("campaign.rewind_line", to=fork, reason="It never was.")
    head = library.ledger.head("causeway")
    found = explanation(library.ledger, library.views, "causeway", "wren.oil", head, GM)
    line = library.ledger.lines("causeway")
    assert all(line.is_ancestor(made.step.position, head) for made in found.steps)
    assert found.abandoned
    assert not any(line.is_ancestor(made.step.position, head) for made in found.abandoned)
