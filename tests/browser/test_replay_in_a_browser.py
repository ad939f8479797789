"""Replay in Chromium: scrub by keyboard, come back by address, branch off, look as somebody else."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, WebSocketRoute, expect

from wiring.library import Library

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]
Visit = Callable[..., Page]
ONLY_LOOK = True


def stands_at(page: Page, position: int) -> None:
    """The scrubber and everything the server drew are of this position."""
    expect(page.get_by_test_id("position")).to_have_text(str(position))
    expect(page.locator(f'.feed [aria-current][data-go="{position}"]')).to_have_count(1)
    expect(page.locator(".feed [aria-current]")).to_have_count(1)  # the row that was current fades out first


def test_arrows_move_and_a_reload_stays(visit: Visit) -> None:
    page = visit("replay?campaign=causeway&at=9")
    stands_at(page, 9)
    expect(page.locator(".scrubber .legend")).to_have_text("StoryDiceGainLossGrowth")
    caption = page.locator(".scrubber .caption")
    high, said = caption.bounding_box(), {caption.inner_text()}
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    stands_at(page, 12)
    said.add(caption.inner_text())
    page.keyboard.press("ArrowLeft")
    stands_at(page, 11)
    assert len(said) == 2
    assert caption.bounding_box() == high, "a longer caption moves nothing"
    expect(page).to_have_url(re.compile("campaign=causeway&at=11$"))
    page.reload()
    stands_at(page, 11)


def test_the_first_frame_stands_until_the_page_is_there_and_loses_no_key(visit: Visit) -> None:
    page = visit("replay?campaign=causeway&at=9")
    stands_at(page, 9)
    held: list[Route] = []
    page.route("**/made/parts.*", lambda route: held.append(route))
    page.reload(wait_until="commit")
    first = page.locator("#first-frame")
    expect(first.locator('.feed [aria-current][data-go="9"]')).to_be_visible()
    expect(first.locator(".sheet h2")).to_be_visible()
    expect(page.get_by_test_id("position")).to_have_count(0)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    for route in held:
        route.continue_()
    page.unroute("**/made/parts.*")
    stands_at(page, 11)
    expect(first).to_have_count(0)


def test_moving_leaves_no_trail_in_the_history(visit: Visit) -> None:
    page = visit("replay?campaign=causeway&at=9")
    stands_at(page, 9)
    before = page.evaluate("history.length")
    for _ in range(6):
        page.keyboard.press("ArrowRight")
    stands_at(page, 15)
    expect(page).to_have_url(re.compile("at=15$"))
    assert page.evaluate("history.length") == before


def test_the_keyboard_reaches_rulings_scenes_sessions_and_both_ends(visit: Visit, ledger: Library) -> None:
    page = visit("replay?campaign=causeway&at=13")
    stands_at(page, 13)
    page.keyboard.press("Shift+ArrowRight")
    stands_at(page, 18)
    page.keyboard.press("Shift+ArrowLeft")
    stands_at(page, 12)
    page.keyboard.press(".")
    stands_at(page, 13)
    page.keyboard.press("]")
    stands_at(page, 31)
    page.keyboard.press("Home")
    stands_at(page, 1)
    page.keyboard.press("End")
    stands_at(page, ledger.ledger.head("causeway"))


def test_a_held_key_ends_where_it_should(visit: Visit) -> None:
    page = visit("replay?campaign=causeway&at=1")
    stands_at(page, 1)
    for _ in range(20):
        page.keyboard.press("ArrowRight", delay=5)
    stands_at(page, 21)


def test_steps_jump_over_what_was_abandoned(visit: Visit) -> None:
    page = visit("replay?campaign=causeway&at=26")
    stands_at(page, 26)
    page.keyboard.press("ArrowRight")
    stands_at(page, 30)


def test_a_page_that_missed_a_piece_is_sent_all_of_them(visit: Visit) -> None:
    page = visit("replay?campaign=causeway&at=9")
    page.route("**/replay/frames?*", lambda asked: asked.fulfill(status=204))  # each step is the server's
    bent: list[bytes] = []

    def relay(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        socket.on_message(server.send)

        def answer(frame: str | bytes) -> None:
            if isinstance(frame, bytes) and not bent and (step := re.search(rb'"first": [1-9]', frame)):
                bent.append(frame)
                other = b"9" if frame[step.end() - 1 : step.end()] != b"9" else b"8"
                frame = frame[: step.end() - 1] + other + frame[step.end() :]
            socket.send(frame)

        server.on_message(answer)

    page.route_web_socket("**/_stcore/stream", relay)
    page.reload()
    stands_at(page, 9)
    page.keyboard.press("ArrowRight")
    stands_at(page, 10)
    assert bent


def test_play_goes_on_by_itself_and_stops(visit: Visit) -> None:
    page = visit("replay?campaign=causeway&at=36")
    stands_at(page, 36)
    for _ in range(2):
        page.get_by_role("button", name="Speed").click()
    page.get_by_role("button", name="Play").click()
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    stands_at(page, 46)
    expect(page.get_by_role("button", name="Play")).to_be_visible()


def test_rows_lead_to_their_records(visit: Visit) -> None:
    page = visit("replay?campaign=causeway&at=12")
    stands_at(page, 12)
    page.locator(".feed").get_by_text("The Warden lights a lantern").click()
    stands_at(page, 11)
    page.get_by_role("navigation", name="Sessions and scenes").get_by_text("Lights on the far shore").click()
    stands_at(page, 32)


def test_an_abandoned_line_can_be_visited_and_left(visit: Visit, ledger: Library) -> None:
    page = visit("replay?campaign=causeway&at=28")
    stands_at(page, 28)
    expect(page.get_by_text("This line was abandoned")).to_be_visible()
    page.get_by_role("button", name="To the current line").click()
    stands_at(page, ledger.ledger.head("causeway"))
    expect(page.get_by_text("This line was abandoned")).to_have_count(0)


def test_a_sheet_can_be_chosen_and_then_stays(visit: Visit) -> None:
    page = visit("replay?campaign=causeway&at=13")
    expect(page.locator(".sheet h2")).to_have_text("Wren")
    page.get_by_role("radio", name="Old Moss").click()
    expect(page.locator(".sheet h2")).to_have_text("Old Moss")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Next moment").click()
    stands_at(page, 14)
    expect(page.locator(".sheet h2")).to_have_text("Old Moss")


def test_dice_lie_there_as_they_fell(visit: Visit) -> None:
    page = visit("replay?campaign=causeway&at=15")
    expect(page.get_by_role("img", name="d6 shows 6, before that 2 (rerolled), Light")).to_be_visible()


def test_what_only_the_gm_may_know_never_reaches_a_players_browser(visit: Visit) -> None:
    page = visit("replay?campaign=causeway&at=16")
    expect(page.locator(".sheet").get_by_text("lit the beacon himself")).to_be_visible()
    page.get_by_role("radio", name="Bo").click()
    expect(page.get_by_text("lit the beacon")).to_have_count(0)
    expect(page.get_by_text("Nothing here that you may see")).to_be_visible()
    page.locator("h1").click()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    stands_at(page, 18)
    assert "beacon" not in page.content()


def test_back_in_the_middle_of_a_step_leads_to_the_page_before(visit: Visit) -> None:
    page = visit("sheets?campaign=causeway&at=9")
    expect(page.locator(".sheet").first).to_be_visible()
    for rest in (0, 40, 70, 110):  # before the step is told, as it is, and once the server is at it
        page.locator(".screens-line").get_by_role("link", name="Replay").click()
        expect(page.locator(".feed [aria-current]")).to_have_count(1)
        page.keyboard.press("ArrowRight")
        page.wait_for_timeout(rest)
        page.evaluate("history.back()")
        expect(page.get_by_role("button", name="Print, or save as PDF")).to_be_visible()
        expect(page).to_have_url(re.compile("/sheets"))
        expect(page.locator("[aria-current=page]").first).to_have_text("Sheets")


PRESS_AND_LEAVE = """
(button) => {
  button.click();
  history.pushState({}, "", location.href.replace("/replay", "/sheets"));
  window.dispatchEvent(new PopStateEvent("popstate", { state: {} }));
}
"""


def test_what_is_told_as_the_screen_is_left_does_not_empty_the_next(visit: Visit) -> None:
    page = visit("sheets?campaign=causeway&at=9")
    for _ in range(2):
        page.locator(".screens-line").get_by_role("link", name="Replay").click()
        expect(page.locator(".feed [aria-current]")).to_have_count(1)
        page.locator("[data-part=roster] button:not([aria-current])").first.evaluate(PRESS_AND_LEAVE)
        page.wait_for_timeout(500)  # the server has both by now
        expect(page.get_by_role("button", name="Print, or save as PDF")).to_be_visible()
        expect(page).to_have_url(re.compile("/sheets"))


PAINTED = """
() => {
  const kind = CanvasRenderingContext2D.prototype, { clearRect, fillRect, fillText } = kind;
  globalThis.painted = { lines: [], words: [] };
  const where = (it) => it.canvas.className;
  kind.clearRect = function (...it) {
    for (const all of ["lines", "words"]) painted[all] = painted[all].filter(([of]) => of !== where(this));
    return clearRect.apply(this, it);
  };
  kind.fillRect = function (x, y, w, h) {
    if (w <= 2 && h > 8) painted.lines.push([where(this), x, y, y + h]);
    return fillRect.call(this, x, y, w, h);
  };
  kind.fillText = function (words, x, y, ...more) {
    const { width } = this.measureText(words);
    painted.words.push([where(this), words, x, x + width, y - 9, y]);
    return fillText.call(this, words, x, y, ...more);
  };
}
"""
CROSSED = """
() => painted.words.filter(([of, , left, right, top, foot]) =>
  painted.lines.some(([on, x, from, to]) => on === of && left < x && x < right && from < foot && top < to))
"""


@pytest.mark.parametrize("size", ["light", "phone"])
def test_no_line_goes_through_the_words_over_the_moments(visit: Visit, size: str) -> None:
    """The first scene of a session begins right after it: its line ends below the session's words."""
    page = visit("replay?campaign=causeway", size)
    position = page.get_by_test_id("position")
    expect(position).to_have_text(re.compile(r"\d"))
    page.evaluate(PAINTED)
    before = position.inner_text()
    page.keyboard.press("[")
    expect(position).not_to_have_text(before)
    page.keyboard.press("ArrowRight")
    page.wait_for_function("() => painted.words.some(([, words]) => /^Session \\d/.test(words))")
    assert page.evaluate(CROSSED) == []


@pytest.mark.parametrize("screen", ["replay?campaign=causeway", "between?campaign=causeway", "campaigns"])
def test_no_page_moves_sideways_on_a_phone(visit: Visit, screen: str) -> None:
    """A part that waits for news draws nothing, and is no wider than the page."""
    page = visit(screen, "phone")
    expect(page.get_by_test_id("stApp")).to_have_attribute("data-test-script-state", "notRunning")
    main = page.get_by_test_id("stMain")
    main.evaluate("(it) => { it.scrollLeft = 50; }")
    assert main.evaluate("(it) => it.scrollLeft") == 0
