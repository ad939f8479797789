"""Files in Chromium: words said aloud are heard two clicks from where they are found; markup never opens."""

import wave
from collections.abc import Callable
from contextlib import suppress
from io import BytesIO

import pytest
from playwright.sync_api import Error, Locator, Page, TimeoutError, expect

from domain.kernel.journal.recordings import AgreeToRecording, AlignRecording
from exchange.media.accepting import accept
from exchange.media.attaching import attach
from ledger.answers import Ruled, Submission
from wiring.library import Library

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]
Visit = Callable[..., Page]
SAID = b"WEBVTT\n\n00:00:40.000 --> 00:00:43.000\n<v Bo>Not while I hold the zeppelin!\n"
MARKUP = b"""<svg xmlns="http://www.w3.org/2000/svg"><script>top.document.title = "taken"</script></svg>"""


def put(ledger: Library, content: bytes, name: str) -> int:
    with accept(BytesIO(content), name) as file:
        about = {"belongs": {"kind": "session", "number": 1}}
        assert isinstance(attach(ledger.ledger, "causeway", file, about, by="gm"), Ruled)
    return len(ledger.ledger.moment("causeway").journal.files)


def minute_of_silence(level: bytes = b"\x80") -> bytes:
    content = BytesIO()
    with wave.open(content, "wb") as sound:
        sound.setnchannels(1)
        sound.setsampwidth(1)
        sound.setframerate(8_000)
        sound.writeframes(level * 480_000)
    return content.getvalue()


def pressed_until(page: Page, button: Locator, holds: str) -> None:
    """Press as somebody does who hears nothing: the words stand there before the script that listens for it."""
    for again in range(10):
        button.click()
        try:
            page.wait_for_function(f"() => {holds}", timeout=3_000)
        except TimeoutError:
            assert again < 9, f"pressed ten times, and never: {holds}"
        else:
            return


def test_words_said_aloud_are_found_and_heard_in_two_clicks(visit: Visit, ledger: Library) -> None:
    sound = put(ledger, minute_of_silence(), "evening.wav")
    put(ledger, SAID, "evening.vtt")
    at = next(it.position for it in ledger.views.marks("causeway") if it.form == "session")
    ties = [{"position": at, "milliseconds": 38_000}]
    align = AlignRecording.model_validate({"file": sound, "ties": ties, "heard": ["gm"]})
    for command in (align, AgreeToRecording(file=sound)):
        assert isinstance(ledger.ledger.rule("causeway", Submission(command=command, by="gm")), Ruled)
    page = visit("find?q=zeppelin", "phone")
    page.get_by_role("link", name="Not while I hold").click()
    line = page.locator(".aloud .here")
    expect(line).to_contain_text("Not while I hold the zeppelin!")
    pressed_until(page, line.get_by_role("button"), "document.querySelector('.aloud audio').currentTime >= 40")
    assert page.evaluate("() => document.querySelector('.aloud audio').currentTime") < 60


def test_whoever_unfolds_hear_this_moment_hears_it(visit: Visit, ledger: Library) -> None:
    sound = put(ledger, minute_of_silence(b"\x81"), "the rest of it.wav")
    at = next(it.position for it in ledger.views.marks("causeway") if it.form == "session")
    align = AlignRecording.model_validate(
        {"file": sound, "ties": [{"position": at, "milliseconds": 38_000}], "heard": ["gm"]}
    )
    for command in (align, AgreeToRecording(file=sound)):
        assert isinstance(ledger.ledger.rule("causeway", Submission(command=command, by="gm")), Ruled)
    page = visit(f"replay?campaign=causeway&at={at}")
    hear = page.get_by_text("Hear this moment")
    player = "document.querySelector('.hear audio')"
    pressed_until(page, hear, f"{player} && !{player}.paused && {player}.currentTime >= 23")
    heard = "() => { const it = document.querySelector('.hear audio'); return [it.paused, it.currentTime < 30]; }"
    assert page.evaluate(heard) == [False, True], "from fifteen seconds before its tie on"
    hear.click()
    assert page.evaluate(heard) == [True, True]


def test_markup_that_was_attached_is_only_downloaded(visit: Visit, ledger: Library) -> None:
    number = put(ledger, MARKUP, "map.svg")
    digest = ledger.ledger.moment("causeway").journal.files[number - 1].digest
    at = next(it.position for it in ledger.views.marks("causeway") if it.form == "session")
    page = visit(f"chronicle?campaign=causeway&read={at}")
    link = page.get_by_role("link", name="map.svg")
    expect(link).to_be_visible()
    assert page.locator(f"img[src*='{digest}'], object, embed, iframe[src*='{digest}']").count() == 0
    address = link.evaluate("(it) => it.href")
    with page.expect_download() as coming, suppress(Error):  # going there is given up for the download
        page.goto(address)
    assert coming.value.url == address
    assert page.title() != "taken"
