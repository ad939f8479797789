"""Finds the games: the folders beside the kernel, and the installed packages that say they hold one.

There is no list to add a game to. An installed package says so by an entry point of the group
`campaign_ledger.games`, whose name is the game's key and whose value is the package that holds its `GAME`.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.metadata import Distribution, EntryPoint, PackageNotFoundError, distribution, entry_points
from pkgutil import iter_modules

import domain
from domain.kernel.game import AnyGame, Game, UnusableGame

GROUP = "campaign_ledger.games"
OURS = "campaign-ledger"
_NOT_GAMES = frozenset({"kernel"})
RESERVED = frozenset({"kernel", "campaign", "journal", "logged", "shared"})
"""Words that tags of every campaign begin with: no game is called so."""


@dataclass(frozen=True, slots=True)
class Source:
    """The source of a game."""

    key: str
    package: str
    """The package imported for it."""
    distribution: str
    """The installed project it is part of."""
    version: str

    @property
    def said(self) -> str:
        """The source in words."""
        if self.distribution == OURS:
            return f"the folder {self.package.replace('.', '/')}"
        return f"the package {self.package} of {self.distribution} {self.version}"


class Games(Mapping[str, AnyGame]):
    """Games by their keys, each loaded when it is first asked for: its rules and messages take a while."""

    def __init__(self, sources: Iterable[Source]) -> None:
        self.sources = {it.key: it for it in sorted(sources, key=lambda it: it.key)}

    def __getitem__(self, key: str) -> AnyGame:
        """The game of this key. Raises `KeyError`, and `UnusableGame` when its package holds no such game."""
        return _loaded(self.sources[key])

    def package_of(self, key: str) -> str:
        """The package of a game, which is not loaded for that. Raises `KeyError`."""
        return self.sources[key].package

    def __iter__(self) -> Iterator[str]:
        return iter(self.sources)

    def __len__(self) -> int:
        return len(self.sources)

    def __contains__(self, key: object) -> bool:
        return key in self.sources


@cache
def games() -> Games:
    """Every game by its key. Raises `UnusableGame` where two have the same one."""
    found: dict[str, Source] = {}
    for source in (*_folders(), *_installed()):
        other = found.setdefault(source.key, source)
        if other != source:
            raise UnusableGame(
                f"Two games are called {source.key!r}: {other.said}, and {source.said}. A campaign names its "
                "game by that word alone, so take one of the two away."
            )
    return Games(found.values())


def _folders() -> Iterator[Source]:
    try:
        version = distribution(OURS).version
    except PackageNotFoundError:
        version = ""
    for module in iter_modules(domain.__path__):
        if module.ispkg and module.name not in _NOT_GAMES:
            yield Source(module.name, f"{domain.__name__}.{module.name}", OURS, version)


def _installed() -> Iterator[Source]:
    for point in entry_points(group=GROUP):
        source = _source_of(point, point.dist)
        if not source.key.isidentifier() or source.key in RESERVED or (point.attr or "GAME") != "GAME":
            raise UnusableGame(
                f"{_begun(source.said)} names a game wrongly, {point.name} = {point.value}: the name is the key "
                "of the game, a word that no other records begin with, and the value the package of its GAME."
            )
        yield source


def _source_of(point: EntryPoint, within: Distribution | None) -> Source:
    name, version = (within.name, within.version) if within is not None else (point.module, "")
    return Source(point.name, point.module, name, version)


@cache
def _loaded(source: Source) -> AnyGame:
    try:
        game = getattr(import_module(source.package), "GAME", None)
    except Exception as error:  # whatever is wrong in a package from elsewhere, ours are played on
        if source.distribution == OURS:
            raise
        why = f"which cannot be loaded: {type(error).__name__}: {error}."
        raise UnusableGame(f"The game {source.key!r} is in {source.said}, {why}") from error
    if not isinstance(game, Game) or game.key != source.key:
        raise UnusableGame(f"{_begun(source.said)} must hold a GAME whose key is {source.key!r}.")
    return game


def _begun(words: str) -> str:
    return words[0].upper() + words[1:]
