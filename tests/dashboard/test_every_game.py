"""The screens of every game, found by looking in the folder, on the game's own sample campaign."""

from collections.abc import Callable
from html import escape
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from dashboard.cli.playing import Played, play_into
from dashboard.samples import samples
from dashboard.wiring import Library
from domain.registry import games
from projections.views import sheets_at
from tests.dashboard.conftest import drawn

SLUG = "the-sample"


@pytest.mark.parametrize("key", sorted(games()))
def test_its_sample_can_be_scrubbed_recorded_in_and_found_on_the_shelf(
    key: str, library: Library, visit: Callable[..., AppTest], tmp_path: Path
) -> None:
    game = games()[key]
    sample = max(samples({key: game}), key=lambda sample: len(sample.script.script.lines))
    ledger = library.ledger
    play_into(ledger, SLUG, sample.script, Played(SLUG, len(sample.script.script.steps)))

    assert "one on the shelf" in drawn(visit("campaigns"))
    end = ledger.head(SLUG)
    for at in (1, end // 3, 2 * end // 3, end):
        app = visit("replay", campaign=SLUG, at=str(at))
        assert not app.exception, at
        page = drawn(app)
        assert f'data-go="{at}" aria-current="true"' in page
        moment = ledger.moment(SLUG, at)
        gm = moment.campaign.asker(moment.campaign.gm or "")
        titles = [sheet.title for sheet in sheets_at(ledger, SLUG, at, viewer=gm)]
        assert not titles or any(title in page for title in titles)
    for screen in ("map", "advancement", "between", "chronicle", "sheets", "luck"):
        app = visit(screen, campaign=SLUG, at=str(end))
        assert not app.exception, screen
        assert escape(ledger.moment(SLUG).campaign.title) in drawn(app)
    app = visit("table", campaign=SLUG)
    assert not app.exception
    assert "tbl-head" in drawn(app)
