"""A system file changed by a ruling, in Chromium: refused with its place, held to from there on, taken back."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from domain.open_table import GAME
from tests.browser.conftest import SIZES
from wiring.library import Library, open_library
from wiring.samples import found, samples

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]
SLUG = "lantern-below-the-line"
TRACK = 'oil = { label = "Lantern oil", of = "table", high = 6, start = 6, form = "clock" }\nheat = {'


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A ledger with one sample of the open table."""
    file = tmp_path_factory.mktemp("system") / "campaigns.sqlite3"
    library = open_library(str(file))
    found(library.ledger, next(it for it in samples({GAME.key: GAME}) if it.slug == SLUG))
    library.close()
    return file


def edit(page: Page, text: str, reason: str) -> None:
    """Fill the form of the ruling and send it."""
    page.get_by_role("textbox", name="System").fill(text)
    page.get_by_role("textbox", name="Reason").fill(reason)
    page.get_by_role("textbox", name="Reason").press("Tab")
    page.locator(".st-key-table-buttons").get_by_role("button", name="Change a house rule").click()


@pytest.mark.parametrize("size", ["light", "phone"])
def test_a_renamed_trait_and_a_new_track_hold_from_now_on_and_are_taken_back(
    visit: Callable[..., Page], ledger: Library, size: str
) -> None:
    before = ledger.ledger.head(SLUG)
    page = visit(f"table?campaign={SLUG}", size)
    page.get_by_text("Everything the rules allow").first.click()
    page.get_by_role("button", name="Change a house rule").click()
    written = page.get_by_role("textbox", name="System")
    expect(written).to_have_value(re.compile("format = 1"))
    text = written.input_value()

    edit(page, text.replace("high = 4 }", "high = }", 1), "A slip")
    expect(page.get_by_text("Nothing was recorded.")).to_contain_text("line 9, column")
    assert ledger.ledger.head(SLUG) == before

    edit(page, text.replace('"Hunt"', '"Track down"').replace("heat = {", TRACK), "We hunt nobody")
    told = "House rules change (the number Hunt is now called Track down; the number Lantern oil is new)"
    take_back = page.get_by_role("button", name="Take back moment").filter(has_text="House rules change")
    expect(take_back).to_be_visible()
    expect(page.get_by_role("listitem").filter(has_text=told).last).to_be_visible()
    assert ledger.ledger.head(SLUG) == before + 1
    wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert wide <= 0, f"the page scrolls sideways at {SIZES[size][0]}"

    sheet = visit(f"sheets?campaign={SLUG}", size).get_by_role("article").first
    expect(sheet).to_contain_text("Track down")
    expect(sheet).not_to_contain_text("Hunt")
    earlier = visit(f"sheets?campaign={SLUG}&at={before}", size).get_by_role("article").first
    expect(earlier).to_contain_text("Hunt")
    expect(earlier).not_to_contain_text("Track down")

    take_back.click()
    expect(take_back).to_have_count(0)
    again = visit(f"sheets?campaign={SLUG}", size).get_by_role("article").first
    expect(again).to_contain_text("Hunt")
    expect(again).not_to_contain_text("Track down")
