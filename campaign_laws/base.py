"""The frame of a law: which game it looks at, what it is tried on, and when it has nothing to look at."""

from collections.abc import Callable, Iterator
from pathlib import Path
from shutil import copy
from typing import Any, ClassVar, TypeVar

import pytest

from campaign_laws.scripts import samples_of, scenarios_of
from domain.kernel.game import AnyGame
from ledger.ledger import Ledger
from wiring.samples import found

T = TypeVar("T", bound=Callable[..., object])
Applies = Callable[[AnyGame], object]
PREFIX = "test_"
ELSEWHERE = frozenset({"a_sample_keeps_something_from_somebody"})
"""Laws of the project's own tests that a game can be excused from as well."""


def only_where(applies: Applies) -> Callable[[T], T]:
    """Mark a law that has nothing to look at in some games: it is not collected for those."""

    def mark(law: T) -> T:
        law.applies = applies  # type: ignore[attr-defined]
        return law

    return mark


def has_samples(game: AnyGame) -> bool:
    """There is a sample campaign in its package."""
    return bool(samples_of(game))


class Laws:
    """Base of all laws. A subclass that names a `game` is looked at with each of them."""

    game: ClassVar[AnyGame]

    def __init_subclass__(cls, **more: Any) -> None:
        """Leave out the laws that have nothing to look at in this game."""
        super().__init_subclass__(**more)
        if "game" not in cls.__dict__:
            return
        for name in cls.laws():
            applies = getattr(getattr(cls, name), "applies", None)
            if applies is not None and not applies(cls.game):
                setattr(cls, name, None)

    @classmethod
    def laws(cls) -> list[str]:
        """The names of the tests."""
        return [name for name in dir(cls) if name.startswith(PREFIX)]

    @classmethod
    def known_laws(cls) -> frozenset[str]:
        """The names by which a game is excused."""
        return ELSEWHERE | {name.removeprefix(PREFIX) for name in cls.laws()}

    def pytest_generate_tests(self, metafunc: pytest.Metafunc) -> None:
        """Try a law on every scenario or every sample of the game, if it asks for one."""
        for name, values in (("scenario", scenarios_of(self.game)), ("sample", samples_of(self.game))):
            if name in metafunc.fixturenames:
                metafunc.parametrize(name, list(values.values()), ids=list(values))
        if "seen" in metafunc.fixturenames:
            metafunc.parametrize("seen", [self._together(metafunc.config)], indirect=True)

    def _together(self, config: pytest.Config) -> Any:
        # What was seen is kept for all laws that look at it: where tests run side by side, in one process.
        beside = config.pluginmanager.hasplugin("xdist")
        marks = [pytest.mark.xdist_group(f"preparing-{self.game.key}")] if beside else []
        return pytest.param(self.game.key, marks=marks)

    @pytest.fixture(autouse=True)
    def _excused(self, request: pytest.FixtureRequest) -> None:
        """An excused law must fail: an excuse that is no longer needed is taken out."""
        law = str(request.node.originalname).removeprefix(PREFIX)
        if reason := self.game.excuses.get(law):
            request.applymarker(pytest.mark.xfail(reason=reason, strict=True))

    @pytest.fixture(scope="class")
    @classmethod
    def played_samples(cls, tmp_path_factory: pytest.TempPathFactory) -> Path:
        """A SQLite ledger with the sample campaigns of the game, to be copied and never to be written."""
        made = tmp_path_factory.mktemp("samples") / "samples.sqlite3"
        ledger = Ledger({cls.game.key: cls.game}, {"SQLALCHEMY_URL": f"sqlite:///{made}"})
        for sample in samples_of(cls.game).values():
            found(ledger, sample)
        ledger.close()
        return made

    @pytest.fixture
    def ledger_of_samples(self, played_samples: Path, tmp_path: Path) -> Iterator[Ledger]:
        """A copy of that ledger, open."""
        place = tmp_path / "played.sqlite3"
        copy(played_samples, place)
        ledger = Ledger({self.game.key: self.game}, {"SQLALCHEMY_URL": f"sqlite:///{place}"})
        yield ledger
        ledger.close()
