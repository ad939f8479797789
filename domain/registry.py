"""Finds the games: the folders beside the kernel, and the installed packages that say they hold one.

There is no list to add a game to. An installed package says so by an entry point of the group
`campaign_ledger.games`, whose name is the game's key and whose value is the package that holds its `GAME`.
"""

from collections.abc import ItemsView, Iterable, Iterator, Mapping, ValuesView
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.abc import InspectLoader
from importlib.metadata import Distribution, EntryPoint, PackageNotFoundError, distribution, entry_points
from importlib.util import find_spec
from pkgutil import iter_modules
from types import MappingProxyType

import domain
from domain.kernel.game import AnyGame, Game, UnusableGame

GROUP = "campaign_ledger.games"
OURS = "campaign-ledger"
_NOT_GAMES = frozenset({"kernel"})
RESERVED = frozenset({"kernel", "campaign", "journal", "logged", "shared"})
"""Words that tags of every campaign begin with: no game is called so."""


@dataclass(frozen=True, slots=True)
class GameSource:
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
    """Games by their keys, each loaded when it is first asked for: its rules and messages take a while.

    A key whose package is broken is one of them all the same, and raises where its game is asked for; going
    over all games passes it over.
    """

    def __init__(self, sources: Iterable[GameSource], faults: Mapping[str, str] = MappingProxyType({})) -> None:
        self.sources = {it.key: it for it in sorted(sources, key=lambda it: it.key)}
        self._faults = dict(faults)

    def __getitem__(self, key: str) -> AnyGame:
        """The game of this key. Raises `KeyError`, and `UnusableGame` when its package holds no such game."""
        found = self._found(key)
        if isinstance(found, UnusableGame):
            raise found.with_traceback(None)
        return found

    def package_of(self, key: str) -> str:
        """The package of a game, which is not loaded for that. Raises `KeyError`."""
        return self.sources[key].package

    def taking_any(self) -> Iterator[AnyGame]:
        """Yield each game that any play fits. Whose package says so is loaded first: one is often enough."""
        for key in sorted(self.sources, key=lambda it: not _says(self.sources[it].package, "takes_any")):
            found = self._found(key)
            if not isinstance(found, UnusableGame) and found.takes_any:
                yield found

    def __iter__(self) -> Iterator[str]:
        return iter(self.sources)

    def __len__(self) -> int:
        return len(self.sources)

    def __contains__(self, key: object) -> bool:
        return key in self.sources

    def items(self) -> ItemsView[str, AnyGame]:
        """Each game that can be played, by its key."""
        found = {key: self._found(key) for key in self.sources}
        return {key: it for key, it in found.items() if not isinstance(it, UnusableGame)}.items()

    def values(self) -> ValuesView[AnyGame]:
        """Each game that can be played."""
        return dict(self.items()).values()

    @property
    def unusable(self) -> tuple[str, ...]:
        """Sentences on packages that say they hold a game and cannot be played: one each."""
        broken = (self._found(key) for key in self.sources if key not in self._faults)
        return (*self._faults.values(), *(str(it) for it in broken if isinstance(it, UnusableGame)))

    def _found(self, key: str) -> AnyGame | UnusableGame:
        source = self.sources[key]
        return UnusableGame(self._faults[key]) if key in self._faults else _loaded(source)


@cache
def games() -> Games:
    """Every game by its key."""
    found = {it.key: it for it in _folders()}
    faults: dict[str, str] = {}
    for point in entry_points(group=GROUP):
        source = _source_of(point, point.dist)
        if not source.key.isidentifier() or source.key in RESERVED or (point.attr or "GAME") != "GAME":
            faults[f"{point.name} = {point.value}"] = (
                f"{_begun(source.said)} names a game wrongly, {point.name} = {point.value}: the name is the key "
                "of the game, a word that no other records begin with, and the value the package of its GAME."
            )
        elif (other := found.setdefault(source.key, source)) != source:
            faults[source.key] = (
                f"Two games are called {source.key!r}: {other.said}, and {source.said}. A campaign names its "
                "game by that word alone, so take one of the two away."
            )
    return Games(found.values(), faults)


def _folders() -> Iterator[GameSource]:
    try:
        version = distribution(OURS).version
    except PackageNotFoundError:
        version = ""
    for module in iter_modules(domain.__path__):
        if module.ispkg and module.name not in _NOT_GAMES:
            yield GameSource(module.name, f"{domain.__name__}.{module.name}", OURS, version)


def _source_of(point: EntryPoint, within: Distribution | None) -> GameSource:
    name, version = (within.name, within.version) if within is not None else (point.module, "")
    return GameSource(point.name, point.module, name, version)


@cache
def _loaded(source: GameSource) -> AnyGame | UnusableGame:
    try:
        game = getattr(import_module(source.package), "GAME", None)
    except (Exception, SystemExit) as error:  # whatever is wrong in a package from elsewhere, ours are played on
        if source.distribution == OURS:
            raise
        said = " ".join(f"{type(error).__name__}: {error}".split()).rstrip(".: ")
        why = f"which cannot be loaded: {said}."
        broken = UnusableGame(f"The game {source.key!r} is in {source.said}, {why}")
        broken.__cause__ = error
        return broken
    if not isinstance(game, Game) or game.key != source.key:
        return UnusableGame(f"{_begun(source.said)} must hold a GAME whose key is {source.key!r}.")
    return game


def _says(package: str, word: str) -> bool:
    """True if this word stands in the text of a package itself, which is not loaded for that."""
    try:
        spec = find_spec(package)
        text = spec.loader.get_source(package) if spec and isinstance(spec.loader, InspectLoader) else None
    except Exception:  # a package that cannot even be looked at is told of where it is asked for
        return False
    return word in (text or "")


def _begun(words: str) -> str:
    return words[0].upper() + words[1:]
