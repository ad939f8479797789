"""The library in Chromium: open a volume, found a campaign, names that would be markup elsewhere."""

import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import free_port, served
from tests.dashboard.nights import HOSTILE
from wiring.library import Library

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]
Visit = Callable[..., Page]


def test_a_volume_opens_in_the_replay(visit: Visit) -> None:
    page = visit("")
    page.get_by_role("link", name=re.compile("The long causeway")).first.click()
    expect(page.get_by_test_id("position")).to_be_visible()
    expect(page).to_have_url(re.compile("/replay.*campaign=causeway"))


def test_a_campaign_is_founded_once_however_often_it_is_clicked(visit: Visit, ledger: Library) -> None:
    page = visit("")
    page.get_by_role("button", name="New campaign").dblclick()  # which opens the form, and does not close it again
    page.get_by_role("textbox", name="Title").fill("The Salt Road")
    page.get_by_role("textbox", name="Title").press("Tab")
    page.get_by_role("button", name="Set the table").dblclick()
    expect(page.get_by_role("heading", name="The Salt Road")).to_be_visible()
    expect(page).to_have_url(re.compile("campaign=the-salt-road"))
    titles = [ledger.ledger.moment(entry.slug).campaign.title for entry in ledger.ledger.campaigns()]
    assert titles.count("The Salt Road") == 1


def test_hostile_names_are_words_on_every_screen(visit: Visit) -> None:
    page = visit("")
    page.get_by_role("button", name="New campaign").click()
    page.get_by_role("textbox", name="Your name").fill(HOSTILE)
    page.get_by_role("textbox", name="Title").fill(HOSTILE)
    page.get_by_role("textbox", name="Title").press("Tab")
    page.get_by_role("button", name="Set the table").click()
    expect(page.locator("h1")).to_have_text(HOSTILE)
    expect(page.locator(".st-key-table-preparation")).to_be_visible()
    line = page.get_by_role("navigation", name="Screens")
    line.locator("summary").click()
    line.get_by_role("link", name="Campaigns").click()
    expect(page.locator(".volume h2").filter(has_text="<script>")).to_have_text(HOSTILE)


def test_a_page_says_that_its_server_ended_and_goes_on_with_the_next(
    chromium: Browser, database: Path, tmp_path: Path
) -> None:
    port, kept = free_port(), tmp_path / database.name
    shutil.copy(database, kept)
    page = chromium.new_page()
    with served(kept, port):
        page.goto(f"http://127.0.0.1:{port}/?")
        expect(page.get_by_role("link", name=re.compile("The long causeway")).first).to_be_visible()
    told = page.get_by_role("dialog")
    expect(told.get_by_role("heading")).to_have_text("The dashboard does not answer", timeout=20_000)
    expect(told).to_contain_text("goes on as soon as the dashboard runs again")
    expect(told).not_to_contain_text("Streamlit")
    with served(kept, port):
        expect(told).to_have_count(0, timeout=40_000)
        page.wait_for_timeout(2_000)  # by then it has asked what the page is
        expect(page.get_by_test_id("stApp")).to_have_attribute("data-test-script-state", "notRunning")
        page.get_by_role("button", name="New campaign").click()
        expect(page.get_by_role("textbox", name="Title")).to_be_visible()
        page.close()


def test_whoever_opens_a_form_by_keys_goes_on_from_there(visit: Visit) -> None:
    page = visit("campaigns")
    page.get_by_role("button", name="New campaign").press("Enter")
    expect(page.get_by_role("button", name="Close")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="New campaign")).to_be_focused()
