"""The page with a replay in it, opened as a file: it turns by keyboard, and asks nobody for anything."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from domain.kernel.people import EVERYONE, Role
from tests.exchange.documents.test_replay_page import a_page

pytestmark = pytest.mark.browser


def test_it_is_replayed_by_keyboard(chromium: Browser, tmp_path: Path) -> None:
    file = tmp_path / "tale.html"
    file.write_text(a_page(EVERYONE, Role.READER), encoding="utf-8")
    page = chromium.new_page(viewport={"width": 1200, "height": 800})
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("dialog", lambda dialog: complaints.append(dialog.message))
    page.on("request", lambda it: None if it.url.startswith(("file:", "data:")) else complaints.append(it.url))
    try:
        page.goto(file.as_uri())
        expect(page.locator("#place b")).to_have_text("4 / 4")
        assert page.evaluate("[location.hash, scrollY]") == ["", 0]
        expect(page.locator("#sheets .value b")).to_have_text("3")
        page.keyboard.press("ArrowLeft")
        expect(page.locator("#moment")).to_contain_text("As of record 3")
        expect(page.locator("#sheets .value b")).to_have_text("2")
        expect(page.locator("#sheets .touched")).to_have_count(1)
        page.keyboard.press("Home")
        expect(page.locator("#sheets .value b")).to_have_text("1")
        expect(page.locator("#r1")).to_be_visible()  # what is stepped into opens, and folds behind
        expect(page.locator("#story [data-n].later")).to_have_count(3)
        page.keyboard.press("Shift+ArrowRight")
        expect(page.locator("#place b")).to_have_text("2 / 4")
        expect(page.locator("#r1")).to_be_hidden()
        page.locator("#story summary").last.click()
        page.locator("#r5").press("Enter")
        expect(page.locator("#place b")).to_have_text("4 / 4")
        page.keyboard.press("t")
        before = page.evaluate("document.documentElement.dataset.theme")
        page.keyboard.press("t")
        assert {before, page.evaluate("document.documentElement.dataset.theme")} == {"dark", "light"}
        for address in ("#r2", "#2"):
            page.goto(f"{file.as_uri()}{address}")
            page.reload()
            expect(page.locator("#place b")).to_have_text("2 / 4")
        page.keyboard.press("End")
        expect(page.locator("#place b")).to_have_text("4 / 4")
        page.goto(f"{file.as_uri()}#2")  # in the page that is open already
        expect(page.locator("#place b")).to_have_text("2 / 4")
        assert complaints == []
    finally:
        page.close()
