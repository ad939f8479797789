"""The scripts that stand in the games' own folders."""

from collections.abc import Mapping
from pathlib import Path

import domain
from campaign_laws import scripts
from domain.kernel.scenario import Script, read_script
from domain.registry import games


def folder_of(game: str) -> Path:
    """The folder of a game of the project."""
    return Path(domain.__path__[0]) / game


def scenarios_of(game: str) -> Mapping[str, Script]:
    """The scenarios of a game, by the names of their files."""
    return scripts.scenarios_of(games()[game])


def script_at(file: Path) -> Script:
    """The script in a file, with the one it begins from."""
    return read_script(
        file.read_text("utf-8"), lambda name: (file.parent / "given" / f"{name}.jsonl").read_text("utf-8")
    )


def every_scenario() -> list[tuple[str, str]]:
    """Game and scenario, for all there are."""
    return [(game, name) for game in games() for name in scenarios_of(game)]
