"""The line of screens: every link keeps the campaign, and no page guesses one."""

import re
from collections.abc import Callable
from html import unescape

import pytest
from streamlit.testing.v1 import AppTest

from dashboard.ui.header import LIBRARY, SCREENS, head_html
from tests.dashboard.conftest import drawn
from tests.dashboard.nights import HOSTILE, Night, whole_night
from wiring.library import Library

Visit = Callable[..., AppTest]


def links(html: str) -> dict[str, str]:
    """Where each link of the line leads, by its words."""
    (line,) = re.findall(r'<nav class="screens-line".*?</nav>', html, re.DOTALL)
    found = re.findall(r'<a data-way href="([^"]*)"[^>]*>([^<]*)</a>', line)
    return {words: unescape(address) for address, words in found}


def test_without_a_campaign_only_the_library_is_there() -> None:
    assert links(head_html("find", None, "")) == {"Campaigns": "campaigns", "Find": "find", "People": "people"}


def test_every_link_names_the_campaign_and_some_the_moment() -> None:
    found = links(head_html("map", "salt-gate", "The Salt Gate", at=231))
    assert list(found) == [*LIBRARY.values(), *SCREENS.values()]
    assert all("campaign=salt-gate" in address for address in found.values())
    moment = [words for words, address in found.items() if "at=231" in address]
    assert moment == ["Replay", "Sheets", "Map", "Growth", "Luck"]


def test_the_screen_that_is_open_is_marked_and_a_title_is_text() -> None:
    html = head_html("luck", "salt-gate", HOSTILE)
    assert re.findall(r'aria-current="page">([^<]*)<', html) == ["Luck"]
    assert "<script" not in html
    assert "<img" not in html


@pytest.mark.parametrize("screen", [*LIBRARY, *SCREENS])
def test_each_screen_leads_to_every_other_of_its_campaign(visit: Visit, library: Library, screen: str) -> None:
    whole_night(library)
    Night(library, "young", "Young")  # played last
    app = visit(screen, campaign="causeway")
    assert not app.exception
    assert all("campaign=causeway" in address for address in links(drawn(app)).values())
    assert len(links(drawn(app))) == len(LIBRARY) + len(SCREENS)


@pytest.mark.parametrize("screen", SCREENS)
def test_without_a_campaign_a_screen_shows_the_shelf_and_guesses_none(
    visit: Visit, library: Library, screen: str
) -> None:
    whole_night(library)
    app = visit(screen)
    assert not app.exception
    assert "Which campaign?" in drawn(app)
    assert "The long causeway" not in drawn(app)
    assert not app.button
    shelf = next(it.proto.json for it in app.get("bidi_component") if it.proto.component_name == "campaign_shelf")
    assert f"{screen}?campaign=causeway" in shelf


def test_a_campaign_that_is_not_there_has_no_screens(visit: Visit, library: Library) -> None:
    whole_night(library)
    assert list(links(drawn(visit("sheets", campaign="nowhere")))) == list(LIBRARY.values())
