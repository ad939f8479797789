"""The screen that finds words in every campaign, driven without a browser."""

from collections.abc import Callable

from streamlit.testing.v1 import AppTest

from dashboard.pages.search.results import counted_html, finds_html
from domain.kernel.facts import Kind
from projections.tables.search.context import ExcerptPiece
from projections.tables.search.searching import Found, Hit
from tests.dashboard.conftest import drawn
from tests.dashboard.nights import HOSTILE, RIGHT_TO_LEFT, Night, whole_night
from wiring.library import Library

Visit = Callable[..., AppTest]


def test_without_campaigns_it_says_what_to_do(visit: Visit) -> None:
    app = visit("find")
    assert not app.exception
    assert "Nothing to find yet" in drawn(app)


def test_words_are_typed_and_found(visit: Visit, library: Library) -> None:
    whole_night(library)
    Night(library, "young", "The young causeway")
    app = visit("find", q="causeway")
    assert not app.exception
    assert app.text_input(key="find-words").value == "causeway"
    assert "replay?campaign=causeway&amp;at=" in drawn(app)
    assert "replay?campaign=young&amp;at=1" in drawn(app)
    assert "<mark>causeway</mark>" in drawn(app)
    app.multiselect(key="find-campaigns").set_value(["young"]).run()
    assert "replay?campaign=causeway&amp;at=" not in drawn(app)
    app.text_input(key="find-words").set_value("nowhere-to-be-found").run()
    told = drawn(app).partition("Nothing was found")[0].rpartition("<section")[2]
    assert 'role="status"' in told, "whoever does not see it is told"
    assert app.query_params["q"] == "nowhere-to-be-found"


def test_what_only_the_gm_knows_is_found_by_the_gm_alone(visit: Visit, library: Library) -> None:
    night = Night(library, "young", "Young")
    night.rule("journal.write_note", text="zzsecret", visibility="gm")
    app = visit("find", q="zzsecret")
    assert "<mark>zzsecret</mark>" in drawn(app)
    app.selectbox(key="find-viewer").set_value("\n").run()
    assert not app.exception
    assert "zzsecret" not in drawn(app)


def test_junk_in_an_address_breaks_nothing(visit: Visit, library: Library) -> None:
    whole_night(library)
    for junk in ("<script>' OR \x00", "x" * 3000):
        app = visit("find", q=junk, campaign="<b>nowhere</b>")
        assert not app.exception
        assert "<script" not in drawn(app)


def test_text_a_person_wrote_is_words_and_what_was_found_in_it_is_marked() -> None:
    pieces = (ExcerptPiece(HOSTILE), ExcerptPiece(RIGHT_TO_LEFT, found=True), ExcerptPiece("\nnext"))
    hit = Hit(
        campaign="a&b",
        title=HOSTILE,
        game="toy",
        position=1204,
        ruling=3,
        session=2,
        kind=Kind.LOSS,
        headline=HOSTILE,
        by="gm",
        when="2026-01-02T03:04:05.000Z",
        current=False,
        context=pieces,
    )
    found = Found(total=1, campaigns={"a&b": 1}, hits=(hit,))
    html = finds_html(found, {"toy": "<i>Toy</i>"}, {("a&b", "gm"): HOSTILE})
    assert HOSTILE not in html
    assert "<i>Toy" not in html
    assert f"<mark>{RIGHT_TO_LEFT}</mark> · next" in html
    assert "replay?campaign=a%26b&amp;at=1204" in html
    assert "on a line that was left" in html
    assert "January 2026" in html
    both = Found(total=1300, campaigns={f"c{n}": 1 for n in range(10)}, hits=())
    assert "1,300 moments" in counted_html(both, {"c1": HOSTILE})
    assert "and 2 campaigns more" in counted_html(both, {"c1": HOSTILE})
    assert HOSTILE not in counted_html(both, {"c1": HOSTILE})


def test_only_what_people_wrote_and_what_is_told_is_found(visit: Visit, library: Library) -> None:
    whole_night(library)
    for internal in ("oil_burnt", "lantern.rerolled", "scene_began"):
        assert "Nothing was found" in drawn(visit("find", q=internal)), internal
    page = drawn(visit("find"))
    assert " · oil · " not in page
    assert 'class="hit"' in page


def test_who_looks_and_who_asked_are_names(visit: Visit, library: Library) -> None:
    whole_night(library)
    Night(library, "young", "Young", gm="Bo")
    app = visit("find")
    assert list(app.selectbox(key="find-viewer").options) == [
        "Seen as the GM",
        "Seen as a reader",
        "Seen as Ana and Bo",
        "Seen as Bo",
    ]
    assert list(app.selectbox(key="find-by").options) == ["Ana and Bo", "Bo"]
