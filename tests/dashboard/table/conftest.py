"""The dashboard with one campaign of the wager on its table, drawn without a browser."""

from collections.abc import Callable
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

import dashboard
from campaign_laws.submissions import just_seen
from domain.kernel.campaign.founding import FoundCampaign
from domain.kernel.campaign.seats import SeatPerson
from domain.kernel.messages import Command
from ledger.answers import Ruled, Submission
from tests.dashboard.table.wager import GAME, Enter
from tests.support.pages import at_page
from wiring import library as wiring
from wiring.library import Library, open_library

APP = Path(dashboard.__file__).parent / "app.py"
EVENING = "evening"


@pytest.fixture
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Library:
    monkeypatch.setattr(wiring, "games", lambda: {GAME.key: GAME})
    monkeypatch.setenv("CAMPAIGN_DATABASE", str(tmp_path / "table.sqlite3"))
    opened = open_library()
    opened.ledger.found(FoundCampaign(game="wager", title="An evening", slug=EVENING, gm_name="Mara"))
    rule(opened, SeatPerson(person="ana", name="Ana"))
    rule(opened, Enter(name="Old Wren"))
    return opened


def rule(library: Library, command: Command, by: str = "gm", faces: tuple[int, ...] = ()) -> Ruled:
    submission = Submission(command=command, by=by, faces=faces)
    answer = library.ledger.rule(EVENING, just_seen(library.ledger, EVENING, submission))
    assert isinstance(answer, Ruled)
    return answer


@pytest.fixture
def sit_down(library: Library) -> Callable[[], AppTest]:
    """Open the Table screen in a fresh session."""

    def open_it() -> AppTest:
        at = AppTest.from_file(str(APP), default_timeout=30)
        at.query_params["campaign"] = EVENING
        at_page(at, "table").run()
        assert not at.exception
        return at

    return open_it


@pytest.fixture
def settle() -> Callable[[AppTest], str]:
    """All the HTML of a page, without its style."""
    return lambda at: "\n".join(block.value for block in at.html if "<style>" not in block.value)
