"""The line of screens: every link keeps the campaign, and no page guesses one."""

import re
from collections.abc import Callable
from html import unescape
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from dashboard.screens import LIBRARY, SCREENS
from dashboard.ui.header import SHOWN, head_html
from domain.kernel.campaign.founding import FoundCampaign
from domain.kernel.preparation.next_step import due_people, preparation_of
from domain.registry import games
from tests.dashboard.conftest import drawn
from tests.dashboard.nights import HOSTILE, Night, whole_night
from tests.dashboard.table.page import said
from wiring.library import Library, open_library

Visit = Callable[..., AppTest]


def links(html: str) -> dict[str, str]:
    """The target of each link of the line, by its words."""
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


def test_the_title_opens_the_way_to_the_campaigns_played_last_and_to_the_library(
    visit: Visit, library: Library
) -> None:
    for number in range(SHOWN + 3):
        Night(library, f"night-{number}", f"Night {number}")
    night = whole_night(library)
    page = drawn(visit("luck", campaign=night.slug))
    (switch,) = re.findall(r"<details class=.switch.*?</details>", page, re.DOTALL)
    ways = re.findall(r'<li( hidden)?><a data-way href="([^"]*)">', switch)
    assert len(ways) == SHOWN + 3
    assert [hidden for hidden, _ in ways].count(" hidden") == 3
    assert all(unescape(address).startswith("luck?campaign=night-") for _, address in ways)
    assert 'class="switch-find"' in switch
    assert [it for it in LIBRARY.values() if it in switch] == list(LIBRARY.values())


def test_a_campaign_that_is_put_away_is_not_in_the_switcher(visit: Visit, library: Library) -> None:
    Night(library, "young", "Young").rule("journal.put_away")
    night = whole_night(library)
    assert "campaign=young" not in drawn(visit("luck", campaign=night.slug))


@pytest.mark.parametrize("screen", [it for it in SCREENS if it not in ("table", "disputes")])
def test_the_people_stand_in_the_header_by_name(visit: Visit, library: Library, screen: str) -> None:
    whole_night(library)
    app = visit(screen, campaign="causeway")
    assert [said(it) for it in app.pills(key="viewer-causeway").options] == ["Ana (GM)", "Bo", "A reader"]


def test_whoever_looks_is_whoever_asks(visit: Visit, library: Library) -> None:
    whole_night(library)
    app = visit("table", campaign="causeway")
    app.pills(key="seat|causeway").set_value("bo").run()
    app.query_params["campaign"] = "causeway"
    app.switch_page("pages/luck/page.py").run()
    assert app.pills(key="viewer-causeway").value == "bo"


@pytest.mark.parametrize("key", games())
def test_whoever_is_due_has_a_dot(key: str, tmp_path: Path) -> None:
    ledger = open_library(str(tmp_path / "due.sqlite3")).ledger
    ledger.found(FoundCampaign(game=key, title="Due", slug="due"))
    moment, game = ledger.moment("due"), ledger.game(key)
    first = preparation_of(game, moment) is not None
    assert due_people(game, moment) == ({moment.campaign.gm} if first else set()), "players are to be seated first"


def test_a_campaign_that_is_not_there_has_no_screens(visit: Visit, library: Library) -> None:
    whole_night(library)
    assert list(links(drawn(visit("sheets", campaign="nowhere")))) == list(LIBRARY.values())
