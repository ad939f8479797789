"""From screen to screen in Chromium: the campaign stays, Back leads where one was, no menu lies over the page."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect
from streamlit.proto.BackMsg_pb2 import BackMsg

from dashboard.screens import LIBRARY, SCREENS
from tests.dashboard.nights import Night
from wiring.library import open_library

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]
Visit = Callable[..., Page]


@pytest.fixture(scope="module", autouse=True)
def played_later(database: Path) -> None:
    """Another campaign, which was played last."""
    library = open_library(str(database))
    Night(library, "young", "The young campaign")
    library.close()


def go(page: Page, words: str) -> None:
    line = page.get_by_role("navigation", name="Screens")
    if words in LIBRARY.values() and line.locator("summary").count():
        line.locator("summary").click()  # the screens of the library stand in the switcher of a campaign
    line.get_by_role("link", name=words, exact=True).click()


def open_now(page: Page, words: str) -> None:
    """The screen that the header marks, the browser's tab and the address agree about."""
    name = next(key for key, told in SCREENS.items() if told == words)
    current = page.get_by_role("navigation", name="Screens").locator("[aria-current=page]")
    expect(current).to_have_text(words)
    expect(page).to_have_title(f"{words} · The long causeway")
    expect(page).to_have_url(re.compile(f"/{name}[?]campaign=causeway"))


def at_rest(page: Page) -> None:
    expect(page.get_by_test_id("stApp")).to_have_attribute("data-test-script-state", "notRunning")


def test_the_header_keeps_the_campaign_and_so_does_a_reload(visit: Visit) -> None:
    page = visit("sheets?campaign=causeway")
    open_now(page, "Sheets")
    for words in ("Play", "Luck", "Between", "Disputes"):
        go(page, words)
        open_now(page, words)
    page.reload()
    open_now(page, "Disputes")
    go(page, "People")
    expect(page.get_by_role("heading", name="People")).to_be_visible()
    at_rest(page)
    go(page, "Play")
    open_now(page, "Play")
    page.get_by_role("radio", name="Bo", exact=True).click()
    at_rest(page)
    page.reload()
    expect(page.get_by_role("heading", name="The long causeway")).to_be_visible()
    expect(page.get_by_role("radio", name="Bo", exact=True)).to_be_checked()
    expect(page.get_by_role("heading", name="The young campaign")).to_have_count(0)


def test_back_and_forward_are_one_step_each(visit: Visit) -> None:
    page = visit("map?campaign=causeway")
    for words in ("Story", "Play"):
        go(page, words)
        open_now(page, words)
    for words in ("Story", "Map"):
        page.go_back()
        open_now(page, words)
    page.go_forward()
    open_now(page, "Story")


def test_a_way_asks_for_its_screen_once(visit: Visit, address: str) -> None:
    page = visit("find")
    sent: list[bytes] = []
    page.on("websocket", lambda socket: socket.on("framesent", lambda frame: sent.append(bytes(frame))))
    page.goto(f"{address}/map?campaign=causeway")
    open_now(page, "Map")
    at_rest(page)
    for on in (lambda: go(page, "Story"), page.go_back, page.go_forward):
        sent.clear()
        on()
        open_now(page, "Map" if on == page.go_back else "Story")
        at_rest(page)
        asked = [frame for frame in sent if BackMsg.FromString(frame).WhichOneof("type") == "rerun_script"]
        assert len(asked) == 1


def test_back_before_the_screen_has_come_leaves_the_history_as_it_was(visit: Visit, address: str) -> None:
    page = visit("find")
    held: list[tuple[WebSocketRoute, str | bytes]] = []
    holding = False

    def between(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def answered(message: str | bytes) -> None:
            if holding:
                held.append((socket, message))
            else:
                socket.send(message)

        server.on_message(answered)

    page.route_web_socket(re.compile("/_stcore/stream"), between)
    page.goto(f"{address}/sheets?campaign=causeway")
    open_now(page, "Sheets")
    go(page, "Map")
    open_now(page, "Map")
    at_rest(page)
    many = page.evaluate("history.length")
    holding = True
    go(page, "Story")
    expect(page).to_have_url(re.compile("/chronicle"))
    page.wait_for_timeout(400)  # the request is out, and its answer under way
    page.go_back()
    expect(page).to_have_url(re.compile("/map"))
    holding = False
    for socket, message in held:
        socket.send(message)
    open_now(page, "Map")
    at_rest(page)
    open_now(page, "Map")
    assert page.evaluate("history.length") == many + 1
    page.go_forward()
    open_now(page, "Story")


def test_a_screen_without_a_campaign_asks_for_one_and_opens_it(visit: Visit) -> None:
    page = visit("table")
    expect(page.get_by_role("heading", name="Which campaign?")).to_be_visible()
    page.get_by_role("link", name=re.compile("The long causeway")).click()
    open_now(page, "Play")


def test_back_from_a_found_moment_are_the_results(visit: Visit) -> None:
    page = visit("find")
    page.get_by_label("Words", exact=True).fill("lantern")
    page.get_by_label("Words", exact=True).press("Enter")
    hits = page.locator(".finds a")
    expect(hits.locator("mark").first).to_be_visible()
    many = hits.count()
    hits.first.click()
    open_now(page, "Replay")
    expect(page.get_by_test_id("position")).to_be_visible()
    page.go_back()
    expect(page.get_by_label("Words", exact=True)).to_have_value("lantern")
    expect(hits).to_have_count(many)


def test_back_from_the_replay_is_the_ruling(visit: Visit) -> None:
    page = visit("disputes?campaign=causeway&ruling=23")
    expect(page.get_by_role("heading", name=re.compile("^Moment 27"))).to_be_visible()
    page.locator("a.way[href*=replay]").first.click()
    open_now(page, "Replay")
    expect(page.get_by_test_id("position")).to_have_text("27")
    page.keyboard.press("ArrowLeft")
    expect(page).to_have_url(re.compile("at=26"))  # the step was taken: Back in the middle of it is another matter
    at_rest(page)
    page.go_back()
    expect(page.get_by_role("heading", name=re.compile("^Moment 27"))).to_be_visible()


def test_whoever_goes_by_keys_goes_on_from_the_top_of_the_next_screen(visit: Visit) -> None:
    page = visit("disputes?campaign=causeway&ruling=12")
    page.wait_for_function("() => globalThis.campaignLedger?.loaded")  # a link pressed before it loads the page
    at_rest(page)
    page.get_by_role("link", name="See it in the replay").press("Enter")
    open_now(page, "Replay")
    expect(page.get_by_test_id("stMain")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.get_by_label("The long causeway: other campaigns")).to_be_focused()


def test_a_link_in_a_new_tab_is_a_link(visit: Visit) -> None:
    page = visit("sheets?campaign=causeway")
    with page.context.expect_page() as opened:
        page.get_by_role("navigation", name="Screens").get_by_role("link", name="Map").click(modifiers=["Control"])
    expect(opened.value).to_have_url(re.compile("/map[?]campaign=causeway"))
    open_now(page, "Sheets")


def test_the_shelf_opens_in_a_new_tab_too(visit: Visit) -> None:
    page = visit("sheets?campaign=causeway")
    with page.context.expect_page() as opened:
        line = page.get_by_role("navigation", name="Screens")
        line.locator("summary").click()
        line.get_by_role("link", name="Campaigns").click(modifiers=["Control"])
    expect(opened.value.get_by_role("heading", name="Campaigns")).to_be_visible()
    expect(opened.value.get_by_text("Page not found")).to_have_count(0)


def test_on_a_phone_the_screens_stay_in_one_line_and_nothing_lies_over_the_page(visit: Visit) -> None:
    page = visit("table?campaign=causeway", "phone")
    line = page.get_by_role("navigation", name="Screens")
    go(page, "Between")
    open_now(page, "Between")
    current = line.locator("[aria-current=page]")
    expect(current).to_be_in_viewport(ratio=0.9)
    box = line.bounding_box()
    assert box is not None
    assert box["height"] < 60
    page.mouse.wheel(0, 900)
    expect(current).to_be_in_viewport(ratio=0.9)
    expect(page.locator("[data-testid=stSidebar]")).to_have_count(0)
    middle = page.evaluate("document.elementFromPoint(200, 450).closest('[data-testid=stMain]') !== null")
    assert middle, "the page is what lies there"
