"""A ledger with a toy game and its read models, on every database it may be kept in."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from projections.tables import projector, rebuild
from tests.support.library import Library

Opener = Callable[[], Library]


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres), "plain"])
def env(request: pytest.FixtureRequest, tmp_path: Path) -> dict[str, str]:
    """The library's configuration for an empty database; `plain` is one whose transaction cannot be shared."""
    if request.param == "plain":
        path = tmp_path / "plain.sqlite3"
        return {"PERSISTENCE_MODULE": "eventsourcing.sqlite", "SQLITE_DBNAME": str(path)}
    if request.param == "postgres":
        return {"SQLALCHEMY_URL": request.getfixturevalue("postgres_address")}
    return {"SQLALCHEMY_URL": f"sqlite:///{tmp_path / 'ledger.sqlite3'}"}


@pytest.fixture
def opener(env: dict[str, str]) -> Iterator[Opener]:
    """Opens the same database as often as asked, as so many processes would."""
    opened: list[Library] = []

    def open_one() -> Library:
        opened.append(Library(env))
        return opened[-1]

    yield open_one
    for library in opened:
        library.close()


@pytest.fixture
def library(opener: Opener) -> Library:
    """One of them, with a campaign called `tale`."""
    one = opener()
    one.begin()
    return one


@pytest.fixture(params=[3, 2_000], ids=["in a file", "in memory"])
def at_once(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rows of long campaigns are made in a file of their own, those of short ones in memory."""
    monkeypatch.setattr(projector, "RECORDS_AT_ONCE", request.param)
    monkeypatch.setattr(rebuild, "MOST_IN_MEMORY", request.param)
