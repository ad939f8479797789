"""What the README tells a newcomer to type works as it stands there."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text("utf-8")
BLOCKS = re.findall(r"```console\n(.*?)```", README, re.DOTALL)
STAYS_OPEN = "campaign dashboard"


def commands() -> list[str]:
    return [line for block in BLOCKS for line in block.splitlines() if line.startswith("campaign ")]


@pytest.fixture(scope="module")
def newcomer(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder to be in, where files may be left."""
    return tmp_path_factory.mktemp("newcomer")


@pytest.fixture(scope="module")
def env(newcomer: Path) -> dict[str, str]:
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    return {**os.environ, "PATH": path, "CAMPAIGN_DATABASE": str(newcomer / "campaigns.sqlite3")}


def test_every_command_works_in_the_order_it_is_told(env: dict[str, str], newcomer: Path) -> None:
    told = [line for line in commands() if line != STAYS_OPEN]
    assert len(told) >= 6
    for line in told:
        ran = subprocess.run(shlex.split(line), cwd=newcomer, env=env, capture_output=True, text=True)
        assert ran.returncode == 0, f"{line}\n{ran.stdout}\n{ran.stderr}"


def test_what_it_links_to_is_there() -> None:
    links = re.findall(r"\]\(((?!http)[^)#]+)\)", README)
    folders = re.findall(r"^\| `([a-z/]+/)` \|", README, re.MULTILINE)
    assert folders
    missing = [link for link in [*links, *folders] if not (ROOT / link).exists()]
    assert not missing
