"""A shared server: who looks is who they are signed in as, and nobody records from somebody else's seat."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from dashboard.access import Access, Mode, passed_on
from dashboard.ui.open_ledger import library as opened
from dashboard.ui.open_ledger import trouble_words
from dashboard.ui.replay_view import READER
from domain.kernel.people import Asker, Role
from domain.kernel.terms import PersonId
from ledger.database.errors import LedgerUnavailable
from tests.dashboard.conftest import APP, drawn
from tests.dashboard.nights import whole_night
from tests.support.pages import at_page
from wiring.library import Library, database_name

ANA, BO, EVE = "ana@example.org", "bo@example.org", "eve@example.org"
SEATS = {"causeway": {"gm": ANA, "bo": [BO, "bo.at.work@example.org"]}}


def shared(**more: Any) -> dict[str, Any]:
    return {"access": {"mode": "header", "seats": SEATS, **more}}


@pytest.fixture
def arrive(library: Library) -> Callable[..., AppTest]:
    """Open a screen as somebody: `arrive("table", BO)`."""
    whole_night(library)

    def open_screen(screen: str, address: str, secrets: dict[str, Any] | None = None, **state: Any) -> AppTest:
        app = AppTest.from_file(str(APP), default_timeout=30)
        app.secrets = secrets or shared()
        app.user = {"email": address} if address else {}
        for key, value in state.items():
            app.session_state[key] = value
        app.query_params["campaign"] = "causeway"
        return at_page(app, screen).run()

    return open_screen


def seen_as(app: AppTest) -> list[str]:
    return next(list(box.options) for box in app.pills if str(box.key).startswith("viewer-"))


SECRETS = ("lit the beacon himself", "They never asked about the beacon")


@pytest.mark.parametrize("screen", ["replay", "chronicle", "sheets", "map", "advancement", "luck", "between"])
def test_a_player_sees_as_themselves_and_no_secret(arrive: Callable[..., AppTest], screen: str) -> None:
    app = arrive(screen, BO)
    assert not app.exception
    assert seen_as(app) == ["Bo", "A reader"]
    assert not any(secret in str(app) for secret in SECRETS)


def test_the_gm_may_see_as_anybody(arrive: Callable[..., AppTest]) -> None:
    assert len(seen_as(arrive("replay", ANA))) == 3


@pytest.mark.parametrize("address", [EVE, "", "BO@EXAMPLE.ORG.evil", " ", "*"])
@pytest.mark.parametrize("screen", ["replay", "chronicle", "table", "disputes"])
def test_a_stranger_is_told_of_no_campaign(arrive: Callable[..., AppTest], address: str, screen: str) -> None:
    page = drawn(arrive(screen, address))
    assert "The long causeway" not in page
    assert "No such campaign" in page or "Nobody is known here" in page


@pytest.mark.parametrize("claimed", ["", "gm", "\n", "bo"])
def test_one_finds_only_what_one_may_see(arrive: Callable[..., AppTest], claimed: str) -> None:
    for address, secret_told in ((ANA, True), (BO, False), (EVE, False)):
        app = arrive("find", address, **{"find-words": "beacon", "find-viewer": claimed})
        assert not app.exception
        found = drawn(app)
        assert any(secret in found for secret in SECRETS) <= secret_told
        assert address != EVE or "causeway" not in found


def test_the_gm_finds_what_is_kept_from_the_table(arrive: Callable[..., AppTest]) -> None:
    page = drawn(arrive("find", ANA, **{"find-words": "beacon"}))
    assert "<mark>beacon</mark>" in page


def test_readers_may_be_named_and_see_as_readers(arrive: Callable[..., AppTest]) -> None:
    app = arrive("replay", EVE, shared(readers=["*"]))
    assert seen_as(app) == ["A reader"]
    assert not any(secret in str(app) for secret in SECRETS)
    assert "You have no seat at this table" in drawn(arrive("table", EVE, shared(readers=[EVE])))


def test_a_made_up_seat_or_viewer_is_not_believed(arrive: Callable[..., AppTest], library: Library) -> None:
    crafted = {"seat|causeway": "gm", "viewer-causeway": "gm"}
    app = arrive("table", BO, **crafted)
    assert not app.exception
    seats = next(box for box in app.pills if box.key == "seat|causeway")
    assert list(seats.options) == ["Bo"]
    assert not any(secret in str(app) for secret in SECRETS)
    for person in ("gm", "wren", 1, None):
        page = arrive("replay", BO, **{"viewer-causeway": person})
        assert not any(secret in str(page) for secret in SECRETS)


REFUSED = """
from domain.kernel.journal.notes import WriteNote
from ledger.answers import Submission
import streamlit as st
from dashboard.ui.open_ledger import library
ledger = library().ledger
said = []
for record in (lambda s: ledger.rule("causeway", s), lambda s: ledger.rule_all("causeway", [s]),
               lambda s: ledger.rule_all_or_none("causeway", [s])):
    for by in ("gm", "bo", "nobody"):
        try:
            record(Submission(command=WriteNote(text="a note"), by=by))
            said.append(by)
        except Exception as error:
            st.text(f"{type(error).__name__}: {error}")
from domain.kernel.campaign.founding import FoundCampaign
try:
    ledger.found(FoundCampaign(game="lantern", title="Mine", slug="mine"))
    said.append("founded")
except Exception as error:
    st.text(f"{type(error).__name__}: {error}")
st.text(" ".join(said))
"""


@pytest.mark.parametrize(
    ("address", "may"),
    [
        (ANA, "gm bo nobody gm bo nobody gm bo nobody"),
        (BO, "bo bo bo"),
        (EVE, ""),
        ("", ""),
    ],
)
def test_the_ledger_itself_refuses_another_s_name(library: Library, address: str, may: str) -> None:
    """The ledger is the last to refuse, whatever a page was made to send."""
    whole_night(library)
    app = AppTest.from_string(REFUSED, default_timeout=30)
    app.secrets = shared()
    app.user = {"email": address} if address else {}
    app.run()
    assert not app.exception
    accepted = app.text[-1].value
    recorded = [by for by in accepted.split() if by != "nobody"]
    assert recorded == [by for by in may.split() if by != "nobody"]
    assert any("You may not found campaigns" in text.value for text in app.text)


IN_THE_NAME_OF_BO = """
from domain.kernel.journal.notes import WriteNote
from ledger.answers import Submission
import streamlit as st
from dashboard.ui.open_ledger import library
try:
    st.text(str(library().ledger.rule("causeway", Submission(command=WriteNote(text="a note"), by="bo"))))
except Exception as error:
    st.text(f"{type(error).__name__}: {error}")
"""


@pytest.mark.parametrize(("address", "answer"), [(ANA, "Refused("), (BO, "NotAllowed: You have left this table.")])
def test_nobody_records_from_a_seat_they_have_left(library: Library, address: str, answer: str) -> None:
    """A note that the GM sends in their name reaches the rules, which let none of theirs pass."""
    whole_night(library).rule("campaign.leave_seat", person="bo")
    app = AppTest.from_string(IN_THE_NAME_OF_BO, default_timeout=30)
    app.secrets, app.user = shared(), {"email": address}
    app.run()
    assert app.text[0].value.startswith(answer)


def test_whoever_may_found_is_named(library: Library) -> None:
    whole_night(library)
    app = AppTest.from_string(REFUSED, default_timeout=30)
    app.secrets, app.user = shared(founders=[EVE]), {"email": EVE}
    assert app.run().text[-1].value.split() == ["founded"]


def test_at_home_everything_stays_a_choice(arrive: Callable[..., AppTest], library: Library) -> None:
    app = arrive("replay", "", {"something": "else"})
    assert len(seen_as(app)) == 3
    assert opened().ledger.recording_check is not None


def test_an_unverified_address_and_an_unknown_mode_open_nothing(library: Library) -> None:
    whole_night(library)
    for secrets, user in (
        (shared(), {"email": ANA, "email_verified": False}),
        (shared(mode="opne"), {"email": EVE}),
        ({"access": "yes"}, {"email": ANA}),
    ):
        app = AppTest.from_file(str(APP), default_timeout=30)
        app.secrets, app.user = secrets, user
        app.query_params["campaign"] = "causeway"
        app.run()
        assert "The long causeway" not in drawn(app)


def test_a_secrets_file_that_cannot_be_read_opens_nothing(
    library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole_night(library)
    broken = tmp_path / "secrets.toml"
    broken.write_text("[access\nmode = ", encoding="utf-8")
    st.config.set_option("secrets.files", [str(broken)])
    st.secrets._reset()
    try:
        app = AppTest.from_file(str(APP), default_timeout=30)
        app.query_params["campaign"] = "causeway"
        app.user = {"email": ANA}
        app.run()
        assert "The long causeway" not in drawn(app)
    finally:
        st.config.set_option("secrets.files", [])
        st.secrets._reset()


LOGIN = {"access": {"mode": "login", "seats": SEATS, "founders": [ANA]}}
SERVICE = {
    "redirect_uri": "http://ledger.localhost/oauth2callback",
    "server_metadata_url": "http://localhost/.well-known/openid-configuration",
    **dict.fromkeys(("cookie_secret", "client_id", "client_secret"), "x"),
}


def test_signing_in_says_who_may_look_and_leads_to_each_service(arrive: Callable[..., AppTest]) -> None:
    app = arrive("replay", "", LOGIN | {"auth": SERVICE | {"dex": {"client_id": "y"}}})
    assert "Only the people who play here may look" in drawn(app)
    assert [button.label for button in app.button] == ["Sign in", "Sign in with dex"]
    assert "The long causeway" not in str(app)
    app = arrive("replay", "", LOGIN)  # nothing to sign in with was set up
    app.button(key="sign-in-default").click().run()
    assert not app.exception
    assert "This server is not set up for it" in drawn(app)


@pytest.mark.parametrize("claims", [{}, {"email": ANA, "email_verified": False}])
def test_whoever_signed_in_without_an_address_is_told_so(library: Library, claims: dict[str, Any]) -> None:
    app = AppTest.from_file(str(APP), default_timeout=30)
    app.secrets, app.user = LOGIN | {"auth": SERVICE}, {"is_logged_in": True, **claims}
    app.run()
    assert "Your address is not known" in drawn(app)
    assert [button.label for button in app.button] == ["Sign out"]


def test_the_shelf_offers_what_whoever_looks_may_do(arrive: Callable[..., AppTest], library: Library) -> None:
    offered = {
        ANA: {"Arrange", "Import", "New campaign"},
        BO: set(),
        EVE: set(),
    }
    for address, expected in offered.items():
        app = arrive("campaigns", address, shared(founders=[ANA]))
        assert not app.exception
        assert {button.label for button in app.button} & offered[ANA] == expected
        assert ("Nobody has given eve@example.org a seat" in drawn(app)) is (address == EVE)
        assert not any("sample" in button.label for button in app.button)
    app = arrive("campaigns", ANA, **{"intake-place": str(Path(__file__).parent)})
    app.button(key="taking-in-open").click().run()
    assert "The exported files" in {it.label for it in app.get("file_uploader")}
    assert "intake-place" not in {it.key for it in app.text_input}, (
        "nobody reads a file of the server's by its place"
    )
    assert "intake-look" not in {it.key for it in app.button}


def test_whoever_comes_through_a_proxy_does_not_sit_here() -> None:
    asked = {"Host": "localhost:8501", "Accept": "*/*"}
    assert not passed_on(asked)
    assert passed_on(asked | {"X-Forwarded-For": "203.0.113.7"})
    assert passed_on(asked | {"forwarded": "for=203.0.113.7"})


def test_a_founder_is_told_how_to_seat_people(library: Library) -> None:
    app = AppTest.from_file(str(APP), default_timeout=30)
    app.secrets, app.user = shared(founders=[EVE]), {"email": EVE}
    app.run()
    app.text_input(key="found-title").set_value("Salt Gate").run()
    app.button(key="found-it").click().run()
    assert not app.exception
    assert "[access.seats.salt-gate]\ngm = &quot;eve@example.org&quot;" in drawn(app)


def test_who_may_see_and_record_what() -> None:
    gm, bo = Asker(PersonId("gm"), Role.GM), Asker(PersonId("bo"), Role.PLAYER)
    known = [(gm, "GM"), (bo, "Bo"), (READER, "reader")]
    seats = {"*": {"gm": frozenset({ANA})}, "reef": {"gm": frozenset({EVE}), "bo": frozenset({BO})}}
    of = {who: Access(mode=Mode.LOGIN, address=who, seats=seats) for who in (ANA, BO, EVE)}
    assert of[ANA].people("elsewhere") == {"gm"}
    assert of[ANA].people("reef") == frozenset(), "a campaign's own seats stand before those of every campaign"
    assert of[EVE].viewers("reef", known, "gm") == known
    assert of[BO].viewers("reef", known, "gm") == [(bo, "Bo"), (READER, "reader")]
    assert of[BO].seats_open("reef", ["gm", "bo"], "gm") == ["bo"]
    assert of[BO].viewers("elsewhere", known, "gm") == []
    assert Access(mode=Mode.LOCAL).seats_open("reef", ["gm", "bo"], "gm") == ["gm", "bo"]


def test_where_the_ledger_lies_is_said_at_home_and_on_a_shared_server_in_its_log_alone(
    library: Library, caplog: pytest.LogCaptureFixture
) -> None:
    place = database_name()
    full = LedgerUnavailable(f"{place} is busy. The disk that holds {place} is full.")
    assert trouble_words(full, Access(mode=Mode.LOCAL)) == str(full)
    assert not caplog.records
    told = "The ledger is busy. The disk that holds the ledger is full. Ask whoever keeps this server."
    for _page in range(3):
        assert trouble_words(full, Access(mode=Mode.HEADER, address=BO)) == told
    assert [it.getMessage() for it in caplog.records] == [str(full)], "once, however many pages meet it"
