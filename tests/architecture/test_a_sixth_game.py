"""Another game is another folder: a copy of one, under a name of its own, works everywhere without a change."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.xdist_group("a sixth game")  # which is made once, and takes its time

ROOT = Path(__file__).parents[2]
PACKAGES = ("domain", "ledger", "projections", "exchange", "wiring", "cli", "dashboard", "campaign_laws")
MODEL, KEY = "vicious_crucible", "glass_court"
BIN = Path(sys.executable).parent


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the program in which one folder was added under `domain/`, and nothing else touched."""
    tree = tmp_path_factory.mktemp("sixth")
    for package in (*PACKAGES, "tests"):
        shutil.copytree(ROOT / package, tree / package)  # with what is compiled already, or else all is again
    shutil.copy(ROOT / "pyproject.toml", tree)
    without = shutil.ignore_patterns("__pycache__")
    shutil.copytree(tree / "domain" / MODEL, tree / "domain" / KEY, ignore=without)
    for file in (tree / "domain" / KEY).rglob("*"):
        if file.suffix in {".py", ".json", ".jsonl", ".md"}:
            text = file.read_text("utf-8")
            for ours, theirs in {
                MODEL: KEY,
                "Vicious Crucible": "Glass Court",
                "ninth-chain": "glass-chain",
            }.items():
                text = text.replace(ours, theirs)
            file.write_text(text, "utf-8")
    return tree


def run(tree: Path, *words: str, expect: int = 0) -> str:
    """Run a program in the copied tree, as its user would."""
    env = {**os.environ, "PYTHONPATH": str(tree), "CAMPAIGN_DATABASE": str(tree / "ledger.sqlite3")}
    ran = subprocess.run(words, cwd=tree, env=env, capture_output=True, text=True)
    assert ran.returncode == expect, f"{' '.join(words)}\n{ran.stdout[-4000:]}\n{ran.stderr[-4000:]}"
    return ran.stdout


def campaign(tree: Path, *words: str) -> str:
    return run(tree, sys.executable, "-m", "cli", *words)


def test_the_layers_hold(tree: Path) -> None:
    run(tree, str(BIN / "lint-imports"))


def test_every_rule_is_shown_by_its_own_scenarios(tree: Path) -> None:
    assert "47 of 47" in campaign(tree, "coverage", KEY)


def test_its_sample_is_played_and_read_back(tree: Path) -> None:
    sample = next((tree / "domain" / KEY / "samples").glob("*.jsonl"))
    campaign(tree, "play", "court", str(sample))
    state = json.loads(campaign(tree, "state", "court", "--json"))
    assert len(state["characters"]) == 12
    log = json.loads(campaign(tree, "log", "court", "--json"))
    assert log
    sheets = json.loads(campaign(tree, "sheet", "court", "--json"))
    assert sheets
    assert "sound" in campaign(tree, "verify", "court")


def test_its_laws_hold_and_its_forms_and_screens_work(tree: Path) -> None:
    # Three of the laws: that all are found for it is what matters here, and its model runs every one.
    some = f"{KEY} and (never_raises or sample_campaign or described_whole or not laws)"
    laws, screens = "tests/laws/test_every_game.py", "tests/dashboard/test_every_game.py"
    forms = "tests/dashboard/table/test_form_of_a_command.py"
    words = ("-q", "-p", "no:cacheprovider", "-rA", laws, screens, forms, "-k", some)
    out = run(tree, sys.executable, "-m", "pytest", *words)
    for file in (laws, screens, forms):
        assert f"PASSED {file}" in out
    assert " failed" not in out
