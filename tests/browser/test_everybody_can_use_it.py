"""Every screen in Chromium: nothing that axe-core objects to, light or dark, and never wider than the window."""

import re
from collections.abc import Callable
from io import BytesIO

import pytest
from axe_playwright_python.sync_playwright import Axe
from PIL import Image
from playwright.sync_api import Locator, Page, expect

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]
Visit = Callable[..., Page]
ONLY_LOOK = True

SCREENS = {
    "campaigns": ".volume",
    "find": "h1",
    "people": ".folk",
    "replay": ".sheet",
    "chronicle": ".story h2",
    "sheets": ".sheet",
    "map": ".map-words",
    "advancement": ".growers",
    "luck": ".leans",
    "between": ".plain",
    "table": ".tbl-over:visible",
    "disputes": "h1",
}
"""Each screen, and what is there once it is drawn."""
MOMENTS = {"replay": "&at=15", "disputes": "&ruling=12"}
"""Moments at which a screen has more to show than at the head."""

OPENED = {"campaigns": ("Arrange", "Save")}
"""Buttons that open more of a screen: the button, and another that is there once it has."""

SEATED = {"between": ("Bo", ".share .changed del")}
"""Players who are shown more of a screen than whoever opens it: their name, and what is there for them."""

AT_REST = """!document.getAnimations().some(
    it => it.playState === 'running' && it.effect?.getTiming().iterations !== Infinity)"""


def violations(page: Page) -> list[str]:
    """The findings of axe, a line for each node, once nothing is dimmed because it is being drawn anew."""
    expect(page.locator('[data-stale="true"]')).to_have_count(0)
    for _ in range(200):  # not `wait_for_function`, which the page's own policy forbids
        if page.evaluate(AT_REST):
            break
        page.wait_for_timeout(50)
    found = Axe().run(page).response["violations"]
    return [f"{it['id']}: {node['target']} {node['html'][:160]}" for it in found for node in it["nodes"]]


@pytest.mark.parametrize("screen", SCREENS)
def test_a_screen_is_for_everybody(visit: Visit, screen: str) -> None:
    page = visit("" if screen == "campaigns" else f"{screen}?campaign=causeway{MOMENTS.get(screen, '')}", "light")
    expect(page.locator(SCREENS[screen]).first).to_be_visible()
    if screen in OPENED:
        opens, opened = OPENED[screen]
        page.get_by_role("button", name=opens).click()
        expect(page.get_by_role("button", name=opened)).to_be_visible()
    assert violations(page) == []
    if screen in SEATED:
        player, shown = SEATED[screen]
        # The name in the header and nothing else: the page has it elsewhere, and the header's may come last.
        page.get_by_role("radio", name=player, exact=True).click()
        expect(page.locator(shown).first).to_be_visible()
        assert violations(page) == []
    ground = page.evaluate("getComputedStyle(document.querySelector('.stApp')).backgroundColor")
    page.emulate_media(color_scheme="dark")
    expect(page.locator(".stApp")).not_to_have_css("background-color", ground)
    assert violations(page) == []
    for width in (1440, 1024, 768, 390):
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_axe_finds_nothing_in_an_explanation(visit: Visit) -> None:
    page = visit("replay?campaign=causeway", "light")
    expect(page.get_by_test_id("position")).to_have_text(re.compile(r"\d"))  # mounted last: all is drawn
    page.locator(".sheet .why").first.press("Enter")
    expect(page.locator(".explain h2")).to_be_visible()
    assert violations(page) == []


THUMBS = {
    "table": ".tbl-rulings .dispute",
    "replay": ".feed .row",
    "people": ".folk li a",
    "between": "button.go",
    "chronicle": ".story :is(.margin, .by) button, .story summary",
    "advancement": ".screens-line a",
}
"""Things that stand close together on a screen and are pressed with a thumb."""
THUMBS_AT = {"chronicle": "&read=9"}
"""A place on a screen at which it has them."""


@pytest.mark.parametrize("size", ["phone", "tablet"])
@pytest.mark.parametrize("screen", THUMBS)
def test_what_is_pressed_without_a_mouse_has_room_for_a_thumb(visit: Visit, screen: str, size: str) -> None:
    page = visit(f"{screen}?campaign=causeway{THUMBS_AT.get(screen, '')}", size)
    pressed = page.locator(THUMBS[screen]).filter(visible=True)
    expect(pressed.first).to_be_visible()
    low = 40 if screen == "people" else 44  # a link within a line, with the space of its line
    heights = pressed.evaluate_all("all => all.map(it => it.getBoundingClientRect().height)")
    assert [it for it in heights if it < low] == []


def test_which_files_may_be_chosen_is_told_to_the_end_on_a_phone(visit: Visit) -> None:
    page = visit("campaigns", "phone")
    page.get_by_role("button", name="Import").click()
    kinds = page.get_by_test_id("stFileUploaderDropzone").get_by_text("per file")
    expect(kinds).to_be_visible()
    assert kinds.evaluate("it => it.scrollWidth - it.clientWidth") <= 0


def test_the_page_shows_that_the_keys_move_it(visit: Visit) -> None:
    page = visit("people", "light")
    expect(page.locator(".folk")).to_be_visible()
    main = page.get_by_test_id("stMain")
    for _ in range(4):
        page.keyboard.press("Tab")
        if main.evaluate("it => it === document.activeElement"):
            break
    expect(main).to_be_focused()
    expect(main).to_have_css("outline-style", "solid")


def ground_of(shown: Locator) -> object:
    """The colour that most of it has."""
    picture = Image.open(BytesIO(shown.screenshot())).convert("RGB")
    return max(picture.getcolors(2**24) or [])[1]


def test_what_is_chosen_and_what_is_drawn_is_seen_in_the_systems_own_colours(visit: Visit) -> None:
    page = visit("luck?campaign=causeway", "light")
    page.emulate_media(forced_colors="active")
    try:
        seats = page.locator(".st-key-head-seats button")
        expect(seats.first).to_be_visible()
        chosen, others = seats.and_(page.locator("[aria-checked=true]")), page.locator("[aria-checked=false]")
        assert ground_of(chosen) != ground_of(seats.and_(others).first)
        bar = page.locator(".bars i").filter(visible=True).nth(1)
        bar.scroll_into_view_if_needed()
        assert ground_of(bar) != (255, 255, 255)
    finally:
        page.emulate_media(forced_colors="none")
