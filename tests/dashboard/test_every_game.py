"""The screens of every game, found by looking in the folder, on the game's own sample campaign."""

from collections.abc import Callable
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from dashboard.wiring import Library
from domain.kernel.campaign.commands import FoundCampaign
from domain.kernel.vocabulary import Vocabulary
from domain.registry import games
from ledger.answers import Ruled, Submission
from projections.views import sheets_at
from tests.dashboard.conftest import drawn
from tests.support.chance import scripts_of

SLUG = "the-sample"


@pytest.mark.parametrize("key", sorted(games()))
def test_its_sample_can_be_scrubbed_recorded_in_and_found_on_the_shelf(
    key: str, library: Library, visit: Callable[..., AppTest], tmp_path: Path
) -> None:
    game = games()[key]
    script = max((script for _name, script in scripts_of(game)), key=lambda script: len(script.lines))
    head, ledger, vocabulary = script.header, library.ledger, Vocabulary(game)
    founding = FoundCampaign(
        game=key, title=head.title, slug=SLUG, house_rules=head.house_rules, gm_name=head.gm_name
    )
    ledger.found(founding, by=head.gm)
    for line, step in script.steps:
        command = vocabulary.command(step.when)
        answer = ledger.rule(SLUG, Submission(command=command, by=step.by, faces=step.dice))
        assert isinstance(answer, Ruled), (line, answer)

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
    for screen in ("map", "advancement", "between"):
        for at in (str(end // 2), str(end)):
            app = visit(screen, campaign=SLUG, at=at)
            assert not app.exception, (screen, at)
            assert head.title in drawn(app)
    app = visit("table", campaign=SLUG)
    assert not app.exception
    assert "tbl-head" in drawn(app)
