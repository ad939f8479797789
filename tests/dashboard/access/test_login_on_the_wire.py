"""Signed in, signed out, and the seat taken away: what a page that was open goes on to get, on its own socket.

The service that people sign in with is a real one of OpenID Connect, on this computer.
"""

import time
from collections.abc import Callable, Iterator

import httpx
import pytest
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.exceptions import InvalidStatus

from tests.dashboard.nights import small_game, whole_night
from tests.support.signing_in import XSRF, Server, sign_in, signed_in_at, way_in
from tests.support.wire import Page, fragments, page, told
from wiring.library import open_library

pytestmark = pytest.mark.filterwarnings(
    "ignore::DeprecationWarning"
)  # of the provider, about what it is made with

ANA, BO, CYD, EVE = "ana@example.org", "bo@example.org", "cyd@example.org", "eve@example.org"
SEATS = """
[access]
mode = "login"

[access.seats.causeway]
gm = "ana@example.org"
bo = "bo@example.org"

[access.seats.reef]
gm = "cyd@example.org"
"""
CAUSEWAY, OF_THE_GM = b"Old Moss", b"lit the beacon himself"


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    home = tmp_path_factory.mktemp("home")
    with small_game():
        library = open_library(str(home / "campaigns.sqlite3"))
        whole_night(library)
        whole_night(library, "reef", {"moss": "Old Reed"})
        library.close()
        with signed_in_at(home, home / "campaigns.sqlite3", SEATS, (ANA, BO, CYD, EVE)) as server:
            yield server


@pytest.fixture
def server(running: Server) -> Iterator[Server]:
    before = running.secrets.read_text("utf-8")
    yield running
    running.secrets.write_text(before, "utf-8")


def everything(open_now: Page) -> bytes:
    """The answers a page gets when it asks for all that was to be had on it before."""
    drawn = b""
    for screen, query in (("replay", "campaign=causeway&at=9"), ("chronicle", "campaign=causeway"), ("", "")):
        messages = open_now.draw(screen, query)
        drawn += told(messages) + redrawn(open_now, screen, query, messages)
    return drawn


def redrawn(open_now: Page, screen: str, query: str, messages: list[ForwardMsg]) -> bytes:
    """The answers to each fragment of a page asked once more; nothing where there is no such fragment now."""
    drawn = b""
    for fragment in sorted(fragments(messages)):
        open_now.ask(screen, query, fragment=fragment)
        drawn += told(open_now.until_answered())
    return drawn


def way_back(browser: httpx.Client) -> str:
    """The address to which the service sends Bo's browser back."""
    asked = browser.get(way_in(browser))
    came = browser.post(str(asked.url), data={"sub": "bo"}, follow_redirects=False)
    return str(came.headers["location"])


def cookies_of(server: Server) -> list[str]:
    """The cookies that Bo's browser is given as it comes back from the service, as the headers say them."""
    with server.browser() as browser:
        back = way_back(browser).replace("https://", "http://")  # the proxy is left out
        given = browser.get(back, follow_redirects=False).headers.get_list("set-cookie")
    return [it for it in given if it.startswith("_streamlit_user")]


def until(holds: Callable[[], bool]) -> None:
    """Wait until what was written into the settings holds: three seconds at the most."""
    end = time.monotonic() + 3
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.1)


def test_a_campaign_is_told_of_to_those_who_sit_in_it(server: Server) -> None:
    for who, seated, sees_all in ((ANA, True, True), (BO, True, False), (CYD, False, False)):
        with sign_in(server, who) as browser, server.page(browser) as open_now:
            drawn = everything(open_now)
            first = browser.get("/replay?campaign=causeway&at=16").content
        for told_to in (drawn, first):
            assert (CAUSEWAY in told_to, OF_THE_GM in told_to) == (seated, sees_all), who


def test_a_stranger_has_no_socket_and_a_sign_in_page_for_every_path(server: Server) -> None:
    with sign_in(server, EVE) as browser:
        assert "No seat yet" in browser.get("/replay?campaign=causeway").text
        with pytest.raises(InvalidStatus), server.page(browser):
            pass
    with server.browser() as nobody:
        assert "Sign in" in nobody.get("/replay?campaign=causeway").text
        with pytest.raises(InvalidStatus), server.page(nobody):
            pass


def test_who_signed_out_elsewhere_is_out_here_too(server: Server) -> None:
    with sign_in(server, ANA) as browser, sign_in(server, ANA) as other_computer:
        kept = browser.cookies["_streamlit_user"]
        with server.page(browser) as open_now, server.page(other_computer) as over_there:
            asked = "replay", "campaign=causeway&at=9"
            before = open_now.draw(*asked)
            assert OF_THE_GM in told(before)
            browser.get("/auth/logout", follow_redirects=False)  # in another page of the same browser
            after = redrawn(open_now, *asked, before)
            assert OF_THE_GM not in after
            assert CAUSEWAY not in after
            said = everything(open_now)
            assert OF_THE_GM not in said
            assert b"Only the people who play here may look" in said
            assert b"Your address is not known" not in said
            assert OF_THE_GM in told(over_there.draw(*asked)), "signed in by itself, and out by itself"
        # Somebody who has kept the cookie has kept nothing.
        for again in (kept, kept[:-1] + chr(ord(kept[-1]) ^ 1)):
            browser.cookies.set("_streamlit_user", again, domain="localhost.local", path="/")
            assert "Sign in" in browser.get("/", headers={"Cookie": f"_streamlit_user={again}"}).text
            headers = {"Cookie": f"_streamlit_user={again}; {XSRF}={browser.cookies[XSRF]}"}
            with pytest.raises(InvalidStatus), page(server.port, headers, "localhost", browser.cookies[XSRF]):
                pass
    with sign_in(server, ANA) as browser, server.page(browser) as open_now:
        assert OF_THE_GM in told(open_now.draw(*asked))


def test_the_cookie_of_a_server_behind_tls_goes_by_no_other_way(server: Server) -> None:
    def sends_back_by(scheme: str) -> bool:
        with server.browser() as browser:
            return way_back(browser).startswith(f"{scheme}://")

    assert not any("Secure" in it for it in cookies_of(server))
    here = f"http://localhost:{server.port}"
    said = server.secrets.read_text("utf-8")
    server.secrets.write_text(said.replace(here, here.replace("http", "https")), "utf-8")
    until(lambda: sends_back_by("https"))
    set_then = cookies_of(server)
    server.secrets.write_text(said, "utf-8")
    until(lambda: sends_back_by("http"))
    assert any(it.startswith("_streamlit_user=") for it in set_then)
    assert all("; HttpOnly" in it and it.endswith("; Secure") for it in set_then)


def test_a_seat_taken_away_is_taken_from_an_open_page(server: Server) -> None:
    with sign_in(server, ANA) as browser, server.page(browser) as open_now:
        before = open_now.draw("replay", "campaign=causeway&at=9")
        assert OF_THE_GM in told(before)
        said = server.secrets.read_text("utf-8")
        server.secrets.write_text(
            said.replace('[access.seats.causeway]\ngm = "ana', '[access.seats.causeway]\ngm = "eve')
        )
        until(lambda: "No seat yet" in browser.get("/").text)
        after = redrawn(open_now, "replay", "campaign=causeway&at=9", before) + everything(open_now)
        assert CAUSEWAY not in after
        assert OF_THE_GM not in after


def test_what_no_page_says_is_not_listened_to(server: Server) -> None:
    with sign_in(server, BO) as browser, server.page(browser) as open_now:
        open_now.draw("replay", "campaign=causeway")
        open_now.until_quiet()
        for kind in (
            "clear_cache",
            "set_run_on_save",
            "load_git_info",
            "debug_disconnect_websocket",
            "debug_shutdown_runtime",
        ):
            open_now.send(BackMsg(**{kind: True}))
        unasked = BackMsg()
        unasked.backend_operation_request.request_id = "1"
        open_now.send(unasked)
        assert [it.WhichOneof("type") for it in open_now.until_quiet()] == []
        open_now.send(BackMsg(app_heartbeat=True))
        assert [it.WhichOneof("type") for it in open_now.until_quiet()] == ["heartbeat_ack"]
        assert CAUSEWAY in told(open_now.draw("replay", "campaign=causeway"))


def test_files_come_from_founders_and_game_masters_of_now(server: Server) -> None:
    path = "/_stcore/upload_file/no-session/no-file"
    with sign_in(server, ANA) as browser, sign_in(server, BO) as of_bo, server.browser() as nobody:
        browser.get("/_stcore/health")

        def put(which: httpx.Client) -> int:
            token = {"X-Xsrftoken": which.cookies.get(XSRF, "")}
            return which.put(path, headers=token, files={"file": b"x"}).status_code

        assert [put(which) for which in (of_bo, nobody)] == [404, 404]
        assert put(browser) == 400, "let through, to a session that there is none of"
        server.secrets.write_text(server.secrets.read_text("utf-8").replace('gm = "ana', 'gm = "eve'))
        until(lambda: put(browser) == 404)
        server.secrets.write_text(server.secrets.read_text("utf-8").replace('gm = "eve', 'gm = "ana'))
        until(lambda: put(browser) == 400)
        browser.get("/auth/logout", follow_redirects=False)
        assert put(browser) == 404
