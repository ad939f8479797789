"""Steps of the replay that its page takes by itself, with frames that were there before the key was pressed."""

import re
from collections.abc import Callable
from threading import Event

import pytest
from playwright.sync_api import Page, Response, WebSocketRoute, expect

from tests.browser.test_replay_in_a_browser import stands_at

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]
Visit = Callable[..., Page]
ONLY_LOOK = True

_SHOWN = """() => [".replay .drawn:not(.page > *)", ".sheet-home:not(.put-away)", ".replay [data-part]"]
  .flatMap((it) => [...document.querySelectorAll(it)])
  .map((part) => part.innerHTML.replace(/ (style|aria-hidden)="[^"]*"/g, ""))"""
_WATCH = """() => {
  const seen = (window.seen = []);
  const look = () => {
    const rows = document.querySelectorAll(".feed [aria-current]");
    if (rows.length === 1 && seen.at(-1) !== rows[0].dataset.go) seen.push(rows[0].dataset.go);
  };
  const all = { subtree: true, childList: true, attributes: true };
  new MutationObserver(look).observe(document.querySelector(".replay"), all);
}"""
_HOLD = """([steps, wait]) => new Promise((done) => {
  const press = () => {
    document.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true, composed: true }));
    if (--steps) setTimeout(press, wait); else done();
  };
  press();
})"""


def opened(visit: Visit, at: int, size: str = "dark") -> Page:
    """The replay at a position, with the frames around it there."""
    page = visit("campaigns", size)
    with page.expect_response(lambda it: "/replay/frames" in it.url and it.status == 200):
        page.goto(page.url.rsplit("/", 1)[0] + f"/replay?campaign=causeway&at={at}")
    stands_at(page, at)
    page.wait_for_load_state("networkidle")
    return page


def wait_for_frames(page: Page, answers: list[Response], wanted: set[int]) -> None:
    """Wait until these have come: a server that is busy answers with some of them at a time."""
    come: set[int] = set()
    for _ in range(400):
        while answers:
            answer = answers.pop()
            if "/replay/frames" in answer.url and answer.status == 200:
                come.update(map(int, answer.json()["frames"]))
        if wanted <= come:
            return
        page.wait_for_timeout(50)
    raise AssertionError(f"not come: {sorted(wanted - come)}")


def test_a_step_needs_no_answer_and_shows_what_the_server_would(visit: Visit) -> None:
    silent, told = Event(), list[bytes]()

    def relay(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def say(message: str | bytes) -> None:
            if silent.is_set():
                told.append(message if isinstance(message, bytes) else message.encode())
            else:
                server.send(message)

        socket.on_message(say)
        server.on_message(socket.send)

    page = visit("campaigns")
    page.route_web_socket("**/_stcore/stream", relay)
    answers: list[Response] = []
    page.on("response", lambda it: answers.append(it))
    page.goto(page.url.rsplit("/", 1)[0] + "/replay?campaign=causeway&at=9")
    stands_at(page, 9)
    wait_for_frames(page, answers, set(range(10, 17)))
    page.wait_for_load_state("networkidle")
    silent.set()
    for step in range(10, 16):
        page.keyboard.press("ArrowRight")
        stands_at(page, step)
    page.keyboard.press("ArrowLeft")
    stands_at(page, 14)
    page.mouse.move(0, 0)
    by_itself = page.evaluate(_SHOWN)
    for key, to in (("ArrowRight", 15), ("ArrowLeft", 14)):
        here = f"/replay/cursor?at={to}&"  # where the key led, and not where the one before did
        with page.expect_response(lambda it, here=here: here in it.url and it.status == 204):
            page.keyboard.press(key)
            stands_at(page, to)
    assert not any(b"cursor" in message for message in told), "the server is told behind, and beside the socket"
    fresh = visit("replay?campaign=causeway&at=14")
    stands_at(fresh, 14)
    assert by_itself == fresh.evaluate(_SHOWN)


def test_a_held_key_leaves_nothing_out(visit: Visit) -> None:
    page = opened(visit, 1)
    page.evaluate(_WATCH)
    page.evaluate(_HOLD, [20, 33])
    stands_at(page, 21)
    assert page.evaluate("window.seen") == [str(at) for at in range(2, 22)]
    expect(page).to_have_url(re.compile("at=21$"))
    page.reload()
    stands_at(page, 21)


def test_what_is_said_and_what_is_shown_of_a_moment_change_together(visit: Visit) -> None:
    page = opened(visit, 4)
    said = page.evaluate(
        """() => {
          const key = new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true, composed: true });
          document.dispatchEvent(key);
          const scrubber = document.querySelector(".replay > .part").shadowRoot;
          const row = document.querySelector(".feed [aria-current]");
          return [scrubber.querySelector(".number").textContent, row.dataset.go];
        }"""
    )
    assert said == ["5", "5"]


def test_dragging_shows_true_states_and_a_late_answer_moves_nothing(visit: Visit) -> None:
    page = opened(visit, 40)
    page.evaluate(_WATCH)
    over = page.locator("canvas.over")
    box = over.bounding_box()
    assert box
    middle = box["y"] + box["height"] / 2
    page.mouse.move(box["x"] + box["width"] * 0.9, middle)
    page.mouse.down()
    for part in range(90, 9, -4):
        page.mouse.move(box["x"] + box["width"] * part / 100, middle)
    page.mouse.up()
    page.wait_for_timeout(300)  # what the pointer did last is drawn in the frames that follow
    at = int(page.get_by_test_id("position").inner_text())
    stands_at(page, at)
    seen = [int(go) for go in page.evaluate("window.seen")]
    assert len(seen) > 5
    assert seen == sorted(seen, reverse=True), "the stage went with the pointer, never back"
    page.wait_for_timeout(300)
    stands_at(page, at)


def test_another_sheet_or_viewer_drops_what_was_drawn_for_the_last(visit: Visit) -> None:
    page = opened(visit, 13)
    page.get_by_role("radio", name="Old Moss").click()
    page.locator(".sheet h2", has_text="Old Moss").wait_for()
    page.keyboard.press("Escape")
    page.locator("h1").click()
    for step in (14, 15, 16):
        page.keyboard.press("ArrowRight")
        stands_at(page, step)
        assert page.locator(".sheet h2").inner_text() == "Old Moss"
    page.get_by_role("radio", name="Bo").click()
    page.get_by_text("Nothing here that you may see").wait_for()
    page.locator("h1").click()
    for _ in range(3):
        page.keyboard.press("ArrowLeft")
    stands_at(page, 13)
    assert "beacon" not in page.content()
