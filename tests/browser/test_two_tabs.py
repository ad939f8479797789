"""Two tabs of one person: what is written in one stays there, also when it is loaded anew, and goes on later."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from dashboard.pages.library.founding import Founded, found
from tests.browser.conftest import free_port, served
from wiring.library import open_library

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]
HERE, THERE = "Written in the first tab", "Written in the second"


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The dashboard of two campaigns whose first form waits to be filled in."""
    file = tmp_path_factory.mktemp("tabs") / "campaigns.sqlite3"
    library = open_library(str(file))
    for title in ("Lamp", "Wick"):
        answer = found(
            library.ledger, game="wicked_ones", title=title, gm_name="Gwen", house_rules={}, players=("Ada",)
        )
        assert answer == Founded(title.lower())
    library.close()
    with served(file, free_port()) as port:
        yield f"http://127.0.0.1:{port}"


def field(page: Page) -> Locator:
    return page.locator(".st-key-table-form input[type=text]").first


def write(page: Page, text: str) -> None:
    expect(field(page)).to_be_visible()
    field(page).fill(text)
    field(page).blur()
    expect(page.locator("[data-testid=stApp][data-test-script-state=notRunning]")).to_be_visible()
    page.wait_for_timeout(600)  # until the server has heard of it


def test_a_draft_belongs_to_the_tab_it_is_written_in(visit: Callable[..., Page]) -> None:
    first, second = visit("table?campaign=lamp"), visit("table?campaign=lamp")
    write(first, HERE)
    expect(field(second)).to_have_value("")
    second.reload()
    expect(field(second)).to_have_value("")
    write(second, THERE)
    for page, words in ((first, HERE), (second, THERE)):
        page.reload()
        expect(field(page)).to_have_value(words)
    second.close()
    third = visit("table?campaign=lamp")
    expect(field(third)).to_have_value(THERE)  # whose tab is gone
    expect(field(first)).to_have_value(HERE)


def test_a_tab_that_was_duplicated_has_drafts_of_its_own(visit: Callable[..., Page]) -> None:
    first = visit("table?campaign=wick")
    write(first, HERE)
    with first.expect_popup() as opened:  # with a copy of all that is kept for the tab, as a duplicate has
        first.evaluate("sessionStorage.setItem('copied', 'with it'); window.open(location.href); undefined")
    second = opened.value
    expect(field(second)).to_be_visible()
    assert second.evaluate("sessionStorage.getItem('copied')") == "with it"
    expect(field(second)).to_have_value("")
    write(second, THERE)
    for _ in range(2):
        for page, words in ((first, HERE), (second, THERE)):
            page.reload()
            expect(field(page)).to_have_value(words)
