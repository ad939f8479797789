"""Players who prepare on their own phones, on a server where each of them has claimed a seat."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from dashboard.pages.library.founding import Founded, found
from domain.kernel.vocabulary import Vocabulary
from ledger.answers import Submission
from tests.browser.conftest import free_port, served
from tests.dashboard.access.test_gate import HEADER, TRUSTED
from tests.support.newcomer import Newcomer
from wiring.library import Library, open_library

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]
SEATS = """[access]
mode = "header"

[access.seats.low-lamp]
gwen = "gwen@example.org"
ada = "ada@example.org"
brin = "brin@example.org"
"""
Phone = Callable[[str], Page]


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    """A dungeon of Wicked Ones that has its name; Ada and Brin are to make their monsters."""
    opened = open_library(str(tmp_path / "campaigns.sqlite3"))
    answer = found(
        opened.ledger,
        game="wicked_ones",
        title="Low lamp",
        gm_name="Gwen",
        house_rules={},
        players=("Ada", "Brin"),
    )
    assert answer == Founded("low-lamp")
    ask(opened, "found_dungeon", "gwen", dungeon="The Sump")
    yield opened
    opened.close()


def ask(library: Library, what: str, by: str, **fields: object) -> None:
    vocabulary = Vocabulary(library.ledger.game("wicked_ones"))
    command = vocabulary.command({"type": f"wicked_ones.{what}", **fields})
    library.ledger.rule("low-lamp", Submission(command=command, by=by))


@pytest.fixture
def phone(chromium: Browser, library: Library, tmp_path: Path) -> Iterator[Phone]:
    """The Table on somebody's phone."""
    (tmp_path / ".streamlit").mkdir()
    (tmp_path / ".streamlit" / "secrets.toml").write_text(SEATS, "utf-8")
    contexts = []
    with served(tmp_path / "campaigns.sqlite3", port := free_port(), tmp_path, **TRUSTED):

        def of(who: str) -> Page:
            headers = {HEADER: f"{who}@example.org"}
            size = {"width": 390, "height": 844}
            context = chromium.new_context(viewport=size, extra_http_headers=headers, reduced_motion="reduce")
            contexts.append(context)
            page = context.new_page()
            page.set_default_timeout(20_000)
            page.goto(f"http://127.0.0.1:{port}/table?campaign=low-lamp")
            return page

        yield of
        for context in contexts:
            context.close()


def name_of(page: Page) -> Locator:
    return page.get_by_role("textbox", name="What is your monster called?")


def fill_in(page: Page, name: str) -> None:
    who = Newcomer(page)
    for label, words in (
        ("What is your monster called?", name),
        ("What is it that it cannot help doing?", "Gnaw."),
    ):
        who.write(page.get_by_role("textbox", name=label), words)
    for label, words in (("Its calling", "Brute"), ("What does its gear protect against?", "Wounds")):
        box = page.get_by_role("combobox", name=re.compile(re.escape(label)))
        box.click()
        box.fill(words)
        page.get_by_role("option").filter(has_text=words).first.click()
        who.settled()
        expect(box).to_have_value(words)


def test_players_make_their_monsters_at_the_same_time(phone: Phone, library: Library) -> None:
    ada, brin = phone("ada"), phone("brin")
    fill_in(ada, "Old Grist")
    fill_in(brin, "Thump")
    ada.get_by_role("button", name="Let it crawl out", exact=True).click()
    expect(ada.get_by_text("Waiting for Brin: a monster to play")).to_be_visible()
    expect(name_of(brin)).to_have_value("Thump")
    gwen = phone("gwen")
    expect(gwen.get_by_text("Waiting for Brin: a monster to play")).to_be_visible()
    wide = gwen.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert wide <= 0, "the page itself does not scroll sideways"
    # Brin has recorded a monster from another device: what stands on the phone is said to be late, and stays.
    other = {"name": "Mother Sallow", "calling": "Conniver", "dark_impulse": "Know.", "ratings": {}}
    ask(library, "create_wicked_one", "brin", **other, gear_defense_type="detection")
    brin.get_by_role("button", name=re.compile("new moment")).click()
    expect(brin.get_by_text("this step is no longer in order")).to_be_visible()
    expect(name_of(brin)).to_have_value("Thump")
    expect(gwen.get_by_role("button", name="Lurking begins").first).to_be_enabled()
    made = library.ledger.moment("low-lamp").game.characters.values()
    assert {it.player: it.name for it in made} == {"ada": "Old Grist", "brin": "Mother Sallow"}
