"""The gate before the screens, at the port of a running server: what anybody may have, and what only some."""

import json
import os
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, closing, suppress
from http.client import HTTPConnection
from pathlib import Path

import pytest
from websockets.exceptions import InvalidStatus, WebSocketException
from websockets.sync.client import ClientConnection, connect

from dashboard.gate import LARGEST_UPLOAD, SOCKETS_OF_ONE
from tests.browser.conftest import free_port, served
from tests.dashboard.nights import small_game, whole_night
from wiring.library import open_library

ANA, BO, EVE, FAY = "ana@example.org", "bo@example.org", "eve@example.org", "fay@example.org"
SECRETS = """
[access]
mode = "header"
founders = ["fay@example.org"]

[access.seats.causeway]
gm = "ana@example.org"
bo = "bo@example.org"
"""
HEADER = "X-Forwarded-Email"
TRUSTED = {"STREAMLIT_SERVER_TRUSTED_USER_HEADERS": json.dumps({HEADER: "email"})}


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """A shared server behind a proxy, with one campaign."""
    home = tmp_path_factory.mktemp("home")
    (home / ".streamlit").mkdir()
    (home / ".streamlit" / "secrets.toml").write_text(SECRETS, "utf-8")
    with small_game():
        library = open_library(str(home / "campaigns.sqlite3"))
        whole_night(library)
        library.close()
        with served(home / "campaigns.sqlite3", free_port(), home, **TRUSTED) as serving:
            yield serving


def asked(port: int, path: str, who: str = "", **more: object) -> tuple[int, dict[str, str], bytes]:
    """Status, headers and body of an answer."""
    headers = {HEADER: who} if who else {}
    given = {"method": more.get("method", "GET"), "data": more.get("data")}
    request = urllib.request.Request(f"http://127.0.0.1:{port}{path}", headers=headers, **given)  # type: ignore[arg-type]
    for name, value in dict(more.get("headers", {})).items():  # type: ignore[call-overload]
        request.add_header(name, value)
    try:
        with urllib.request.urlopen(request, timeout=20) as answer:
            return answer.status, {name.lower(): it for name, it in answer.headers.items()}, answer.read()
    except urllib.error.HTTPError as error:
        return error.code, {name.lower(): it for name, it in error.headers.items()}, error.read()


def socket(port: int, who: str = "") -> ClientConnection:
    return connect(
        f"ws://127.0.0.1:{port}/_stcore/stream",
        additional_headers={HEADER: who} if who else {},
        subprotocols=["streamlit"],  # type: ignore[list-item]
        open_timeout=20,
    )


@pytest.mark.parametrize("who", ["", EVE, ANA])
@pytest.mark.parametrize(
    "path", ["/_stcore/metrics", "/_stcore/script-health-check", "/_stcore/agent", "/_stcore/anything"]
)
def test_what_streamlit_would_tell_anybody_is_not_there(port: int, path: str, who: str) -> None:
    assert asked(port, path, who)[0] == 404


def test_no_page_elsewhere_may_hold_it_and_speak_to_it(port: int) -> None:
    status, headers, body = asked(port, "/_stcore/host-config")
    assert (status, json.loads(body)["allowedOrigins"]) == (200, [])
    for path in ("/", "/app/static/icon.svg", "/_stcore/host-config", "/nowhere"):
        headers = asked(port, path, ANA)[1]
        assert "frame-ancestors 'none'" in headers["content-security-policy"]
        assert headers["x-frame-options"] == "DENY"
        assert headers["x-content-type-options"] == "nosniff"


def test_another_name_of_the_server_is_answered_nothing(port: int) -> None:
    assert asked(port, "/", ANA, headers={"Host": "evil.example"})[0] == 400


@pytest.mark.parametrize("who", ["", EVE, ANA])
def test_files_are_asked_for_with_a_ticket_and_there_is_nothing_without(port: int, who: str) -> None:
    for path in (f"/files/causeway/{'5f' * 32}", f"/files/causeway/{'5f' * 32}/64?t=1.2.3"):
        status, headers, body = asked(port, path, who)
        assert (status, body, headers["x-content-type-options"]) == (404, b"Not found.", "nosniff")
    assert asked(port, "/files/causeway?t=1.2.3", who, method="PUT", data=b"x")[0] == 403


@pytest.mark.parametrize("who", ["", EVE, "*", "ANA@example.org.evil"])
def test_without_a_seat_there_is_a_sign_in_page_and_no_session(port: int, who: str) -> None:
    for path in ("/", "/replay?campaign=causeway", "/media/abc.pdf"):
        body = asked(port, path, who)[2]
        assert b"causeway" not in body
        assert b"<noscript>" not in body
    assert (b"No seat yet" if who else b"Nobody is known here") in asked(port, "/", who)[2]
    with pytest.raises((InvalidStatus, WebSocketException, OSError)):
        socket(port, who)


def test_who_has_a_seat_is_let_in(port: int) -> None:
    assert b"<noscript>" in asked(port, "/", BO)[2]
    with closing(socket(port, BO)) as open_now:
        assert open_now.subprotocol == "streamlit"


def test_an_address_without_a_screen_leads_home(port: int) -> None:
    status, _headers, body = asked(port, "/nowhere?campaign=causeway", BO)
    assert status == 404
    assert b"There is nothing at this address." in body
    assert b'href="./"' in body
    assert b"BACKEND_BASE_URL" not in body


@pytest.mark.parametrize("path", ["/", "/replay", "/replay?campaign=causeway&at=3"])
def test_each_screen_is_told_where_its_server_is(port: int, path: str) -> None:
    status, headers, body = asked(port, path, BO)
    assert status == 200
    assert b"BACKEND_BASE_URL" in body
    assert headers["cache-control"] == ("no-store" if path.startswith("/replay") else "no-cache")
    assert "frame-ancestors 'none'" in headers["content-security-policy"]


def test_the_name_of_the_first_screen_leads_to_it(port: int) -> None:
    class Staying(urllib.request.HTTPRedirectHandler):
        def redirect_request(self, *_: object) -> None:
            return None

    asking = urllib.request.Request(f"http://127.0.0.1:{port}/campaigns?campaign=causeway", headers={HEADER: BO})
    with pytest.raises(urllib.error.HTTPError) as told:
        urllib.request.build_opener(Staying).open(asking, timeout=20)
    told.value.close()
    assert told.value.code == 302
    assert told.value.headers["location"] == "./?campaign=causeway"


def test_one_visitor_has_so_many_sockets_and_no_more(port: int) -> None:
    with ExitStack() as stack:
        for _ in range(SOCKETS_OF_ONE):
            stack.enter_context(closing(socket(port, BO)))
        with pytest.raises((InvalidStatus, WebSocketException, OSError)):
            socket(port, BO)
        stack.enter_context(closing(socket(port, ANA)))
    until = time.monotonic() + 10
    while time.monotonic() < until:
        with suppress(InvalidStatus, WebSocketException, OSError), closing(socket(port, BO)):
            return
    pytest.fail("a socket that was closed is not given back")


@pytest.mark.parametrize(("who", "status"), [("", 404), (EVE, 404), (BO, 404), (ANA, 403), (FAY, 403)])
def test_files_are_taken_from_founders_and_game_masters_alone(port: int, who: str, status: int) -> None:
    # 403 is the answer of Streamlit itself, which misses a token of its own.
    path = "/_stcore/upload_file/no-session/no-file"
    assert asked(port, path, who, method="PUT", data=b"x" * 100)[0] == status


def test_a_file_that_is_too_large_is_refused_before_it_is_read(port: int) -> None:
    path = "/_stcore/upload_file/no-session/no-file"
    with suppress(urllib.error.URLError):  # the server may close before all is sent
        assert asked(port, path, ANA, method="PUT", data=b"x" * (LARGEST_UPLOAD + 20_000))[0] == 413


def test_a_small_answer_is_not_held_back_until_its_head_is_acknowledged(port: int) -> None:
    took = []
    with closing(HTTPConnection("127.0.0.1", port, timeout=20)) as kept_open:
        for _ in range(20):
            began = time.perf_counter()
            kept_open.request("GET", "/_stcore/health")
            assert kept_open.getresponse().read() == b"ok"
            took.append(time.perf_counter() - began)
    assert min(took[10:]) < 0.03, "the first few are acknowledged at once, each of the others after 40 ms"


def answers(port: int) -> bool:
    try:
        asked(port, "/_stcore/health")
    except OSError:
        return False
    return True


def test_the_server_ends_with_whoever_started_it(tmp_path: Path) -> None:
    port = free_port()
    words = ["dashboard", "--no-browser", "--port", str(port)]
    environment = {**os.environ, "CAMPAIGN_DATABASE": str(tmp_path / "ledger.sqlite3")}
    run = subprocess.Popen(
        [sys.executable, "-m", "cli", *words], env=environment, stdout=subprocess.PIPE, text=True
    )
    assert run.stdout is not None
    assert "The dashboard is at" in run.stdout.readline()
    run.send_signal(signal.SIGKILL)
    run.wait(10)
    end = time.monotonic() + 20
    while answers(port):
        assert time.monotonic() < end
        time.sleep(0.05)
