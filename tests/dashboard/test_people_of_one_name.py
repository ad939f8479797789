"""People: two of one name at two tables are put together in plain sight, and can be told apart."""

from collections.abc import Callable
from io import BytesIO

from PIL import Image
from streamlit.testing.v1 import AppTest

from dashboard.pages.people.seats_by_person import everybody_html, one_html
from domain.kernel.facts import CharacterKind
from domain.kernel.people import Role
from exchange.documents.html.face import Picture
from exchange.media.accepting import accept
from exchange.media.attaching import attach
from ledger.answers import Ruled
from projections.people import LibraryPerson, PersonCounts, TableSeat
from projections.views.roster import RosterEntry
from tests.dashboard.conftest import drawn
from tests.dashboard.nights import Night, whole_night
from wiring.library import Library


def test_one_name_at_two_tables_is_said_to_be_all_that_is_known(
    visit: Callable[..., AppTest], library: Library
) -> None:
    Night(library, "causeway", gm="Gwen")
    assert "one name at" not in drawn(visit("people"))
    other = Night(library, "salt-gate", "The Salt Gate", gm="Gwen")
    app = visit("people")
    assert drawn(app).count(" <small>one name at 2 tables") == 1
    app.selectbox(key="people-who").set_value("gwen").run()
    assert not app.exception
    assert "is taken for one person because the name is the same" in drawn(app)
    assert "campaign recognize salt-gate gm gwen-salt-gate" in drawn(app)
    other.rule("journal.recognize_person", person="gm", known_as="gwen-salt-gate")
    page = drawn(visit("people"))
    assert "one name at" not in page
    assert page.count('scope="row"') == 2


def test_somebody_who_was_recognized_at_both_tables_is_one(
    visit: Callable[..., AppTest], library: Library
) -> None:
    for slug in ("causeway", "salt-gate"):
        Night(library, slug, gm="Gwen").rule("journal.recognize_person", person="gm", known_as="gwen")
    page = drawn(visit("people"))
    assert page.count('scope="row"') == 1
    assert "one name at" not in page


def test_a_name_leads_to_what_somebody_played_and_that_to_the_campaign(
    visit: Callable[..., AppTest], library: Library
) -> None:
    Night(library, "causeway", gm="Gwen")
    assert 'href="people?who=gwen"' in drawn(visit("people"))
    page = drawn(visit("people", who="gwen"))
    assert "What Gwen played" in page
    assert page.count('href="replay?campaign=causeway"') == 2


def test_everybody_has_a_face_and_characters_have_that_of_their_campaign() -> None:
    of_ann = {"kind": CharacterKind.PLAYERS, "player": "ann", "how": ""}
    moss = RosterEntry(character="moss", name="Moss", present=False, **of_ann)  # type: ignore[arg-type]
    wren = RosterEntry(character="wren", name="Wren", present=True, **of_ann)  # type: ignore[arg-type]
    seat = TableSeat(
        campaign="salt",
        title="Salt",
        game="toy",
        person="ann",
        name="Ann",
        role=Role.PLAYER,
        characters=("Moss", "Wren"),
        cast=(moss, wren),
        last_played="",
    )
    ann = LibraryPerson(key="ann", name="Ann", seats=(seat,))
    pictures = {"salt": {"wren": Picture("./files/salt/1")}}
    one = one_html(ann, [PersonCounts(sessions=1, rulings=1, entries=0, dice=0)], pictures)
    for table in (everybody_html([ann], pictures), one):
        assert table.count('<img src="./files/salt/1"') == 1
        assert '<span class="face players gone beside"' in table, "who is gone is grey"
    assert 'data-letters="An"' in everybody_html([ann])


def test_the_portraits_of_those_who_are_played_stand_in_the_list_of_everybody(
    visit: Callable[..., AppTest], library: Library
) -> None:
    night = whole_night(library)
    plain = drawn(visit("people"))
    assert ('data-letters="Wr"' in plain, "./files/" in plain) == (True, False)
    content = BytesIO()
    Image.new("RGB", (40, 40), "teal").save(content, "PNG")
    content.seek(0)
    about = {"belongs": {"kind": "character", "id": "wren"}, "role": "portrait"}
    with accept(content, "wren.png") as file:
        assert isinstance(attach(library.ledger, night.slug, file, about, by="gm"), Ruled)
    (portrait,) = library.ledger.moment(night.slug).journal.files
    assert f"./files/{night.slug}/{portrait.digest}/128?" in drawn(visit("people"))
    night.rule("journal.describe_file", file=1, visibility="gm")
    assert "./files/" not in drawn(visit("people")), "it is for the GM alone now, and here is everybody"
