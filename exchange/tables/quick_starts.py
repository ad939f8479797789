"""The prepared tables that the games carry in their own folders."""

from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from pathlib import PurePath

from domain.kernel.game import AnyGame
from domain.kernel.preparing.table_file import Table
from exchange.tables.reading import read_table

FOLDER = "tables"


@dataclass(frozen=True, slots=True)
class QuickStart:
    """A ready table: the name of its file, and what is in it."""

    name: str
    table: Table


def quick_starts(game: AnyGame) -> list[QuickStart]:
    """The ready tables of a game, by the names of their files."""
    root = files(f"domain.{game.key}").joinpath(FOLDER)
    if not root.is_dir():
        return []
    games: Mapping[str, AnyGame] = {game.key: game}
    found = sorted((file.name, file) for file in root.iterdir() if file.name.endswith(".toml"))
    return [QuickStart(PurePath(name).stem, read_table(file.read_bytes(), games)) for name, file in found]
