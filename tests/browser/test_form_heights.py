"""No form of a preparation is higher than two screens once it is filled in, or three of a phone."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import ROOT, _wait_for, free_port
from tests.support.own_games import with_quick_starts

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]
OPEN = """() => document.querySelectorAll("details:not([open]) > summary").forEach(it => it.click())"""
LIES_OPEN = """() => !document.getAnimations().length && [...document.querySelectorAll("details")].every(
  it => it.open && it.offsetHeight > it.querySelector("summary").offsetHeight + 20
    && it.scrollHeight <= it.offsetHeight + 1)"""
"""Everything that was folded away lies open, as high as it will be."""
HEIGHTS = """() => Object.fromEntries([...document.querySelectorAll("[class*='st-key-form--']")].map(
  it => [[...it.classList].find(name => name.startsWith("st-key-form--")).slice(13), it.offsetHeight]))"""


@pytest.fixture(scope="module")
def every_form() -> Iterator[str]:
    """The address of a page with every form."""
    port = free_port()
    options = ["--server.headless=true", "--server.fileWatcherType=none", "--client.toolbarMode=minimal"]
    page = str(Path(__file__).with_name("forms_page.py"))
    command = [sys.executable, "-m", "streamlit", "run", page, f"--server.port={port}", *options]
    server = subprocess.Popen(
        command,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        _wait_for(f"http://127.0.0.1:{port}/_stcore/health", server)
        yield f"http://127.0.0.1:{port}"
    finally:
        server.terminate()
        server.wait(timeout=20)


@pytest.mark.parametrize(("width", "screen", "most"), [(1440, 900, 2), (390, 844, 3)])
def test_no_form_of_a_preparation_is_longer_for_being_filled_in(
    chromium: Browser, every_form: str, width: int, screen: int, most: int
) -> None:
    page = chromium.new_page(viewport={"width": width, "height": screen}, reduced_motion="reduce")
    page.goto(every_form)
    expect(page.locator(".st-key-all-drawn")).to_be_visible(timeout=120_000)
    page.evaluate(OPEN)
    page.wait_for_function(LIES_OPEN)
    heights: dict[str, int] = page.evaluate(HEIGHTS)
    page.close()
    assert {name.partition("--")[0] for name in heights} == set(with_quick_starts())
    assert {name: height for name, height in heights.items() if height > screen * most} == {}
