"""Map, Advancement and Between sessions without a browser: moments, empty pages, secrets, words as text."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from streamlit.testing.v1 import AppTest

from dashboard.pages.recap.html import banner_html, recap_html
from dashboard.pages.recap.since_last_session import meanwhile
from dashboard.ui.open_ledger import remembered
from domain.kernel.people import Asker, Role
from domain.kernel.terms import PersonId
from projections.views.recap import Recap
from projections.views.recap_words import recap_lines
from tests.dashboard.conftest import drawn
from tests.dashboard.nights import HOSTILE, RIGHT_TO_LEFT, Night, whole_night
from tests.dashboard.table.page import said
from wiring.library import Library

Visit = Callable[..., AppTest]
GM = Asker(PersonId("gm"), Role.GM)
SCREENS = ("map", "advancement", "between")
every_screen = pytest.mark.parametrize("screen", SCREENS)


@every_screen
def test_without_campaigns_it_leads_to_where_they_are_founded(visit: Visit, screen: str) -> None:
    app = visit(screen)
    assert not app.exception
    assert "Press “New campaign” to begin one." in drawn(app)


@every_screen
def test_a_campaign_that_has_just_been_founded_says_what_will_stand_here(
    visit: Visit, library: Library, screen: str
) -> None:
    Night(library, "young", "Young")
    app = visit(screen, campaign="young")
    assert not app.exception
    said = {
        "map": "Nothing is on the map yet",
        "advancement": "Nobody grows yet",
        "between": "No session was played",
    }
    assert said[screen] in drawn(app)


@every_screen
@pytest.mark.parametrize("junk", ["-1", "1e9", "<script>alert(1)</script>", "99999999999999999999"])
def test_junk_in_an_address_breaks_nothing(visit: Visit, library: Library, screen: str, junk: str) -> None:
    whole_night(library)
    app = visit(screen, campaign="causeway", at=junk, since=junk)
    assert not app.exception
    assert "The long causeway" in drawn(app)
    assert "<script" not in drawn(app)


@every_screen
def test_an_unknown_campaign_is_said_to_be(visit: Visit, library: Library, screen: str) -> None:
    whole_night(library)
    app = visit(screen, campaign="<b>nowhere</b>")
    assert not app.exception
    assert "There is no campaign called “&lt;b&gt;nowhere" in drawn(app)


@every_screen
def test_names_are_text_wherever_they_stand(visit: Visit, library: Library, screen: str) -> None:
    night = whole_night(
        library, names={"wren": HOSTILE, "moss": RIGHT_TO_LEFT, "warden": "W" * 10_000, "bo": HOSTILE}
    )
    night.rule("campaign.name_faction", faction="tide", name=HOSTILE, weight=6, group=HOSTILE)
    night.rule("campaign.relate_factions", source="ferry", target="tide", relation=HOSTILE, friendly=True)
    app = visit(screen, campaign="causeway")
    assert not app.exception
    assert "<script" not in drawn(app)
    assert "<img" not in drawn(app)
    assert not app.markdown


def test_the_map_is_of_the_position_asked_for_and_says_what_moved_it(visit: Visit, library: Library) -> None:
    whole_night(library)
    early = drawn(visit("map", campaign="causeway", at="6"))
    assert "Ferry Guild" in early
    assert "drowns" not in early
    late = drawn(visit("map", campaign="causeway"))
    assert "drowns" in late
    assert "The Lamplighters" in late
    assert "Since the session began" in late


def test_two_positions_of_the_map_can_be_compared(visit: Visit, library: Library) -> None:
    whole_night(library)
    app = visit("map", campaign="causeway", at="7", since="5")
    assert "Between moments 5 and 7" in drawn(app)
    assert 'data-go="6"' in drawn(app)
    app.button(key="map-pin").click().run()
    assert not app.exception
    assert "Between moments 7 and 7" in drawn(app)
    assert "Nothing on the map has moved" in drawn(app)


def test_advancement_is_of_the_position_asked_for(visit: Visit, library: Library) -> None:
    whole_night(library)
    assert "The first track begins later" in drawn(visit("advancement", campaign="causeway", at="5"))
    late = drawn(visit("advancement", campaign="causeway"))
    assert "a new light" in late
    assert "more</b>" in late
    assert "Nobody" not in late


def test_between_tells_the_last_session_and_what_came_since(visit: Visit, library: Library) -> None:
    night = whole_night(library)
    night.rule("journal.write_note", text="Bring rope.", by="bo")
    night.rule("journal.write_note", text="Where is the *oil*?", form="to_person", to="gm", by="bo")
    night.rule("journal.write_note", text="The ferry.", form="next_time")
    app = visit("between", campaign="causeway")
    page = drawn(app)
    left, right = ("".join(it.value for it in column.get("html")) for column in app.columns[:2])
    assert "The characters" in left
    assert "What happened" in left, "below what is the viewer's own, without room left for what stands beside it"
    assert "Asked of you" in right
    assert "Still open" in right
    assert [said(box.label) for box in app.checkbox] == ["Bo wrote to you: Where is the *oil*?", "The ferry."]
    app.checkbox[1].check().run()
    assert [box.label[:2] for box in app.checkbox] == ["Bo"]
    assert "Session 2" in page
    assert "The far shore" in page
    assert "Lights on the far shore" in page
    assert "A wrong turn" not in page
    assert "Bring rope." in page
    assert '<small>plays <span class="people" dir="auto">Wren, Old Moss</span></small>' in page


def test_a_session_of_numbers_alone_is_not_said_to_be_empty() -> None:
    assert "Nothing has happened in it yet" in recap_html(Recap(session=1), {})
    assert "No scene was played" in recap_html(Recap(session=1, dice=2), {})
    assert "What was said and rolled stands in the Story" in recap_html(Recap(session=1, records=4), {})


def test_a_session_called_after_its_day_is_not_said_to_be_played_on_that_day_twice() -> None:
    day = Recap(session=3, title="5 November 2024", at="2024-11-05T20:00:00Z", closed=9)
    assert banner_html(day) == '<p class="banner">Session 3 was played on 5 November 2024.</p>'
    assert recap_lines(day, {}, "Coast")[0] == "Coast: Session 3, 5 November 2024"
    named = replace(day, title="The quay")
    assert "The quay" in banner_html(named)
    assert recap_lines(named, {}, "Coast")[0] == "Coast: Session 3, The quay (played on 5 November 2024)"


def test_an_open_session_is_told_so_far(visit: Visit, library: Library) -> None:
    night = whole_night(library)
    night.rule("campaign.open_session", title="Dawn")
    night.rule("lantern.open_scene", scene="pier", title="On the pier")
    night.rule("journal.write_note", text="He limps.")
    page = drawn(visit("between", campaign="causeway"))
    assert "is open" in page
    assert "the scene goes on" in page
    assert page.index("On the pier") < page.index("Lights on the far shore")
    assert "Notes of this session" in page
    assert "He limps." in page


def test_what_is_disputed_is_open(visit: Visit, library: Library) -> None:
    night = whole_night(library)
    night.rule("journal.dispute_ruling", ruling=10, text="The lamp was out.")
    page = drawn(visit("between", campaign="causeway"))
    assert "The lamp was out." in page
    assert " is disputed</small>" in page


def test_a_player_is_told_no_secrets(visit: Visit, library: Library) -> None:
    night = whole_night(library)
    night.rule("campaign.open_session")
    night.rule("lantern.learn", character="warden", secret="The Warden drowned her")
    night.rule("campaign.close_session")
    night.rule("journal.write_note", text="Nobody may know.", visibility="gm")
    app = visit("between", campaign="causeway")
    assert "Nobody may know." in drawn(app)
    for viewer in ("bo", ""):  # the player, and somebody without a seat
        app.pills(key="viewer-causeway").set_value(viewer).run()
        assert not app.exception
        assert "Nobody may know." not in drawn(app)
        assert "drowned her" not in drawn(app)
    assert "Who has a seat can add a note here" in drawn(app)


def test_a_note_is_written_from_between(visit: Visit, library: Library) -> None:
    whole_night(library)
    app = visit("between", campaign="causeway")
    app.text_area[0].set_value("Buy oil.")
    app.button(key="note-table").click().run()
    assert not app.exception
    assert "Buy oil." in drawn(app)
    assert library.ledger.moment("causeway").journal.notes[-1].text == "Buy oil."


def test_whoever_looks_at_an_older_moment_is_led_back_to_it(visit: Visit, library: Library) -> None:
    whole_night(library)
    app = visit("map", campaign="causeway", at="9")
    app.query_params.clear()
    app.query_params["campaign"] = "causeway"
    app.switch_page("pages/table/page.py").run()
    assert "replay?campaign=causeway&amp;at=9" in drawn(app)
    assert 'disputes?campaign=causeway"' in drawn(app)


def test_the_session_says_which_powers_it_moved_and_which_it_only_met(library: Library) -> None:
    night = whole_night(library)
    night.rule("campaign.open_session")
    night.rule("campaign.relate_factions", source="tide", target="ferry", relation="spares", friendly=True)
    night.rule("campaign.close_session")
    night.rule("campaign.name_faction", faction="late", name="Latecomers")
    it = meanwhile(library.ledger.open("causeway"), library.views, remembered(), GM)
    assert it.moved == {"tide": 1, "ferry": 1}
    assert it.met == {}
    assert [entry.headline for entry in it.since] == [
        "On the map: Latecomers, weight 1",
        "Session 3 is sealed at moment 49",
    ]
