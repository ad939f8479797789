"""The read models of every game, found by looking: its own scripts played, its rows those of a full re-fold."""

import pytest

from campaign_laws.scripts import accepted_steps, scripts_of
from campaign_laws.submissions import just_seen
from domain.kernel.campaign.founding import FoundCampaign
from domain.kernel.campaign.rewinding import RewindLine
from domain.kernel.game import AnyGame
from domain.kernel.scenario import Script
from domain.kernel.vocabulary import Vocabulary
from domain.registry import games
from ledger.answers import Ruled, Submission
from ledger.ledger import Ledger
from projections.read_models import ReadModels
from projections.views.advancement import GROWTH
from projections.views.relations import RELATIONS
from projections.views.resources import RESOURCES
from projections.views.roster import ROSTER
from tests.support.folding import view_at
from tests.support.library import GM

LONGEST = 60


def _longest(game: AnyGame) -> Script | None:
    scripts = [script for _name, script in scripts_of(game)]
    return max(scripts, key=lambda script: len(script.steps), default=None)


@pytest.mark.parametrize("game", games().values(), ids=games())
def test_the_rows_of_a_campaign_are_those_of_a_full_re_fold(game: AnyGame) -> None:
    script = _longest(game)
    if script is None:
        pytest.fail(f"{game.key} has no script to play")
    ledger = Ledger(games(), {"SQLALCHEMY_URL": "sqlite://"})
    views = ReadModels(ledger)
    ledger.followers.append(views)
    header = script.header
    ledger.found(
        FoundCampaign(game=game.key, title=header.title, slug="tale", house_rules=header.house_rules), by=header.gm
    )
    vocabulary = Vocabulary(game)
    for step in accepted_steps(script)[:LONGEST]:
        asked = Submission(command=vocabulary.command(step.when), by=step.by, faces=step.dice)
        ledger.rule("tale", just_seen(ledger, "tale", asked))
    halfway = ledger.review.past("tale").at(ledger.head("tale") // 2 + 1).last
    back = ledger.rule(
        "tale", just_seen(ledger, "tale", Submission(command=RewindLine(to=halfway, reason="again"), by=header.gm))
    )
    assert isinstance(back, Ruled), back
    assert views.problems("tale") == []
    for viewer in (GM, None):
        assert views.roster("tale", viewer) == view_at(ledger, "tale", ROSTER, viewer=viewer)
        assert views.resources("tale", viewer) == view_at(ledger, "tale", RESOURCES, viewer=viewer)
        assert views.relations("tale", viewer) == view_at(ledger, "tale", RELATIONS, viewer=viewer)
        head = ledger.head("tale")
        assert views.map_history("tale", viewer).at(head) == view_at(ledger, "tale", RELATIONS, viewer=viewer)
        assert views.growth("tale", viewer) == view_at(ledger, "tale", GROWTH, viewer=viewer)
    ledger.close()
