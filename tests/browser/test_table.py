"""The Table screen in a real browser: typed dice, a double click, refusals, and names that mean harm."""

import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from ledger.answers import Submission
from ledger.ledger import Ledger
from tests.browser import chromium
from tests.dashboard.table.wager import GAME, Enter

pytestmark = pytest.mark.browser
ROOT = Path(__file__).parents[2]
LONG = 20_000
"""Milliseconds to wait for what a slow machine may take its time over."""


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> str:
    return f"sqlite:///{tmp_path_factory.mktemp('table') / 'table.sqlite3'}"


@pytest.fixture(scope="module")
def address(database: str) -> Iterator[str]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    env = {**os.environ, "CAMPAIGN_DATABASE": database, "PYTHONPATH": str(ROOT)}
    server = subprocess.Popen([sys.executable, "-m", "tests.browser.wager_server", str(port)], env=env, cwd=ROOT)
    try:
        for _ in range(240):
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{port}/_stcore/health", timeout=1).read()
                break
            except OSError:
                assert server.poll() is None, "the dashboard did not start"
                time.sleep(0.25)
        yield f"http://127.0.0.1:{port}"
    finally:
        server.terminate()
        server.wait(timeout=20)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    path = chromium.found()
    if path is None:
        pytest.skip("no Chromium here: `python -m tests.browser.chromium --install` fetches one")
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=path, args=list(chromium.FLAGS))
        yield opened
        opened.close()


@pytest.fixture
def page(browser: Browser, address: str) -> Iterator[Page]:
    """The Table screen, in a fresh session. Fails on a script error and on any request elsewhere."""
    page = browser.new_page(viewport={"width": 1400, "height": 950})
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("request", lambda asked: wrong.append(asked.url) if not _ours(asked.url, address) else None)
    page.set_default_timeout(LONG)
    page.goto(f"{address}/table?campaign=evening")
    expect(page.get_by_text("Last rulings")).to_be_visible(timeout=LONG)
    yield page
    page.close()
    assert wrong == []


def _ours(url: str, address: str) -> bool:
    return url.startswith((address, address.replace("http", "ws"), "data:", "blob:"))


@pytest.fixture
def ledger(database: str, address: str) -> Iterator[Ledger]:
    opened = Ledger({GAME.key: GAME}, {"SQLALCHEMY_URL": database})
    yield opened
    opened.close()


def rulings(ledger: Ledger) -> int:
    return sum(1 for _ in ledger.rulings("evening"))


def choose(page: Page, step: str) -> None:
    page.get_by_role("button", name=step).first.click()
    expect(page.get_by_role("heading", name=step)).to_be_visible(timeout=LONG)


def test_typed_dice_and_a_double_click_make_one_ruling(page: Page, ledger: Ledger) -> None:
    before = rulings(ledger)
    choose(page, "Roll for Old Wren")
    page.get_by_label("Dice", exact=True).press_sequentially("562")
    expect(page.locator(".die-waiting")).to_have_count(1, timeout=LONG)  # a six asks for a d4 more
    page.get_by_label("Dice", exact=True).press_sequentially("3")
    expect(page.get_by_text("This will be recorded")).to_be_visible(timeout=LONG)
    page.get_by_role("button", name="Record", exact=True).dblclick()
    expect(page.locator(".tbl-done")).to_contain_text("Old Wren rolls", timeout=LONG)
    expect(page.locator(".tbl-done .die-one")).to_have_count(4)
    assert rulings(ledger) == before + 1
    page.get_by_role("button", name="End the round").first.dblclick()
    expect(page.locator(".tbl-done")).to_contain_text("The round ends", timeout=LONG)
    expect(page.get_by_role("button", name="Roll for Old Wren").first).to_be_visible(timeout=LONG)
    assert rulings(ledger) == before + 2


def test_enter_records_without_a_mouse_and_the_next_form_is_ready(page: Page, ledger: Ledger) -> None:
    before = rulings(ledger)
    name = page.get_by_label("Name", exact=True)
    expect(name).to_be_focused(timeout=LONG)
    page.keyboard.type("Sorrel")
    page.keyboard.press("Enter")
    expect(page.locator(".tbl-done")).to_contain_text("Sorrel sits down", timeout=LONG)
    assert rulings(ledger) == before + 1
    expect(page.get_by_label("Name", exact=True)).to_have_value("")
    expect(page.get_by_label("Name", exact=True)).to_be_focused(timeout=LONG)


def test_a_refusal_stands_in_words_before_and_after_record(page: Page, ledger: Ledger) -> None:
    before = rulings(ledger)
    page.get_by_label("Name", exact=True).fill("Old Wren")
    expect(page.locator(".tbl-no")).to_contain_text("sits there already", timeout=LONG)
    page.get_by_role("button", name="Record", exact=True).click()
    expect(page.get_by_text("Nothing was recorded.")).to_be_visible(timeout=LONG)
    expect(page.get_by_label("Name", exact=True)).to_have_value("Old Wren")
    assert rulings(ledger) == before


def test_what_another_records_shows_in_seconds_and_typing_goes_on(page: Page, ledger: Ledger) -> None:
    page.get_by_label("Name", exact=True).press_sequentially("Hazel and")
    expect(page.locator(".tbl-will")).to_contain_text("Hazel and sits down", timeout=LONG)
    ledger.rule("evening", Submission(command=Enter(name="Bramble"), by="ana"))
    expect(page.get_by_text("1 new record")).to_be_visible(timeout=LONG)
    expect(page.locator(".tbl-rulings")).to_contain_text("Bramble sits down")
    expect(page.get_by_label("Name", exact=True)).to_have_value("Hazel and")


def test_names_that_mean_harm_are_text(page: Page) -> None:
    choose(page, "Choose suits for ![x]")
    expect(page.get_by_role("heading", name="Choose suits for ![x](https://evil.example")).to_be_visible()
    assert page.locator("img[src*='evil']").count() == 0
    assert "owned" not in page.title()


@pytest.mark.parametrize("width", [400, 1400])
def test_nothing_is_wider_than_the_page(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 900})
    assert page.evaluate("document.documentElement.scrollWidth") <= width
