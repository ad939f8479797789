"""The Table screen in a real browser: typed dice, a double click, refusals, and names that mean harm."""

import os
import re
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from ledger.answers import Submission
from ledger.ledger import Ledger
from tests.browser.conftest import ROOT, _wait_for
from tests.dashboard.table.wager import GAME
from tests.dashboard.table.wager_messages import Enter

pytestmark = pytest.mark.browser
LONG = 20_000
"""Milliseconds to wait for what a slow machine may take its time over."""


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("table") / "table.sqlite3"


@pytest.fixture(scope="module")
def address(database: Path) -> Iterator[str]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    env = {**os.environ, "CAMPAIGN_DATABASE": str(database), "PYTHONPATH": str(ROOT)}
    server = subprocess.Popen(
        [sys.executable, "-m", "tests.browser.wager_server", str(port)],
        env=env,
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        _wait_for(f"http://127.0.0.1:{port}/_stcore/health", server)
        yield f"http://127.0.0.1:{port}"
    finally:
        server.terminate()
        server.wait(timeout=20)


@pytest.fixture
def page(visit: Callable[..., Page]) -> Page:
    """The Table screen, in a fresh session."""
    page = visit("table?campaign=evening", "light")
    expect(page.get_by_text("Last rulings")).to_be_visible(timeout=LONG)
    return page


@pytest.fixture
def ledger(database: Path, address: str) -> Iterator[Ledger]:
    opened = Ledger({GAME.key: GAME}, {"SQLALCHEMY_URL": f"sqlite:///{database}"})
    yield opened
    opened.close()


def rulings(ledger: Ledger) -> int:
    return sum(1 for _ in ledger.rulings("evening"))


def choose(page: Page, step: str) -> None:
    page.get_by_role("button", name=step).first.click()
    expect(page.get_by_role("heading", name=step)).to_be_visible(timeout=LONG)


def test_on_a_phone_the_form_stands_first_before_any_style_has_come(chromium: Browser, address: str) -> None:
    context = chromium.new_context(viewport={"width": 390, "height": 844})
    page = context.new_page()
    page.route("**/*.css", lambda route: route.abort())
    page.goto(f"{address}/table?campaign=evening")
    form, steps = page.get_by_role("heading", level=2).first, page.locator(".st-key-table-steps")
    expect(form).to_be_visible(timeout=LONG)
    expect(steps).to_be_visible(timeout=LONG)
    here, there = form.bounding_box(), steps.bounding_box()
    assert here is not None
    assert there is not None
    assert here["y"] < there["y"]
    notes = page.get_by_role("button", name=re.compile("^(Note for the table|Only the GM)$"))
    expect(notes).to_have_text(["Note for the table", "Only the GM"], timeout=LONG)  # they come after the steps
    first, second = notes.nth(0).bounding_box(), notes.nth(1).bounding_box()
    assert first is not None
    assert second is not None
    assert first["x"] < second["x"]  # the order of the columns alone is turned
    context.close()


def test_typed_dice_and_a_double_click_make_one_ruling(page: Page, ledger: Ledger) -> None:
    before = rulings(ledger)
    choose(page, "Roll for Old Wren")
    page.get_by_label("Dice", exact=True).press_sequentially("562")
    expect(page.locator(".lying.waiting")).to_have_count(1, timeout=LONG)  # a six asks for a d4 more
    page.get_by_label("Dice", exact=True).press_sequentially("3")
    expect(page.get_by_text("This will be recorded")).to_be_visible(timeout=LONG)
    page.locator(".st-key-table-record button").first.dblclick()
    expect(page.locator(".tbl-done")).to_contain_text("Old Wren rolls", timeout=LONG)
    expect(page.locator(".tbl-done .lying")).to_have_count(4)
    assert rulings(ledger) == before + 1
    page.get_by_role("button", name="End the round").first.dblclick()
    expect(page.locator(".tbl-done")).to_contain_text("The round ends", timeout=LONG)
    expect(page.get_by_role("button", name="Roll for Old Wren").first).to_be_visible(timeout=LONG)
    assert rulings(ledger) == before + 2


def test_a_button_that_moves_under_a_press_is_pressed_once(page: Page, ledger: Ledger) -> None:
    before = rulings(ledger)
    page.get_by_label("Name", exact=True).fill("Teasel")
    expect(page.locator(".tbl-will")).to_contain_text("Teasel sits down", timeout=LONG)
    button = page.locator(".st-key-table-record button").first
    button.hover()
    page.mouse.down()
    button.evaluate("it => { it.style.translate = '0 -140px'; }")  # as a redraw above it does
    page.mouse.up()
    expect(page.locator(".tbl-done")).to_contain_text("Teasel sits down", timeout=LONG)
    assert rulings(ledger) == before + 1


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


FIELDS_COME_LATE = """
const late = document.createElement("style");
late.textContent = ".st-key-table-form { display: none !important }";
const began = document.createElement("div");
began.tabIndex = -1;
addEventListener("DOMContentLoaded", () => {
  document.head.append(late);
  document.body.prepend(began);
  began.focus();
});
setTimeout(() => late.remove(), 8000);
"""


def test_fields_that_come_late_take_the_focus_from_where_the_page_began(page: Page) -> None:
    name, press = page.get_by_label("Name", exact=True), page.locator(".st-key-table-press")
    expect(name).to_be_focused(timeout=LONG)
    box = name.bounding_box()
    assert box is not None
    low = {"width": 1280, "height": round(box["y"] + box["height"]) + 10}  # the field lies under the button
    page.set_viewport_size(low)
    page.add_init_script(FIELDS_COME_LATE)
    page.reload()
    expect(name).to_be_focused(timeout=LONG)
    for _ in range(40):
        field, bar = name.bounding_box(), press.bounding_box()
        if field and bar and field["y"] + field["height"] <= bar["y"]:
            return
        page.wait_for_timeout(100)
    raise AssertionError(f"the field at {field} lies under the button at {bar}")


def test_a_first_field_that_comes_after_the_others_takes_the_focus_from_them(page: Page) -> None:
    first = FIELDS_COME_LATE.replace(".st-key-table-form", "[data-testid=stTextInput]")
    page.add_init_script(first.replace("8000", "3000"))
    page.reload()
    expect(page.locator(".st-key-table-form :focus")).to_have_count(1)  # a later one
    expect(page.get_by_label("Name", exact=True)).to_be_focused(timeout=LONG)


def test_a_refusal_stands_in_words_before_and_after_record(page: Page, ledger: Ledger) -> None:
    before = rulings(ledger)
    page.get_by_label("Name", exact=True).fill("Old Wren")
    expect(page.locator(".tbl-no")).to_contain_text("sits there already", timeout=LONG)
    page.locator(".st-key-table-record button").first.click()
    expect(page.get_by_text("Nothing was recorded.")).to_be_visible(timeout=LONG)
    expect(page.get_by_label("Name", exact=True)).to_have_value("Old Wren")
    assert rulings(ledger) == before


SOCKETS = """
window.sockets = [];
window.WebSocket = class extends WebSocket {
  constructor(...given) { super(...given); window.sockets.push(this); }
};
"""


def test_what_another_records_shows_in_seconds_and_typing_goes_on(page: Page, ledger: Ledger) -> None:
    page.add_init_script(SOCKETS)
    page.reload()
    page.get_by_label("Name", exact=True).press_sequentially("Hazel and")
    expect(page.locator(".tbl-will")).to_contain_text("Hazel and sits down", timeout=LONG)
    ledger.rule("evening", Submission(command=Enter(name="Bramble"), by="ana"))
    expect(page.get_by_text("1 new moment")).to_be_visible(timeout=LONG)
    expect(page.locator(".tbl-rulings")).to_contain_text("Bramble sits down")
    expect(page.get_by_label("Name", exact=True)).to_have_value("Hazel and")
    page.evaluate("window.sockets.forEach(it => it.close())")  # the connection is cut in the middle of a ruling
    ledger.rule("evening", Submission(command=Enter(name="Thistle"), by="ana"))
    expect(page.locator(".tbl-rulings").filter(has_text="Thistle sits down")).to_be_visible(timeout=LONG)
    expect(page.locator(".tbl-rulings")).to_have_count(1)  # the list as it was is gone
    name = page.get_by_label("Name", exact=True)
    expect(name).to_have_value("Hazel and")
    name.press("End")
    name.press_sequentially(" Rue")
    name.press("Enter")
    expect(page.locator(".tbl-done")).to_contain_text("Hazel and Rue sits down", timeout=LONG)


def test_names_that_mean_harm_are_text(page: Page) -> None:
    choose(page, "Choose suits for ![x]")
    expect(page.get_by_role("heading", name="Choose suits for ![x](https://evil.example")).to_be_visible()
    assert page.locator("img[src*='evil']").count() == 0
    assert "owned" not in page.title()


def line(page: Page) -> Locator:
    return page.get_by_label("Say what happens")


def test_a_line_entered_at_once_is_taken_and_the_next_is_a_line_of_its_own(page: Page, ledger: Ledger) -> None:
    before = rulings(ledger)
    line(page).focus()
    page.keyboard.type("Roll for Old Wren", delay=1)
    page.keyboard.press("Enter")  # long before the page has seen the words
    page.keyboard.type("zepp", delay=1)
    expect(page.get_by_role("heading", name="Roll for Old Wren")).to_be_visible(timeout=LONG)
    expect(line(page)).to_have_value("zepp", timeout=LONG)
    page.keyboard.type("elin", delay=1)
    page.keyboard.press("Enter")
    expect(page.locator(".tbl-no")).to_contain_text("No step in order now is meant", timeout=LONG)
    expect(line(page)).to_have_value("zeppelin")
    line(page).fill("zepp")
    expect(page.locator(".tbl-no")).to_have_count(0, timeout=LONG)
    assert rulings(ledger) == before


def test_what_needs_a_reason_is_taken_back_by_keys_alone(page: Page, ledger: Ledger) -> None:
    choose(page, "Roll for Old Wren")
    page.get_by_label("Dice", exact=True).press_sequentially("552")
    page.get_by_label("Dice", exact=True).press("Enter")
    expect(page.get_by_role("button", name=re.compile("Take back moment .*Old Wren rolls"))).to_be_visible(
        timeout=LONG
    )
    before, why = rulings(ledger), page.get_by_role("textbox", name="Why")
    page.keyboard.press("Alt+z")
    expect(why).to_be_focused(timeout=LONG)
    page.keyboard.type("It was misread")
    page.wait_for_timeout(800)  # until the server has heard of it
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Take back moment")).to_be_focused(timeout=LONG)
    page.keyboard.press("Enter")
    expect(why).to_be_focused(timeout=LONG)
    expect(why).to_have_value("It was misread")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator(".tbl-done")).to_contain_text("It was misread", timeout=LONG)
    assert rulings(ledger) == before + 1


def test_what_a_button_folds_out_can_be_read_in_the_dark(visit: Callable[..., Page], ledger: Ledger) -> None:
    page = visit("table?campaign=evening", "dark")
    expect(page.get_by_text("Last rulings")).to_be_visible(timeout=LONG)
    choose(page, "Roll for Old Wren")
    page.get_by_label("Dice", exact=True).press_sequentially("552")
    page.get_by_label("Dice", exact=True).press("Enter")
    expect(page.get_by_role("button", name=re.compile("Take back moment .*Old Wren rolls"))).to_be_visible(
        timeout=LONG
    )
    page.keyboard.press("Alt+z")
    button = page.get_by_role("button", name="Take back", exact=True)
    expect(button).to_have_css("color", "rgb(20, 21, 26)", timeout=LONG)
