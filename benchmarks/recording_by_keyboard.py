"""Speed of recording a ruling and a whole contest at the Table screen, in Chromium, without a mouse.

Run from the repository's root: `python -m benchmarks.recording_by_keyboard`. It starts a dashboard of its own on
a ledger of its own, types as somebody practised does, and prints keystrokes and milliseconds from the first key
to the answer on the screen.
"""

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

from playwright.sync_api import Page, expect, sync_playwright

from cli.serve import is_free
from tests.browser.chromium import FLAGS, found
from tests.support.summaries import NOTES, begun
from wiring.library import DATABASE_VARIABLE, open_library

SLUG = "evening"
TYPING = 70
"""Milliseconds a key of somebody who types well."""
PORT = 8617
LINES = (
    'anselm picks up dice "Say it"',
    "gm joins",
    'anselm weigher helps "a", vow hinders "b", patient hinders "c"',
    'gm soft certainty helps "a", great scale "b", never raises helps "c"',
    "anselm rolls 4 2 3",
    "gm rolls 3 5 2",
)


def main() -> None:
    """Measure and print."""
    with tempfile.TemporaryDirectory() as folder:
        database = str(Path(folder) / "bench.sqlite3")
        library = open_library(database)
        begun(library.ledger, NOTES[0], SLUG)
        begun(library.ledger, NOTES[0], f"{SLUG}-notes")
        library.close()
        assert is_free(PORT), f"port {PORT} is taken"
        words = [
            "-m",
            "streamlit",
            "run",
            "dashboard/app.py",
            "--server.port",
            str(PORT),
            "--server.headless",
            "true",
        ]
        environment = {**os.environ, DATABASE_VARIABLE: database}
        server = subprocess.Popen([sys.executable, *words], env=environment, stdout=subprocess.DEVNULL)
        try:
            measure(f"http://127.0.0.1:{PORT}/table?campaign={SLUG}")
        finally:
            server.terminate()
            server.wait(10)


def measure(address: str) -> None:
    """Type single rulings, then notes of a contest."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found(), args=list(FLAGS))
        page = browser.new_page(viewport={"width": 1400, "height": 1000})
        arrive(page, address)
        took = [(len(line) + 2, one(page, line)) for line in LINES]
        for (keys, ms), line in zip(took, LINES, strict=True):
            print(f"{keys:4d} keys {ms:7.0f} ms   {line}")
        print(
            f"one ruling: median {median(ms for _, ms in took):.0f} ms, longest {max(ms for _, ms in took):.0f} ms"
        )
        arrive(page, f"{address}-notes")
        notes = "\n".join(line.strip() for line in NOTES[0].text.strip().splitlines())
        print(f"a contest of {NOTES[0].rulings} rulings from {len(notes)} characters: {whole(page, notes):.0f} ms")
        browser.close()


def arrive(page: Page, address: str) -> None:
    """Open the table, once the server answers."""
    for _ in range(60):
        try:
            page.goto(address)
            break
        except Exception:
            time.sleep(0.5)
    expect(page.locator(".tbl-head")).to_be_visible(timeout=60_000)
    page.wait_for_timeout(4000)


def one(page: Page, line: str) -> float:
    """Escape, slash, the line, Enter: until the answer shows another ruling."""
    heading = page.locator(".tbl-done h3 small")
    before = heading.inner_text() if heading.count() else ""
    begun_at = time.perf_counter()
    if not page.get_by_label("Say what happens").first.evaluate("it => it === document.activeElement"):
        page.keyboard.press("Escape")
        page.keyboard.press("/")
    expect(page.get_by_label("Say what happens").first).to_be_focused(timeout=5_000)
    page.keyboard.type(line, delay=TYPING)
    expect(page.get_by_text("Enter records this")).to_be_visible(timeout=20_000)
    page.keyboard.press("Enter")
    page.wait_for_function(
        "was => { const it = document.querySelector('.tbl-done h3 small'); return it && it.innerText !== was }",
        arg=before,
        timeout=20_000,
    )
    took = (time.perf_counter() - begun_at) * 1000
    page.wait_for_timeout(600)
    return took


def whole(page: Page, notes: str) -> float:
    """The notes typed in, looked at, recorded."""
    page.get_by_text("Several steps from notes").click()
    box = page.get_by_label("Notes", exact=True)
    begun_at = time.perf_counter()
    box.press_sequentially(notes, delay=TYPING, timeout=120_000)
    box.press("Control+Enter")
    page.get_by_role("button", name="Record all of it").click(timeout=20_000)
    expect(page.locator(".tbl-done")).to_be_visible(timeout=20_000)
    return (time.perf_counter() - begun_at) * 1000


if __name__ == "__main__":
    main()
