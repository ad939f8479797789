"""Times of opening and moving in the replay of a long campaign, in Chromium, over a real connection.

Run from the repository's root: `python -m benchmarks.dashboard`. It makes a campaign of 100,000 records once and
keeps it in a folder (`--cache`), starts a dashboard of its own on it, and measures the first sheet, one step of
the scrubber from the key to the pixels, and what goes over the websocket meanwhile. The same steps through the one
evening the campaign began with stand beside them: what is slower in the long one is what grows with its length.
Beside that evening stands the page that is exported of it, which has all its frames in itself: what a step takes
there is what the browser takes. Steps of the two are taken in turn.
"""

import argparse
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from tempfile import gettempdir
from time import perf_counter, sleep
from urllib.request import urlopen

from playwright.sync_api import Browser, Page, Response, WebSocket, sync_playwright

from benchmarks.growing import evenings, not_waiting_for_the_disk
from benchmarks.measuring import Figure, amount, as_markdown, keep, machine, milliseconds
from cli.serve import is_free, server_command
from tests.browser.chromium import FLAGS, found
from wiring.library import DATABASE_VARIABLE, open_library

PATH = "dashboard"
SLUG = "karrow-head"
ONE_EVENING = 500
PORT = 8618
STEPS = 40
IDLE = 8.0
"""Seconds in which nothing is done, to see what goes over the websocket by itself."""
PATIENCE = 120_000

_WATCH = """
() => {
  // From the key until a frame was painted in which the server's answer to it, all of it, is on the page.
  const seen = (window.measured = { took: null });
  const drawn = () => {
    const rows = document.querySelectorAll('.feed [aria-current], [data-n][aria-current]');
    return rows.length === 1 ? rows[0].dataset.go ?? rows[0].dataset.n : null;  // two while the old rows fade out
  };
  window.addEventListener('keydown', () => {
    const from = performance.now(), was = drawn();
    seen.took = null;
    const look = () => {
      const now = drawn();
      if (!now || now === was) return requestAnimationFrame(look);
      requestAnimationFrame(() => setTimeout(() => { seen.took = performance.now() - from; }));
    };
    requestAnimationFrame(look);
  }, true);
}
"""


_FIRST = """
(() => {
  // The moment of the first frame that has a sheet in it, as the page itself sees it.
  const look = () => {
    if (!document.querySelector(".sheet h1, .sheet h2")) return requestAnimationFrame(look);
    requestAnimationFrame(() => setTimeout(() => { window.firstSheet = performance.now(); }));
  };
  requestAnimationFrame(look);
})()
"""
_HOLD = """
([steps, wait]) => new Promise((done) => {
  const drawn = new Set();
  let end = Infinity;
  const press = () => {
    document.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true, composed: true }));
    if (--steps) setTimeout(press, wait); else end = performance.now() + 500;
  };
  const look = () => {
    for (const row of document.querySelectorAll(".feed [aria-current]")) drawn.add(row.dataset.go);
    if (performance.now() < end) requestAnimationFrame(look); else done(drawn.size - 1);
  };
  look();
  press();
})
"""


_STATES = """
() => {
  // The states that were painted, and when the first and the last of them were.
  const seen = (window.states = { drawn: new Set(), from: performance.now(), until: 0 });
  const look = () => {
    const had = seen.drawn.size;
    for (const row of document.querySelectorAll(".feed [aria-current]")) seen.drawn.add(row.dataset.go);
    if (seen.drawn.size > had) seen.until = performance.now();
    if (!seen.told) requestAnimationFrame(look);
  };
  look();
}
"""
_STATES_A_SECOND = """
() => {
  const seen = window.states;
  seen.told = true;
  return (seen.drawn.size - 1) / Math.max(0.001, (seen.until - seen.from) / 1000);
}
"""


def main() -> None:
    """Make what is missing, measure, print and keep the table."""
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--records", type=int, default=100_000)
    words.add_argument("--steps", type=int, default=STEPS)
    words.add_argument("--cache", type=Path, default=Path(gettempdir()) / "campaign-ledger-benchmarks")
    words.add_argument("--port", type=int, default=PORT)
    given = words.parse_args()
    given.cache.mkdir(parents=True, exist_ok=True)
    about, figures = machine(), []
    for records in (ONE_EVENING, given.records):
        database = campaign(given.cache, records)
        figures += measure(database, f"{records:,} records", records == given.records, given.steps, given.port)
        keep(PATH, about, figures)
    print(as_markdown(about, figures))


def campaign(cache: Path, records: int) -> Path:
    """The ledger with a campaign of so many records, made if it is not there; its read models are in step."""
    file = cache / f"{SLUG}-{records}.sqlite3"
    if not file.is_file():
        began = perf_counter()
        unfinished = file.with_suffix(".unfinished")
        unfinished.unlink(missing_ok=True)
        evenings(unfinished, SLUG, records).close()
        unfinished.rename(file)
        print(f"{records:,} records made in {perf_counter() - began:.0f} s", file=sys.stderr, flush=True)
    library = open_library(str(file))
    with not_waiting_for_the_disk(library.ledger):
        library.views.summaries()
    library.close()
    return file


def measure(database: Path, what: str, judged: bool, steps: int, port: int) -> list[Figure]:
    """The figures of one campaign. Only those of the long one are held against the targets."""
    figures = []
    head = _head(database)
    middle = head // 2
    with _serving(database, port) as server, _chromium() as browser:
        address = f"http://127.0.0.1:{port}/replay?campaign={SLUG}&at="
        opened = [_opened(browser, f"{address}{middle + 7 * turn}") for turn in range(8)]
        first, cold, warm = opened[0][0], median(it[0] for it in opened[1:]), median(it[1] for it in opened[1:])
        figures.append(milliseconds(PATH, f"{what}: first sheet of a server just started", first))
        limit = 900 if judged else None
        figures.append(milliseconds(PATH, f"{what}: first sheet in a cold browser", cold, at_most=limit))
        limit = 500 if judged else None
        figures.append(milliseconds(PATH, f"{what}: first sheet in a browser that was here", warm, at_most=limit))
        if not judged:
            figures += _beside_the_exported_page(browser, database, f"{address}{middle}", what, steps)
        with _page(browser, f"{address}{middle}") as (page, traffic):
            page.evaluate(_WATCH)
            for key in ("ArrowRight", "ArrowLeft"):
                _step(page, key)
            came = traffic.bytes
            page.wait_for_timeout(IDLE * 1000)
            idle = (traffic.bytes - came) / IDLE  # asking for news is no part of a step
            worked, came, had, began = _work_of(server.pid), traffic.bytes, traffic.fetched, perf_counter()
            took = [_step(page, "ArrowRight") for _ in range(steps)]
            of = f"of {steps}"
            limit = 20 if judged else None
            figures.append(milliseconds(PATH, f"{what}: one step, median {of}", median(took), at_most=limit))
            limit = 34 if judged else None
            late = _percentile(took, 0.95)
            figures.append(milliseconds(PATH, f"{what}: one step, 95th percentile {of}", late, at_most=limit))
            figures.append(milliseconds(PATH, f"{what}: one step, slowest {of}", max(took)))
            if worked is not None and (now := _work_of(server.pid)) is not None:
                busy = (now - worked) / steps
                limit = 8 if judged else None
                figures.append(milliseconds(PATH, f"{what}: one step, work of the server", busy, at_most=limit))
            sent = (traffic.bytes - came - idle * (perf_counter() - began)) / steps / 1000
            limit = 3 if judged else None
            figures.append(amount(PATH, f"{what}: one step, over the websocket", sent, "kB", at_most=limit))
            fetched = (traffic.fetched - had) / steps / 1000
            figures.append(amount(PATH, f"{what}: one step, frames fetched ahead", fetched, "kB"))
            held = _held(page, 60, 33)
            figures.append(
                amount(PATH, f"{what}: a key held, 60 steps at 30 a second: states drawn", held, "of 60")
            )
            figures += list(_dragged(page, what, head, judged))
            figures.append(_held_slowly(page, what, judged))
            jumps = [_step(page, key) for key in ("Home", "End", "[", "[", "]", "[")]
            figures.append(milliseconds(PATH, f"{what}: a jump to an end or by sessions, median", median(jumps)))
    return figures


class _Traffic:
    """Counts what goes over a page's websockets, both ways, and the frames it fetches, as they are sent."""

    def __init__(self, page: Page) -> None:
        self.bytes = self.fetched = 0
        page.on("websocket", self._listen)
        page.on("response", self._fetch)

    def _fetch(self, answer: Response) -> None:
        if "/replay/frames" in answer.url:
            self.fetched += int(answer.headers.get("content-length", 0))

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", self._count)
        socket.on("framesent", self._count)

    def _count(self, frame: str | bytes) -> None:
        self.bytes += len(frame)


def _head(database: Path) -> int:
    library = open_library(str(database))
    head = library.ledger.head(SLUG)
    library.close()
    return head


@contextmanager
def _serving(database: Path, port: int) -> Iterator["subprocess.Popen[bytes]"]:
    assert is_free(port), f"port {port} is taken"
    options = {"server.port": str(port), "server.headless": "true", "server.fileWatcherType": "none"}
    command = server_command(options)
    environment = {**os.environ, DATABASE_VARIABLE: str(database), "PYTHONPATH": os.getcwd()}
    server = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL)
    try:
        for _ in range(600):
            try:
                urlopen(f"http://127.0.0.1:{port}/_stcore/health", timeout=2).close()
                break
            except OSError:
                sleep(0.1)
        yield server
    finally:
        server.terminate()
        server.wait(20)


@contextmanager
def _chromium() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found(), args=list(FLAGS))
        yield browser
        browser.close()


@contextmanager
def _page(browser: Browser, address: str) -> Iterator[tuple[Page, _Traffic]]:
    """A page in a context of its own: nothing of it is in the browser's cache."""
    context = browser.new_context(viewport={"width": 1440, "height": 1000}, reduced_motion="reduce")
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    traffic = _Traffic(page)
    page.goto(address)
    page.wait_for_selector(".sheet h1, .sheet h2")
    page.wait_for_selector(
        ".feed [aria-current], [data-n][aria-current]", state="attached"
    )  # exported: may be folded
    yield page, traffic
    context.close()


def _opened(browser: Browser, address: str) -> tuple[float, float]:
    """Seconds from asking for the page until a sheet stands on it: in a new browser, and there once more."""
    context = browser.new_context(viewport={"width": 1440, "height": 1000}, reduced_motion="reduce")
    context.add_init_script(_FIRST)
    took = []
    for _ in range(2):
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.goto(address, wait_until="commit")
        page.wait_for_function("() => window.firstSheet !== undefined")
        seen: float = page.evaluate("window.firstSheet")
        took.append(seen / 1000)
        page.close()
    context.close()
    return took[0], took[1]


def _beside_the_exported_page(
    browser: Browser, database: Path, address: str, what: str, steps: int
) -> Iterator[Figure]:
    """The same steps in the replay and in the page that is exported, in turn."""
    exported = database.with_suffix(".html")
    command = (sys.executable, "-m", "cli", "--database", str(database), "chronicle", SLUG, "--as", "gm")
    subprocess.run([*command, "--output", str(exported)], check=True, stdout=subprocess.DEVNULL)
    with (
        _page(browser, address) as (ours, _),
        _page(browser, f"{exported.as_uri()}#r{_middle_of(address)}") as (rival, _),
    ):
        for page in (ours, rival):
            page.evaluate(_WATCH)
        _step(ours, "ArrowRight")
        took: dict[Page, list[float]] = {ours: [], rival: []}
        for _ in range(steps):
            for page, times in took.items():
                page.bring_to_front()
                times.append(_step(page, "ArrowRight"))
    mine, theirs = median(took[ours]), median(took[rival])
    yield milliseconds(PATH, f"{what}: one step in the exported page, median of {steps}", theirs)
    yield milliseconds(PATH, f"{what}: the same step in the replay, in turn with it", mine)
    yield amount(PATH, f"{what}: a step, times the exported page's", mine / theirs, "times", at_most=1.3)


def _middle_of(address: str) -> str:
    return address.rpartition("=")[2]


def _step(page: Page, key: str) -> float:
    """Seconds from the key to the pixels."""
    page.keyboard.press(key)
    page.wait_for_function("() => window.measured.took !== null", polling=20)
    took: float = page.evaluate("window.measured.took")
    page.wait_for_timeout(150)
    return took / 1000


def _held(page: Page, steps: int, wait: int) -> float:
    """The number of different states that were painted while a key was held for so many steps."""
    drawn: float = page.evaluate(_HOLD, [steps, wait])
    return drawn


def _dragged(page: Page, what: str, head: int, judged: bool) -> Iterator[Figure]:
    """States drawn while the pointer is dragged for a second: within what has been fetched, and beyond."""
    over = page.locator("canvas.over")
    box = over.bounding_box()
    assert box is not None
    level, wide = box["y"] + box["height"] / 2, box["width"] / head
    for records in (55, 1_200):
        if records > head / 2:
            continue
        page.mouse.move(box["x"] + box["width"] / 2, level)
        page.mouse.down()
        page.wait_for_timeout(500)
        page.evaluate(_STATES)
        began = perf_counter()
        for move in range(1, 56):
            page.mouse.move(box["x"] + box["width"] / 2 + move / 55 * records * wide, level)
            page.wait_for_timeout(max(0.0, 18 * move - (perf_counter() - began) * 1000))
        found: float = page.evaluate(_STATES_A_SECOND)
        page.mouse.up()
        page.wait_for_timeout(1_500)
        least = 20 if judged and records > 55 else None
        said = f"{what}: dragged over {records:,} records in a second: states drawn"
        yield amount(PATH, said, found, "/s", at_least=least)


def _held_slowly(page: Page, what: str, judged: bool) -> Figure:
    """States drawn while a key is held, in a browser that is four times slower."""
    page.wait_for_timeout(1_500)
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": 4})
    page.evaluate(_STATES)
    page.evaluate(_HOLD, [60, 33])
    found: float = page.evaluate(_STATES_A_SECOND)
    session.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    page.wait_for_timeout(1_500)
    said = f"{what}: a key held, 30 a second, the browser 4 times slower: states drawn"
    return amount(PATH, said, found, "/s", at_least=15 if judged else None)


def _percentile(took: list[float], part: float) -> float:
    return sorted(took)[min(len(took) - 1, int(part * len(took)))]


def _work_of(process: int) -> float | None:
    """Seconds of work a process has done so far, where the system says so."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text("ascii").rpartition(")")[2].split()
    except OSError:
        return None
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


if __name__ == "__main__":
    main()
