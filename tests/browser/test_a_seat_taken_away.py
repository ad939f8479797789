"""A seat that is taken away while its page is open: what only it might see is gone within three seconds."""

import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import free_port, served
from tests.dashboard.access.test_gate import ANA, HEADER, SECRETS, TRUSTED

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]
SECRET = re.compile("lit the beacon himself|never asked about the beacon")


@pytest.fixture(scope="module")
def home(database: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, str]]:
    """The file that says who sits where, and the address of a dashboard that goes by it."""
    folder = tmp_path_factory.mktemp("home")
    secrets = folder / ".streamlit" / "secrets.toml"
    secrets.parent.mkdir()
    secrets.write_text(SECRETS, "utf-8")
    with served(database, free_port(), folder, **TRUSTED) as port:
        yield secrets, f"http://127.0.0.1:{port}"


@pytest.mark.parametrize("screen", ["replay", "chronicle", "find", "table"])
def test_what_was_open_is_gone(chromium: Browser, home: tuple[Path, str], screen: str) -> None:
    secrets, address = home
    secrets.write_text(SECRETS, "utf-8")
    context = chromium.new_context(extra_http_headers={HEADER: ANA}, reduced_motion="reduce")
    page = context.new_page()
    query = "&at=9" if screen == "replay" else ""
    seated_again(page, f"{address}/{screen}?campaign=causeway{query}")
    if screen == "find":
        page.get_by_role("textbox").first.fill("beacon")
        page.keyboard.press("Enter")
    expect(page.get_by_text("The long causeway").first).to_be_visible()
    before = page.content()
    secrets.write_text(SECRETS.replace('gm = "ana@example.org"', ""), "utf-8")
    since = time.monotonic()
    expect(page.get_by_text("The long causeway")).to_have_count(0, timeout=8_000)
    took = time.monotonic() - since
    assert not SECRET.search(page.content())
    assert took <= 3, (took, bool(SECRET.search(before)))
    page.reload()
    expect(page.get_by_text("No seat yet")).to_be_visible()
    context.close()


def seated_again(page: Page, address: str) -> None:
    """Open a page as soon as the server has seen that there is a seat: that is looked at every second."""
    for _ in range(50):
        page.goto(address)
        if page.get_by_text("No seat yet").count() == 0:
            return
        time.sleep(0.1)
    raise AssertionError("the seat was not given back")
