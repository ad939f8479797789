"""The dashboard as its own process, with the wager as its one game: `python -m tests.browser.wager_server PORT`.

The database is the one the environment names; it holds the campaign `evening`.
"""

import os
import sys
from pathlib import Path

import dashboard
from campaign_laws.submissions import just_seen
from dashboard import server
from domain.kernel.campaign.founding import FoundCampaign
from domain.kernel.campaign.seats import SeatPerson
from ledger.answers import Submission
from tests.dashboard.table.wager import GAME, Enter
from wiring import library as wiring

HOSTILE = "![x](https://evil.example/a.png) <script>document.title='owned'</script> :smile: $x$"


def found() -> None:
    """The campaign, with a player at the table and two guests in the game, one of them with a name to fear."""
    library = wiring.open_library()
    ledger = library.ledger
    ledger.found(FoundCampaign(game=GAME.key, title="An evening", slug="evening", gm_name="Mara"))
    for command in (
        SeatPerson(person="ana", name="Ana"),
        Enter(name="Old Wren"),
        Enter(name=HOSTILE, id="guest"),
    ):
        ledger.rule("evening", just_seen(ledger, "evening", Submission(command=command)))
    library.close()


if __name__ == "__main__":
    wiring.games = lambda: {GAME.key: GAME}
    found()
    os.chdir(Path(dashboard.__file__).parent)
    server.main(["--server.port", sys.argv[1], "--server.headless", "true", "--server.fileWatcherType", "none"])
