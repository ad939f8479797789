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
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request, expect, sync_playwright

from tests.browser.chromium import FLAGS, found
from tests.dashboard.nights import small_game, whole_night
from tests.support.server_logs import kept_log
from wiring.library import DATABASE_VARIABLE, Library, open_library

ROOT = Path(__file__).parents[2]
STARTING = 60
expect.set_options(timeout=20_000)  # a page that is slow on a busy machine is not a page that is wrong
SIZES = {
    "dark": (1440, 1000, "dark"),
    "light": (1440, 1000, "light"),
    "phone": (420, 900, "dark"),
    "tablet": (820, 1180, "light"),
}
TOUCHED = "tablet"
"""The size that has no mouse. A narrow window by itself may well have one."""


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


def _night(folder: Path) -> Path:
    file = folder / "campaigns.sqlite3"
    library = open_library(str(file))
    whole_night(library)
    library.close()
    return file


@pytest.fixture(scope="session")
def looked_at(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, str]]:
    """A ledger with one campaign in it, and the address of its dashboard, for all files that `ONLY_LOOK`."""
    with small_game():
        file = _night(tmp_path_factory.mktemp("looked-at"))
    with served(file, free_port()) as port:
        yield file, f"http://127.0.0.1:{port}"


@pytest.fixture(scope="module")
def database(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A ledger with one campaign in it, for the tests of one file."""
    if _only_looks(request):
        file, _address = request.getfixturevalue("looked_at")
    with small_game():
        yield file if _only_looks(request) else _night(tmp_path_factory.mktemp("ledger"))


@pytest.fixture(scope="module")
def address(request: pytest.FixtureRequest, database: Path) -> Iterator[str]:
    """The address of a dashboard of that ledger."""
    if _only_looks(request):
        yield request.getfixturevalue("looked_at")[1]
        return
    with served(database, free_port()) as port:
        yield f"http://127.0.0.1:{port}"


def _only_looks(request: pytest.FixtureRequest) -> bool:
    """True for a file of tests that records nothing, and says so: it needs no server of its own."""
    return getattr(request.module, "ONLY_LOOK", False)


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
    with kept_log() as log:
        server = subprocess.Popen(command, cwd=home, env=env, stdout=log, stderr=log)
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


@pytest.fixture(scope="module")
def contexts(chromium: Browser) -> Iterator[Callable[[str], BrowserContext]]:
    """The browser's window of each size, for the tests of one file: what one has fetched is there for the next."""
    opened: dict[str, BrowserContext] = {}

    def of(size: str) -> BrowserContext:
        if size not in opened:
            width, height, scheme = SIZES[size]
            opened[size] = chromium.new_context(
                viewport={"width": width, "height": height},
                color_scheme="light" if scheme == "light" else "dark",
                reduced_motion="reduce",
                has_touch=size == TOUCHED,
                is_mobile=size == TOUCHED,
            )
        return opened[size]

    yield of
    for context in opened.values():
        context.close()


@pytest.fixture
def visit(contexts: Callable[[str], BrowserContext], address: str) -> Iterator[Callable[..., Page]]:
    """Open a page: `visit("replay?campaign=causeway&at=9", "phone")`. Afterwards it must have been quiet."""
    complaints: list[str] = []
    used = set()

    def open_page(path: str, size: str = "dark") -> Page:
        context = contexts(size)
        used.add(context)
        page = context.new_page()
        watch(page, (address,), complaints)
        page.goto(f"{address}/{path}")
        expect(page.locator("#first-frame")).to_have_count(0)
        return page

    yield open_page
    for context in used:
        for page in context.pages:
            kept = {"origin": address, "storageTypes": "cookies,local_storage"}
            context.new_cdp_session(page).send("Storage.clearDataForOrigin", kept)
            page.close()
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
