"""Many campaigns worked on by several processes: the same comes out as from one."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from typer.testing import CliRunner

from cli import parallel
from cli.app import app
from cli.options import Options
from cli.outcome import CommandFailed
from domain.kernel.campaign.founding import FoundCampaign
from ledger.database.sqlite.driver import sqlite3
from ledger.errors import BrokenLedger
from wiring.library import Library, open_library

SLUGS = ["first", "second", "third"]


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Three campaigns in a ledger, and a program that takes them for worth two processes."""
    file = tmp_path / "campaigns.sqlite3"
    library = open_library(str(file))
    for slug, game in zip(SLUGS, sorted(library.ledger.games), strict=False):
        library.ledger.found(FoundCampaign(game=game, title=slug, slug=slug))
    library.close()
    monkeypatch.setattr(parallel, "WORTH_IT", 0)
    monkeypatch.setattr(parallel, "cores", lambda: 2)
    return file


def test_several_processes_find_what_one_finds(shelf: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with sqlite3.connect(shelf) as connection:
        connection.execute("UPDATE ledger_events SET state = x'00' WHERE id = 2")

    def verified() -> tuple[int, str]:
        ran = CliRunner().invoke(app, ["--database", str(shelf), "--json", "verify"])
        return ran.exit_code, ran.stdout

    by_several = verified()
    monkeypatch.setattr(parallel, "cores", lambda: 1)
    assert by_several == verified()
    assert by_several[1].count('"sound": false') == 1
    assert by_several[1].count('"sound": true') == 2


def test_what_breaks_in_another_process_is_said_by_this_one(shelf: Path) -> None:
    options = Options(str(shelf))
    with options.library() as library, pytest.raises(CommandFailed, match="Record 7 is broken"):
        parallel.on_all_cores(options, library, "Breaking", SLUGS, _breaking)


def _breaking(library: Library, slugs: Sequence[str], step: parallel.Step) -> list[None]:
    raise BrokenLedger(7, "it was made so.")
