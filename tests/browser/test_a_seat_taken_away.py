"""A seat that is taken away while its page is open: what only it might see is gone within three seconds."""

import re
import time
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import free_port, served
from tests.dashboard.access.test_gate import ANA, HEADER, SECRETS, TRUSTED

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]
SECRET = re.compile("lit the beacon himself|never asked about the beacon")


@pytest.mark.parametrize("screen", ["replay", "chronicle", "find", "table"])
def test_what_was_open_is_gone(chromium: Browser, database: Path, tmp_path: Path, screen: str) -> None:
    (tmp_path / ".streamlit").mkdir()
    secrets = tmp_path / ".streamlit" / "secrets.toml"
    secrets.write_text(SECRETS, "utf-8")
    port = free_port()
    with served(database, port, tmp_path, **TRUSTED):
        context = chromium.new_context(extra_http_headers={HEADER: ANA}, reduced_motion="reduce")
        page = context.new_page()
        query = "&at=9" if screen == "replay" else ""
        page.goto(f"http://127.0.0.1:{port}/{screen}?campaign=causeway{query}")
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
