"""A ledger that is moved or unmounted beneath an open page: the page says so, and goes on once it is back."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]
Visit = Callable[..., Page]

AWAY = "The ledger cannot be reached just now"


@pytest.mark.parametrize("screen", ["replay", "table", "between"])
def test_an_open_page_says_that_its_ledger_is_away_and_goes_on_with_it(
    visit: Visit, database: Path, screen: str
) -> None:
    page = visit(f"{screen}?campaign=causeway")
    drawn = {"replay": ".sheet", "table": ".tbl-over:visible", "between": ".plain"}[screen]
    expect(page.locator(drawn).first).to_be_visible()
    aside = database.with_name("aside")
    database.rename(aside)
    try:
        expect(page.get_by_text(AWAY)).to_be_visible()
        expect(page.get_by_text("is not there any more")).to_be_visible()
        page.keyboard.press("ArrowLeft")  # a step of the replay, if this is one: nothing complains
        page.wait_for_timeout(500)
        assert not database.exists(), "an empty file in its place would hide that the ledger is gone"
    finally:
        aside.rename(database)
    expect(page.get_by_text(AWAY)).to_have_count(0)
    expect(page.locator(drawn).first).to_be_visible()
