"""Map, Advancement and Between sessions in Chromium: places that stay, detail on hover, from screen to screen."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from domain.kernel.journal.notes import WriteNote
from domain.kernel.journal.state import NoteForm
from ledger.answers import Ruled, Submission
from wiring.library import Library

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]
Visit = Callable[..., Page]


def drawn(page: Page) -> None:
    """The place in the log is mounted last: from then on the page listens."""
    expect(page.get_by_test_id("position")).to_have_text(re.compile(r"\d"))


def drawn_at(page: Page, position: int) -> None:
    expect(page.get_by_test_id("position")).to_have_text(str(position))


def test_nobody_on_the_map_changes_places_while_one_scrubs(visit: Visit) -> None:
    page = visit("map?campaign=causeway&at=6")
    ferry = page.get_by_role("button", name=re.compile("^Ferry Guild"))
    expect(ferry).to_be_visible()
    place = ferry.get_attribute("transform")
    expect(page.locator(".tie")).to_have_count(0)
    drawn_at(page, 6)
    page.keyboard.press("ArrowRight")
    drawn_at(page, 7)
    expect(page.locator(".tie.hurts")).to_have_count(1)
    page.keyboard.press("End")
    expect(page.locator(".tie.helps")).to_have_count(1)
    assert ferry.get_attribute("transform") == place
    expect(page).to_have_url(re.compile(r"/map\?campaign=causeway&at=\d+$"))


def test_a_power_tells_its_ties_when_one_comes_near_it(visit: Visit) -> None:
    page = visit("map?campaign=causeway")
    tide = page.get_by_role("button", name=re.compile("^The Tide"))
    tide.hover()
    card = page.locator(".card")
    expect(card).to_be_visible()
    expect(card).to_contain_text("works against Ferry Guild")
    page.mouse.move(2, 2)
    expect(card).to_be_hidden()
    tide.focus()
    page.keyboard.press("Enter")
    expect(tide).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Escape")
    expect(tide).to_have_attribute("aria-pressed", "false")


def test_the_records_of_a_track_lead_back_to_them(visit: Visit) -> None:
    page = visit("advancement?campaign=causeway")
    drawn(page)
    moss = page.get_by_role("article", name="Old Moss")
    expect(moss).to_contain_text("4 of 6".replace(" of ", "/ "))
    mark = moss.locator(".mark").first
    there = mark.get_attribute("data-go")
    mark.click()
    drawn_at(page, int(there or 0))
    expect(moss).to_contain_text("1/ 6")


def test_the_menu_keeps_the_moment_from_screen_to_screen(visit: Visit) -> None:
    page = visit("map?campaign=causeway&at=20")
    drawn_at(page, 20)
    page.get_by_role("link", name="Growth", exact=True).click()
    expect(page).to_have_url(re.compile("/advancement"))
    drawn_at(page, 20)


def test_between_sessions_a_note_is_added_and_a_scene_replayed(visit: Visit, ledger: Library) -> None:
    for text in ("Ask the ferryman.", "Count the oars."):
        note = WriteNote(text=text, form=NoteForm.NEXT_TIME)
        assert isinstance(ledger.ledger.rule("causeway", Submission(command=note)), Ruled)
    page = visit("between?campaign=causeway")
    expect(page.get_by_text("Lights on the far shore").first).to_be_visible()
    page.get_by_role("textbox", name="Note").fill("Bring a longer rope.")
    page.get_by_role("button", name="Note for the table").click()
    expect(page.locator(".feed").get_by_text("Bring a longer rope.")).to_be_visible()
    assert ledger.ledger.moment("causeway").journal.notes[-1].text == "Bring a longer rope."
    first, second = (page.get_by_role("checkbox", name=name) for name in ("Ask the ferryman.", "Count the oars."))
    first.press("Space")
    expect(first).to_have_count(0)
    expect(second).to_be_focused()
    second.press("Space")
    expect(second).to_have_count(0)
    expect(page.locator(".st-key-between-waiting")).to_be_focused()
    page.get_by_role("button", name="Lights on the far shore").first.click()
    expect(page).to_have_url(re.compile("/replay"))
    expect(page.locator(".feed [aria-current]")).to_contain_text("Lights on the far shore")
