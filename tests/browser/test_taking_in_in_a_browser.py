"""Play of another tool taken in by the panel *Import*, in Chromium on a phone: each step is seen from its head."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]
Visit = Callable[..., Page]


def _talk(place: Path, many: int) -> Path:
    """A channel of so many things said, a minute apart, by people enough to fill the list of who is who."""
    said = [
        {"text": f"The tide is {at} feet.", "speaker": f"Boatman {at % 14}", "at": f"2024-01-01T20:{at:02}:00Z"}
        for at in range(many)
    ]
    place.write_text("".join(f"{json.dumps(it)}\n" for it in said), encoding="utf-8")
    return place


def _is_at_the_top(head: Locator) -> None:
    expect(head).to_be_in_viewport()
    expect(head).to_be_focused()


def test_each_step_of_an_import_begins_at_its_head(visit: Visit, tmp_path: Path) -> None:
    page = visit("", "phone")
    page.get_by_role("button", name="Import").click()
    head = page.get_by_role("heading", name="Import")
    page.get_by_role("combobox", name="Into which campaign").click()
    page.get_by_role("option", name="The long causeway").click()
    page.locator("input[type=file]").set_input_files(_talk(tmp_path / "channel.jsonl", 40))
    page.get_by_role("button", name="Read it").click()
    expect(page.get_by_role("button", name="Record it")).to_be_attached()
    _is_at_the_top(head)
    page.get_by_role("button", name="Record it").click()
    expect(page.get_by_text("40 entries were taken in")).to_be_in_viewport()
    expect(page.get_by_role("button", name="Read its story")).to_be_in_viewport()
    _is_at_the_top(head)
