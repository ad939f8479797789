"""The rulebooks the games are played by are credited wherever somebody meets a game."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from cli.app import app
from docs import generated
from domain.kernel.register import Credit
from domain.registry import games
from tests.docs.blocks import ROOT
from tests.support.own_games import OURS

each_game = pytest.mark.parametrize("key", sorted(games()))


def said_by(*words: str) -> str:
    ran = CliRunner().invoke(app, list(words), prog_name="campaign", env={"COLUMNS": "400"})
    assert ran.exit_code == 0, ran.stderr
    return ran.stdout


@each_game
def test_it_is_said_by_the_page_of_credits_the_command_line_and_the_documentation(key: str) -> None:
    game = games()[key]
    sentence = game.credit.sentence
    if key in OURS:
        assert f"| {game.title} | {sentence} |" in (ROOT / "CREDITS.md").read_text("utf-8")
    assert sentence in said_by("games")
    assert sentence in said_by("games", key)
    assert (page := generated.game_page(game))
    assert f"{generated._plain(sentence)}." in page


def test_it_is_said_by_the_page_in_an_archive(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CAMPAIGN_DATABASE", str(tmp_path / "campaigns.sqlite3"))
    said_by("new", "--game", "death_of_the_vele", "--title", "The Causeway")
    said_by("export", "the-causeway", str(tmp_path / "bag"))
    (page,) = (tmp_path / "bag").rglob("README.md")
    assert "by Bill Burdick; version of 27 September 2012" in page.read_text("utf-8")


def test_it_is_one_sentence() -> None:
    whole = Credit(
        title="The Delve", authors=("Ada", "Bo", "Cy"), edition="second", source="a zine", licence="CC BY 4.0"
    )
    assert whole.sentence == "The Delve, by Ada, Bo and Cy; second; a zine. Licence: CC BY 4.0"
    bare = Credit(title="The Delve")
    assert bare.sentence == "The Delve, whose rulebook names no author. Licence: none named"
