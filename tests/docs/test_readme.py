"""Everything that the README tells a newcomer to type works as it stands there."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from cli.app import app
from domain.registry import games
from tests.support.own_games import OURS

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text("utf-8")
BLOCKS = re.findall(r"```console\n(.*?)```", README, re.DOTALL)
STAYS_OPEN = "campaign dashboard"


def commands() -> list[str]:
    return [line for block in BLOCKS for line in block.splitlines() if line.startswith("campaign ")]


@pytest.fixture
def newcomer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to be in, where files may be left, and a ledger that is empty."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CAMPAIGN_DATABASE", str(tmp_path / "campaigns.sqlite3"))
    return tmp_path


def test_the_command_is_installed() -> None:
    """As a process of its own, as a shell starts it."""
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    ran = subprocess.run(
        ["campaign", "--version"], env={**os.environ, "PATH": path}, capture_output=True, text=True
    )
    assert ran.stdout.startswith("campaign-ledger ")


@pytest.mark.usefixtures("newcomer")
def test_every_command_works_in_the_order_it_is_told() -> None:
    told = [line for line in commands() if line != STAYS_OPEN]
    assert len(told) >= 6
    for line in told:
        ran = CliRunner().invoke(app, shlex.split(line)[1:], prog_name="campaign")
        assert ran.exit_code == 0, f"{line}\n{ran.stdout}\n{ran.stderr}"


def test_it_counts_the_rules_of_every_game() -> None:
    told = dict(re.findall(r"^\| \*\*(.+?)\*\* \|.*?\| (\d+) \|", README, re.MULTILINE))
    assert told == {game.title: str(len(game.rules)) for key, game in games().items() if key in OURS}


def test_what_it_links_to_is_there() -> None:
    links = re.findall(r"\]\(((?!http)[^)#]+)\)", README)
    folders = re.findall(r"^\| `([a-z/]+/)` \|", README, re.MULTILINE)
    assert folders
    missing = [link for link in [*links, *folders] if not (ROOT / link).exists()]
    assert not missing


def test_what_it_links_to_is_in_the_archive_of_the_source() -> None:
    written = (ROOT / "MANIFEST.in").read_text("utf-8").split()
    links = {link.partition("/")[0] for link in re.findall(r"\]\(((?!http)[^)#]+)\)", README)}
    assert {"CONTRIBUTING.md", "SECURITY.md", "docs"} <= links
    assert links <= set(written)
