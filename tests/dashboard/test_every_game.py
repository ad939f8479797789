"""The screens of every game, found by looking in the folder, on the game's own sample campaign."""

from collections.abc import Callable, Iterator
from html import escape
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from domain.kernel.ruling import names_at
from domain.kernel.wording import joining
from domain.registry import games
from domain.vicious_crucible.lookup import contest_open
from projections.history.folded_views import sheets_at
from projections.story.model import SessionHead
from projections.story.story_builder import told_story
from tests.dashboard.conftest import drawn
from tests.support.own_games import with_samples
from tests.support.samples import copied, longest_sample
from wiring.library import DATABASE_VARIABLE, Library, open_library

PRESENT = "vicious_crucible.present_die"


@pytest.fixture
def library(played_samples: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Library]:
    """A ledger with the samples of all games; the app opens the same."""
    monkeypatch.setenv(DATABASE_VARIABLE, str(copied(played_samples, tmp_path / "campaigns.sqlite3")))
    opened = open_library()
    yield opened
    opened.close()


@pytest.mark.parametrize("key", with_samples())
def test_its_sample_can_be_scrubbed_recorded_in_and_found_on_the_shelf(
    key: str, library: Library, visit: Callable[..., AppTest]
) -> None:
    slug, ledger = longest_sample(key).slug, library.ledger
    title = escape(ledger.moment(slug).campaign.title)
    assert f"{len(ledger.campaigns())} on the shelf" in drawn(visit("campaigns"))
    end = ledger.head(slug)
    for at in (1, end // 3, 2 * end // 3, end):
        app = visit("replay", campaign=slug, at=str(at))
        assert not app.exception, at
        page = drawn(app)
        assert f'data-go="{at}" aria-current="true"' in page
        moment = ledger.moment(slug, at)
        gm = moment.campaign.asker(moment.campaign.gm or "")
        titles = [sheet.title for sheet in sheets_at(ledger, slug, at, viewer=gm)]
        assert not titles or any(title in page for title in titles)
    for screen in ("map", "advancement", "between", "chronicle", "sheets", "luck"):
        app = visit(screen, campaign=slug, at=str(end))
        assert not app.exception, screen
        assert title in drawn(app)
        if screen == "chronicle":  # the last session, read alone
            heads = [part for part in told_story(ledger.told(slug, end)) if isinstance(part, SessionHead)]
            assert (joining.PREVIOUSLY in drawn(app)) == bool(heads and heads[-1].previously)
    app = visit("table", campaign=slug)
    assert not app.exception
    assert "tbl-head" in drawn(app)


@pytest.mark.parametrize("key", with_samples())
def test_its_pages_that_are_nobodys_sheet_stand_beside_the_sheets(
    key: str, library: Library, visit: Callable[..., AppTest]
) -> None:
    slug, game = longest_sample(key).slug, games()[key]
    moment = library.ledger.moment(slug)
    gm = moment.campaign.asker(moment.campaign.gm or "")
    pages = [sheet for sheet in sheets_at(library.ledger, slug, viewer=gm) if sheet.page]
    assert {page.character for page in pages} == set(game.pages(moment.game))
    app = visit("sheets", campaign=slug)
    for page in pages[:2]:
        app.selectbox(key=f"sheets-whose-{slug}").set_value(page.character).run()
        assert not app.exception
        assert all(escape(block.label) in drawn(app) for block in page.blocks)
    reader = library.ledger.moment(slug).campaign.asker("nobody-at-all")
    for page in sheets_at(library.ledger, slug, viewer=reader):
        assert all(block.audience == "table" for block in page.blocks), page.character


def test_a_gm_who_judges_chooses_among_what_the_player_could_choose_from(
    library: Library, visit: Callable[..., AppTest]
) -> None:
    slug = longest_sample("vicious_crucible").slug
    gm = library.ledger.moment(slug).campaign.gm
    found = next(
        it.record
        for it in library.ledger.told(slug)
        if it.record.envelope.by != gm and (it.record.envelope.command or {}).get("type") == PRESENT
    )
    app = visit("disputes", campaign=slug, ruling=str(found.envelope.ruling))
    next(it for it in app.button_group if not str(it.key).startswith("seat|")).set_value("amend").run()
    assert not app.exception
    dice = next(it for it in app.button_group if it.label == "Which die?")
    moment = library.ledger.moment(slug, found.position - 1)
    side = (found.envelope.command or {})["side"]
    contest = contest_open(moment.game)
    assert contest is not None
    called = names_at(library.ledger.game("vicious_crucible"), moment)
    assert dice.options == [called[it.element] for it in contest.sides[side].hand]
