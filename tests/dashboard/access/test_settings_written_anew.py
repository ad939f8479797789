"""The file that says who may look, while somebody writes it: half of it, with a mistake, gone for a moment."""

import re
import time
from collections.abc import Callable, Iterator

import httpx
import pytest

from tests.browser.conftest import free_port
from tests.dashboard.nights import small_game, whole_night
from tests.support.signing_in import Server, sign_in, signed_in_at, way_in
from wiring.library import open_library

pytestmark = pytest.mark.filterwarnings(
    "ignore::DeprecationWarning"
)  # of the provider, about what it is made with

ANA, EVE = "ana@example.org", "eve@example.org"
SEATS = f"""
[access]
mode = "login"

[access.seats.causeway]
gm = "{ANA}"
"""
READ = "/replay?campaign=causeway&at=9"
CLOSED, UNSET, OPEN = "Only the people who play here may look", "Nobody may look just now", "causeway"


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    home = tmp_path_factory.mktemp("home")
    with small_game():
        library = open_library(str(home / "campaigns.sqlite3"))
        whole_night(library)
        library.close()
        with signed_in_at(home, home / "campaigns.sqlite3", SEATS, (ANA, EVE)) as server:
            yield server


@pytest.fixture
def server(running: Server) -> Iterator[Server]:
    before = running.secrets.read_text("utf-8")
    yield running
    running.secrets.write_text(before, "utf-8")


def until(true: Callable[[], bool]) -> None:
    """Wait until it is so, for as long as the page about this allows."""
    began = time.monotonic()
    while not true():
        assert time.monotonic() - began < 3
        time.sleep(0.1)


def closed(browser: httpx.Client) -> bool:
    """True where a page shows nothing but that one has to sign in, or that nobody can."""
    answer = browser.get(READ)
    return answer.status_code == 200 and any(words in answer.text for words in (CLOSED, UNSET))


def test_a_file_that_is_empty_or_gone_for_a_moment_opens_nothing_to_anybody(server: Server) -> None:
    good = server.secrets.read_text("utf-8")
    with server.browser() as nobody:
        assert closed(nobody)
        server.secrets.write_text("", "utf-8")
        time.sleep(2)  # until it was read
        assert closed(nobody)
        server.secrets.write_text("[auth]\n", "utf-8")
        time.sleep(2)
        assert closed(nobody)
        server.secrets.write_bytes(b"# caf\xe9")  # no text
        time.sleep(2)
        assert closed(nobody)
        server.secrets.unlink()
        time.sleep(2)
        assert closed(nobody)
        server.secrets.mkdir()
        time.sleep(2)
        assert closed(nobody)
        server.secrets.rmdir()
        server.secrets.write_text(good, "utf-8")
    with sign_in(server, ANA) as ana:
        until(lambda: OPEN in ana.get("/campaigns").text or not closed(ana))


def test_a_seat_is_taken_away_after_a_mistake_in_the_file_as_before_it(server: Server) -> None:
    good = server.secrets.read_text("utf-8")
    with sign_in(server, ANA) as ana, sign_in(server, EVE) as eve:
        path = "/_stcore/upload_file/no-session/no-file"

        def may_send(which: httpx.Client) -> bool:
            token = {"X-Xsrftoken": which.cookies.get("_streamlit_xsrf", "")}
            return which.put(path, headers=token, files={"file": b"x"}).status_code == 400

        for browser in (ana, eve):
            browser.get("/_stcore/health")
        until(lambda: may_send(ana) and not may_send(eve))
        server.secrets.write_text(good + "\n[[[", "utf-8")
        until(lambda: not may_send(ana))
        server.secrets.write_text(good, "utf-8")
        until(lambda: may_send(ana))
        server.secrets.write_text(good.replace(ANA, EVE), "utf-8")
        until(lambda: may_send(eve) and not may_send(ana))


def test_a_service_that_does_not_answer_is_told_of_in_words(server: Server) -> None:
    good = server.secrets.read_text("utf-8")
    with server.browser() as browser:
        port = free_port()  # where nothing answers
        elsewhere = re.sub(r'(metadata_url = "http://localhost:)\d+', rf"\g<1>{port}", good)
        server.secrets.write_text(elsewhere, "utf-8")
        time.sleep(2)
        answer = browser.get(way_in(browser))
    assert answer.status_code == 502
    assert "Signing in did not work" in answer.text
    assert ">Try again</a>" in answer.text


def test_whoever_has_no_seat_yet_can_look_again(server: Server) -> None:
    with sign_in(server, EVE) as eve:
        page = eve.get(READ).text
    assert "No seat yet" in page
    assert '<a role="button" href="">Look again</a>' in page
