"""A face attached on a sheet in Chromium: chosen, sent in as a stream, and shown at once."""

import re
from collections.abc import Callable
from io import BytesIO

import pytest
from PIL import Image
from playwright.sync_api import FilePayload, Page, expect

from wiring.library import Library

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]
Visit = Callable[..., Page]


def of_teal(name: str) -> FilePayload:
    """A small picture, as somebody chooses it from their files."""
    content = BytesIO()
    Image.new("RGB", (60, 40), "teal").save(content, "PNG")
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
