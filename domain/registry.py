"""Finds the games: every folder beside the kernel is one. There is no list to add a game to."""

from functools import cache
from importlib import import_module
from pkgutil import iter_modules

import domain
from domain.kernel.game import AnyGame, Game

_NOT_GAMES = frozenset({"kernel"})


@cache
def games() -> dict[str, AnyGame]:
    """Every game by its key. Raises `TypeError` when a folder is no game or its key is not its name."""
    found: dict[str, AnyGame] = {}
    for module in sorted(iter_modules(domain.__path__), key=lambda module: module.name):
        if not module.ispkg or module.name in _NOT_GAMES:
            continue
        game = getattr(import_module(f"domain.{module.name}"), "GAME", None)
        if not isinstance(game, Game) or game.key != module.name:
            raise TypeError(f"domain/{module.name} must hold a GAME whose key is {module.name!r}")
        found[game.key] = game
    return found
