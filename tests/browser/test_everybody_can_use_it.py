"""Every screen in Chromium against axe-core, light and dark: no violation of what it knows of accessibility."""

import re
from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]
Visit = Callable[..., Page]

SCREENS = {
    "campaigns": ".volume",
    "people": ".folk",
    "replay": ".sheet",
    "chronicle": ".story h2",
    "sheets": ".sheet",
    "map": ".map-words",
    "advancement": ".growers",
    "luck": ".leans",
    "between": ".plain",
    "table": ".tbl-over",
    "disputes": "h1",
}
"""Each screen, and what is there once it is drawn."""


def violations(page: Page) -> list[str]:
    """What axe finds, a line for each node."""
    found = Axe().run(page).response["violations"]
    return [f"{it['id']}: {node['target']} {node['html'][:160]}" for it in found for node in it["nodes"]]


@pytest.mark.parametrize("screen", SCREENS)
def test_axe_finds_nothing_in_light_or_dark(visit: Visit, screen: str) -> None:
    address = "" if screen == "campaigns" else f"{screen}?campaign=causeway"
    page = visit(address, "light")
    expect(page.locator(SCREENS[screen]).first).to_be_visible()
    assert violations(page) == []
    ground = page.evaluate("getComputedStyle(document.querySelector('.stApp')).backgroundColor")
    page.emulate_media(color_scheme="dark")
    expect(page.locator(".stApp")).not_to_have_css("background-color", ground)
    assert violations(page) == []


def test_axe_finds_nothing_in_an_explanation(visit: Visit) -> None:
    page = visit("replay?campaign=causeway", "light")
    expect(page.get_by_test_id("position")).to_have_text(re.compile(r"\d"))  # mounted last: all is drawn
    page.locator(".sheet .why").first.press("Enter")
    expect(page.locator(".explain h2")).to_be_visible()
    assert violations(page) == []
