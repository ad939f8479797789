"""Disputes in Chromium: a ruling disputed from the replay, tried, settled, compared, overturned; dice turned."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from wiring.library import Library

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]
Visit = Callable[..., Page]
MOSS_ENTERS = 9


def figures(page: Page, *many: int) -> None:
    """The numbers of rulings that cannot stand, come out otherwise, are settled, are as recorded."""
    for place, count in enumerate(many):
        expect(page.locator(".crt-figures b").nth(place)).to_have_text(str(count))


def test_dice_are_turned_by_hand_and_the_line_is_looked_at_again(visit: Visit) -> None:
    page = visit("disputes?campaign=causeway&ruling=13")
    page.get_by_role("radio", name="Other dice").click()
    die = page.get_by_role("button", name="d6 shows 6")
    die.click()
    page.get_by_role("group", name="Faces of the d6").get_by_role("button", name="2", exact=True).click()
    expect(page.get_by_text("with dice 2.")).to_be_visible()
    page.get_by_role("button", name="d6 shows 2").press("ArrowUp")
    expect(page.get_by_text("with dice 3.")).to_be_visible()


def test_a_player_looks_tries_and_is_told_whose_the_rest_is(visit: Visit) -> None:
    page = visit("disputes?campaign=causeway&ruling=12")
    page.locator(".st-key-head-seats button", has_text="Bo").click()
    page.get_by_role("radio", name="Not made at all").click()
    expect(page.get_by_text("Ana judges this")).to_be_visible()
    expect(page.locator("[data-ruling]").first).to_be_visible()
    expect(page.get_by_role("button", name=re.compile("^Strike"))).to_have_count(0)
    assert "lit the beacon" not in page.content()


def test_a_ruling_is_asked_otherwise_and_house_rules_are_others(visit: Visit) -> None:
    page = visit(f"disputes?campaign=causeway&ruling={MOSS_ENTERS}")
    page.get_by_role("radio", name="Asked otherwise").click()
    name = page.get_by_label("Name", exact=True)
    expect(name).to_have_value("Old Moss")
    name.fill("شمس الليل")
    name.press("Enter")
    figures(page, 0, 0, 0, 20)
    expect(page.locator(".crt-both").first).to_contain_text("شمس الليل")
    page.get_by_role("radio", name="Other house rules").click()
    oil = page.get_by_label("How much oil a lantern holds", exact=True)
    oil.fill("1")
    oil.press("Enter")
    expect(page.get_by_text("with other house rules: oil 1")).to_be_visible()
    figures(page, 0, 1, 0, 19)  # the Warden lit a lantern after Moss


def test_a_house_rule_is_read_whole_on_a_phone(visit: Visit) -> None:
    page = visit(f"disputes?campaign=causeway&ruling={MOSS_ENTERS}")
    page.set_viewport_size({"width": 320, "height": 900})
    page.get_by_role("radio", name="Other house rules").click()
    label = (
        page.get_by_test_id("stCheckbox").filter(has_text="ends its bearer").get_by_test_id("stMarkdownContainer")
    )
    expect(label).to_be_visible()
    assert label.evaluate("it => it.querySelector('p').scrollWidth <= it.clientWidth")
    assert label.evaluate("it => it.clientHeight > 1.5 * parseFloat(getComputedStyle(it).fontSize) * 1.2")


def test_dice_that_did_not_fall_are_given(visit: Visit) -> None:
    page = visit("disputes?campaign=causeway&ruling=12")
    page.get_by_role("radio", name="Not made at all").click()
    page.get_by_role("button", name="Give dice").click()
    page.get_by_label("Faces, in this order").fill("7")
    page.get_by_role("button", name="Give these dice").click()
    expect(page.locator('[data-ruling="13"]')).to_contain_text("dice given")
    expect(page.locator(".crt-figures b").first).to_have_text("0")


def test_whoever_disputed_a_ruling_withdraws_it(visit: Visit) -> None:
    page = visit("disputes?campaign=causeway&ruling=18")
    page.locator(".st-key-head-seats button", has_text="Bo").click()
    page.get_by_label("What should have been otherwise, and why").fill("I misread the die.")
    asked, too_soon = (
        page.get_by_text(re.compile(r"Moment [\d,]+ is in question")),
        page.get_by_text("You chose another seat"),
    )
    page.get_by_role("button", name="Dispute this ruling").click()
    expect(asked.or_(too_soon)).to_be_visible()
    if too_soon.count():  # the page was still being drawn for the GM: nothing was recorded in their name
        page.get_by_role("button", name="Dispute this ruling").click()
    expect(asked).to_be_visible()
    expect(page.locator(".crt-talk")).to_contain_text("Bo")
    # What is pressed while the page is still being drawn may be replaced under the pointer.
    expect(page.get_by_test_id("stApp")).to_have_attribute("data-test-script-state", "notRunning")
    page.get_by_text("Add to dispute").click()
    page.get_by_role("button", name="Withdraw the dispute").press("Enter")  # it may still be on its way open
    expect(page.get_by_text("is withdrawn")).to_be_visible()
    page.get_by_role("link", name="All disputes").click()
    expect(page.locator(".crt-case.withdrawn")).to_contain_text("I misread the die.")


def test_from_the_replay_to_another_line(visit: Visit, ledger: Library) -> None:
    """Last in this file: it leaves the line that the others look at."""
    page = visit("replay?campaign=causeway&at=10")
    page.get_by_role("link", name="Dispute this ruling, or try how it might have gone").first.click()
    expect(page.get_by_role("heading", name=re.compile("^Moment [\\d,]+: bring somebody"))).to_be_visible()
    page.get_by_label("What should have been otherwise, and why").fill(
        "Moss came later.\n<img src=x onerror=alert(1)>"
    )
    page.get_by_role("button", name="Dispute this ruling").click()
    expect(page.get_by_text(re.compile(r"Moment [\d,]+ is in question"))).to_be_visible()

    page.get_by_role("radio", name="Not made at all").click()
    figures(page, 4, 0, 0, 16)
    expect(page.get_by_role("button", name="Adopt the new line")).to_be_disabled()
    row = page.locator('[data-ruling="17"]')
    expect(row).to_contain_text("Nobody of that name is here.")
    row.get_by_role("button", name="Strike").click()
    figures(page, 3, 0, 1, 16)
    page.locator('[data-ruling="29"]').focus()  # what was pressed last, by the keyboard
    page.keyboard.press("s")
    figures(page, 2, 0, 2, 16)
    page.get_by_role("button", name="Take back the last choice").click()
    figures(page, 3, 0, 1, 16)
    page.get_by_role("button", name="Strike all that cannot stand").click()
    figures(page, 0, 0, 4, 16)
    expect(page.get_by_role("columnheader", name="As it would be").first).to_be_visible()

    page.get_by_label("Why", exact=True).fill("We agreed that he came later.")
    page.get_by_role("button", name="Adopt the new line").click()
    expect(page.get_by_text(re.compile(r"Moment [\d,]+ is overturned"))).to_be_visible()
    head = ledger.ledger.head("causeway")
    assert "moss" not in ledger.ledger.moment("causeway").game.bearers
    page.get_by_role("link", name="Look at the line that was left").click()
    expect(page.get_by_text("This line was abandoned")).to_be_visible()
    page.get_by_role("navigation", name="Lines of this campaign").get_by_text("The current line").click()
    expect(page.get_by_test_id("position")).to_have_text(str(head))
    expect(page.get_by_text("This line was abandoned")).to_have_count(0)
    page.get_by_role("navigation", name="Lines of this campaign").get_by_text("A ruling was overturned").click()
    expect(page.get_by_text("This line was abandoned")).to_be_visible()
