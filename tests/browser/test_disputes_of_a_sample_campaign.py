"""A dispute from end to end in Chromium, with a sample: from the timeline to another line and back."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from domain.kernel.campaign.seats import SeatPerson
from ledger.answers import Ruled, Submission
from tests.browser.test_disputes import figures
from tests.support.samples import copied
from wiring.library import Library

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]
SLUG, FLUX_MARKED = "ninth-chain", 207


@pytest.fixture(scope="module")
def database(played_samples: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A ledger with the sample campaigns in it."""
    return copied(played_samples, tmp_path_factory.mktemp("disputes") / "campaigns.sqlite3")


def test_from_the_timeline_to_another_line_and_back(visit: Callable[..., Page], ledger: Library) -> None:
    review, left_at = ledger.ledger.review, ledger.ledger.head(SLUG)
    ruling = review.past(SLUG).ruling(FLUX_MARKED)
    assert ruling is not None
    page = visit(f"replay?campaign={SLUG}&at={ruling.first}", "light")
    page.get_by_role("link", name="Dispute this ruling, or try").first.click()
    page.get_by_label("What should have been otherwise, and why").fill("That was no Flux.")
    page.get_by_label("Evidence: moments that show it").click()
    page.get_by_role("option").nth(1).click()  # the first one picks all
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Dispute this ruling").click()
    expect(page.get_by_text(re.compile(r"Moment [\d,]+ is in question"))).to_be_visible()
    expect(page.locator(".crt-talk .crt-record")).to_have_count(1)

    page.get_by_role("radio", name="Not made at all").click()
    figures(page, 1, 0, 0, 149)
    row = page.locator("[data-ruling]").first
    expect(row).to_contain_text(
        re.compile(r"Sister Anselm · Flux was 5, is 4 now, because of (ruling|moment) [\d,]+")
    )
    row.get_by_role("button", name="Ask otherwise").click()
    expect(page.get_by_role("heading", name="asked otherwise")).to_be_visible()
    page.get_by_role("button", name="Never mind").click()
    expect(page.get_by_role("heading", name="asked otherwise")).to_be_hidden()
    row.get_by_role("button", name="Strike").click()
    figures(page, 0, 0, 1, 149)
    expect(page.get_by_role("columnheader", name="As it would be").first).to_be_visible()
    expect(page.get_by_role("article", name="Sheet of Sister Anselm")).to_have_count(2)

    page.get_by_label("Why", exact=True).fill("Luc is right.")
    gm = ledger.ledger.moment(SLUG).campaign.gm or ""
    late = ledger.ledger.rule(SLUG, Submission(command=SeatPerson(person="late", name="Latecomer"), by=gm))
    assert isinstance(late, Ruled), late
    page.get_by_role("button", name="Adopt the new line").click()
    expect(page.get_by_text("Since you looked")).to_be_visible()
    figures(page, 0, 0, 1, 150)
    page.get_by_role("button", name="Adopt the new line").click()
    expect(page.get_by_text(re.compile(r"Moment [\d,]+ is overturned"))).to_be_visible()

    page.get_by_role("link", name="All disputes", exact=True).click()
    expect(page.locator(".crt-case.overturned")).to_contain_text("Luc is right.")
    expect(page.locator(".crt-reversal.overturn")).to_contain_text("150 as recorded and 1 struck")
    page.get_by_role("link", name="The line that replaced it").click()
    lines = page.get_by_role("navigation", name="Lines of this campaign")
    lines.get_by_text("A ruling was overturned").click()
    expect(page.get_by_text("This line was abandoned")).to_be_visible()

    page.get_by_role("link", name="Disputes", exact=True).click()
    page.get_by_role("button", name="Go back to that line").click()
    page.get_by_label("Why", exact=True).fill("No, it was Flux.")
    page.get_by_role("button", name="Go back", exact=True).click()
    expect(page.get_by_text("Play goes on from that line")).to_be_visible()
    assert ledger.ledger.lines(SLUG).is_ancestor(left_at, ledger.ledger.head(SLUG))
