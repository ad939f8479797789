"""Every command of every game can be put in front from "Everything the rules allow", whatever its schema holds."""

from collections.abc import Callable
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from dashboard.forms.table_state import Ask
from domain.kernel.campaign.founding import FoundCampaign
from domain.kernel.vocabulary import Vocabulary
from domain.registry import games
from tests.dashboard.table.conftest import APP, EVENING
from tests.dashboard.table.wager import GAME
from tests.support.pages import at_page
from wiring import library
from wiring.library import open_library

OF_EVERY_GAME = [
    tag for tag in Vocabulary(GAME).commands if not tag.startswith(GAME.key) and tag != "campaign.found"
]


@pytest.mark.parametrize("game", ["wager", *games()])
def test_every_command_has_a_form_that_draws(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settle: Callable[[AppTest], str]
) -> None:
    known = {"wager": GAME, **games()}
    monkeypatch.setattr(library, "games", lambda: known)
    monkeypatch.setenv("CAMPAIGN_DATABASE", str(tmp_path / "forms.sqlite3"))
    open_library().ledger.found(FoundCampaign(game=game, title="Forms", slug=EVENING))
    at = AppTest.from_file(str(APP), default_timeout=60)
    at.query_params["campaign"] = EVENING
    at_page(at, "table").run()
    own = [tag for tag in Vocabulary(known[game]).commands if tag.startswith(f"{known[game].key}.")]
    for tag in [*own, *(OF_EVERY_GAME if game == "wager" else ())]:
        at.session_state[f"desk|{EVENING}"].open(Ask(tag=tag, by="gm"))
        at.run()
        assert not at.exception, tag
        page = settle(at)
        assert "Something broke" not in page, tag
        assert "tbl-head" in page, tag
