"""A running dashboard and a Chromium before it. A page that complains, or asks elsewhere for anything, fails."""

import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, Request, expect, sync_playwright

from tests.browser.chromium import FLAGS, found
from tests.dashboard.nights import small_game, whole_night
from wiring.library import DATABASE_VARIABLE, Library, open_library

ROOT = Path(__file__).parents[2]
STARTING = 60
expect.set_options(timeout=20_000)  # a page that is slow on a busy machine is not a page that is wrong
SIZES = {"dark": (1440, 1000, "dark"), "light": (1440, 1000, "light"), "phone": (420, 900, "dark")}


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """One browser for the session."""
    path = found()
    if path is None:
        pytest.skip("no Chromium: run `python tests/browser/chromium.py --install`")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A ledger with one campaign in it, for the tests of one file."""
    file = tmp_path_factory.mktemp("ledger") / "campaigns.sqlite3"
    with small_game():
        library = open_library(str(file))
        whole_night(library)
        library.close()
        yield file


@pytest.fixture(scope="module")
def address(database: Path) -> Iterator[str]:
    """The address of a dashboard of that ledger."""
    with served(database, free_port()) as port:
        yield f"http://127.0.0.1:{port}"


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
    return port


@contextmanager
def served(database: Path, port: int, home: Path = ROOT, **variables: str) -> Iterator[int]:
    """A dashboard on that ledger, started from the folder `home` with these variables."""
    command = [sys.executable, "-m", "tests.browser.serve", str(port)]
    env = {**os.environ, DATABASE_VARIABLE: str(database), "PYTHONPATH": str(ROOT), **variables}
    server = subprocess.Popen(command, cwd=home, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        _wait_for(f"http://127.0.0.1:{port}/_stcore/health", server)
        yield port
    finally:
        server.terminate()
        server.wait(timeout=20)


def _wait_for(url: str, server: "subprocess.Popen[bytes]") -> None:
    for _ in range(STARTING * 10):
        if server.poll() is not None:
            raise RuntimeError(f"the dashboard ended at once with status {server.returncode}")
        try:
            urllib.request.urlopen(url, timeout=2).close()
        except OSError:
            time.sleep(0.1)
        else:
            return
    raise RuntimeError("the dashboard did not start")


@pytest.fixture
def visit(chromium: Browser, address: str) -> Iterator[Callable[..., Page]]:
    """Open a page: `visit("replay?campaign=causeway&at=9", "phone")`. Afterwards it must have been quiet."""
    complaints: list[str] = []
    contexts = []

    def open_page(path: str, size: str = "dark") -> Page:
        width, height, scheme = SIZES[size]
        context = chromium.new_context(
            viewport={"width": width, "height": height},
            color_scheme="light" if scheme == "light" else "dark",
            reduced_motion="reduce",
        )
        contexts.append(context)
        page = context.new_page()
        watch(page, (address,), complaints)
        page.goto(f"{address}/{path}")
        expect(page.locator("#first-frame")).to_have_count(0)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert complaints == []


def _listen(message: ConsoleMessage, complaints: list[str]) -> None:
    # A page says it when a test has cut its connection.
    asked = urlsplit(str(message.location.get("url", ""))).path
    expected = asked.startswith("/_stcore/") or "disconnected from server" in message.text
    if message.type == "error" and not expected:
        complaints.append(f"console: {message.text}")


def watch(page: Page, addresses: tuple[str, ...], complaints: list[str]) -> None:
    """Gather what a page complains of, and what it asks of any other address than these."""
    page.set_default_timeout(20_000)
    page.on("console", lambda message: _listen(message, complaints))
    page.on("pageerror", lambda error: complaints.append(f"error in the page: {error}"))
    page.on("request", lambda request: _watch(request, addresses, complaints))


def _watch(request: Request, addresses: tuple[str, ...], complaints: list[str]) -> None:
    if not request.url.startswith((*addresses, "data:", "blob:")):
        complaints.append(f"asked elsewhere: {request.url}")


@pytest.fixture
def ledger(database: Path) -> Iterator[Library]:
    """The same ledger, to look at what was recorded."""
    library = open_library(str(database))
    yield library
    library.close()
