"""The shape of the tree: who may import whom, and which words stay out."""

import subprocess
import sys
from pathlib import Path

from domain.registry import games
from tests.support.own_games import OURS

ROOT = Path(__file__).parents[2]
PACKAGES = ("campaign_laws", "domain", "ledger", "projections", "exchange", "wiring", "cli", "dashboard")
BESIDE = ("tests", "docs", "benchmarks")
WHOLE = {"docs/verify.py"}
"""Files that are longer because they are handed on alone: the check of an archive that needs nothing else."""
BY_HAND = "# fmt: " + "skip"
ELSEWHERE = {*games()} - {*OURS}
"""Games that somebody put beside ours: a small one may be one file."""


def test_the_import_contracts_hold() -> None:
    linter = Path(sys.executable).with_name("lint-imports")
    ran = subprocess.run([linter], cwd=ROOT, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stdout + ran.stderr


def test_only_a_games_own_folder_says_its_name() -> None:
    sources = [
        file
        for package in PACKAGES
        for file in (ROOT / package).rglob("*")
        if file.suffix in {".py", ".js", ".css"}
    ]
    telling = [
        f"{file.relative_to(ROOT)} says {game}"
        for game in OURS
        for file in sources
        if (ROOT / "domain" / game) not in file.parents and game in file.read_text("utf-8")
    ]
    assert not telling


def test_files_are_short() -> None:
    sources = [file for package in (*PACKAGES, *BESIDE) for file in (ROOT / package).rglob("*.py")]
    assert sources
    long = {
        str(file.relative_to(ROOT)): n
        for file in sources
        if (n := len(file.read_text("utf-8").splitlines())) > 400
    }
    assert long.keys() == WHOLE, long


def test_the_formatter_lays_out_all_but_long_lists_of_words() -> None:
    # A list of many words keeps several in a line: one a line would be a screen of nothing.
    sources = [file for package in (*PACKAGES, *BESIDE) for file in (ROOT / package).rglob("*.py")]
    by_hand = [line for file in sources for line in file.read_text("utf-8").splitlines() if line.endswith(BY_HAND)]
    assert len(by_hand) <= 31
    assert not [line for line in by_hand if line.strip()[0] not in ")]}"]


def test_a_folder_can_be_overlooked() -> None:
    folders = {file.parent for package in PACKAGES for file in (ROOT / package).rglob("*.py")}
    wide = {
        str(folder.relative_to(ROOT)): many for folder in folders if (many := len(list(folder.glob("*.py")))) > 20
    }
    assert not wide


def test_an_init_lists_and_does_little_else() -> None:
    inits = [file for package in PACKAGES for file in (ROOT / package).rglob("__init__.py")]
    inits = [file for file in inits if not (file.parents[1].name == "domain" and file.parent.name in ELSEWHERE)]
    assert inits
    long = {
        str(file.parent.relative_to(ROOT)): many
        for file in inits
        if (many := len(file.read_text("utf-8").splitlines())) > 60
    }
    assert not long


def test_nothing_is_left_undone() -> None:
    unfinished = ("TO" + "DO", "FIX" + "ME", "X" * 3, "NotImplemented" + "Error")
    sources = [file for package in PACKAGES for file in (ROOT / package).rglob("*.py")]
    found = [
        f"{file.relative_to(ROOT)}: {word}"
        for file in sources
        for word in unfinished
        if word in file.read_text("utf-8")
    ]
    assert not found
