"""The first evening in Chromium: an empty ledger, a table of one's own or a ready one, and play begins."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from benchmarks.first_evening import BUDGETS, NAMES, Evening
from domain.kernel.preparation.next_step import preparation_of
from domain.kernel.vocabulary import Vocabulary
from ledger.answers import Ruled, Submission
from tests.browser.conftest import free_port, served
from wiring.library import Library, open_library

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]
GAME = "wicked_ones"
Arrive = Callable[..., Page]


@pytest.fixture(scope="module")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    """A ledger with nothing in it."""
    library = open_library(str(tmp_path_factory.mktemp("evening") / "campaigns.sqlite3"))
    yield library
    library.close()


@pytest.fixture(scope="module")
def begun_at(empty: Library, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a dashboard of that ledger."""
    file = next(tmp_path_factory.getbasetemp().glob("evening*/campaigns.sqlite3"))
    with served(Path(file), free_port()) as port:
        yield f"http://127.0.0.1:{port}"


@pytest.fixture
def arrive(chromium: Browser, begun_at: str) -> Iterator[Arrive]:
    """Another person's browser at a page: `arrive("table?campaign=mill", 390)`."""
    contexts = []

    def open_page(path: str = "", width: int = 1440) -> Page:
        context = chromium.new_context(viewport={"width": width, "height": 1000}, reduced_motion="reduce")
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(20_000)
        page.goto(f"{begun_at}/{path}")
        return page

    yield open_page
    for context in contexts:
        context.close()


@pytest.mark.parametrize("width", [1440, 390])
def test_a_quick_start_leads_to_the_first_scene_within_its_budget(
    arrive: Arrive, empty: Library, width: int
) -> None:
    page = arrive("", width)
    evening = Evening(page, empty, GAME, None, keyboard=False)
    evening.quick(BUDGETS[GAME].players)
    assert evening.who.effort.actions <= BUDGETS[GAME].quick
    assert preparation_of(evening.game, evening.moment) is None
    assert evening.moment.game.scene is not None
    expect(page.locator(".tbl-head h2").first).to_be_visible()
    if width > 1000:  # the first screenful holds the step and its button
        expect(page.locator(".st-key-table-record button").first).to_be_in_viewport(ratio=1)
    wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert wide <= 0, "the page itself does not scroll sideways"


def test_words_that_are_being_written_outlive_a_ruling_of_somebody_else(arrive: Arrive, empty: Library) -> None:
    page = arrive()
    evening = Evening(page, empty, GAME, None, keyboard=False)
    evening.quick(2)
    step = page.locator(".tbl-head h2").first.inner_text()
    area = page.get_by_role("textbox", name="What do you do?")
    area.press_sequentially("Climb down")  # and the field is not left
    expect(page.locator(".st-key-table-form")).to_contain_text("What could go wrong?")
    page.wait_for_timeout(1_000)
    who, other = next(it for it in evening.moment.game.characters.items() if it[1].name not in step)
    asked = {"character": who, "action": "smash", "intention": "Out", "description": "Push", "risk": "Noise"}
    command = Vocabulary(evening.game).command({"type": f"{GAME}.propose_action", **asked})
    assert isinstance(empty.ledger.rule(evening.slug, Submission(command=command, by=other.player)), Ruled)
    expect(page.locator(".st-key-table-top")).to_contain_text("new moment")
    expect(page.locator(".tbl-head h2").first).to_have_text(step)
    expect(area).to_have_value("Climb down")


def test_a_field_that_was_come_to_without_a_press_keeps_the_focus(arrive: Arrive, empty: Library) -> None:
    """A form that comes in front takes the focus by itself, unless somebody is in it already."""
    page = arrive()
    come = """new MutationObserver(() => {
      const area = document.querySelector(".st-key-table-form textarea");
      if (area && !window.came) { window.came = true; setTimeout(() => area.focus(), 60); }
    }).observe(document, { subtree: true, childList: true })"""
    page.evaluate(come)
    Evening(page, empty, GAME, None, keyboard=False).quick(2)
    area = page.get_by_role("textbox", name="What do you do?")
    expect(area).to_be_focused()
    page.wait_for_timeout(1_000)
    expect(area).to_be_focused()


def test_the_key_of_the_line_leads_there_from_a_field_with_nothing_in_it(arrive: Arrive, empty: Library) -> None:
    page = arrive()
    Evening(page, empty, GAME, None, keyboard=False).quick(2)
    area, line = (page.get_by_role("textbox", name=name) for name in ("What do you do?", "Say what happens"))
    expect(page.locator(".st-key-table-form :is(input, textarea):focus")).to_have_count(1)
    page.keyboard.press("/")
    expect(line).to_be_focused()
    expect(line).to_have_value("")
    area.click()
    page.keyboard.type("Either")
    page.keyboard.press("/")
    expect(area).to_have_value("Either/")


def test_what_is_missing_is_said_in_sight_and_a_choice_keeps_words_of_ones_own(
    arrive: Arrive, empty: Library
) -> None:
    page = arrive()
    Evening(page, empty, GAME, None, keyboard=False).quick(2)
    page.set_viewport_size({"width": 1440, "height": 640})  # lower than the form is long
    page.locator(".st-key-table-record button").first.click()
    expect(page.get_by_text("Nothing was recorded.")).to_be_in_viewport(ratio=1)
    risk = page.get_by_role("combobox", name="What could go wrong?")
    risk.press_sequentially("The bell rings")
    risk.press("Tab")
    expect(risk).to_have_value("The bell rings")
    expect(risk).not_to_be_focused()
    risk.fill("")
    risk.press_sequentially("The dogs wake")
    page.get_by_label("What do you do?").click()  # an open list hides every other role
    expect(risk).to_have_value("The dogs wake")
    expect(page.get_by_role("textbox", name="What do you do?")).to_be_focused()


def test_a_table_of_ones_own_leads_to_the_first_scene_within_its_budget(arrive: Arrive, empty: Library) -> None:
    evening = Evening(arrive(), empty, GAME, None, keyboard=False)
    evening.own(evening.game.fewest_players)
    assert evening.who.effort.actions <= BUDGETS[GAME].own
    assert preparation_of(evening.game, evening.moment) is None
    assert evening.moment.game.scene is not None


def test_two_browsers_prepare_at_once_and_a_draft_outlives_a_reload(arrive: Arrive, empty: Library) -> None:
    one = arrive()
    evening = Evening(one, empty, GAME, None, keyboard=False)
    slug = evening.slug = evening.who.new_campaign(evening.game.title, "Two at once", NAMES[:4], "Set the table")
    name = one.get_by_role("textbox", name="What is it called?")
    name.fill("The Sump")
    name.press("Tab")
    evening.who.settled()
    one.reload()
    expect(one.get_by_role("textbox", name="What is it called?")).to_have_value("The Sump")
    two = arrive(f"table?campaign={slug}", 390)
    expect(two.get_by_role("button", name="Found the dungeon")).to_be_visible()
    evening.who.press()
    assert evening.moment.game.dungeon.name == "The Sump"
    # The other page has followed; each now has a monster in hand, and neither takes the other's words away.
    expect(two.locator(".st-key-table-preparation")).to_contain_text("A monster to play")
    for page, seat, monster in ((one, "Ada", "Grist"), (two, "Brin", "Thump")):
        step = page.locator(".st-key-table-preparation").get_by_role("button", name=re.compile(f"monster.*{seat}"))
        step.click()
        # The form of the step before asks for the same: this one has come when its step is the chosen one.
        expect(step).to_have_attribute("data-testid", "stBaseButton-secondary")
        expect(page.get_by_test_id("stApp")).to_have_attribute("data-test-script-state", "notRunning")
        box = page.get_by_role("textbox", name="What is your monster called?")
        box.fill(monster)
        box.press("Tab")
    evening.one_step()
    assert [it.name for it in evening.moment.game.characters.values()] == ["Old Grist"]
    expect(two.get_by_role("textbox", name="What is your monster called?")).to_have_value("Thump")
