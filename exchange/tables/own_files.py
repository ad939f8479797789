"""The files that games carry in their own packages."""

import sys
from importlib.resources import files

from domain.kernel.game import AnyGame


def own_files(game: AnyGame, folder: str, ending: str) -> list[tuple[str, bytes]]:
    """The files in a folder of a game: their names and their bytes. None where there is no such folder."""
    package = sys.modules.get(game.package)
    if package is None or not hasattr(package, "__path__"):
        return []  # a game that is one module carries no files
    root = files(package).joinpath(folder)
    if not root.is_dir():
        return []
    return sorted((file.name, file.read_bytes()) for file in root.iterdir() if file.name.endswith(ending))
