"""Files attached in Chromium: chosen, dropped or pasted, sent in as a stream, and shown where they belong."""

import re
from base64 import b64encode
from collections.abc import Callable
from io import BytesIO

import pytest
from PIL import Image
from playwright.sync_api import FilePayload, Page, expect

from wiring.library import Library

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]
Visit = Callable[..., Page]


def of_teal(name: str, colour: str = "teal") -> FilePayload:
    """A small picture, as somebody chooses it from their files."""
    content = BytesIO()
    Image.new("RGB", (60, 40), colour).save(content, "PNG")
    return {"name": name, "mimeType": "image/png", "buffer": content.getvalue()}


def test_a_face_is_sent_in_and_shown_where_it_belongs(visit: Visit, ledger: Library) -> None:
    page = visit("sheets?campaign=causeway", "phone")
    face = page.locator(".sheet header .face").first
    expect(face).to_have_attribute("data-letters", re.compile("."))
    picture = of_teal("face.png")
    page.get_by_text("A face or a picture for").click()
    page.get_by_label("File").set_input_files(picture)
    expect(page.get_by_text("face.png")).to_be_visible()
    page.get_by_label("Caption").fill("At the tide gate")
    shown, button = face.locator("img"), page.get_by_role("button", name="Attach", exact=True)
    button.scroll_into_view_if_needed()
    button.hover()
    page.mouse.down()  # the caption is left by the same press: its redraw may move the button from under it
    button.evaluate("(it) => { it.style.marginTop = '120px'; }")
    page.mouse.up()
    expect(shown).to_be_visible()
    page.wait_for_function(
        "() => [...document.querySelectorAll('.sheet header img')].every((it) => it.naturalWidth)"
    )
    (file,) = ledger.ledger.moment("causeway").journal.files
    assert (file.role, file.caption, file.width) == ("portrait", "At the tide gate", 60)


def test_a_picture_is_handed_out_at_the_table_and_lies_there_for_others(visit: Visit, ledger: Library) -> None:
    page = visit("table?campaign=causeway", "phone")
    page.get_by_text("Hand out a picture").click()
    field = page.get_by_label("File")
    expect(field).to_have_attribute("accept", re.compile(r"^image/\*"))  # so that a phone offers its camera
    field.set_input_files(of_teal("letter.png"))
    page.get_by_label("Caption").fill("What the heron left")
    page.get_by_role("button", name="Attach", exact=True).click()
    expect(page.get_by_role("img", name="What the heron left")).to_be_visible()

    other = visit("table?campaign=causeway", "light")
    bo = other.get_by_role("radio", name="Bo")
    bo.click()
    expect(bo).to_be_checked()
    expect(other.get_by_role("img", name="What the heron left")).to_be_visible()
    file = ledger.ledger.moment("causeway").journal.files[-1]
    assert (file.role, file.belongs.kind, file.visibility) == ("handout", "record", "table")


HANDED = """async ([how, at, files]) => {
  const data = new DataTransfer();
  for (const [name, coded] of files) {
    const bytes = Uint8Array.from(atob(coded), (it) => it.charCodeAt(0));
    data.items.add(new File([bytes], name, { type: "image/png" }));
  }
  const more = { bubbles: true, cancelable: true, composed: true };
  const on = at === "zone"
    ? [...document.querySelectorAll("*")].map((it) => it.shadowRoot?.querySelector(".zone")).find((it) => it)
    : document.querySelector(at);
  if (how === "paste") return !on.dispatchEvent(new ClipboardEvent("paste", { ...more, clipboardData: data }));
  on.dispatchEvent(new DragEvent("dragover", { ...more, dataTransfer: data }));
  return !on.dispatchEvent(new DragEvent("drop", { ...more, dataTransfer: data }));
}"""
"""Hands files to a page as a paste or a drop on a place does. True if the page took them, and not the browser."""


@pytest.mark.parametrize(
    ("how", "at", "colour"),
    [
        ("drop", "zone", "red"),
        ("drop", "h1", "lime"),
        ("paste", "body", "blue"),
        ("paste", "input[aria-label=Caption]", "black"),
    ],
)
def test_a_picture_is_dropped_or_pasted(visit: Visit, ledger: Library, how: str, at: str, colour: str) -> None:
    """Beside the zone too: the browser would leave the page for the picture, with all that was typed."""
    page = visit("sheets?campaign=causeway", "light")
    page.get_by_text("A face or a picture for").click()
    expect(page.get_by_role("button", name="Attach", exact=True)).to_be_visible()  # the last that is drawn
    expect(page.get_by_label("Caption")).to_be_visible()  # the code of fields is fetched when the first is drawn
    name = f"{colour}.png"
    files = [[it, b64encode(of_teal(it, colour)["buffer"]).decode()] for it in (name, "second.png")]
    before = len(ledger.ledger.moment("causeway").journal.files)
    assert page.evaluate(HANDED, [how, at, files])
    expect(page.get_by_text(name)).to_contain_text("the first of 2")
    page.get_by_role("button", name="Attach", exact=True).click()
    expect(page.get_by_text("Attached at moment")).to_be_visible()
    (file,) = ledger.ledger.moment("causeway").journal.files[before:]
    assert (file.role, file.name) == ("portrait", name)


def test_what_is_no_file_is_left_to_the_page(visit: Visit) -> None:
    page = visit("sheets?campaign=causeway", "light")
    assert not page.evaluate(HANDED, ["paste", "body", [["face.png", ""]]]), "no form lies open"
    page.get_by_text("A face or a picture for").click()
    expect(page.get_by_label("File")).to_be_visible()
    assert not page.evaluate(HANDED, ["paste", "body", []])
    assert page.evaluate(HANDED, ["drop", "zone", []])
    expect(page.get_by_text("That was no file")).to_be_visible()
