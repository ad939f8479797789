"""A dashboard that others come to, before anybody has said who may look."""

from pathlib import Path

import httpx
import pytest

from tests.browser.conftest import free_port, served
from tests.dashboard.nights import small_game, whole_night
from wiring.library import open_library

NAMES, MODE = "STREAMLIT_SERVER_ALLOWED_HOSTS", "CAMPAIGN_ACCESS"
UNSET = "Nobody may look just now"


@pytest.mark.parametrize(
    ("variables", "shown"),
    [
        ({NAMES: "127.0.0.1 ledger.example.org"}, False),
        ({NAMES: "127.0.0.1 ledger.example.org", MODE: "local"}, True),
        ({NAMES: "127.0.0.1 localhost"}, True),
        ({}, True),
    ],
)
def test_another_name_opens_nothing_before_it_is_said_who_may_look(
    tmp_path: Path, variables: dict[str, str], shown: bool
) -> None:
    """Before it was mended, whoever reached such a server could do everything."""
    database = tmp_path / "campaigns.sqlite3"
    with small_game():
        library = open_library(str(database))
        whole_night(library)
        library.close()
        with served(database, free_port(), tmp_path, **variables) as port:
            page = httpx.get(f"http://127.0.0.1:{port}/replay?campaign=causeway&at=9", timeout=20).text
    assert (UNSET not in page) is shown
    assert ("causeway" in page) is shown
