"""Finds the games: every folder beside the kernel is one. There is no list to add a game to."""

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from pkgutil import iter_modules

import domain
from domain.kernel.game import AnyGame, Game

_NOT_GAMES = frozenset({"kernel"})


class Games(Mapping[str, AnyGame]):
    """Games by their keys, each loaded when it is first asked for: its rules and messages take a while."""

    def __init__(self, keys: Iterator[str]) -> None:
        self._keys = tuple(sorted(keys))

    def __getitem__(self, key: str) -> AnyGame:
        """The game of this key. Raises `KeyError`, and `TypeError` when its folder holds no game of that key."""
        if key not in self._keys:
            raise KeyError(key)
        return _loaded(key)

    def __iter__(self) -> Iterator[str]:
        return iter(self._keys)

    def __len__(self) -> int:
        return len(self._keys)

    def __contains__(self, key: object) -> bool:
        return key in self._keys


@cache
def games() -> Games:
    """Every game by its key."""
    folders = (module.name for module in iter_modules(domain.__path__) if module.ispkg)
    return Games(name for name in folders if name not in _NOT_GAMES)


@cache
def _loaded(key: str) -> AnyGame:
    game = getattr(import_module(f"domain.{key}"), "GAME", None)
    if not isinstance(game, Game) or game.key != key:
        raise TypeError(f"domain/{key} must hold a GAME whose key is {key!r}")
    return game
