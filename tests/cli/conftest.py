"""The command line with a toy game installed, in this process and as a process of its own."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from shutil import copyfile
from typing import Any

import pytest
from typer.testing import CliRunner

import domain
from cli.app import app
from domain.registry import games

GAMES = Path(__file__).parent / "games"
SCRIPT = f"""
import domain
domain.__path__.append({str(GAMES)!r})
from cli import main
main()
"""


@dataclass(frozen=True, slots=True)
class Ran:
    """The outcome of a command line."""

    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """The one document on stdout."""
        return json.loads(self.out)


Campaign = Callable[..., Ran]


@pytest.fixture
def database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    file = tmp_path / "campaigns.sqlite3"
    monkeypatch.setenv("CAMPAIGN_DATABASE", str(file))
    monkeypatch.setenv("COLUMNS", "120")
    return file


@pytest.fixture
def campaign(database: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Campaign]:
    """Runs a command line in this process."""
    monkeypatch.setattr(domain, "__path__", [*domain.__path__, str(GAMES)])
    games.cache_clear()

    def run(*words: str, stdin: str | bytes | None = None) -> Ran:
        ran = CliRunner().invoke(app, list(words), input=stdin, prog_name="campaign")
        assert ran.exception is None or isinstance(ran.exception, SystemExit), ran.exception
        return Ran(ran.exit_code, ran.stdout, ran.stderr)

    yield run
    games.cache_clear()


def _hear_ctrl_c() -> None:
    """As on a terminal. Tests that were started in the background inherit a SIGINT that is ignored."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@pytest.fixture
def process(database: Path) -> Callable[..., subprocess.Popen[str]]:
    """Starts a command line as a process of its own."""

    def start(*words: str | bytes, **more: Any) -> subprocess.Popen[str]:
        root = str(Path(domain.__path__[0]).parent)
        environment = {**os.environ, "PYTHONPATH": root, "CAMPAIGN_DATABASE": str(database), **more.pop("env", {})}
        return subprocess.Popen(
            [sys.executable, "-c", SCRIPT, *words],
            env=environment,
            stdin=subprocess.PIPE,
            stdout=more.pop("stdout", subprocess.PIPE),
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            preexec_fn=_hear_ctrl_c,
            **more,
        )

    return start


@pytest.fixture(scope="session")
def played_cave(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The place of a ledger with that campaign alone, which whoever asks first plays."""
    return tmp_path_factory.mktemp("cave") / "campaigns.sqlite3"


@pytest.fixture
def cave(campaign: Campaign, database: Path, played_cave: Path) -> str:
    """The sample campaign of the toy game: 12 records."""
    sample = GAMES / "delve" / "samples" / "cave.jsonl"
    alone = not database.exists()
    if alone and played_cave.exists():
        copyfile(played_cave, database)
    else:
        assert campaign("play", "the-old-cave", str(sample)).status == 0
        if alone:
            copyfile(database, played_cave)
    return "the-old-cave"
