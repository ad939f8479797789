"""Everything the rules allow: each command of a game once, under chapters of its rulebook, found by its words."""

from pathlib import Path
from typing import Any

import pytest

from dashboard.forms.table_state import TableScreenState
from dashboard.pages.table.everything import entries
from dashboard.ui.recording import TablePage
from dashboard.ui.seats import SeatChoice
from domain.kernel.campaign.founding import FoundCampaign
from domain.kernel.messages import tag_of
from domain.kernel.vocabulary import Vocabulary
from domain.registry import games
from wiring.library import open_library


def room_of(key: str, database: Path) -> TablePage:
    library = open_library(str(database))
    library.ledger.found(FoundCampaign(game=key, title="All of it", slug="all"))
    campaign = library.ledger.open("all")
    moment, game = campaign.now, campaign.game
    about: dict[str, Any] = {"names": {}, "seated": SeatChoice("", None), "offers": []}
    return TablePage(
        library=library,
        campaign=campaign,
        slug="all",
        screen=TableScreenState("all"),
        seat="gm",
        game=game,
        moment=moment,
        viewer=moment.campaign.asker("gm"),
        commands=Vocabulary(game).commands,
        **about,
    )


@pytest.mark.parametrize("key", games())
def test_every_command_of_a_game_stands_in_the_list_once(key: str, tmp_path: Path) -> None:
    room = room_of(key, tmp_path / "all.sqlite3")
    listed = list(entries(room, ()))
    own = [it.ask.tag for it in listed if it.ask.tag.startswith(f"{key}.")]
    assert sorted(own) == sorted(tag_of(kind) for kind in room.game.commands)
    assert {it.heading for it in listed} >= set(room.game.headings.values())
    assert not {it.ask.tag for it in listed} & {tag_of(kind) for kind in room.game.replaces}
    assert not any("_" in f"{it.label}{it.heading}" for it in listed)


def test_it_is_found_by_what_it_is_called_and_by_what_it_does(tmp_path: Path) -> None:
    listed = list(entries(room_of("death_of_the_vele", tmp_path / "all.sqlite3"), ()))
    found = [it.label for it in listed if it.fits(["show", "bids"])]
    assert found == ["Show all bids together"]
    assert "Join a story under way" in [it.label for it in listed if it.fits(["late"])]
