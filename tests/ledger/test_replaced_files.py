"""Another file in the place of a ledger in use, moved or copied there: what is read is what lies there now."""

import shutil
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from ledger.answers import Ruled, Submission
from ledger.database.sqlite import connections
from ledger.database.sqlite.driver import sqlite3
from ledger.ledger import Ledger
from projections.read_models import ReadModels
from tests.support.killing import begun_tower, opened
from tests.support.tower import LayStones

Change = Callable[[Path, Ledger], None]
Put = Callable[[Path, Path], None]


@pytest.fixture(autouse=True)
def _no_write_ahead_log(monkeypatch: pytest.MonkeyPatch) -> None:
    # What such a log still has lies beside the file, and SQLite takes it for that of whatever file comes there.
    monkeypatch.setattr(connections, "journal_mode_for", lambda _version: "truncate")


def lay(ledger: Ledger, *faces: int) -> None:
    for face in faces:
        assert isinstance(ledger.rule("babel", Submission(command=LayStones(), faces=(face,))), Ruled)


def older(path: Path, ledger: Ledger) -> None:
    """Fewer records of the same history."""


def other_history(path: Path, ledger: Ledger) -> None:
    """As many records as there were, and others."""
    there = opened(f"sqlite:///{path}")
    lay(there, 4, 4, 4)
    there.close()


def longer_history(path: Path, ledger: Ledger) -> None:
    """More records than there were, of which the last are others."""
    there = opened(f"sqlite:///{path}")
    lay(there, 4, 5, 6, 5, 4)
    there.close()


def without_read_models(path: Path, ledger: Ledger) -> None:
    """The records alone, as a repair leaves them."""
    with sqlite3.connect(path) as connection:
        made = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name LIKE 'view_%'")
        for (name,) in made.fetchall():
            connection.execute(f'DROP TABLE IF EXISTS "{name}"')
    connection.close()


def aside_from(path: Path, aside: Path) -> None:
    """A copy of the ledger as it is now, also of what a write-ahead log still has."""
    with closing(sqlite3.connect(path)) as source, closing(sqlite3.connect(aside)) as target:
        source.backup(target)


def moved(aside: Path, path: Path) -> None:
    """Another file of that name."""
    aside.replace(path)


def copied(aside: Path, path: Path) -> None:
    """The same file, with other content: what `cp` does, or a synchronised folder."""
    shutil.copyfile(aside, path)


HOW = pytest.mark.parametrize("how", [older, other_history, longer_history, without_read_models])
PUT = pytest.mark.parametrize("put", [moved, copied])


def read(ledger: Ledger) -> dict[str, Any]:
    """All that a screen shows of it."""
    views = ledger.followers[-1]
    assert isinstance(views, ReadModels)
    return {
        "head": ledger.head("babel"),
        "height": ledger.moment("babel").game.height,
        "told": [told.retelling.headline for told in ledger.told("babel")],
        "summaries": [(it.slug, it.records) for it in views.summaries()],
        "luck": sorted(map(repr, views.luck("babel").by_roller().items())),
        "timeline": [(it.position, it.headline) for it in views.timeline("babel", None)],
        "problems": views.problems("babel"),
    }


@HOW
@PUT
def test_what_is_read_is_what_lies_there_now(tmp_path: Path, how: Change, put: Put) -> None:
    path, aside = tmp_path / "babel.sqlite3", tmp_path / "aside.sqlite3"
    ledger = begun_tower(f"sqlite:///{path}")
    lay(ledger, 1, 2)
    aside_from(path, aside)
    how(aside, ledger)
    lay(ledger, 3, 3, 3)
    assert read(ledger)["problems"] == []
    third = tmp_path / "third.sqlite3"
    aside_from(aside, third)
    put(aside, path)
    shown = read(ledger)
    fresh, alone = opened(f"sqlite:///{path}"), opened(f"sqlite:///{third}")
    assert shown == read(fresh) == read(alone)
    assert shown["problems"] == []
    alone.close()
    fresh.close()
    ledger.close()


@HOW
@PUT
def test_what_is_recorded_follows_what_lies_there_now(tmp_path: Path, how: Change, put: Put) -> None:
    path, aside = tmp_path / "babel.sqlite3", tmp_path / "aside.sqlite3"
    ledger = begun_tower(f"sqlite:///{path}")
    lay(ledger, 1, 2)
    aside_from(path, aside)
    how(aside, ledger)
    lay(ledger, 3, 3, 3)
    put(aside, path)
    before = read(ledger)
    lay(ledger, 6)
    shown = read(ledger)
    fresh = opened(f"sqlite:///{path}")
    assert shown == read(fresh)
    assert shown["height"] == before["height"] + 6
    assert shown["problems"] == []
    fresh.close()
    ledger.close()
