"""The prepared tables that the games carry in their own folders."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import PurePath

from domain.kernel.game import AnyGame
from domain.kernel.preparation.table_file import TableFile
from exchange.tables.own_files import own_files
from exchange.tables.reading import read_table

FOLDER = "tables"


@dataclass(frozen=True, slots=True)
class QuickStart:
    """A ready table: the name of its file, and what is in it."""

    name: str
    table: TableFile


def quick_starts(game: AnyGame) -> list[QuickStart]:
    """The ready tables of a game, by the names of their files."""
    games: Mapping[str, AnyGame] = {game.key: game}
    found = own_files(game, FOLDER, ".toml")
    return [QuickStart(PurePath(name).stem, read_table(content, games)) for name, content in found]
