"""Explain, Chronicle and Sheets in Chromium: by key, by click, and on paper."""

import re
from collections.abc import Callable
from zipfile import ZipFile

import pytest
from playwright.sync_api import Page, expect

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]
Visit = Callable[..., Page]
ONLY_LOOK = True


def test_a_value_is_explained_by_key_and_leads_to_its_records(visit: Visit) -> None:
    page = visit("replay?campaign=causeway")
    expect(page.get_by_test_id("position")).to_have_text(re.compile(r"\d"))  # mounted last: all is drawn
    page.locator(".sheet .b-counter .why").first.press("Enter")
    panel = page.locator(".explain")
    expect(panel.locator("h2")).to_be_focused()
    row = panel.locator("li button").first
    there = row.get_attribute("data-go")
    row.click()
    expect(page.get_by_test_id("position")).to_have_text(there or "")
    expect(panel.locator("[aria-current]")).to_be_visible()
    page.keyboard.press("Escape")
    expect(panel).to_be_hidden()


def test_contents_a_search_and_a_find_lead_to_the_moment(visit: Visit) -> None:
    page = visit("chronicle?campaign=causeway", "light")
    expect(page.locator(".story h2")).to_contain_text("The far shore")
    # A link pressed before its script is there loads the page, as links do, and counts as a step of its own.
    page.wait_for_function("() => globalThis.campaignLedger?.recordLinks")
    contents = page.get_by_role("navigation", name="Contents")
    contents.get_by_text("Session 1").click()
    expect(page.locator(".story h2")).to_contain_text("Out on the causeway")
    bridge = page.locator(".story h3 button", has_text="The bridge of planks")
    expect(bridge).to_be_visible()
    contents.get_by_text("The bridge of planks").click()
    expect(bridge).to_be_focused()
    expect(page.get_by_test_id("stApp")).to_have_attribute("data-test-script-state", "notRunning")
    page.go_back()
    expect(page.locator(".story h2")).to_contain_text("The far shore")
    search = page.get_by_role("textbox", name="Search")
    search.fill("beacon")
    search.press("Enter")
    found = page.locator(".story mark").first
    expect(found).to_have_text("beacon")
    link = page.locator(".story [role=link]").first
    link.focus()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("/replay"))

    line = page.get_by_role("navigation", name="Screens")
    expect(line.locator("[aria-current=page]")).to_have_text("Replay")  # the line before it goes
    line.locator("summary").click()
    line.get_by_role("link", name="Find").click()
    words = page.get_by_label("Words", exact=True)
    words.fill("beacon")
    words.press("Enter")
    hit = page.locator(".finds a").filter(has=page.locator("mark")).first
    expect(hit).to_be_visible()
    there = (hit.get_attribute("href") or "").rpartition("at=")[2]
    hit.click()
    expect(page.get_by_test_id("position")).to_have_text(there)
    expect(page).to_have_url(re.compile(rf"/replay\?campaign=causeway&at={there}$"))
    expect(page.locator(".feed [aria-current]")).to_contain_text("beacon")


def test_the_story_is_made_into_a_file_and_saved(visit: Visit) -> None:
    page = visit("chronicle?campaign=causeway")
    expect(page.get_by_test_id("stApp")).to_have_attribute("data-test-script-state", "notRunning")
    page.get_by_text("As a file to keep").click()
    page.get_by_role("combobox", name="As", exact=True).click()
    page.get_by_role("option", name="E-book (EPUB)").click()
    page.get_by_role("button", name="Make the file").click()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save causeway-session-2.epub").click()
    assert saved.value.suggested_filename == "causeway-session-2.epub"
    with ZipFile(saved.value.path()) as book:
        assert any("The far shore" in book.read(it).decode() for it in book.namelist() if it.endswith(".xhtml"))


def test_on_paper_only_the_sheets_are_left(visit: Visit) -> None:
    page = visit("sheets?campaign=causeway")
    expect(page.locator(".sheet").first).to_be_visible()
    page.emulate_media(media="print")
    expect(page.locator(".sheet").first).to_be_visible()
    expect(page.get_by_test_id("position")).to_be_hidden()
    expect(page.locator(".title h1")).to_be_hidden()
    ground = page.evaluate("getComputedStyle(document.querySelector('.stApp')).backgroundColor")
    assert ground == "rgb(255, 255, 255)"
